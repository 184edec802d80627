"""The region of highest density: one contiguous stretch of a page's lines.

The page is cut into strings at its structural tags; from the longest string the region grows
to both sides over strings that are long enough and near enough.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from extractors import _density
from extractors.page import Page
from extractors.selection import Selection


@dataclass(frozen=True)
class DensityRegion:
    """Keeps the stretch of lines around the longest one."""

    c1: float = field(
        default=0.333,
        metadata={"help": "a line counts that is longer than this share of the longest"},
    )
    c2: int = field(
        default=4, metadata={"help": "a line counts that is nearer than this to the region"}
    )

    name: ClassVar[str] = "density"
    paper: ClassVar[str] = (
        "J. Arias, K. Deschacht, M.-F. Moens: Language independent content extraction from web "
        "pages. DIR 2009"
    )

    def __post_init__(self) -> None:
        if not 0 <= self.c1 <= 1:
            raise ValueError(f"c1 must be in [0, 1], got {self.c1!r}")
        if not 1 <= self.c2 < 1 << 30:
            raise ValueError(f"c2 must be 1 or more, got {self.c2!r}")

    def select(self, page: Page) -> Selection:
        """Keeps the region; a score is the length of the node's line over the longest."""
        selection = Selection.empty(len(page.columns))
        _density.select(
            page.columns,
            selection.kept,
            selection.score,
            selection.reason,
            self.c1,
            self.c2,
        )
        return selection
