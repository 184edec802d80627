"""Shards where they lie: on disk, or anywhere that fsspec has a file system for."""

from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

BLOCK_BYTES = 8 << 20  # of one request to a remote file: a shard is read from start to end


class ShardError(Exception):
    """A shard that cannot be found, opened or read; the message fits on one line."""


def open_shard(path: str) -> BinaryIO:
    """Opens a local path or a URL for reading.

    Raises:
        ShardError: there is no such file, or it may not be read.
    """
    try:
        if "://" not in path:  # a plain path needs no filesystem layer, nor its import
            return Path(path).open("rb")
        system, name = file_system(path)
        opened = system.open(name, "rb", block_size=BLOCK_BYTES, cache_type="readahead")
        return cast(BinaryIO, opened)
    except Exception as error:  # every file system has errors of its own
        raise shard_error(path, error) from error


def file_system(url: str) -> tuple[Any, str]:
    """Returns the file system a URL belongs to, and the name the file has there."""
    from fsspec.core import url_to_fs

    return cast(tuple[Any, str], url_to_fs(url))


def shard_error(path: str, error: BaseException) -> ShardError:
    """Returns what `error` means to the one who named `path`."""
    reason = (error.strerror if isinstance(error, OSError) else None) or first_line(error)
    if reason == path:  # some file systems have no more to say than the name
        reason = first_line(error.__cause__) if error.__cause__ else "No such file or directory"
    return ShardError(f"{path}: {reason}")


def first_line(error: BaseException) -> str:
    """Returns the first line of an error's message, or its name."""
    with suppress(IndexError):
        return str(error).splitlines()[0]
    return type(error).__name__


class Source:
    """The bytes of a shard by position; mostly read onwards, so what follows is at hand."""

    def __init__(self, path: str, stream: BinaryIO) -> None:
        self.path = path
        self._stream = stream
        self._base = 0  # where in the shard the buffer begins
        self._buffer = b""
        try:
            self.size = stream.seek(0, 2)
        except Exception as error:
            raise shard_error(path, error) from error

    def read(self, position: int, count: int) -> bytes:
        """Returns `count` bytes from `position` on, fewer only where the shard ends."""
        begin = position - self._base
        if begin < 0 or begin + count > len(self._buffer):
            begin = self._fill(position, count)
        return self._buffer[begin : begin + count]

    def _fill(self, position: int, count: int) -> int:
        begin = position - self._base
        end = self._base + len(self._buffer)
        if begin >= 0 and end >= min(position + count, self.size):
            return begin
        rest = self._buffer[begin:] if 0 <= begin <= len(self._buffer) else b""
        try:
            self._stream.seek(position + len(rest))
            more = self._stream.read(max(count, _AHEAD))
        except Exception as error:
            raise shard_error(self.path, error) from error
        self._base, self._buffer = position, rest + more
        return 0


_AHEAD = 1 << 20
