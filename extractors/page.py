"""A page: one parsed document as columns, and the limits under which it is parsed."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extractors._core import Columns
from extractors._parse import parse
from extractors.decode import Charset, decode
from extractors.status import PageError, Status
from extractors.tags import CODE


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a page is too much. A page over a limit gets a status and no text."""

    max_bytes: int = 32 << 20
    max_nodes: int = 2_000_000
    max_depth: int = 1_000  # browsers stop at 512

    def __post_init__(self) -> None:
        for name, most in [
            ("max_bytes", 1 << 30),
            ("max_nodes", 1 << 30),
            ("max_depth", 100_000),
        ]:
            value = getattr(self, name)
            if not 1 <= value <= most:
                raise ValueError(f"{name} must be between 1 and {most:,}, got {value!r}")


DEFAULT_LIMITS = Limits()

_H1 = CODE["h1"]
_TEXTUAL = bytes({*range(256)} - {*range(9), 11, *range(14, 27), *range(28, 32)})

# Where a lazily loaded picture keeps its address until a script comes along.
_SOURCES = ("src", "data-src", "data-original", "srcset", "data-srcset", "poster")


class Page:
    """One document, parsed once; every extractor reads the same columns."""

    __slots__ = ("charset", "columns", "url")

    def __init__(self, columns: Columns, charset: Charset, url: str | None) -> None:
        self.columns = columns
        self.charset = charset
        self.url = url

    @classmethod
    def parse(
        cls,
        html: bytes | str,
        *,
        url: str | None = None,
        charset: str | None = None,
        limits: Limits = DEFAULT_LIMITS,
    ) -> "Page":
        """Decodes and parses a page.

        Raises:
            PageError: the page has nothing in it, is no HTML, or is over a limit.
        """
        if len(html) > limits.max_bytes:
            raise PageError(Status.TOO_LARGE)
        utf8, found = decode(html, charset, url)
        if not utf8 or utf8.isspace():
            raise PageError(Status.EMPTY)
        if len(utf8) > 2 * limits.max_bytes:  # a legacy encoding can double in UTF-8, not more
            raise PageError(Status.TOO_LARGE)
        if _is_binary(utf8):
            raise PageError(Status.NOT_HTML)
        tree = parse(utf8, limits.max_nodes, limits.max_depth)
        return cls(Columns(tree, limits.max_nodes, limits.max_depth), found, url)

    @property
    def title(self) -> str:
        """What the page calls itself: its title element, else its first h1."""
        columns = self.columns
        if columns.title >= 0 and (title := " ".join(columns.text(columns.title).split())):
            return title
        for row in np.flatnonzero(self.tag == _H1)[:1]:
            return " ".join(columns.text(int(row)).split())
        return ""

    @property
    def tag(self) -> NDArray[np.uint16]:
        """The tag of every node as its place in `tags.TAGS`."""
        return self.columns.column("tag")

    def source(self, row: int) -> str:
        """The address of a medium, as the page has it; "" if it names none."""
        columns = self.columns
        for name in _SOURCES:
            value = (columns.attribute(row, name) or "").strip()
            if value:
                return value.split()[0] if name.endswith("srcset") else value
        for child in range(row + 1, int(columns.column("end")[row])):
            if columns.name(child) == "source" and (source := columns.attribute(child, "src")):
                return source
        return columns.attribute(row, "data") or ""


def _is_binary(utf8: bytes) -> bool:
    """Whether a page is a picture, an archive or the like: by its control characters.

    Text has next to none of them, compressed data about one in ten bytes.
    """
    head = utf8[:1024]
    return head.startswith(b"%PDF-") or len(head.translate(None, _TEXTUAL)) * 50 > len(head)
