"""The command line of `winnow show`."""

import argparse
from collections.abc import Sequence

from pipelines.parser import Parser

_EXAMPLES = """\
examples:
  winnow show out/ https://example.org/news/1
  winnow show out/ https://example.org/news/1 --nodes | less -S
  winnow show out/ https://example.org/news/1 --json | jq .text
  winnow show out/ https://example.org/news/1 --offset 73211

A page may have been captured more than once; all its captures are shown, the newest last. The
scheme of the URL, a leading www. and the like make no difference.
"""


def show(argv: Sequence[str]) -> int:
    """Runs `winnow show`."""
    options = _parser().parse(argv)
    from pipelines.run_show import run_show

    return run_show(
        options.output,
        options.url,
        options.offset,
        with_nodes=options.nodes,
        as_json=options.json,
    )


def _parser() -> Parser:
    parser = Parser(
        "winnow show",
        "Shows what became of one page: its row, its blocks, and the nodes behind them.",
        _EXAMPLES,
    )
    parser.add_argument("output", metavar="OUT", help="the folder of the run")
    parser.add_argument("url", metavar="URL", help="the address of the page")
    parser.add_argument(
        "--offset", type=_offset, metavar="N", help="only the capture at this offset of its shard"
    )
    parser.add_argument(
        "--nodes", action="store_true", help="the nodes too: who kept them, and why not"
    )
    parser.add_argument("--json", action="store_true", help="as JSON, one capture a line")
    return parser


def _offset(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word!r} is not an offset")
    return int(word)
