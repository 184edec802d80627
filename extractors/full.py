"""The whole page: the baseline that every extractor has to beat."""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from extractors import _full
from extractors.page import Page
from extractors.selection import Selection

HIDDEN = ("keep", "drop")


@dataclass(frozen=True)
class Full:
    """Keeps all text of the page."""

    hidden: Literal["keep", "drop"] = field(
        default="keep",
        metadata={"help": "drop: leave out what an attribute or an inline style hides"},
    )

    name: ClassVar[str] = "full"
    paper: ClassVar[str] = "none: the baseline of the papers' tables"

    def __post_init__(self) -> None:
        if self.hidden not in HIDDEN:
            raise ValueError(f"hidden must be one of {', '.join(HIDDEN)}, got {self.hidden!r}")

    def select(self, page: Page) -> Selection:
        """Keeps all text and media outside scripts, styles and the like; every score is 1."""
        selection = Selection.empty(len(page.columns))
        _full.select(
            page.columns,
            selection.kept,
            selection.score,
            selection.reason,
            self.hidden == "drop",
        )
        return selection
