"""What stands before the content of every record, in whichever form."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from transforms.crawl.captures import Capture

MAX_HEAD = 1 << 20  # bytes; URLs of many kilobytes exist


class Head(Protocol):
    """The head of one record."""

    @property
    def kind(self) -> str:
        """The type of the record: what it is counted as if it gives no row."""

    @property
    def length(self) -> int | None:
        """Bytes that follow the head; None where it does not say so."""

    @property
    def gives_row(self) -> bool: ...

    @property
    def content_type(self) -> str | None:
        """What the content is declared as, where it is not an HTTP response."""

    def describe(self, capture: Capture) -> None:
        """Puts down what the head knows of the page."""


@dataclass(frozen=True, slots=True)
class Format:
    """How records begin and where their heads end."""

    start: re.Pattern[bytes]  # matches at the first byte of a record and at few other places
    apart: re.Pattern[bytes]  # the same to search for, where no record before says that it ends
    longest: int  # bytes to see before it is said that there is no match
    lead: int  # bytes before a start that have a say
    opening: tuple[bytes, ...]  # with what a start begins: all that is left of one cut short
    lines: int  # how many it takes to tell a start
    end: re.Pattern[bytes]  # of the head
    head: Callable[[bytes], Head]


def length_of(value: str | None) -> int | None:
    """Returns a declared length, None if there is none or it makes no sense."""
    if value and value.isascii() and value.isdigit() and len(value) < 19:  # noqa: PLR2004  int64
        return int(value)
    return None
