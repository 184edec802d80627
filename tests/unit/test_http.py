"""HTTP responses to pages: what the head says is believed as far as the body bears it out."""

import gzip
import hashlib
import zlib
from base64 import b32encode, b64encode
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import brotli
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from tests.records import PAGE, read_bytes, record, response
from transforms.crawl.captures import Capture, Flaw
from transforms.crawl.digests import matches
from transforms.crawl.encodings import UndecodableError, dechunk, decode
from transforms.crawl.reading import MAX_BYTES

HTML = "Content-Type: text/html"
squeeze = partial(gzip.compress, mtime=0)  # the time would be in the names of tests
RAW = zlib.compressobj(wbits=-15)
DEFLATED = RAW.compress(PAGE) + RAW.flush()
PDF = b"%PDF-1.4\n\x00\x01"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shard.warc"


def one(
    path: Path,
    content: bytes,
    fields: dict[str, str] | None = None,
    max_bytes: int = MAX_BYTES,
    *,
    check_digests: bool = True,
) -> Capture:
    shard = record(content, **(fields or {}))
    (capture,), _ = read_bytes(path, shard, max_bytes, check_digests=check_digests)
    return capture


def chunked(body: bytes, size: int = 9, extension: bytes = b"") -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    lines = [b"%x%s\r\n%s\r\n" % (len(part), extension, part) for part in parts]
    return b"".join(lines) + b"0\r\n\r\n"


@pytest.mark.parametrize(
    ("line", "status", "flaw"),
    [
        ("HTTP/1.1 200 OK", 200, None),
        ("HTTP/1.0 200", 200, None),
        ("HTTP/2 200", 200, None),
        ("HTTP/2.0  206 Partial Content", 206, None),
        ("HTTP/1.1 404 Not Found", 404, Flaw.HTTP_STATUS),
        ("HTTP/1.1 302 ", 302, Flaw.HTTP_STATUS),
        ("HTTP/1.1 500", 500, Flaw.HTTP_STATUS),
        ("HTTP/1.1 OK", None, None),
        ("HTTP/1.1 2000 OK", None, None),
    ],
)
def test_status_lines(path: Path, line: str, status: int | None, flaw: Flaw | None) -> None:
    capture = one(path, response(PAGE, HTML, status=line))
    assert (capture.http_status, capture.flaw) == (status, flaw)
    assert capture.payload == (b"" if flaw else PAGE)
    assert capture.payload_bytes == len(PAGE)


@pytest.mark.parametrize(
    ("body", "declared", "flaw"),
    [
        (PAGE, "text/html; charset=utf-8", None),
        (PAGE, "TEXT/HTML", None),
        (PAGE, "application/xhtml+xml", None),
        (b"words", "text/html", None),
        (b"", "text/html", None),
        (PAGE, None, None),
        (PAGE, "", None),
        (PAGE, "html", None),
        (PAGE.decode().encode("utf-16"), None, None),
        (b"<p>words", None, None),
        (b"words", None, Flaw.NOT_HTML),
        (PDF, None, Flaw.NOT_HTML),
        (PDF, "text/html", Flaw.NOT_HTML),
        (PAGE, "text/plain", None),
        (b"<p>words", "text/plain", Flaw.NOT_HTML),
        (b"<?xml version='1.0'?>\n<!-- a -->\n<html>", "application/xml", None),
        (b"<?xml version='1.0'?><rss>", "text/xml", Flaw.NOT_HTML),
        (PAGE, "application/octet-stream", None),
        (PAGE, "application/json", Flaw.NOT_HTML),
        (PAGE, "image/gif", Flaw.NOT_HTML),
    ],
)
def test_types(path: Path, body: bytes, declared: str | None, flaw: Flaw | None) -> None:
    headers = [] if declared is None else [f"Content-Type: {declared}"]
    capture = one(path, response(body, *headers))
    assert (capture.flaw, capture.payload) == (flaw, b"" if flaw else body)


@pytest.mark.parametrize(
    ("content", "flaw"),
    [
        (b"20240501123000\nexample.org. 60 IN A 10.0.0.1", Flaw.NOT_HTML),
        (b"", None),
        (PAGE, None),
    ],
)
def test_what_is_no_http(path: Path, content: bytes, flaw: Flaw | None) -> None:
    capture = one(path, content)
    assert (capture.flaw, capture.http_status) == (flaw, None)
    assert capture.payload == (b"" if flaw else content)


def test_what_the_head_says(path: Path) -> None:
    head = [
        'content-type: text/html; Charset="ISO-8859-1"',
        "X-Robots-Tag: noindex, nofollow",
        "Set-Cookie: a=b",
        "x-robots-tag: googlebot:\r\n noarchive",
        "TDM-Reservation: 1",
    ]
    capture = one(path, response(PAGE, *head))
    assert (capture.mime, capture.charset) == ("text/html", "ISO-8859-1")
    assert capture.robots == ("noindex, nofollow", "googlebot: noarchive")
    assert capture.tdm_reservation == "1"


def test_a_head_may_be_any_bytes(path: Path) -> None:
    content = b"HTTP/1.1 200 OK\nX: \xff\xfe\nContent-Type: text/html; charset=\xe9\n\n" + PAGE
    capture = one(path, content)
    assert (capture.payload, capture.charset) == (PAGE, "é")


@pytest.mark.parametrize(
    ("content", "payload"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + PAGE, PAGE),
        (b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + PAGE, PAGE),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nServer: x", b""),
        (b"HTTP/1.1 200 OK", b""),
    ],
)
def test_where_a_head_ends(path: Path, content: bytes, payload: bytes) -> None:
    capture = one(path, content)
    assert (capture.payload, capture.flaw) == (payload, None)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (chunked(PAGE), ["Transfer-Encoding: chunked"]),
        (chunked(PAGE, extension=b";a=b"), ["Transfer-Encoding: Chunked"]),
        (chunked(PAGE)[:-5], ["Transfer-Encoding: chunked"]),
        (chunked(PAGE).replace(b"\r\n", b"\n"), ["Transfer-Encoding: chunked"]),
        (PAGE, ["Transfer-Encoding: chunked"]),
        (squeeze(PAGE), ["Content-Encoding: gzip"]),
        (squeeze(PAGE[:9]) + squeeze(PAGE[9:]), ["Content-Encoding: gzip"]),
        (squeeze(PAGE) + b"trailing", ["Content-Encoding: x-gzip"]),
        (zlib.compress(PAGE), ["Content-Encoding: deflate"]),
        (DEFLATED, ["Content-Encoding: deflate"]),
        (brotli.compress(PAGE), ["Content-Encoding: br"]),
        (zstandard.compress(PAGE), ["Content-Encoding: zstd"]),
        (brotli.compress(squeeze(PAGE)), ["Content-Encoding: gzip, br"]),
        (brotli.compress(squeeze(PAGE)), ["Content-Encoding: gzip", "Content-Encoding: br"]),
        (chunked(squeeze(PAGE)), ["Transfer-Encoding: gzip, chunked"]),
        (
            chunked(squeeze(PAGE)),
            ["Transfer-Encoding: chunked", "Content-Encoding: gzip"],
        ),
        (PAGE, ["Content-Encoding: gzip"]),
        (PAGE, ["Content-Encoding: br"]),
        (PAGE, ["Content-Encoding: deflate"]),
        (PAGE, ["Content-Encoding: zstd"]),
        (PAGE, ["Content-Encoding: utf-8"]),
        (PAGE, ["Content-Encoding: identity"]),
    ],
)
def test_encodings_are_undone(path: Path, body: bytes, headers: list[str]) -> None:
    capture = one(path, response(body, HTML, *headers))
    assert (capture.payload, capture.flaw, capture.error) == (PAGE, None, None)
    assert capture.payload_bytes == len(PAGE)


@pytest.mark.parametrize(
    ("body", "coding", "error"),
    [
        (squeeze(PAGE)[:-20], "gzip", "gzip: the body ends early"),
        (brotli.compress(PAGE)[:-20], "br", "br: the body ends early"),
        (zstandard.compress(PAGE)[:-9], "zstd", "zstd: the body ends early"),
        (b"\x00\x01\x02", "gzip", "gzip: not gzip"),
        (b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\xff\xff", "gzip", "gzip: Error -1 Invalid"),
        (b"\x00\x01\x02", "compress", "unknown encoding compress"),
    ],
)
def test_what_cannot_be_undone(path: Path, body: bytes, coding: str, error: str) -> None:
    capture = one(path, response(body, HTML, f"Content-Encoding: {coding}"))
    assert (capture.flaw, capture.payload) == (Flaw.UNDECODABLE, b"")
    assert str(capture.error).startswith(error)


def test_what_the_crawler_cut_is_kept_as_far_as_it_goes(path: Path) -> None:
    body = squeeze(PAGE * 3)[:-12]
    capture = one(
        path, response(body, HTML, "Content-Encoding: gzip"), {"WARC-Truncated": "length"}
    )
    assert capture.truncated == "length"
    assert capture.flaw is None
    assert isinstance(capture.payload, bytes)
    assert capture.payload
    assert (PAGE * 3).startswith(capture.payload)


@pytest.mark.parametrize(
    ("coding", "encode"),
    [
        ("gzip", squeeze),
        ("deflate", zlib.compress),
        ("br", brotli.compress),
        ("zstd", zstandard.compress),
    ],
)
def test_a_bomb_is_too_large(path: Path, coding: str, encode: Callable[[bytes], bytes]) -> None:
    body = encode(bytes(20_000_000))
    capture = one(path, response(body, HTML, f"Content-Encoding: {coding}"), max_bytes=1_000_000)
    assert (capture.flaw, capture.payload) == (Flaw.TOO_LARGE, b"")
    assert capture.error == "unpacks to more than 1000000 bytes"
    assert capture.payload_bytes == len(body)


def test_the_limit_is_exact(path: Path) -> None:
    assert one(path, response(PAGE, HTML), max_bytes=len(PAGE)).payload == PAGE
    capture = one(path, response(PAGE, HTML), max_bytes=len(PAGE) - 1)
    assert (capture.flaw, capture.payload_bytes) == (Flaw.TOO_LARGE, len(PAGE))


@pytest.mark.parametrize(
    ("declared", "verdict"),
    [
        ("sha1:" + b32encode(hashlib.sha1(PAGE).digest()).decode(), True),
        ("SHA-1: " + b32encode(hashlib.sha1(PAGE).digest()).decode().lower(), True),
        ("sha1:" + hashlib.sha1(PAGE).hexdigest(), True),
        ("sha256:" + hashlib.sha256(PAGE).hexdigest().upper(), True),
        ("sha256:" + b32encode(hashlib.sha256(PAGE).digest()).decode(), True),
        ("sha-256:" + b64encode(hashlib.sha256(PAGE).digest()).decode(), True),
        ("md5:" + b32encode(hashlib.md5(PAGE).digest()).decode(), True),
        ("md5:" + hashlib.md5(PAGE).hexdigest(), True),
        ("sha1:" + "A" * 32, False),
        ("sha1:" + "1" * 32, None),
        ("sha1:abc", None),
        ("crc:abc", None),
        ("abc", None),
        ("", None),
    ],
)
def test_digests(declared: str, verdict: bool | None) -> None:
    assert matches(declared, PAGE) is verdict


@pytest.mark.parametrize("meant", [PAGE, chunked(PAGE)])
def test_a_digest_is_of_what_was_sent_or_what_was_meant(path: Path, meant: bytes) -> None:
    digest = "sha1:" + hashlib.sha1(meant).hexdigest()
    content = response(chunked(PAGE), HTML, "Transfer-Encoding: chunked")
    fields = {"WARC-Payload-Digest": digest}
    capture = one(path, content, fields)
    assert (capture.digest, capture.digest_ok, capture.payload) == (digest, True, PAGE)
    assert one(path, content, fields, check_digests=False).digest_ok is None
    assert one(path, response(b"other", HTML), fields).digest_ok is False


@given(body=st.binary(max_size=300), size=st.integers(1, 50))
def test_chunks_are_undone(body: bytes, size: int) -> None:
    assert dechunk(chunked(body, size)) == body


@given(body=st.binary(max_size=300), codings=st.lists(st.sampled_from(["gzip", "br", "deflate"])))
def test_codings_are_undone(body: bytes, codings: list[str]) -> None:
    encode = {"gzip": squeeze, "br": brotli.compress, "deflate": zlib.compress}
    packed = body
    for coding in codings:
        packed = encode[coding](packed)
    assert decode(packed, codings, 1 << 20, cut=False) == body


@given(
    body=st.binary(max_size=300),
    codings=st.lists(st.sampled_from(["gzip", "br", "deflate", "zstd", "?"]), max_size=3),
)
def test_no_body_is_beyond_reading(body: bytes, codings: list[str]) -> None:
    assert isinstance(dechunk(body), bytes)
    with suppress(UndecodableError):
        decode(body, codings, 1 << 20, cut=False)
