"""The plaintext of a shard, record after record, whatever it is compressed with.

A shard is a chain: each record says how long it is and the next one follows. Where the chain
breaks, or where a unit begins in the middle, the next record start is searched for. What counts as
one is decided by `is_start` alone, of the position alone: so every unit of a shard comes to the
same verdict, and each record is read by exactly one of them.
"""

import re
from abc import ABC, abstractmethod
from typing import NamedTuple

from transforms.crawl.codecs import FRAME_HEAD, Codec, Decoder, codec_of, skippable_length
from transforms.crawl.heads import Format
from transforms.crawl.storage import Source
from transforms.crawl.units import Compression

_WINDOW = 1 << 16  # searched at a time
_PROBED = 1 << 12  # bytes of a member that are decompressed at a time to see how it begins
_MAX_PROBED = 1 << 18  # a compressor's first block may be as long as that
_SALVAGED = 64  # bytes at a time, where only the last ones before the damage are missing
_BLANK = re.compile(rb"[\r\n\t ]*")


class Damaged(Exception):
    """Bytes that cannot be decompressed, or are no record."""


class Cut(Exception):
    """The shard ends in the middle of a record."""


class Block(NamedTuple):
    """The bytes of a record after its head: `data[begin:begin + kept]`, of `total` there are."""

    data: bytes
    begin: int
    kept: int
    total: int


class Ending(NamedTuple):
    """How a record ended."""

    length: int  # bytes of the shard that are the record's alone; 0 if it shares a member
    complete: bool


class Plaintext(ABC):
    """Plaintext with a cursor. `data` holds what is at hand, it begins anew as the cursor moves."""

    number = 0  # of the record at the cursor in its member
    start: int  # where in the shard its member begins

    def __init__(self, source: Source, form: Format) -> None:
        self.source = source
        self.form = form
        self.reset(0)

    def reset(self, position: int) -> None:
        """Goes to a member that begins at `position`."""
        self.position = self.start = position
        self.number = 0
        self.data = b""
        self.cursor = 0

    @property
    def offset(self) -> int:
        """What the record at the cursor is known by: no other record of the shard has it."""
        return self.start + self.number

    @abstractmethod
    def pull(self) -> bytes:
        """Returns the next piece of the member, none at its end.

        Raises:
            Damaged: it cannot be decompressed.
            Cut: the shard ends before the member does.
        """

    @abstractmethod
    def advance(self) -> bool:
        """Goes to the next record; False at the end of the shard."""

    @abstractmethod
    def end(self, begin: int, content: int, *, short: bool) -> Ending:
        """Goes to the end of a record whose content was taken, and says how it ended.

        Args:
            begin: where in the shard the record begins; of a member that is its own, else 0.
            content: where its content begins, in a shard without members.
            short: whether there was less of it than the head says.
        """

    @abstractmethod
    def is_start(self, position: int) -> bool:
        """Whether a record starts at `position`, with a member of its own if there are members."""

    @abstractmethod
    def search(self, position: int) -> int:
        """Returns the first position from `position` on where `is_start`, or the size."""

    def member_of(self, position: int) -> int:
        """Returns where the member begins whose records have offsets around `position`."""
        return position

    def grow(self) -> bool:
        """Adds the next piece of the member to `data`; False if there is none."""
        piece = self.pull()
        self.data = self.data[self.cursor :] + piece if self.cursor < len(self.data) else piece
        self.cursor = 0
        return bool(piece)

    def at_record(self) -> bool:
        """Whether a record begins at the cursor, with or without a member of its own."""
        while not self.form.start.match(self.data, self.cursor):
            if len(self.data) - self.cursor >= self.form.longest or not self.grow():
                return False
        return True

    @property
    def at_end(self) -> bool:
        """Whether nothing of the shard is left."""
        return self.cursor >= len(self.data) and self.position >= self.source.size

    @property
    def place(self) -> int:
        """Where the cursor is, in a shard without members."""
        return self.position - len(self.data) + self.cursor

    def skip_blank(self) -> bool:
        """Goes past what separates records; False if the member ends there."""
        while True:
            if self.cursor < len(self.data):
                blank = _BLANK.match(self.data, self.cursor)
                self.cursor = blank.end() if blank else self.cursor
                if self.cursor < len(self.data):
                    return True
            if not self.grow():
                return False

    def take(self, count: int | None, limit: int) -> Block:
        """Returns the next `count` bytes, or those to the end of the member, and goes past them.

        Of more than `limit` bytes only the first are kept.
        """
        have = len(self.data) - self.cursor
        if count is not None and count <= have:
            block = Block(self.data, self.cursor, min(count, limit), count)
            self.cursor += count
            return block
        parts, total, piece = [self.data[self.cursor :]], have, b""
        while count is None or total < count:
            piece = self.pull() or (self._follow() if count is not None else b"")
            if not piece:
                break
            if total < limit:
                parts.append(piece)
            total += len(piece)
        data = b"".join(parts)
        surplus = max(total - count, 0) if count is not None else 0
        self.data, self.cursor = piece, len(piece) - surplus
        total -= surplus
        return Block(data, 0, min(total, limit), total)

    def _follow(self) -> bytes:
        """Returns the first piece of the next member if a record is continued in it."""
        return b""


class Plain(Plaintext):
    """A shard that is not compressed: one member, in which every record has a position."""

    def pull(self) -> bytes:
        piece = self.source.read(self.position, _WINDOW)
        self.position += len(piece)
        return piece

    def take(self, count: int | None, limit: int) -> Block:
        if count is None:  # nothing else says where the record ends
            count = self.search(self.place) - self.place
        return super().take(count, limit)

    def advance(self) -> bool:
        more = self.skip_blank()
        self.start = self.place
        return more

    def end(self, begin: int, content: int, *, short: bool) -> Ending:
        more = self.skip_blank()
        place = self.place
        if (more and self.at_record()) or not (more or short):
            return Ending(place - begin, complete=not short)
        # The chain is broken. If a record begins before the end of this one, this one was shorter.
        following = self.search(content)
        if following < place:
            self.reset(following)
            return Ending(following - begin, complete=False)
        return Ending(place - begin, complete=not short)

    def is_start(self, position: int) -> bool:
        lead = min(self.form.lead, position)
        text = self.source.read(position - lead, self.form.longest + lead)
        return self.form.start.match(text, lead) is not None and text[:lead] in (b"", b"\n")

    def search(self, position: int) -> int:
        while position < self.source.size:
            text = self.source.read(position, _WINDOW + self.form.longest)
            at = 0
            while found := self.form.apart.search(text, at):
                if found.start() >= _WINDOW:
                    break
                if self.is_start(position + found.start()):
                    return position + found.start()
                at = found.start() + 1
            position += _WINDOW
        return self.source.size


class Members(Plaintext):
    """A shard of compressed members, each of them a record; or several, or a part of one."""

    def __init__(self, source: Source, form: Format, codec: Codec) -> None:
        self.codec = codec
        super().__init__(source, form)

    def reset(self, position: int) -> None:
        super().reset(position)
        self._decoder: Decoder | None = None
        self._damage: Exception | None = None

    def pull(self) -> bytes:
        while (decoder := self._decoder) is not None:
            if self._damage:
                raise Damaged(str(self._damage))
            piece = self.source.read(self.position, self.codec.piece)
            if not piece:
                raise Cut
            try:
                text = decoder.decompress(piece)
            except self.codec.error as error:
                self._damage = error
                text = self._salvage(len(piece))
            self.position += len(piece)
            if decoder.eof:
                self.position -= len(decoder.unused_data or b"")
                self._decoder = None
            if text:
                return text
        return b""

    def advance(self) -> bool:
        while self.at_member_end or not self.skip_blank():
            if not self._open():
                return False
        return True

    @property
    def at_member_end(self) -> bool:
        """Whether nothing of the member is left."""
        return self._decoder is None and self.cursor >= len(self.data)

    def end(self, begin: int, content: int, *, short: bool) -> Ending:
        alone = (self.at_member_end or not self.skip_blank()) and self.number == 0
        if self._damage:  # what came with the last piece may be made up
            raise Damaged(str(self._damage))
        self.number += 1
        return Ending(self.position - begin if alone else 0, complete=not short)

    def is_start(self, position: int) -> bool:
        decoder, text, end = self.codec.decoder(), b"", position + _MAX_PROBED
        while position < end and not decoder.eof and len(text) < self.form.longest:
            piece = self.source.read(position, _PROBED)
            try:
                text += decoder.decompress(piece)
            except self.codec.error:
                break
            if not piece or self._is_record(text):
                break
            position += len(piece)
        return self._is_record(text)

    def search(self, position: int) -> int:
        magic = self.codec.magic
        while position < self.source.size:
            window = self.source.read(position, _WINDOW)
            at = window.find(magic)
            while at >= 0:
                if self.is_start(position + at):
                    return position + at
                at = window.find(magic, at + 1)
            position += max(len(window) - len(magic) + 1, 1)
        return self.source.size

    def member_of(self, position: int) -> int:
        magic = self.codec.magic
        end = position + len(magic)
        while end > len(magic):
            begin = max(end - _WINDOW, 0)
            window = self.source.read(begin, end - begin)
            at = window.rfind(magic)
            while at >= 0:
                if self.is_start(begin + at):
                    return begin + at
                at = window.rfind(magic, 0, at + len(magic) - 1)
            end = begin + len(magic) - 1 if begin else 0
        return 0

    def _is_record(self, text: bytes) -> bool:
        blank = _BLANK.match(text)
        return self.form.start.match(text, blank.end() if blank else 0) is not None

    def _open(self) -> bool:
        """Begins with the next member; False at the end of the shard."""
        self.data, self.cursor, self.number = b"", 0, 0
        self._damage = None
        magic = self.codec.magic
        head = self.source.read(self.position, FRAME_HEAD)
        while length := skippable_length(head):
            self.position += length
            head = self.source.read(self.position, FRAME_HEAD)
        self.start = self.position
        if head.startswith(magic):
            self._decoder = self.codec.decoder()
            return True
        if head and magic.startswith(head):
            raise Cut
        if head:
            raise Damaged("no compressed record begins here")
        return False

    def _follow(self) -> bytes:
        if self.position >= self.source.size or self.is_start(self.position):
            return b""
        return self.pull() if self._open() else b""

    def _salvage(self, length: int) -> bytes:
        """Returns what can be had of a damaged piece: the member again, in small steps."""
        decoder = self.codec.decoder()
        position, end = self.start, self.position + length
        text: list[bytes] = []
        try:
            while position < end:
                step = _SALVAGED if position >= self.position else self.codec.piece
                step = min(step, end - position)
                piece = decoder.decompress(self.source.read(position, step))
                position += step
                if position > self.position:
                    text.append(piece)
        except self.codec.error:
            pass
        return b"".join(text)


def plaintext_of(source: Source, compression: Compression, form: Format) -> Plaintext:
    """Returns the plaintext of a shard, from its start."""
    if compression is Compression.NONE:
        return Plain(source, form)
    return Members(source, form, codec_of(source, compression))
