"""The unit of work: a byte range of one shard, small enough to lose and to do again."""

from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """What a shard is made of."""

    WARC = "warc"
    ARC = "arc"
    PARQUET = "parquet"


class Compression(StrEnum):
    """How the records of a shard are compressed."""

    NONE = "none"
    GZIP = "gzip"
    ZSTD = "zstd"
    LZ4 = "lz4"


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """The records of a shard whose first byte lies in `start:end`.

    Of a Parquet file, `start:end` are rows and end where a row group does. The units of a shard
    tile it: each ends where the next begins, the last one at `size`.
    """

    shard: str  # a path, or a URL that fsspec knows
    start: int
    end: int
    size: int  # of the whole shard, in bytes or rows
    form: Form
    compression: Compression
    weight: int  # bytes of the shard to be read: what progress counts
