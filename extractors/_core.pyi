"""Types of the compiled core."""

from typing import Any, Self, final

from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser

ATTRIBUTES: frozenset[str]
FLAGS: dict[str, int]

@final
class Columns:
    """The nodes of one parsed document: one row an element or text node, in document order."""

    parser: LexborHTMLParser
    size: int
    root: int
    title: int

    def __new__(cls, parser: LexborHTMLParser, max_nodes: int, max_depth: int) -> Self:
        """Raises `PageError` over a limit."""
    def __len__(self) -> int: ...
    def name(self, row: int) -> str: ...
    def attribute(self, row: int, name: str) -> str | None: ...
    def text(self, row: int) -> str: ...
    @property
    def arena(self) -> bytes: ...
    def column(self, name: str) -> NDArray[Any]: ...
