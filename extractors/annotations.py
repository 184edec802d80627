"""What is written of a page's nodes: one table, whoever reads it, and however many extractors."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from extractors import _annotate
from extractors.extraction import Comparison, Extraction

NodesMode = Literal["none", "kept", "all"]
NODE = _annotate.NODE


@dataclass(frozen=True, slots=True)
class Annotations:
    """The nodes that were chosen, with all votes, and what adds up over the whole page."""

    nodes: NDArray[np.void]  # of `NODE`: one entry a node, in document order
    shown_chars: int  # of all text that the page shows
    kept_chars: list[int]  # of that, what each extractor kept
    words: int  # that the first extractor kept

    @property
    def main_ratio(self) -> float | None:
        """The share of the page's text that the first extractor kept; None without text."""
        return self.kept_chars[0] / self.shown_chars if self.shown_chars else None


def annotate(extraction: Extraction, nodes: NodesMode = "kept") -> Annotations:
    """Puts the nodes of a page and the votes on them into one table.

    Args:
        extraction: Of one extractor, or of several.
        nodes: Which nodes: those that an extractor kept, with their ancestors; all; none.
    """
    page, found = extraction.page, extraction.nodes
    votes = list(extraction.votes) if isinstance(extraction, Comparison) else [found.kept]
    if page is None:
        return Annotations(np.zeros(0, NODE), 0, [0] * len(votes), 0)
    table, shown, kept, words = _annotate.annotate(
        page.columns,
        votes,
        found.spans,
        found.score,
        found.reason,
        nodes == "all",
        nodes == "none",
    )
    return Annotations(table, shown, kept, words)
