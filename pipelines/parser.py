"""What the command lines have in common: one line for an error, and a hint at what was meant."""

import argparse
from collections.abc import Sequence
from typing import NoReturn

from pipelines.errors import UsageError, unknown

DEFAULT_EXTRACTOR = "cectd-ds"


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


def add_extractors(parser: Parser, several: str) -> None:
    """Adds the options that choose extractors; `several` says what more than one are for."""
    parser.add_argument(
        "--extractor",
        default=DEFAULT_EXTRACTOR,
        metavar="NAME[,NAME]",
        help=f"the text is that of the first; {several} "
        "(default: %(default)s; see winnow extractors)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME.PARAM=VALUE",
        help="a parameter of an extractor; may be repeated",
    )


def count(word: str) -> int:
    """A number of processes, as an option writes it."""
    if not word.isdecimal() or int(word) == 0:
        raise argparse.ArgumentTypeError(f"{word!r} is not a number of processes")
    return int(word)


def _undashed(file: str) -> str:
    return f"./{file}" if file.startswith("-") and file != "-" else file
