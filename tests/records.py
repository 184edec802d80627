"""Crawl files for tests: records by warcio where it can write them, by hand where it would not."""

import gzip
import io
from collections.abc import Sequence
from pathlib import Path

import lz4.frame
import zstandard
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from transforms.crawl.captures import Capture, Tally
from transforms.crawl.planning import plan_units
from transforms.crawl.reading import MAX_BYTES, UnitReader
from transforms.crawl.units import Compression, Unit

DATE = "2024-05-01T12:30:00Z"
PAGE = b"<!doctype html><title>A page</title><p>Some words to read, and some more of them."
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + PAGE


class _Writer(WARCWriter):  # type: ignore[misc]
    @staticmethod
    def _create_temp_file() -> io.BytesIO:
        return io.BytesIO()  # warcio leaves its own open


def record(content: bytes = RESPONSE, kind: str = "response", **fields: str) -> bytes:
    """Returns a WARC record; a field is left out with an empty value, `_` stands for `-`."""
    named = {
        "WARC-Type": kind,
        "WARC-Target-URI": "http://example.org/",
        "WARC-Date": DATE,
        "WARC-Record-ID": "<urn:uuid:00000000-0000-0000-0000-000000000001>",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(content)),
    }
    named.update({name.replace("_", "-"): value for name, value in fields.items()})
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items() if value)
    return b"WARC/1.0\r\n" + lines.encode() + b"\r\n" + content + b"\r\n\r\n"


def response(body: bytes = PAGE, *headers: str, status: str = "HTTP/1.1 200 OK") -> bytes:
    """Returns an HTTP response with these header lines."""
    return "".join(f"{line}\r\n" for line in (status, *headers)).encode() + b"\r\n" + body


def crawl(pages: int, body: bytes = PAGE) -> list[bytes]:
    """Returns the records of a crawl as warcio writes them: a warcinfo, then three a page."""
    records = [_written("warcinfo", "", b"software: tests\r\n", 0)]
    for page in range(pages):
        url = f"http://example.org/{page}"
        number = 3 * page + 1
        html = body + str(page).encode()
        records.append(_written("request", url, b"GET / HTTP/1.1\r\n\r\n", number))
        records.append(_written("response", url, html, number + 1))
        records.append(_written("metadata", url, b"fetchTimeMs: 3\r\n", number + 2))
    return records


def arc(pages: int, body: bytes = RESPONSE) -> list[bytes]:
    """Returns the records of an ARC file: what opens it, then the pages."""
    opening = b"1 0 tests\nURL IP-address Archive-date Content-type Archive-length\n"
    records = [b"filedesc://a.arc 0.0.0.0 20240501123000 text/plain %d\n" % len(opening) + opening]
    for page in range(pages):
        line = b"http://example.org/%d 10.0.0.1 20240501123000 text/html %d\n" % (page, len(body))
        records.append(line + body)
    return [record + b"\n" for record in records]


def pack(records: Sequence[bytes], compression: Compression, *, whole: bool = False) -> bytes:
    """Compresses records one by one, or all as one."""
    parts = [b"".join(records)] if whole else records
    return b"".join(member(part, compression) for part in parts)


def member(text: bytes, compression: Compression = Compression.GZIP) -> bytes:
    """Compresses what is to be one member."""
    match compression:
        case Compression.NONE:
            return text
        case Compression.GZIP:
            return gzip.compress(text, mtime=0)
        case Compression.ZSTD:
            return zstandard.ZstdCompressor(write_checksum=True).compress(text)
        case Compression.LZ4:
            packed: bytes = lz4.frame.compress(text, content_checksum=True)
            return packed


def dictionary_shard(records: Sequence[bytes], *, packed: bool) -> bytes:
    """Returns a zstd shard with its dictionary in a frame at the start."""
    samples: list[bytes | bytearray | memoryview[int]] = [*records] * 20
    dictionary = zstandard.train_dictionary(4096, samples)
    content = dictionary.as_bytes()
    if packed:
        content = zstandard.ZstdCompressor().compress(content)
    compressor = zstandard.ZstdCompressor(dict_data=dictionary)
    head = b"\x5d\x2a\x4d\x18" + len(content).to_bytes(4, "little")
    return head + content + b"".join(compressor.compress(part) for part in records)


def read(
    unit: Unit, max_bytes: int = MAX_BYTES, *, check_digests: bool = True
) -> tuple[list[Capture], Tally]:
    """Reads a unit, and checks that its books balance."""
    reader = UnitReader(unit, max_bytes, check_digests=check_digests)
    captures = list(reader)
    tally = reader.tally
    assert tally.rows == len(captures)
    assert tally.records == tally.rows + sum(tally.rowless.values())
    offsets = [capture.offset for capture in captures]
    assert offsets == sorted(set(offsets))
    return captures, tally


def read_bytes(
    path: Path, content: bytes, max_bytes: int = MAX_BYTES, *, check_digests: bool = True
) -> tuple[list[Capture], Tally]:
    """Writes a shard and reads it as one unit."""
    path.write_bytes(content)
    (unit,) = plan_units(str(path), whole=True)
    return read(unit, max_bytes, check_digests=check_digests)


def _written(kind: str, url: str, content: bytes, number: int) -> bytes:
    stream = io.BytesIO()
    writer = _Writer(stream, gzip=False)
    headers = {
        "WARC-Record-ID": f"<urn:uuid:00000000-0000-0000-0000-{number:012}>",
        "WARC-Date": DATE,
    }
    http = None
    if kind == "response":
        http = StatusAndHeaders("200 OK", [("Content-Type", "text/html")], protocol="HTTP/1.1")
    made = writer.create_warc_record(
        url, kind, io.BytesIO(content), http_headers=http, warc_headers_dict=headers
    )
    writer.write_record(made)
    return stream.getvalue()
