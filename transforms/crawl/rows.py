"""Rows of a Parquet file as captures."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from transforms.crawl.captures import Capture, Flaw, Tally
from transforms.crawl.pages import PageRow, PagesFile
from transforms.crawl.warc import parse_time

_TIME = "fetch_time"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows `start:end` of a file of pages."""

    shard: str
    start: int
    end: int
    html: str = "html"
    url: str = "url"

    def captures(self, max_bytes: int, tally: Tally) -> Iterator[Capture]:
        """Yields the rows; a null is an empty page.

        Raises:
            ShardError: the file cannot be read.
        """
        tally.first, tally.next = self.start, self.end
        with PagesFile(self.shard, html=self.html, url=self.url, wish=(_TIME,)) as pages:
            for page in pages.between(self.start, self.end):
                tally.records += 1
                tally.rows += 1
                yield _capture(self.shard, page, max_bytes)


def _capture(shard: str, page: PageRow, max_bytes: int) -> Capture:
    html = page.html or b""
    length = len(html if isinstance(html, bytes) else html.encode("utf-8", "surrogatepass"))
    capture = Capture(
        shard,
        page.row,
        1,
        url=page.url,
        charset=page.charset,
        fetch_time=_time(page.kept.get(_TIME)),
        payload=html,
        payload_bytes=length,
    )
    if capture.payload_bytes > max_bytes:
        capture.payload, capture.flaw = b"", Flaw.TOO_LARGE
        capture.error = f"{capture.payload_bytes} bytes"
    return capture


def _time(value: object) -> datetime | None:
    if isinstance(value, datetime):
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    return parse_time(value) if isinstance(value, str) else None
