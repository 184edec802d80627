"""The text of a selection, as the worked examples print it."""

from collections.abc import Collection

from tests.reference.columns import Columns
from tests.reference.density import runs


def text(page: Columns, kept: Collection[int]) -> str:
    """One line per stretch of inline content; a text left out separates its neighbours."""
    chosen = set(kept)
    lines = ["".join(page.text[row] if row in chosen else " " for row in run) for run in runs(page)]
    return "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
