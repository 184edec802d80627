"""The payload of a record: what the server sent, as the page it was meant to be."""

import re
from functools import lru_cache

from transforms.crawl.captures import Capture, Flaw
from transforms.crawl.digests import matches
from transforms.crawl.encodings import TooLargeError, UndecodableError, dechunk, decode
from transforms.crawl.fields import Fields
from transforms.crawl.plaintext import Block

MAX_HEAD = 1 << 16  # bytes of an HTTP head; what is longer is none

_OK = range(200, 300)
_STATUS = re.compile(rb"HTTP(?:/[^\s]*)?[\t ]+(\d{3})(?!\d)")
_HEAD_END = re.compile(rb"\n(?:\r*\n|(?=<))")  # the empty line, or markup where one is missing
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s;,"']+)""", re.IGNORECASE)
_MIME = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+")

_HTML = frozenset({"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_MAYBE = frozenset({"text/plain", "text/xml", "application/xml"})  # servers that know no better
_UNTYPED = frozenset({"application/octet-stream", "application/unknown", "unknown/unknown"})
_LOOKED_AT = 1024
_DOCUMENT = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_MARKUP = re.compile(
    rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*(?:<\?xml[^>]*>\s*)?<(?:!--|(?:!doctype\s+html|html|head|"
    rb"body|title|meta|link|script|style|iframe|div|table|font|center|article|main|section|span|"
    rb"h[1-6]|p|a|b|br|ul)\b)",
    re.IGNORECASE,
)
_BINARY = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"PK\x03\x04", b"\x1f\x8b", b"RIFF")


def fill_page(
    capture: Capture, block: Block, content_type: str | None, limit: int, *, check: bool
) -> None:
    """Puts the page of a response into `capture`, or why there is none.

    Args:
        capture: what is known from the head of the record.
        block: the content of the record.
        content_type: what the record declares for it.
        limit: bytes a page may have.
        check: whether to check the digest.
    """
    fields, begin = _parse_head(capture, block)
    if fields is None:
        fill_resource(capture, block, content_type, limit, check=check)
        return
    content_type = fields.first(b"\ncontent-type:")
    capture.mime, capture.charset = _parse_type(content_type) if content_type else (None, None)
    capture.robots = fields.every(b"\nx-robots-tag:")
    capture.tdm_reservation = fields.first(b"\ntdm-reservation:")
    chunked, codings = _codings(fields)
    body = _body(capture, block, begin)
    if body is None:
        return
    whole = dechunk(body) if chunked else body
    capture.payload_bytes = len(whole)
    if check and capture.digest:
        capture.digest_ok = _verify(capture.digest, body, whole)
    if capture.http_status is not None and capture.http_status not in _OK:
        _reject(capture, Flaw.HTTP_STATUS, f"the server answered {capture.http_status}")
    elif not _is_declared_page(capture.mime):
        _reject(capture, Flaw.NOT_HTML, f"declared as {capture.mime}")
    else:
        _decode(capture, whole, codings, limit)


def fill_resource(
    capture: Capture, block: Block, content_type: str | None, limit: int, *, check: bool
) -> None:
    """The same for a record that is a page without what HTTP says about it."""
    capture.mime, capture.charset = _parse_type(content_type) if content_type else (None, None)
    if capture.mime == "application/http":
        capture.mime = None  # it says so, and is not
    body = _body(capture, block, block.begin)
    if body is None:
        return
    capture.payload_bytes = len(body)
    if check and capture.digest:
        capture.digest_ok = matches(capture.digest, body)
    if not _is_declared_page(capture.mime):
        _reject(capture, Flaw.NOT_HTML, f"declared as {capture.mime}")
    else:
        _decode(capture, body, (), limit)


def fill_revisit(capture: Capture, block: Block) -> None:
    """Puts down what the head of a page says that was not stored again."""
    fields, begin = _parse_head(capture, block)
    if fields and (content_type := fields.first(b"\ncontent-type:")):
        capture.mime, capture.charset = _parse_type(content_type)
        capture.robots = fields.every(b"\nx-robots-tag:")
        capture.tdm_reservation = fields.first(b"\ntdm-reservation:")
    capture.payload_bytes = block.total - (begin - block.begin)
    _reject(capture, Flaw.REVISIT, "unchanged since it was stored")


def _parse_head(capture: Capture, block: Block) -> tuple[Fields | None, int]:
    """Returns the HTTP head, if there is one, and where the body begins."""
    data, begin, kept, _ = block
    status = _STATUS.match(data, begin, begin + kept)
    if status is None and not data.startswith(b"HTTP/", begin, begin + kept):
        return None, begin
    capture.http_status = int(status[1]) if status else None
    end = _HEAD_END.search(data, begin, begin + min(kept, MAX_HEAD))
    body = end.end() if end else begin + min(kept, MAX_HEAD)
    return Fields(data[begin:body]), body


def _body(capture: Capture, block: Block, begin: int) -> bytes | None:
    """Returns the body, None where it was too large to keep."""
    data, start, kept, total = block
    if kept < total:
        capture.payload_bytes = total - (begin - start)
        _reject(capture, Flaw.TOO_LARGE, f"{capture.payload_bytes} bytes")
        return None
    return data[begin : start + kept]


def _codings(fields: Fields) -> tuple[bool, tuple[str, ...]]:
    transfer = ",".join(fields.every(b"\ntransfer-encoding:")).lower()
    content = ",".join(fields.every(b"\ncontent-encoding:"))
    if not transfer and not content:
        return False, ()
    return "chunked" in transfer, tuple(f"{content},{transfer}".split(","))


def _verify(digest: str, body: bytes, whole: bytes) -> bool | None:
    """Writers disagree whether the payload is what was sent or what was meant."""
    verdict = matches(digest, body)
    return matches(digest, whole) if verdict is False and whole is not body else verdict


@lru_cache(maxsize=1024)
def _parse_type(value: str) -> tuple[str | None, str | None]:
    charset = _CHARSET.search(value)
    return value.partition(";")[0].strip().lower() or None, charset[1] if charset else None


@lru_cache(maxsize=1024)
def _is_declared_page(mime: str | None) -> bool:
    """Whether what is declared leaves it possible that this is a page."""
    return (
        mime is None
        or mime in _HTML
        or mime in _MAYBE
        or mime in _UNTYPED
        or not _MIME.fullmatch(mime)
    )


def _decode(capture: Capture, body: bytes, codings: tuple[str, ...], limit: int) -> None:
    try:
        page = decode(body, codings, limit, cut=capture.truncated is not None) if codings else body
    except TooLargeError:
        _reject(capture, Flaw.TOO_LARGE, f"unpacks to more than {limit} bytes")
        return
    except UndecodableError as error:
        _reject(capture, Flaw.UNDECODABLE, str(error))
        return
    capture.payload_bytes = len(page)
    if len(page) > limit:
        _reject(capture, Flaw.TOO_LARGE, f"{len(page)} bytes")
    elif not _is_page(capture.mime, page):
        _reject(capture, Flaw.NOT_HTML, "its bytes are no HTML")
    else:
        capture.payload = page


def _is_page(mime: str | None, page: bytes) -> bool:
    """Whether the bytes are what is declared, or a page where nothing is."""
    if mime in _HTML:
        return not page.startswith(_BINARY)
    start = page[:_LOOKED_AT].replace(b"\0", b"")  # of UTF-16, the ASCII characters
    return not page or (_DOCUMENT if mime in _MAYBE else _MARKUP).match(start) is not None


def _reject(capture: Capture, flaw: Flaw, error: str) -> None:
    capture.flaw, capture.error, capture.payload = flaw, error, b""
