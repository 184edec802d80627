"""`make demo`: the project's own pages, and what each extractor keeps of them."""

import sys
from collections.abc import Iterator
from pathlib import Path
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

from extractors import EXTRACTORS, Comparison, extract_many
from pipelines.stdout import write_stdout

PAGES = Path(__file__).parents[1] / "tests" / "golden" / "pages"
BASELINE = "full"  # its blocks are all that a page shows
METHODS = [name for name in EXTRACTORS if name != BASELINE]
NAMES = [BASELINE, *METHODS]

ALL, PART, NONE = "x", "-", "."
WIDTH = 70


def main() -> int:
    """Writes a table for each page: a line for each block, a column for each extractor."""
    pages = sorted(PAGES.glob("*/page.html"))
    if not pages:
        sys.stderr.write("winnow: error: no pages to show: the demo needs a whole source tree\n")
        return 1
    lines = [
        f"What each extractor keeps of a block: {ALL} all, {PART} a part, {NONE} nothing.",
        "   ".join(f"{number} {name}" for number, name in enumerate(NAMES, 1)),
    ]
    for page in pages:
        lines += ["", *_table(page)]
    write_stdout("".join(f"{line}\n" for line in lines).encode())
    return 0


def _table(page: Path) -> Iterator[str]:
    html = page.read_bytes()
    comparison = extract_many(html, NAMES)
    chars = comparison.nodes.chars * comparison.nodes.is_text
    kept = comparison.votes * chars
    yield f"{comparison.title}  [{page.parent.name}, {len(html):,} bytes]"
    yield "".join(str(number) for number in range(1, len(NAMES) + 1))
    yield from _rows(comparison, kept, chars)
    shares = kept.sum(axis=1) / chars.sum()
    columns = "  ".join(f"{number} {share:.0%}" for number, share in enumerate(shares, 1))
    agreement = extract_many(html, METHODS).agreement
    yield f"kept: {columns}; agreement without {BASELINE}: {agreement:.0%}"


def _rows(
    comparison: Comparison, kept: NDArray[np.int32], chars: NDArray[np.int32]
) -> Iterator[str]:
    table = comparison.blocks.table
    for block, first, last in zip(comparison.blocks, table["first"], table["last"], strict=True):
        if block.text:
            nodes = slice(first, last + 1)
            there = chars[nodes].sum()
            marks = (_mark(count, there) for count in kept[:, nodes].sum(axis=1))
            yield f"{''.join(marks)}  {_shorten(' '.join(block.text.split()))}"


def _mark(kept: int, there: int) -> str:
    if kept == 0:
        return NONE
    return ALL if kept == there else PART


def _shorten(text: str) -> str:
    """Cuts `text` to the columns it may take; a character of East Asia takes two."""
    columns = 0
    for index, character in enumerate(text):
        columns += 2 if east_asian_width(character) in "FW" else 1
        if columns > WIDTH:
            return text[: index - 2] + "..."
    return text


if __name__ == "__main__":
    sys.exit(main())
