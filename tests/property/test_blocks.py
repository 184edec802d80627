"""Blocks and node spans say where in the text what stands."""

import re

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from extractors import FORMATS, Extraction, Extractor, Selection
from extractors.blocks import MEDIA, Label
from tests.property.drawn import Drawn, drawn_pages, every_extractor, kept_texts
from tests.reference.text import text

# What is stripped of text in `pre`: there a no-break space is meant to be seen.
ASCII_BLANKS = "".join(c for c in map(chr, range(128)) if c.isspace())


@given(drawn_pages, every_extractor)
def test_blocks_are_slices_of_the_text(document: Drawn, extractor: Extractor) -> None:
    extraction = document.extraction(extractor)
    at, is_first = 0, True
    for block, bits in zip(extraction.blocks, extraction.blocks.table["labels"], strict=True):
        assert 0 <= block.start <= block.end <= len(extraction.text_bytes)
        assert extraction.text_bytes[block.start : block.end].decode() == block.text
        if bits & MEDIA:
            assert block.start == block.end
            continue
        # Text blocks leave nothing out but the line end between two of them.
        assert extraction.text_bytes[at : block.start] == (b"" if is_first else b"\n")
        assert block.text.strip()
        if "code" in block.labels:  # its first line keeps its indent
            assert block.text == block.text.rstrip(ASCII_BLANKS).lstrip("\n")
        else:
            assert block.text == block.text.strip()
        at, is_first = block.end, False
    assert at == len(extraction.text_bytes)
    assert (np.diff(extraction.blocks.table["start"]) >= 0).all()


@given(drawn_pages, every_extractor)
def test_a_kept_text_lies_in_one_block(document: Drawn, extractor: Extractor) -> None:
    extraction = document.extraction(extractor)
    table = extraction.blocks.table[(extraction.blocks.table["labels"] & MEDIA) == 0]
    start, end = extraction.nodes.text_start, extraction.nodes.text_end
    kept = kept_texts(extraction)
    for row in kept:
        around = np.flatnonzero((table["start"] <= start[row]) & (end[row] <= table["end"]))
        by_rows = np.flatnonzero((table["first"] <= row) & (row <= table["last"]))
        assert around.tolist() == by_rows.tolist()
        assert len(around) == 1
    dropped = np.setdiff1d(np.arange(len(start)), kept)
    assert (start[dropped] == end[dropped]).all()


@given(drawn_pages, every_extractor)
def test_a_span_is_the_text_of_its_node(document: Drawn, extractor: Extractor) -> None:
    extraction, twin = document.extraction(extractor), document.twin
    start, end = extraction.nodes.text_start, extraction.nodes.text_end
    at = 0
    for row in kept_texts(extraction):
        span = extraction.text_bytes[start[row] : end[row]].decode()
        if twin.pre[row]:
            lines = re.sub(r"\r\n?", "\n", twin.text[row])
            assert span == lines.strip()
        else:
            assert span == " ".join(twin.text[row].split())
        assert extraction.text_bytes[at : start[row]].decode().split() == []
        at = int(end[row])
    assert at == len(extraction.text_bytes)


@given(drawn_pages, every_extractor)
def test_a_block_stands_in_its_element(document: Drawn, extractor: Extractor) -> None:
    extraction, twin = document.extraction(extractor), document.twin
    for block in extraction.blocks:
        assert extraction.nodes.kept[block.node]
        above = twin.path(block.node) if block.node != twin.root else [twin.root]
        tags = {twin.tag[row] for row in above}
        if "heading" in block.labels:
            assert twin.tag[block.node] in {"h1", "h2", "h3", "h4", "h5", "h6"} or block.level
        assert (block.level > 0) == bool("heading" in block.labels)
        assert not block.level or f"h{block.level}" in tags
        if not {"image", "video", "audio", "embed"}.intersection(block.labels):
            assert ("quote" in block.labels) == ("blockquote" in tags)
            assert ("table" in block.labels) == ("table" in tags)
            assert ("list-item" in block.labels) == bool(tags & {"li", "dt", "dd"})
        assert block.labels


@given(drawn_pages, st.integers(0), st.booleans())
@example(Drawn(b"<p> <b> x</b>"), 0, True)
def test_any_verdict_can_be_written_down(document: Drawn, verdict: int, rest: bool) -> None:
    """An extractor of somebody else may keep what it likes, white space and scripts included."""
    selection = Selection.empty(len(document.twin.tag))
    for row in range(len(selection.kept)):
        selection.kept[row] = bool(verdict >> row & 1) or (rest and verdict >> row == 0)
    kept = [row for row in document.twin.texts if selection.kept[row]]
    extraction = Extraction(document.page, selection, extractor="any", url=None)
    expected = text(document.twin, kept)
    assert extraction.text.split() == expected.split()
    if not any(document.twin.pre[row] for row in document.twin.texts):
        assert extraction.text == expected
    assert "\n".join(b.text for b in extraction.blocks if b.text) == extraction.text
    for form in FORMATS:
        extraction.render(form)


@given(drawn_pages, every_extractor)
def test_the_table_can_name_the_title(document: Drawn, extractor: Extractor) -> None:
    blocks = document.extraction(extractor).blocks
    table = blocks.titled_table()
    titled = [bool(bits & Label.TITLE) for bits in table["labels"]]
    assert titled == ["title" in block.labels for block in blocks]
    assert ((table["labels"] & ~int(Label.TITLE)) == blocks.table["labels"]).all()
