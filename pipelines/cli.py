"""The `winnow` command: its options, its help, and how it ends."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from pipelines.clean_command import clean
from pipelines.errors import CommandError, Terminated, UsageError, unknown
from pipelines.extract_command import extract, extractors
from pipelines.plan_command import plan
from pipelines.show_command import show
from pipelines.verify_command import verify

FAILED = 1
INTERRUPTED = 130
TERMINATED = 143
BROKEN_PIPE = 141

_OVERVIEW = """\
usage: winnow COMMAND ...

Cleans web crawls: the main content of every page, by published algorithms.

commands:
  clean        clean the shards of a crawl: WARC, ARC or Parquet in, Parquet out
  plan         say beforehand what that would take
  verify       check the output against its manifests, and a sample of it against the crawl
  show         show what became of one page, and why
  extract      extract pages from HTML files, standard input or a Parquet file
  extractors   list the extractors, their papers and their parameters

options:
  -h, --help   show this help; winnow COMMAND --help has that of a command
  --version    show the version

examples:
  winnow extract page.html
  winnow clean --input 'crawl/*.warc.gz' --output out/
  winnow show out/ https://example.org/news/1
  curl -s https://example.org/ | winnow extract - --format markdown
  winnow extract --input pages.parquet --output texts.jsonl --extractor density
"""


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


COMMANDS: dict[str, Callable[[Sequence[str]], int]] = {
    "clean": clean,
    "plan": plan,
    "verify": verify,
    "show": show,
    "extract": extract,
    "extractors": extractors,
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
