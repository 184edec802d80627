"""Content extraction via text density (CETD): text is dense where the content is.

Every element has a density: its characters per tag below it, and in the composite form also
how little of it is hyperlinks. Two ways lead from densities to content: the element with the
greatest sum of its children's densities (DS), or densities smoothed over siblings (S).
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from extractors import _cetd
from extractors.page import Page
from extractors.selection import Selection

PAPER = "F. Sun, D. Song, L. Liao: DOM based content extraction via text density. SIGIR 2011"
PROFILES = ("paper", "code")


@dataclass(frozen=True)
class _TextDensity:
    threshold: float = field(
        default=1.0, metadata={"help": "lambda: more than 1 keeps less, less than 1 keeps more"}
    )
    profile: Literal["paper", "code"] = field(
        default="paper",
        metadata={"help": "paper: as printed; code: as the authors' program, better on new pages"},
    )

    paper: ClassVar[str] = PAPER
    _composite: ClassVar[bool]
    _smoothing: ClassVar[bool]

    def __post_init__(self) -> None:
        if not 0 <= self.threshold < float("inf"):
            raise ValueError(f"threshold must be 0 or more, got {self.threshold!r}")
        if self.profile not in PROFILES:
            raise ValueError(f"profile must be one of {', '.join(PROFILES)}, got {self.profile!r}")

    def select(self, page: Page) -> Selection:
        """Keeps what the densities mark; a score is the density around the node."""
        selection = Selection.empty(len(page.columns))
        _cetd.select(
            page.columns,
            selection.kept,
            selection.score,
            selection.reason,
            self.threshold,
            self._composite,
            self._smoothing,
            self.profile == "code",
        )
        return selection


@dataclass(frozen=True)
class CetdDs(_TextDensity):
    """Keeps the subtrees where plain text density adds up the most."""

    name: ClassVar[str] = "cetd-ds"
    _composite: ClassVar[bool] = False
    _smoothing: ClassVar[bool] = False


@dataclass(frozen=True)
class CectdS(_TextDensity):
    """Keeps the text whose smoothed composite density is at least the page's."""

    name: ClassVar[str] = "cectd-s"
    _composite: ClassVar[bool] = True
    _smoothing: ClassVar[bool] = True


@dataclass(frozen=True)
class CectdDs(_TextDensity):
    """Keeps the subtrees where composite text density adds up the most."""

    name: ClassVar[str] = "cectd-ds"
    _composite: ClassVar[bool] = True
    _smoothing: ClassVar[bool] = False
