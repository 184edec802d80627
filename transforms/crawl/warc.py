"""Heads of WARC records, of any version and by any writer."""

import re
from datetime import UTC, datetime

from transforms.crawl.captures import Capture
from transforms.crawl.fields import Fields
from transforms.crawl.heads import Format, length_of

ROWS = frozenset({"response", "resource", "revisit"})
ROWLESS = frozenset({"continuation", "conversion", "metadata", "request", "warcinfo"})
UNKNOWN = "unknown"

_START = re.compile(rb"[Ww][Aa][Rr][Cc]/\d+\.\d+[\t \r]*\n[!-9;-~]+[\t ]*:")


class WarcHead:
    """The head of a WARC record."""

    __slots__ = ("_fields", "kind", "length")

    def __init__(self, raw: bytes) -> None:
        fields = Fields(raw)
        kind = (fields.first(b"\nwarc-type:") or UNKNOWN).lower()
        self._fields = fields
        self.kind = kind if kind in ROWS or kind in ROWLESS else UNKNOWN
        self.length = length_of(fields.first(b"\ncontent-length:"))

    @property
    def gives_row(self) -> bool:
        return self.kind in ROWS

    @property
    def content_type(self) -> str | None:
        return self._fields.first(b"\ncontent-type:")

    def describe(self, capture: Capture) -> None:
        first = self._fields.first
        url = first(b"\nwarc-target-uri:")
        capture.url = url.removeprefix("<").removesuffix(">") if url else None
        capture.record_id = first(b"\nwarc-record-id:")
        capture.fetch_time = parse_time(first(b"\nwarc-date:"))
        capture.digest = first(b"\nwarc-payload-digest:")
        capture.truncated = first(b"\nwarc-truncated:")


def parse_time(value: str | None) -> datetime | None:
    """Returns an ISO 8601 time in UTC, None if it is none."""
    try:
        time = datetime.fromisoformat(value or "")
        return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


WARC = Format(
    start=_START,
    apart=_START,
    longest=256,
    lead=0,
    opening=(b"WARC/",),
    lines=2,
    end=re.compile(rb"\n\r*\n"),
    head=WarcHead,
)
