"""How records are compressed: the members of a shard, one decoder each."""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, cast

import lz4.frame
import zstandard
from isal import isal_zlib

from transforms.crawl.storage import ShardError, Source
from transforms.crawl.units import Compression

GzipError = cast(type[Exception], isal_zlib.error)  # the stub calls it an instance

GZIP = b"\x1f\x8b\x08"
LZ4 = b"\x04\x22\x4d\x18"
ZSTD = b"\x28\xb5\x2f\xfd"
DICTIONARY = b"\x5d\x2a\x4d\x18"  # a skippable frame at the start with what all others refer to
SKIPPABLE = tuple(bytes([first]) + b"\x2a\x4d\x18" for first in range(0x50, 0x60))
FRAME_HEAD = 8  # bytes before the content of a skippable frame
MAX_DICTIONARY = 1 << 27


class Decoder(Protocol):
    """What a member is fed to."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes | None: ...
    def decompress(self, data: bytes, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Codec:
    """One way to compress. A piece is small enough that no bomb in it fills the memory."""

    magic: bytes
    piece: int
    decoder: Callable[[], Decoder]
    error: type[Exception]


def codec_of(source: Source, compression: Compression) -> Codec:
    """Returns the codec of a shard; a dictionary is read from its start.

    Raises:
        ShardError: the dictionary is damaged, so nothing can be decompressed.
    """
    match compression:
        case Compression.GZIP:
            return Codec(GZIP, 1 << 14, lambda: isal_zlib.decompressobj(31), GzipError)
        case Compression.LZ4:
            return Codec(LZ4, 1 << 14, lz4.frame.LZ4FrameDecompressor, RuntimeError)
        case Compression.ZSTD:
            frames = zstandard.ZstdDecompressor(dict_data=_dictionary(source))
            return Codec(ZSTD, 1 << 10, frames.decompressobj, zstandard.ZstdError)
    raise ValueError(compression)


def skippable_length(head: bytes) -> int:
    """Returns the length of the skippable frame that begins with `head`, 0 if it is none."""
    if len(head) < FRAME_HEAD or not head.startswith(SKIPPABLE):
        return 0
    return FRAME_HEAD + int(struct.unpack_from("<I", head, 4)[0])


def _dictionary(source: Source) -> zstandard.ZstdCompressionDict | None:
    head = source.read(0, FRAME_HEAD)
    if not head.startswith(DICTIONARY):
        return None
    length = skippable_length(head) - FRAME_HEAD
    content = source.read(FRAME_HEAD, length) if 0 < length <= MAX_DICTIONARY else b""
    try:
        if content.startswith(ZSTD):
            with zstandard.ZstdDecompressor().stream_reader(content) as reader:
                content = reader.read(MAX_DICTIONARY)
        return zstandard.ZstdCompressionDict(content)
    except (zstandard.ZstdError, ValueError) as error:
        raise ShardError(f"{source.path}: damaged zstd dictionary ({error})") from error
