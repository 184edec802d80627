"""The command lines of `winnow extract` and `winnow extractors`."""

import argparse
from collections.abc import Sequence

from webencodings import lookup
from webencodings.labels import LABELS

from pipelines.errors import unknown
from pipelines.parser import Parser, add_extractors, count

CHARSETS = sorted({*LABELS.values()} - {"replacement"})  # which decodes nothing

_EXTRACT_EXAMPLES = """\
examples:
  winnow extract page.html
  winnow extract page.html --format markdown --extractor density
  curl -s https://example.org/ | winnow extract - --url https://example.org/
  winnow extract *.html --format json --extractor cectd-ds,density,euclidean
  winnow extract --input pages.parquet --output texts.jsonl --keep id,dataset
  winnow extract --input s3://bucket/pages.parquet --output - | head -n 3
  winnow extract page.html --extractor density --set density.c1=0.4
"""

_EXTRACTORS_EXAMPLES = """\
examples:
  winnow extractors
  winnow extractors --json
"""


def extract(argv: Sequence[str]) -> int:
    """Runs `winnow extract`."""
    parser = _extract_parser()
    options = parser.parse(argv)
    if options.input is not None:
        return _extract_batch(parser, options)
    return _extract_files(parser, options)


def _extract_files(parser: Parser, options: argparse.Namespace) -> int:
    for flag in ("output", "keep", "workers"):
        if getattr(options, flag) is not None:
            parser.error(f"--{flag} goes with --input")
    if not options.files:
        parser.error("nothing to extract: give a FILE, - or --input")
    if options.url is not None and len(options.files) > 1:
        parser.error(f"--url is the address of one page, and there are {len(options.files)}")
    from pipelines.extract import extract_files
    from pipelines.settings import choose

    extractors = choose(options.extractor, options.set)
    return extract_files(
        options.files, extractors, options.format or "text", options.url, options.charset
    )


def _extract_batch(parser: Parser, options: argparse.Namespace) -> int:
    if options.files:
        parser.error(f"{options.files[0]}: give either FILEs or --input")
    for flag in ("format", "url"):
        if getattr(options, flag) is not None:
            parser.error(f"--{flag} goes with FILEs, not with --input")
    if options.output is None:
        parser.error("--input needs --output OUT.jsonl, or - for standard output")
    from pipelines.batch import Batch, run
    from pipelines.settings import choose

    run(
        Batch(
            options.input,
            options.output,
            tuple(choose(options.extractor, options.set)),
            options.keep or (),
            options.charset,
            options.workers,
        )
    )
    return 0


def _extract_parser() -> Parser:
    parser = Parser(
        "winnow extract",
        "Extracts the main content of pages: of HTML files to standard output, or of a Parquet\n"
        "file with a column `html` to JSON lines, one line a page, on all cores.",
        _EXTRACT_EXAMPLES,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="an HTML file; - is stdin")
    add_extractors(parser, "more than one adds their agreement")
    parser.add_argument(
        "--charset", type=_charset, help="the encoding, as the server would have declared it"
    )
    files = parser.add_argument_group("with FILEs")
    files.add_argument("--format", help="text (the default), markdown, html or json")
    files.add_argument("--url", help="the address of the page")
    batch = parser.add_argument_group("with a Parquet file")
    batch.add_argument(
        "--input",
        metavar="PAGES.parquet",
        help="a path or an fsspec URL; its columns `url` and `charset`, if there, are used",
    )
    batch.add_argument(
        "--output",
        metavar="OUT.jsonl",
        help="appears when it is complete; - is stdout. A line has text, title, status, ms "
        "(milliseconds) and, with several extractors, agreement",
    )
    batch.add_argument(
        "--keep", type=_columns, metavar="COLUMN[,COLUMN]", help="columns to copy to the output"
    )
    batch.add_argument(
        "--workers", type=count, metavar="N", help="processes (default: one for each core)"
    )
    return parser


def _charset(label: str) -> str:
    encoding = lookup(label)
    if encoding is None or encoding.name not in CHARSETS:
        raise argparse.ArgumentTypeError(unknown("charset", label, CHARSETS))
    return label


def _columns(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in words.split(",") if word.strip()))


def extractors(argv: Sequence[str]) -> int:
    """Runs `winnow extractors`."""
    parser = Parser(
        "winnow extractors",
        "Lists the extractors with the papers they follow and their parameters.",
        _EXTRACTORS_EXAMPLES,
    )
    parser.add_argument("--json", action="store_true", help="as JSON, for machines")
    options = parser.parse(argv)
    from pipelines.listing import list_extractors

    list_extractors(as_json=options.json)
    return 0
