"""The core's columns are the twin's, and they are a tree."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from extractors import Page, tags
from extractors._core import FLAGS, Columns
from extractors.status import PageError
from tests.property.drawn import ALL, DEEP, Drawn, drawn, often
from tests.reference import density
from tests.reference.columns import is_hidden
from tests.reference.documents import valid_documents

NUMBERS = ("parent", "end", "depth", "chars", "words", "words_cjk")
MARKS = ("link", "anchor", "skipped", "hidden", "pre", "lead", "trail")
ALL_COLUMNS = (*NUMBERS, "start", "line", "block", "flags", "tag")

# Declarations with everything that may stand between their parts, and much that may not.
styles = st.lists(
    st.sampled_from(
        [
            *("display", "DISPLAY", "visibility", "x-display", "none", "None", "hidden", "block"),
            *(":", ":", ":", ";", "!important", "!", "! IMPORTANT", "!x", "important"),
            *(" ", "\t", "\n", "\f", "\v", "\u00a0", ",", "url(:)"),
        ]
    ),
    max_size=9,
).map("".join)


@often
@given(drawn)
def test_every_column_is_the_twins(document: Drawn) -> None:
    core, twin = document.page.columns, document.twin
    assert len(core) == len(twin.tag)
    assert core.root == twin.root
    for name in NUMBERS:
        assert core.column(name).tolist() == getattr(twin, name), name
    flags = core.column("flags")
    for name in MARKS:
        assert (flags & FLAGS[name] != 0).tolist() == getattr(twin, name), name
    own = [(tag in density.STRUCTURAL, tag in tags.MEDIA) for tag in twin.tag]
    assert (flags & FLAGS["structural"] != 0).tolist() == [structural for structural, _ in own]
    assert (flags & FLAGS["media"] != 0).tolist() == [media for _, media in own]
    names = [core.name(row) for row in range(len(core))]
    # The parser numbers more names than the table of tags holds; of those the core says "?".
    assert [twin.tag[row] if name == "?" else name for row, name in enumerate(names)] == twin.tag
    codes = [tags.CODE.get(tag, tags.OTHER) if tag else tags.TEXT for tag in twin.tag]
    assert core.column("tag").tolist() == codes


@given(drawn)
def test_every_text_is_the_twins(document: Drawn) -> None:
    core, twin = document.page.columns, document.twin
    assert core.arena.decode() == "".join(twin.text)
    start = core.column("start").tolist()
    for row, (begin, end) in enumerate(pairwise(start)):
        assert core.arena[begin:end].decode() == twin.text[row]
        assert core.text(row) == "".join(twin.text[row : twin.end[row]])


@often
@given(drawn)
def test_lines_are_the_twins(document: Drawn) -> None:
    line = document.page.columns.column("line")
    block = document.page.columns.column("block")
    runs = [rows for rows in density.runs(document.twin) if rows]
    lines = [{int(line[row]) for row in rows} for rows in runs]
    assert all(len(numbers) == 1 for numbers in lines)
    firsts = [rows[0] for rows in runs]
    assert (np.diff(line[firsts]) > 0).all()
    assert (np.diff(block[firsts]) >= 0).all()
    assert all(len({int(block[row]) for row in rows}) == 1 for rows in runs)


@given(drawn)
def test_columns_make_a_tree(document: Drawn) -> None:
    core = document.page.columns
    parent, end, depth, start = map(core.column, ("parent", "end", "depth", "start"))
    size = len(core)
    rows = np.arange(size)
    assert (parent[0], depth[0], end[0]) == (-1, 0, size)
    assert (parent[1:] < rows[1:]).all()
    assert (parent[1:] >= 0).all()
    assert (end > rows).all()
    assert (end[1:] <= end[parent[1:]]).all()
    assert (depth[1:] == depth[parent[1:]] + 1).all()
    assert (core.column("tag")[parent[1:]] != tags.TEXT).all()
    assert (np.diff(start.astype(np.int64)) >= 0).all()
    assert (start[0], start[-1]) == (0, len(core.arena))
    # Subtrees are slices: the next row is below this one exactly where it does not end here.
    assert ((parent[1:] == rows[:-1]) == (end[:-1] > rows[1:])).all()


@pytest.mark.parametrize("name", ALL_COLUMNS)
def test_columns_are_read_only(name: str) -> None:
    column = Drawn(b"<p>one <b>two</b>").page.columns.column(name)
    assert not column.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        column.flags.writeable = True
    base: Any = column.base
    assert memoryview(base).readonly


@given(valid_documents, st.integers(0, 5000), st.integers(1, 40))
def test_a_page_is_parsed_whole(html: bytes, before: int, times: int) -> None:
    """However a page is fed to the parser, and wherever that cuts it, the tree is the same."""
    page = b"<!doctype html><!--" + b"x" * before + b"-->" + html * times
    try:
        core = Page.parse(page, charset="utf-8").columns
    except PageError:
        return
    tree = LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS.value)
    whole = Columns(tree, ALL, DEEP)
    assert core.arena == whole.arena
    for name in ALL_COLUMNS:
        assert (core.column(name) == whole.column(name)).all(), name


@given(drawn)
def test_title_is_the_first_one_with_words(document: Drawn) -> None:
    twin = document.twin

    def words(row: int) -> str:
        return " ".join("".join(twin.text[row : twin.end[row]]).split())

    titles = [
        words(row)
        for row, tag in enumerate(twin.tag)
        if tag == "title" and twin.tag[twin.parent[row]] != "svg"
    ]
    headings = [words(row) for row, tag in enumerate(twin.tag) if tag == "h1"]
    assert document.page.title == next(filter(None, titles[:1] + headings[:1]), "")


@given(styles)
@example("display\v:none")
@example("display:none!important")
@example("display:none !x")
@example("display:none!")
def test_a_style_hides_as_the_twin_says(style: str) -> None:
    parser = LexborHTMLParser(b"<p style=''>")
    element = parser.css_first("p")
    assert element is not None
    element.attrs["style"] = style
    document = Drawn((parser.html or "").encode())
    row = document.twin.tag.index("p")
    core = bool(document.page.columns.column("flags")[row] & FLAGS["hidden"])
    assert core == is_hidden({"style": style})
