"""A document as plain objects, read through the public API of the parser."""

import string
from dataclasses import dataclass, field
from typing import Self

from selectolax.lexbor import LexborHTMLParser, LexborNode

ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


@dataclass(eq=False, repr=False, slots=True)
class Node:
    """An element, or a text node (then `tag` is empty)."""

    tag: str
    text: str = ""
    attributes: dict[str, str | None] = field(default_factory=dict)
    parent: Self | None = None
    children: list[Self] = field(default_factory=list)


def parse(html: bytes) -> Node:
    """Parses valid UTF-8; comments, the doctype and the contents of templates are left out."""
    source = LexborHTMLParser(html).root
    assert source is not None, "the parser always makes an html element"
    root = _element(source, None)
    todo = [(source, root)]
    while todo:
        source, node = todo.pop()
        child = source.first_child
        while child is not None:
            if child.is_text_node:
                node.children.append(Node("", text=child.text_content or "", parent=node))
            elif child.is_element_node:
                node.children.append(_element(child, node))
                todo.append((child, node.children[-1]))
            child = child.next
    return root


def _element(source: LexborNode, parent: Node | None) -> Node:
    # The parser restores the capitals of SVG names such as clipPath.
    name = (source.tag or "").translate(ASCII_LOWER)
    return Node(name, attributes=source.attributes, parent=parent)
