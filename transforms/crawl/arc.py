"""Heads of ARC records: one line."""

import re
from datetime import UTC, datetime

from transforms.crawl.captures import Capture
from transforms.crawl.fields import text_of
from transforms.crawl.heads import Format, length_of

HEADER = "arc_header"
_FILE = b"filedesc:"

# A URL may hold spaces, and a mime type as well, so the line is read from the address on.
_LINE = re.compile(
    rb"""
    (?P<url> [A-Za-z] [A-Za-z0-9+.-]{0,31} : [^\r\n]{1,8192}? )
    [ ] (?: \d{1,3} (?: \. \d{1,3} ){3} | [0-9A-Fa-f]* : [0-9A-Fa-f:]+ | - | 0 )
    [ ] (?P<date> \d{4,20} )
    (?: [ ] (?P<mime> [^\r\n]{0,256}? ) )??
    [ ]+ (?P<length> \S+ ) [\t ]* \r? $
    """,
    re.VERBOSE | re.MULTILINE,
)


class ArcHead:
    """The head of an ARC record; what opens the file is a record like the others."""

    __slots__ = ("_line", "gives_row", "kind", "length")

    def __init__(self, raw: bytes) -> None:
        self._line = _LINE.match(raw)
        self.gives_row = not raw.startswith(_FILE)
        self.kind = "response" if self.gives_row else HEADER
        self.length = length_of(self._text("length"))

    @property
    def content_type(self) -> str | None:
        return self._text("mime")

    def describe(self, capture: Capture) -> None:
        capture.url = self._text("url")
        capture.fetch_time = _parse_time(self._text("date"))

    def _text(self, name: str) -> str | None:
        value = self._line[name] if self._line else None
        return text_of(value.strip()) if value else None


def _parse_time(digits: str | None) -> datetime | None:
    try:
        return datetime.strptime((digits or "")[:14], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


ARC = Format(
    start=_LINE,
    apart=re.compile(rb"^" + _LINE.pattern, _LINE.flags),
    longest=1 << 14,
    lead=1,
    opening=(_FILE, b"http:", b"https:", b"dns:", b"ftp:"),
    lines=1,
    end=re.compile(rb"\n"),
    head=ArcHead,
)
