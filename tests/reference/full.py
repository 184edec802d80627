"""Everything the page shows, with no algorithm at all."""

from dataclasses import dataclass

from tests.reference.columns import Columns


@dataclass
class Reading:
    """The whole page."""

    kept: frozenset[int]


def read(page: Columns) -> Reading:
    """Keeps every shown, non-blank text node."""
    return Reading(frozenset(page.texts))
