from selectolax.lexbor import LexborHTMLParser

def parse(html: bytes, max_nodes: int, max_depth: int) -> LexborHTMLParser:
    """Parses UTF-8; raises `PageError` for what no page needs and no parser stands.

    A page that passes can still be a little over a limit: `Columns` counts to the node.
    """
