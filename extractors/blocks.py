"""Blocks: the kept text of a page in pieces, each with its labels and its place in the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntFlag
from typing import overload

import numpy as np
from numpy.typing import NDArray

from extractors.page import Page


class Label(IntFlag):
    """What a block is. A block has every label that fits: an item of a list in a quote has both."""

    TITLE = 1 << 0
    HEADING = 1 << 1
    PARAGRAPH = 1 << 2
    LIST_ITEM = 1 << 3
    TABLE = 1 << 4
    ROW = 1 << 5
    CELL = 1 << 6
    CODE = 1 << 7
    QUOTE = 1 << 8
    CAPTION = 1 << 9
    IMAGE = 1 << 10
    VIDEO = 1 << 11
    AUDIO = 1 << 12
    EMBED = 1 << 13


LONGEST_TITLE = 1_000  # characters in which a heading is looked for
MEDIA = Label.IMAGE | Label.VIDEO | Label.AUDIO | Label.EMBED
_NAMES = {label: (label.name or "").lower().replace("_", "-") for label in Label}


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of the text: `text` is the bytes `start` to `end` of the page's text in UTF-8."""

    start: int
    end: int
    text: str
    labels: tuple[str, ...]
    level: int  # of a heading, 1 to 6; else 0
    node: int  # the row of the element that the block stands in, or of the medium
    source: str  # the address of a medium, else ""


class Blocks(Sequence[Block]):
    """The blocks of a page in order. A medium is a block with no text, where it stands."""

    __slots__ = ("_page", "_table", "_text", "_titles")

    def __init__(self, page: Page | None, text: bytes, table: NDArray[np.void]) -> None:
        self._page = page
        self._text = text
        self._table = table
        self._titles: frozenset[int] | None = None

    @property
    def table(self) -> NDArray[np.void]:
        """All blocks as one structured array: start, end, node, first, last, labels, level."""
        return self._table

    def titled_table(self) -> NDArray[np.void]:
        """The same array, with the label of the title on the heading that is it."""
        found = self._title_blocks()
        if not found:
            return self._table
        table = self._table.copy()
        table["labels"][[*found]] |= Label.TITLE
        return table

    def __len__(self) -> int:
        return len(self._table)

    @overload
    def __getitem__(self, index: int) -> Block: ...
    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...
    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        start, end, node, _, _, labels, level = self._table[index].item()
        return Block(
            start=start,
            end=end,
            text=self._text[start:end].decode(),
            labels=self._names(index, labels),
            level=level,
            node=node,
            source=self._page.source(node) if self._page and labels & MEDIA else "",
        )

    def _names(self, index: int, bits: int) -> tuple[str, ...]:
        if bits & Label.HEADING and index in self._title_blocks():
            bits |= Label.TITLE
        return tuple(name for label, name in _NAMES.items() if bits & label)

    def _title_blocks(self) -> frozenset[int]:
        """The heading that says what the page's title says; else its only h1."""
        if self._titles is None:
            self._titles = frozenset(self._find_title())
        return self._titles

    def _find_title(self) -> list[int]:
        title = self._page.title[:LONGEST_TITLE].casefold() if self._page else ""
        headings = np.flatnonzero(self._table["labels"] & Label.HEADING)
        for i in headings:
            start, end = self._table["start"][i], self._table["end"][i]
            text = " ".join(self._text[start:end].decode().split()).casefold()
            if text and text in title:
                return [int(i)]
        first = [int(i) for i in headings if self._table["level"][i] == 1]
        return first if len(first) == 1 else []
