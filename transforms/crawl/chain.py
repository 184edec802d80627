"""The records of a shard, one after the other, and past what is damaged between them."""

from collections.abc import Iterator

from transforms.crawl.captures import Capture, Flaw, Tally
from transforms.crawl.heads import MAX_HEAD as MAX_RECORD_HEAD
from transforms.crawl.heads import Head
from transforms.crawl.http import MAX_HEAD, fill_page, fill_resource, fill_revisit
from transforms.crawl.plaintext import Block, Cut, Damaged, Plaintext
from transforms.crawl.warc import UNKNOWN

LEAST = 16  # bytes: no record is shorter, so fewer than that are none that was lost


class Chain:
    """The captures of a shard, and the books about them."""

    def __init__(
        self, text: Plaintext, tally: Tally, max_bytes: int, *, check_digests: bool = True
    ) -> None:
        self._text = text
        self._tally = tally
        self._max_bytes = max_bytes
        self._check_digests = check_digests
        self._offset = 0  # of the record at hand
        self._first = True  # whether it is the first of its member
        self._head: Head | None = None  # its head, as far as it could be read
        self._surplus = 0  # bytes before it, in its member, that belong to no record

    def captures(self, start: int, end: int) -> Iterator[Capture]:
        """Yields what begins in `start:end` of the shard."""
        tally = self._tally
        begin = self._text.search(start) if start else 0
        tally.first = begin if start else -1
        if start and begin >= end:
            tally.next = begin
            return
        self._text.reset(begin)
        yield from self.records(end)
        if tally.first < 0:
            tally.first = tally.next

    def records(self, end: int) -> Iterator[Capture]:
        """Yields what there is from here to the first record start at or after `end`."""
        tally = self._tally
        while True:
            self._head = None
            try:
                if not self._goes_on(end):
                    return
                capture = self._read()
            except Damaged as damage:
                capture = self._skip(damage)
            except Cut:
                capture = self._cut()
            if capture is not None:
                tally.records += 1
                tally.rows += 1
                yield capture

    def is_alone(self) -> bool:
        """Whether the first record has a member of its own, as all have in a shard to be split."""
        text = self._text
        try:
            text.advance()
            text.take(self._read_head().length, 0)
            return not (text.skip_blank() and text.at_record())
        except (Damaged, Cut):
            return True

    def _goes_on(self, end: int) -> bool:
        """Goes to the next record, or to bytes that stand in its place."""
        text, tally = self._text, self._tally
        if self._surplus:
            return True
        if text.advance():
            if text.start >= end and text.number == 0 and text.is_start(text.start):
                tally.next = text.start
                return False
            return True
        tally.next = text.source.size
        return False

    def _pass_surplus(self) -> None:
        """Goes on to where a record begins in the same member, or to its end.

        If none does, the bytes were part of the record before, which is longer than it says.
        """
        text = self._text
        apart, longest = text.form.apart, text.form.longest
        more = True
        while more:
            found = apart.search(text.data, text.cursor)
            cursor = found.start() if found else max(len(text.data) - longest, text.cursor)
            self._surplus += cursor - text.cursor
            text.cursor = cursor
            if found:
                return
            more = text.grow()
        self._surplus += len(text.data) - text.cursor
        text.cursor = len(text.data)
        self._tally.skipped_bytes += self._surplus
        self._tally.skipped_regions += 1
        self._surplus = 0

    def _read(self) -> Capture | None:
        """Reads the record at the cursor; None if it gives no row."""
        text, tally = self._text, self._tally
        self._offset, self._first = text.offset, text.number == 0
        if self._surplus:
            return self._skip_surplus()
        head = self._read_head()
        if tally.first < 0 and text.number == 0:
            tally.first = text.start
        content = text.place
        block = text.take(head.length, self._max_bytes + MAX_HEAD if head.gives_row else 0)
        short = head.length is not None and block.total < head.length
        ending = text.end(self._offset, content, short=short)
        if text.number and not text.at_end and text.skip_blank() and not text.at_record():
            self._pass_surplus()
        if not ending.complete and text.at_end:
            tally.truncated = True
        if not head.gives_row:
            self._count_rowless(head)
            return None
        capture = self._capture(ending.length)
        if ending.complete:
            self._fill(capture, head, block)
        else:
            capture.flaw, capture.error = Flaw.TRUNCATED, "shorter than its declared length"
        return capture

    def _count_rowless(self, head: Head) -> None:
        self._tally.records += 1
        self._tally.rowless[head.kind] += 1

    def _capture(self, length: int) -> Capture:
        """Returns what the head of the record at hand knows of it."""
        capture = Capture(self._text.source.path, self._offset, length)
        if self._head:
            self._head.describe(capture)
        return capture

    def _fill(self, capture: Capture, head: Head, block: Block) -> None:
        if head.kind == "revisit":
            fill_revisit(capture, block)
            return
        fill = fill_resource if head.kind == "resource" else fill_page
        fill(capture, block, head.content_type, self._max_bytes, check=self._check_digests)

    def _read_head(self) -> Head:
        text = self._text
        if not text.at_record():
            raise Cut if self._is_last_bit() else Damaged("no record begins here")
        try:
            end = self._find_head_end()
        except (Cut, Damaged):  # what is there of it may say whose loss it is
            lines = text.data[text.cursor :].rpartition(b"\n")[0]
            self._head = text.form.head(lines) if lines else None
            raise
        self._head = text.form.head(text.data[text.cursor : end])
        text.cursor = end
        return self._head

    def _is_last_bit(self) -> bool:
        """Whether the rest of the shard is how a record begins, too little of it to be sure."""
        text = self._text
        rest = text.data[text.cursor :]
        return (
            text.position >= text.source.size
            and rest.startswith(text.form.opening)
            and rest.count(b"\n") < text.form.lines
        )

    def _find_head_end(self) -> int:
        text = self._text
        while not (found := text.form.end.search(text.data, text.cursor)):
            if len(text.data) - text.cursor > MAX_RECORD_HEAD:
                raise Damaged("a head without an end")
            if not text.grow():
                raise Cut if text.position >= text.source.size else Damaged("half a head")
        return found.end()

    def _skip(self, damage: Damaged) -> Capture | None:
        """Goes past damage to the next record there is; what lies between is one row."""
        text, tally = self._text, self._tally
        if self._head is None:
            self._offset, self._first = text.offset, text.number == 0
        lost = text.start if self._first else text.position
        self._surplus = 0
        following = text.search(text.start + 1)
        text.reset(following)
        tally.skipped_bytes += following - lost
        tally.skipped_regions += 1
        if self._first and following - lost < LEAST:
            return None
        capture = self._capture(following - self._offset if self._first else 0)
        capture.flaw = Flaw.CORRUPT
        capture.error = f"{self._head.kind}: {damage}" if self._head else str(damage)
        return capture

    def _skip_surplus(self) -> Capture:
        """Puts down the bytes between two records of a member."""
        capture, tally = self._capture(0), self._tally
        self._text.number += 1
        capture.flaw, capture.error = Flaw.CORRUPT, f"{self._surplus} bytes that are no record"
        tally.skipped_bytes += self._surplus
        tally.skipped_regions += 1
        self._surplus = 0
        return capture

    def _cut(self) -> Capture | None:
        """Ends with the record that the shard ends in, if it is the last indeed."""
        text, head = self._text, self._head
        if text.search(text.start + 1) < text.source.size:
            return self._skip(Damaged("it does not end before others begin"))
        self._tally.truncated = True
        if head is None:
            self._offset, self._first = text.offset, text.number == 0
        text.reset(text.source.size)
        if head and not head.gives_row and head.kind != UNKNOWN:
            self._count_rowless(head)
            return None
        capture = self._capture(text.source.size - self._offset if self._first else 0)
        capture.flaw, capture.error = Flaw.TRUNCATED, "the shard ends in the middle of the record"
        return capture
