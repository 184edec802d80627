"""What an extractor answers: a verdict on every node of a page."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Reason(IntEnum):
    """Why a node was dropped. Written to outputs: never renumbered."""

    KEPT = 0
    NO_CANDIDATE = 1  # an element that shows nothing itself, or white space
    NOT_SHOWN = 2  # in a script, a style, the head, ...
    LOW_DENSITY = 3  # cetd: not below a marked element; cectd-s: below the threshold
    OUTSIDE_REGION = 4  # density: before or after the region
    NOT_SELECTED = 5  # euclidean: outside the selected nodes
    LINK_GROUP = 6  # euclidean: removed from a selected node as a group of links
    HIDDEN = 7  # full: the page hides it


@dataclass(frozen=True, slots=True, eq=False)
class Selection:
    """One row a node of the page: kept or not, how much it weighed, why it was dropped.

    Verdicts are on text and media; an element is kept where something in it is.
    What a score means, each extractor says of itself; greater is more like content.
    """

    kept: NDArray[np.bool_]
    score: NDArray[np.float32]
    reason: NDArray[np.uint8]

    @classmethod
    def empty(cls, rows: int) -> "Selection":
        """Nothing kept yet; a kernel fills it in."""
        return cls(np.zeros(rows, np.bool_), np.zeros(rows, np.float32), np.zeros(rows, np.uint8))
