"""What decides the rows of a run: the options that `winnow clean` and `winnow plan` share."""

import argparse
from typing import TYPE_CHECKING

from pipelines.parser import Parser, add_extractors, count

if TYPE_CHECKING:  # help and wrong usage must not wait for numpy
    from transforms.config import CleanConfig

INPUTS_HELP = """\
An input is a file, a pattern, a directory, a URL that fsspec knows, or a list of these, one a line,
as @FILE."""


def add_input(parser: Parser) -> None:
    """Adds what names the shards."""
    parser.add_argument(
        "--input", required=True, nargs="+", metavar="SHARDS", help="what to read; see below"
    )


def add_output(parser: Parser, *, required: bool, description: str) -> None:
    """Adds what names the folder of the run."""
    parser.add_argument("--output", required=required, metavar="FOLDER", help=description)


def add_workers(parser: Parser) -> None:
    """Adds the number of processes on this machine."""
    parser.add_argument(
        "--workers", type=count, metavar="N", help="processes (default: one for each core)"
    )


def add_settings(parser: Parser) -> None:
    """Adds what `config_of` makes a configuration of."""
    add_extractors(parser, "all of them vote on the nodes")
    parser.add_argument(
        "--nodes",
        choices=("none", "kept", "all"),
        default="kept",
        help="the nodes to write: those that an extractor kept, all, or none (default: kept)",
    )
    _add_limits(parser)
    _add_reading(parser)


def config_of(options: argparse.Namespace) -> "CleanConfig":
    """The configuration that the options state; without an output if none was given.

    Raises:
        UsageError: an extractor, a parameter or a value is unknown or impossible.
    """
    from extractors import Limits
    from pipelines.settings import choose
    from transforms.config import MIB, CleanConfig
    from transforms.guarding.budget import Budget

    return CleanConfig(
        output=options.output or "",
        extractors=tuple(choose(options.extractor, options.set)),
        nodes=options.nodes,
        limits=Limits(max_bytes=options.page_mib * MIB),
        unit_bytes=options.unit_mib * MIB,
        html_column=options.html_column,
        url_column=options.url_column,
        check_digests=not options.no_digests,
        budget=Budget(options.page_seconds, options.page_memory_mib * MIB),
    )


def _add_limits(parser: Parser) -> None:
    limits = parser.add_argument_group("what a page may cost; beyond, its row says so")
    limits.add_argument(
        "--page-mib", type=_positive, default=32, metavar="N", help="bytes (default: 32)"
    )
    limits.add_argument(
        "--page-seconds", type=_seconds, default=30.0, metavar="S", help="time (default: 30)"
    )
    limits.add_argument(
        "--page-memory-mib",
        type=_positive,
        default=1024,
        metavar="N",
        help="by which a worker may grow over it (default: 1024)",
    )


def _add_reading(parser: Parser) -> None:
    reading = parser.add_argument_group("how shards are read")
    reading.add_argument(
        "--unit-mib",
        type=_positive,
        default=64,
        metavar="N",
        help="of a shard at a time: what is lost and done again when a worker dies (default: 64)",
    )
    reading.add_argument("--html-column", default="html", metavar="NAME", help="of Parquet shards")
    reading.add_argument("--url-column", default="url", metavar="NAME", help="of Parquet shards")
    reading.add_argument(
        "--no-digests", action="store_true", help="do not check the payloads' digests"
    )


def _positive(word: str) -> int:
    if not word.isdecimal() or int(word) == 0:
        raise argparse.ArgumentTypeError(f"{word!r} is not a whole number above 0")
    return int(word)


def _seconds(word: str) -> float:
    try:
        seconds = float(word)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{word!r} is not a time in seconds")
    return seconds
