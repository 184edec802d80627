"""What a command says when it cannot go on: one line, and an exit code."""

from collections.abc import Iterable
from difflib import get_close_matches


class CommandError(Exception):
    """An error the user can act on. Its message is one line."""

    exit_code = 1


class UsageError(CommandError):
    """The command line itself is wrong."""

    exit_code = 2


class Terminated(KeyboardInterrupt):
    """The process was told to end (SIGTERM)."""


def unknown(kind: str, word: str, known: Iterable[str]) -> str:
    """Says that `word` is not a `kind`, with the nearest known word, or else all of them."""
    words = list(known)
    near = get_close_matches(word, words, n=1)
    hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(words)}"
    return f"unknown {kind} {word!r}; {hint}" if words else f"unknown {kind} {word!r}"
