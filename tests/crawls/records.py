"""Records as crawlers write them, of WARC and ARC, and the rows that must come of them."""

import hashlib
import zlib
from base64 import b32encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from io import BytesIO
from uuid import UUID

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tests.crawls.fetches import EXPECTED, STARTED, Fetch, Outcome
from tests.crawls.pages import GeneratedPage

_ADDRESS = "192.0.2.7"
_PROFILE = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"
_ISO = "%Y-%m-%dT%H:%M:%SZ"


@dataclass(frozen=True, slots=True)
class Gold:
    """A row that a complete run has, and what is true of its page."""

    shard: str
    url: str
    status: str
    fetch_time: datetime
    record_id: str | None = None
    offset: int = 0  # of the record in the shard; of a Parquet file, the row
    length: int = 1
    kind: str | None = None  # from here on: of pages only
    language: str | None = None
    charset: str | None = None
    title: str | None = None
    gold_text: str | None = None
    published: str | None = None
    author: str | None = None
    canonical: str | None = None
    robots: tuple[str, ...] = ()  # of the <meta>
    x_robots_tag: str | None = None
    tdm_reservation: bool | None = None  # of the <meta>
    tdm_header: str | None = None


Record = tuple[bytes, Gold | None]


def warc_records(name: str, fetches: Iterable[Fetch]) -> Iterator[Record]:
    """What Common Crawl writes of a fetch: the request, the response, and what was found out."""
    info = {"WARC-Date": f"{STARTED:{_ISO}}", "WARC-Filename": name}
    info["WARC-Record-ID"] = f"<{UUID(int=zlib.crc32(name.encode()), version=4).urn}>"
    yield _warc("warcinfo", "", info, b"software: none\r\nformat: WARC File Format 1.0\r\n"), None
    for fetch in fetches:
        page, (request, response, metadata) = fetch.page, fetch.ids
        common = {"WARC-Date": f"{fetch.when:{_ISO}}", "WARC-IP-Address": _ADDRESS}
        common["WARC-Warcinfo-ID"] = info["WARC-Record-ID"]
        path = page.url.split("/", 3)[3]
        asked = [("Host", page.url.split("/", 3)[2]), ("Accept-Encoding", "br,gzip")]
        line = StatusAndHeaders(f"/{path} HTTP/1.1", asked, protocol="GET", is_http_request=True)
        yield _warc("request", page.url, common | {"WARC-Record-ID": request}, b"", line), None
        answer, kind = common | {"WARC-Record-ID": response}, "response"
        if fetch.outcome is Outcome.REVISIT:
            kind = "revisit"
            digest = b32encode(hashlib.sha1(page.html, usedforsecurity=False).digest()).decode()
            answer |= {"WARC-Profile": _PROFILE, "WARC-Payload-Digest": f"sha1:{digest}"}
        yield _warc(kind, page.url, answer, fetch.body, fetch.head), gold_row(name, fetch, response)
        found = f"fetchTimeMs: 120\r\ncharset-detected: {page.charset}\r\n".encode()
        about = common | {"WARC-Record-ID": metadata, "WARC-Concurrent-To": response}
        yield _warc("metadata", page.url, about, found), None


def arc_records(name: str, fetches: Iterable[Fetch]) -> Iterator[Record]:
    """The answers alone, after a record that says what the others are made of."""
    version = b"1 0 none\nURL IP-address Archive-date Content-type Archive-length\n"
    yield _arc(f"filedesc://{name}", "0.0.0.0", STARTED, "text/plain", version), None
    for fetch in fetches:
        block = fetch.head.to_bytes() + fetch.body
        mime = fetch.head.get_header("Content-Type").partition(";")[0]
        record = _arc(fetch.page.url, _ADDRESS, fetch.when, mime, block)
        yield record, gold_row(name, fetch, None)


def gold_row(name: str, fetch: Fetch, record_id: str | None) -> Gold:
    """The row of a fetch, but for where its record is."""
    page = fetch.page
    row = Gold(name, page.url, EXPECTED[fetch.outcome], fetch.when, record_id)
    if fetch.outcome is not Outcome.PAGE:
        return row
    shared = set(Gold.__slots__) & set(GeneratedPage.__slots__)
    return replace(
        row,
        **{field: getattr(page, field) for field in sorted(shared)},
        x_robots_tag=fetch.head.get_header("X-Robots-Tag"),
        tdm_header=fetch.head.get_header("tdm-reservation"),
    )


def _warc(
    kind: str,
    url: str,
    headers: dict[str, str],
    payload: bytes,
    head: StatusAndHeaders | None = None,
) -> bytes:
    buffer = BytesIO()
    writer = WARCWriter(buffer, gzip=False)
    record = writer.create_warc_record(
        url, kind, BytesIO(payload), len(payload), warc_headers_dict=headers, http_headers=head
    )
    writer.write_record(record)
    return buffer.getvalue()


def _arc(url: str, address: str, when: datetime, mime: str, block: bytes) -> bytes:
    return f"{url} {address} {when:%Y%m%d%H%M%S} {mime} {len(block)}\n".encode() + block + b"\n"
