"""A worker's slot: a small file in shared memory in which it says what it is doing right now.

The worker writes it without a system call; its guardian and the progress display read it.
"""

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Self

SIZE = 8192
COUNTERS = 64  # room for the rows of every status; this file knows them only by number
OPEN = ".slot"
FATAL = "fatal"  # a file beside the slots: why no worker can go on
CLOSED = ".closed"  # its worker is gone, and its guardian has drawn the conclusions
_SEQUENCE = struct.Struct("<Q")  # pages entered and left
_PAGE = struct.Struct("<dq")  # since when, offset
_PAGE_AT = 8
_DONE = struct.Struct(f"<QQ{COUNTERS}Q")  # pages, bytes of shards, rows by status
_NAME = struct.Struct("<I")
_DONE_AT = 64
_NAME_AT = 2048


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A slot at one moment."""

    sequence: int  # odd while a page is being extracted
    since: float  # on the monotonic clock of the machine
    offset: int
    shard: str
    pages: int
    bytes: int
    counters: tuple[int, ...]

    @property
    def is_busy(self) -> bool:
        return self.sequence % 2 == 1


class Slot:
    """The writing end. One thread writes."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with path.open("wb") as file:
            file.truncate(SIZE)
        self._memory = _map(path)
        self._sequence = 0
        self._done = [0] * (2 + COUNTERS)

    def begin_shard(self, shard: str) -> None:
        name = shard.encode("utf-8", "surrogateescape")[: SIZE - _NAME_AT - _NAME.size]
        _NAME.pack_into(self._memory, _NAME_AT, len(name))
        start = _NAME_AT + _NAME.size
        self._memory[start : start + len(name)] = name

    def enter(self, offset: int) -> None:
        """From here on a death is this page's."""
        _PAGE.pack_into(self._memory, _PAGE_AT, monotonic(), offset)
        self._step()

    def leave(self) -> None:
        self._step()

    def _step(self) -> None:
        self._sequence += 1
        _SEQUENCE.pack_into(self._memory, 0, self._sequence)

    def count(self, counter: int, read: int) -> None:
        """One row more, and how many bytes of the shard it took."""
        self._done[0] += 1
        self._done[2 + counter] += 1
        self.add_bytes(read)

    def add_bytes(self, read: int) -> None:
        self._done[1] += read
        _DONE.pack_into(self._memory, _DONE_AT, *self._done)

    def close(self) -> None:
        self._memory.close()


class SlotReader:
    """The reading end. What it reads may be torn between two pages: who judges looks twice."""

    def __init__(self, path: Path) -> None:
        self._memory = _map(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._memory.close()

    def read(self) -> Snapshot:
        (sequence,) = _SEQUENCE.unpack_from(self._memory, 0)
        since, offset = _PAGE.unpack_from(self._memory, _PAGE_AT)
        pages, read, *counts = _DONE.unpack_from(self._memory, _DONE_AT)
        (length,) = _NAME.unpack_from(self._memory, _NAME_AT)
        start = _NAME_AT + _NAME.size
        shard = self._memory[start : start + length].decode("utf-8", "surrogateescape")
        return Snapshot(sequence, since, offset, shard, pages, read, tuple(counts))


def _map(path: Path) -> mmap.mmap:
    with path.open("r+b") as file:
        return mmap.mmap(file.fileno(), SIZE)
