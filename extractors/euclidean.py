"""The four-dimensional Euclidean space: nodes that stand out from all others are content.

Every rated node has four ratios (words, hyperlinks, children, position). The nodes farthest
from the centroid are the candidates; the one with the most words per tag wins, and groups of
links inside it are removed. Media inside the selected nodes are selected too.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from extractors import _euclidean
from extractors.page import Page
from extractors.selection import Selection

WORDS = ("spaces", "cjk")
MOST_CANDIDATES = 100  # the search for them takes a pass each


@dataclass(frozen=True)
class Euclidean:
    """Keeps the nodes, text and media, that stand farthest out in four ratios."""

    c: int = field(default=3, metadata={"help": "size of the c-SET, the candidates"})
    tr: float = field(
        default=1.5, metadata={"help": "a group of links has this many times its plain words"}
    )
    hr: int = field(default=7, metadata={"help": "and more links than this"})
    words: Literal["spaces", "cjk"] = field(
        default="spaces",
        metadata={"help": "cjk: a character of a script without spaces counts as a word"},
    )

    name: ClassVar[str] = "euclidean"
    paper: ClassVar[str] = (
        "J. Alarte, J. Silva: Page-level main content extraction from heterogeneous webpages. 2020"
    )

    def __post_init__(self) -> None:
        if not 1 <= self.c <= MOST_CANDIDATES:
            raise ValueError(f"c must be between 1 and {MOST_CANDIDATES}, got {self.c!r}")
        if not 0 <= self.tr < float("inf"):
            raise ValueError(f"tr must be 0 or more, got {self.tr!r}")
        if not 0 <= self.hr < 1 << 30:
            raise ValueError(f"hr must be 0 or more, got {self.hr!r}")
        if self.words not in WORDS:
            raise ValueError(f"words must be one of {', '.join(WORDS)}, got {self.words!r}")

    def select(self, page: Page) -> Selection:
        """Keeps the winners and what stands beside them; a score is a distance."""
        selection = Selection.empty(len(page.columns))
        _euclidean.select(
            page.columns,
            selection.kept,
            selection.score,
            selection.reason,
            self.c,
            self.tr,
            self.hr,
            self.words == "cjk",
        )
        return selection
