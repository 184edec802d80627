"""Transfer and content encodings of HTTP, undone within a limit and as far as they are true."""

import re
from collections.abc import Callable, Sequence

import brotli
import zstandard
from isal import isal_zlib

from transforms.crawl.codecs import GZIP, Decoder, GzipError

_SIZE = re.compile(rb"[\t ]*([0-9A-Fa-f]{1,15})[\t ]*(?:;[^\r\n]*)?(?:\r?\n|\Z)")
_BREAK = re.compile(rb"\r?\n|\Z")
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT = 256  # bytes that say whether a body is text
_PIECE = 1 << 14  # decompressed at a time: what a bomb makes of it fits the memory
_ZSTD_PIECE = 1 << 10
_NONE = frozenset({"", "identity", "none", "binary", "7bit", "8bit", "chunked"})


class UndecodableError(Exception):
    """A body that is not what its header says, nor readable as it is."""


class TooLargeError(Exception):
    """A body that unpacks to more than the limit."""


def dechunk(body: bytes) -> bytes:
    """Undoes the chunks of a body, as far as they go; what never was in chunks stays as it is."""
    parts: list[bytes] = []
    at = 0
    while size := _SIZE.match(body, at):
        count = int(size[1], 16)
        begin = size.end()
        if not count:
            return b"".join(parts)
        end = _BREAK.match(body, begin + count) if begin + count <= len(body) else None
        if end is None and not parts and begin + count < len(body):
            return body  # text that begins with a word like "bed"
        parts.append(body[begin : begin + count])
        at = end.end() if end else begin + count
    return b"".join(parts) if parts else body


def decode(body: bytes, codings: Sequence[str], limit: int, *, cut: bool) -> bytes:
    """Undoes `codings`, the last one first.

    Args:
        body: what the server sent.
        codings: names as HTTP has them; what is unknown or untrue is passed over if the body can
            be read as it is.
        limit: bytes it may unpack to.
        cut: whether the crawler says it cut the body, so that its end may be missing.

    Raises:
        UndecodableError: it cannot be decoded.
        TooLargeError: it is larger than `limit`.
    """
    for name in reversed(codings):
        coding = name.strip().lower().removeprefix("x-")
        if coding in _NONE or not body:
            continue
        if coding not in _DECODE:
            if _is_text(body):
                continue
            raise UndecodableError(f"unknown encoding {coding[:40]}")
        body = _decode(body, coding, limit, cut=cut)
    return body


def _decode(body: bytes, coding: str, limit: int, *, cut: bool) -> bytes:
    try:
        decoded, complete = _DECODE[coding](body, limit)
    except (GzipError, brotli.error, zstandard.ZstdError) as error:
        if _is_text(body):
            return body
        raise UndecodableError(f"{coding}: {error}") from error
    if complete or (cut and decoded):
        return decoded
    if _is_text(body):
        return body
    raise UndecodableError(f"{coding}: the body ends early")


def _is_text(body: bytes) -> bool:
    return _BINARY.search(body, 0, _LOOKED_AT) is None


def _run(decoder: Decoder, body: bytes, piece: int, limit: int) -> tuple[bytes, bytes | None]:
    """Returns what `body` decodes to and the rest of it, None if it ends too early."""
    parts: list[bytes] = []
    room = limit
    for at in range(0, len(body), piece):
        parts.append(decoder.decompress(body[at : at + piece]))
        room -= len(parts[-1])
        if room < 0:
            raise TooLargeError
        if decoder.eof:
            return b"".join(parts), (decoder.unused_data or b"") + body[at + piece :]
    return b"".join(parts), None


def _gzip(body: bytes, limit: int) -> tuple[bytes, bool]:
    if not body.startswith(GZIP[: len(body)]):
        raise GzipError("not gzip")
    parts: list[bytes] = []
    rest: bytes | None = body
    while rest and rest.startswith(GZIP):
        text, rest = _run(isal_zlib.decompressobj(31), rest, _PIECE, limit)
        limit -= len(text)
        parts.append(text)
    return b"".join(parts), rest is not None


def _deflate(body: bytes, limit: int) -> tuple[bytes, bool]:
    try:
        text, rest = _run(isal_zlib.decompressobj(15), body, _PIECE, limit)
    except GzipError:  # many servers send it without the wrapper the standard asks for
        text, rest = _run(isal_zlib.decompressobj(-15), body, _PIECE, limit)
    return text, rest is not None


def _zstd(body: bytes, limit: int) -> tuple[bytes, bool]:
    decoder = zstandard.ZstdDecompressor().decompressobj()
    text, rest = _run(decoder, body, _ZSTD_PIECE, limit)
    return text, rest is not None


def _brotli(body: bytes, limit: int) -> tuple[bytes, bool]:
    decoder = brotli.Decompressor()
    parts = [decoder.process(body, output_buffer_limit=limit + 1)]
    total = len(parts[0])
    while parts[-1] and not decoder.is_finished() and total <= limit:
        parts.append(decoder.process(b"", output_buffer_limit=limit + 1 - total))
        total += len(parts[-1])
    if total > limit:
        raise TooLargeError
    return b"".join(parts), decoder.is_finished()


_DECODE: dict[str, Callable[[bytes, int], tuple[bytes, bool]]] = {
    "gzip": _gzip,
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}
