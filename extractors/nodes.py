"""The annotations of a page: one row a node, kept and dropped alike, as columns."""

import numpy as np
from numpy.typing import NDArray

from extractors._core import FLAGS, Columns
from extractors.page import Page
from extractors.selection import Selection


class Nodes:
    """The elements and text nodes of a page in document order, with an extractor's verdicts.

    Every property is an array with one entry a node. They share memory with the page and are
    read-only where they do.
    """

    __slots__ = ("_columns", "_selection", "_spans")

    def __init__(self, page: Page | None, selection: Selection, spans: NDArray[np.int32]) -> None:
        self._columns: Columns | None = page.columns if page else None
        self._selection = selection
        self._spans = spans

    def __len__(self) -> int:
        return len(self._selection.kept)

    def _column(self, name: str) -> NDArray[np.int32]:
        if self._columns is None:
            return np.zeros(0, np.int32)
        return self._columns.column(name)

    def name(self, row: int) -> str:
        """The tag name of a node, "" for text."""
        if self._columns is None:
            raise IndexError(row)
        return self._columns.name(row)

    def text(self, row: int) -> str:
        """All text below a node, or of a text node, as it stands in the page."""
        if self._columns is None:
            raise IndexError(row)
        return self._columns.text(row)

    def attribute(self, row: int, name: str) -> str | None:
        """An attribute of an element, such as its class; None where it has none of that name."""
        if self._columns is None:
            raise IndexError(row)
        return self._columns.attribute(row, name)

    def has(self, flag: str) -> NDArray[np.bool_]:
        """Where a flag of `FLAGS` is set: on the node itself or, for most, on an ancestor."""
        found: NDArray[np.bool_] = (self._column("flags") & FLAGS[flag]) != 0
        return found

    @property
    def tag(self) -> NDArray[np.uint16]:
        """The tag as its place in `tags.TAGS`; 0 for text."""
        return self._column("tag").view(np.uint16)

    @property
    def parent(self) -> NDArray[np.int32]:
        """The row of the parent, -1 for the first node."""
        return self._column("parent")

    @property
    def end(self) -> NDArray[np.int32]:
        """The row after the node's subtree."""
        return self._column("end")

    @property
    def depth(self) -> NDArray[np.int32]:
        """The number of ancestors."""
        return self._column("depth")

    @property
    def chars(self) -> NDArray[np.int32]:
        """The characters of a text node, its white space collapsed."""
        return self._column("chars")

    @property
    def words(self) -> NDArray[np.int32]:
        """The words of a text node, as white space parts them."""
        return self._column("words")

    @property
    def is_text(self) -> NDArray[np.bool_]:
        """Whether a node is text that the page shows."""
        found: NDArray[np.bool_] = (self.tag == 0) & (self.chars > 0) & ~self.has("skipped")
        return found

    @property
    def kept(self) -> NDArray[np.bool_]:
        """The verdict; an element is kept where something in it is."""
        return self._selection.kept

    @property
    def score(self) -> NDArray[np.float32]:
        """How much a text or medium weighed; what that means, the extractor says."""
        return self._selection.score

    @property
    def reason(self) -> NDArray[np.uint8]:
        """Why a node was dropped: a `Reason`."""
        return self._selection.reason

    @property
    def spans(self) -> NDArray[np.int32]:
        """Start and end of every node's text in the text of the page: two columns."""
        return self._spans

    @property
    def text_start(self) -> NDArray[np.int32]:
        """Where a kept text begins in the text of the page, in bytes of UTF-8."""
        return self._spans[:, 0]

    @property
    def text_end(self) -> NDArray[np.int32]:
        """Where a kept text ends; equal to `text_start` for every other node."""
        return self._spans[:, 1]
