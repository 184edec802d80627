"""The `winnow` command: its options, its help, and how it ends."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from webencodings import lookup
from webencodings.labels import LABELS

from pipelines.errors import CommandError, Terminated, UsageError, unknown

CHARSETS = sorted({*LABELS.values()} - {"replacement"})  # which decodes nothing
DEFAULT_EXTRACTOR = "cectd-ds"

FAILED = 1
INTERRUPTED = 130
TERMINATED = 143
BROKEN_PIPE = 141

_OVERVIEW = """\
usage: winnow COMMAND ...

Extracts the main content of web pages with published algorithms.

commands:
  extract      extract pages from HTML files, standard input or a Parquet file
  extractors   list the extractors, their papers and their parameters

options:
  -h, --help   show this help; winnow COMMAND --help has that of a command
  --version    show the version

examples:
  winnow extract page.html
  curl -s https://example.org/ | winnow extract - --format markdown
  winnow extract --input pages.parquet --output texts.jsonl --extractor density
"""

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


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line and suggests what was meant."""

    def __init__(self, prog: str, description: str, examples: str) -> None:
        super().__init__(
            prog=prog,
            description=description,
            epilog=examples,
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def parse(self, argv: Sequence[str]) -> argparse.Namespace:
        """Parses `argv`, options and files in any order."""
        words = list(argv)
        if "--" in words:  # argparse mixes options and files, or knows "--", but not both
            end = words.index("--")
            words[end:] = [_undashed(file) for file in words[end + 1 :]]
        options, rest = self.parse_known_intermixed_args(words)
        if not rest:
            return options
        if not rest[0].startswith("-"):
            self.error(f"unexpected argument {rest[0]!r}")
        known = [name for name in self._option_string_actions if name.startswith("--")]
        raise UsageError(unknown("option", rest[0].partition("=")[0], known))


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command of `argv` and returns its exit code: 0, 1, or 2 for wrong usage."""
    try:
        code = 0
        with suppress(SystemExit):  # argparse has shown its help
            code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except CommandError as error:
        return _fail(str(error), error.exit_code)
    except BrokenPipeError:  # the reader has seen enough, as `head` does
        _discard_stdout()
        return BROKEN_PIPE
    except OSError as error:
        _discard_stdout()
        return _fail(f"{error.filename or 'standard output'}: {error.strerror}", FAILED)
    except Terminated:
        return _fail("terminated", TERMINATED)
    except KeyboardInterrupt:
        return _fail("interrupted", INTERRUPTED)
    return code


def _run(argv: list[str]) -> int:
    match argv:
        case [] | ["-h" | "--help", *_]:
            sys.stdout.write(_OVERVIEW)
            return 0
        case ["--version", *_]:
            sys.stdout.write(f"winnow {_version()}\n")
            return 0
        case [command, *rest] if command in COMMANDS:
            return COMMANDS[command](rest)
        case [word, *_] if word.startswith("-"):
            raise UsageError(unknown("option", word, ["--help", "--version"]))
        case _:
            raise UsageError(unknown("command", argv[0], COMMANDS))


def _extract(argv: Sequence[str]) -> int:
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
    parser.add_argument(
        "--extractor",
        default=DEFAULT_EXTRACTOR,
        metavar="NAME[,NAME]",
        help="the text is that of the first; more than one adds their agreement "
        "(default: %(default)s; see winnow extractors)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME.PARAM=VALUE",
        help="a parameter of an extractor; may be repeated",
    )
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
        "--workers", type=_count, metavar="N", help="processes (default: one for each core)"
    )
    return parser


def _undashed(file: str) -> str:
    return f"./{file}" if file.startswith("-") and file != "-" else file


def _charset(label: str) -> str:
    encoding = lookup(label)
    if encoding is None or encoding.name not in CHARSETS:
        raise argparse.ArgumentTypeError(unknown("charset", label, CHARSETS))
    return label


def _columns(words: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in words.split(",") if word.strip()))


def _count(word: str) -> int:
    if not word.isdecimal() or int(word) == 0:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of processes")
    return int(word)


def _extractors(argv: Sequence[str]) -> int:
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


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "extract": _extract,
    "extractors": _extractors,
}


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("winnow-crawl")
    except PackageNotFoundError:
        return "of a source tree that is not installed"


def _fail(message: str, exit_code: int) -> int:
    sys.stderr.write(f"winnow: error: {message}\n")
    return exit_code


def _discard_stdout() -> None:
    """Keeps Python from complaining, on its way out, of what it could not write."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
