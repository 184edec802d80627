"""The command line of `winnow verify`."""

import argparse
from collections.abc import Sequence

from pipelines.parser import Parser

_EXAMPLES = """\
examples:
  winnow verify out/
  winnow verify out/ --sample 1000 --seed 7
  winnow verify out/ --sample all
  winnow verify s3://bucket/out --sample 0

The sample needs the shards where they were when they were cleaned: a relative path is looked up
from here. The exit code is 1 if anything differs.
"""


def verify(argv: Sequence[str]) -> int:
    """Runs `winnow verify`."""
    options = _parser().parse(argv)
    from pipelines.run_verify import run_verify

    return run_verify(options.output, options.sample, options.seed)


def _parser() -> Parser:
    parser = Parser(
        "winnow verify",
        "Checks an output: its files against its manifests, and a sample of its rows against the\n"
        "crawl, by extracting their records again.",
        _EXAMPLES,
    )
    parser.add_argument("output", metavar="OUT", help="the folder of the run")
    parser.add_argument(
        "--sample",
        type=_sample,
        default=100,
        metavar="N",
        help="rows to extract again, spread over the shards; 0 for none, all for every one "
        "(default: 100)",
    )
    parser.add_argument(
        "--seed", type=_seed, default=0, metavar="S", help="another one, other rows (default: 0)"
    )
    return parser


def _sample(word: str) -> int | None:
    """The number of rows; None for all."""
    if word == "all":
        return None
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word!r} is neither a number of rows nor all")
    return int(word)


def _seed(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number")
    return int(word)
