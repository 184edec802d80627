"""The watched parse: the same tree as in one go, and an early end for pages that are attacks."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from extractors._parse import parse
from extractors.status import PageError, Status
from tests.reference.documents import valid_documents

NODES, DEPTH = 2_000_000, 1_000
WHOLE = LexborDocumentOptions.WO_EVENTS.value
TAGS = ["div", "ul><li", "table><tr><td", "span", "b", "section", "svg><g", "x-a", "font", "dl><dd"]
BOLD = b"".join(b"<b id=%d>" % number for number in range(500))
FILLER = b"<p title='a > b'>some text &amp; <b>more</b> of it</p><!-- a > b --><script>a<b</script>"


@given(valid_documents, st.integers(0, 60))
@example(FILLER, 0)
def test_the_tree_is_the_one_of_a_parse_in_one_go(markup: bytes, before: int) -> None:
    # The filler moves the end of the first piece, at 4096 bytes, all over the document.
    html = FILLER * (4096 // len(FILLER) - 1) + b" " * before + markup + FILLER * 50 + markup
    assert parse(html, NODES, DEPTH).html == LexborHTMLParser(html, options=WHOLE).html


@pytest.mark.parametrize("cut", range(len(FILLER) + 1))
def test_a_piece_may_end_anywhere(cut: int) -> None:
    html = b"x" * (4096 - cut) + FILLER + "äöü€😀".encode() * 900 + FILLER
    assert parse(html, NODES, DEPTH).html == LexborHTMLParser(html, options=WHOLE).html


@pytest.mark.parametrize(
    ("html", "status"),
    [
        *[
            pytest.param(f"<{tag}>".encode() * 100_000, Status.TOO_DEEP, id=f"<{tag}>")
            for tag in TAGS
        ],
        pytest.param(b"<p>" + BOLD + b"<p>x" * 20_000, Status.TOO_MANY_NODES, id="formatting"),
        pytest.param(
            b"<template>" + b"<div>" * 100_000, Status.TOO_DEEP, id="deep inside a template"
        ),
        pytest.param(
            b"<template><p>" + BOLD + b"<p>x" * 20_000,
            Status.TOO_MANY_NODES,
            id="formatting inside a template",
        ),
        pytest.param(
            b"<!doctype html><p>" + BOLD + b"<table>" + b"<tr>x" * 20_000,
            Status.TOO_MANY_NODES,
            id="formatting before a table",
        ),
        pytest.param(
            b"<p><font face='" + b"x" * 1_000_000 + b"'>" + b"<p>x" * 20_000,
            Status.TOO_MANY_NODES,
            id="one long attribute, copied",
        ),
        pytest.param(
            b"a<tr b=xxxxxxxxxxxxxxxxx>" * 200_000, Status.TOO_MANY_NODES, id="text, copied"
        ),
        pytest.param(
            b"<p " + b" ".join(b"a%d" % i for i in range(200_000)),
            Status.TOO_MANY_NODES,
            id="names",
        ),
        pytest.param(
            b"".join(b"<x%d></x%d>" % (i, i) for i in range(90_000)),
            Status.TOO_MANY_NODES,
            id="new tags",
        ),
        pytest.param(
            b"".join(b"<p x%d>" % i for i in range(90_000)),
            Status.TOO_MANY_NODES,
            id="new attributes",
        ),
    ],
)
@pytest.mark.timeout(20)  # in one go: from 10 seconds to hours
def test_attacks_end_early(html: bytes, status: Status) -> None:
    with pytest.raises(PageError) as caught:
        parse(html, NODES // 10, DEPTH)
    assert caught.value.status is status


@pytest.mark.parametrize(
    "html",
    [
        pytest.param(b"<p>x" * 100_000, id="paragraphs"),
        pytest.param(b"<div></div>" * 800 + b"<frameset><frame>", id="a frameset takes body out"),
        pytest.param(b"<div>" * 900 + b"<frameset>" + b"<frame>" * 900, id="deep frameset"),
        pytest.param(b"<ul>" + b"<li>x" * 100_000, id="items"),
        pytest.param(b"x<br>" * 100_000, id="breaks"),
        pytest.param(b"<table>" + b"<tr><td><font color=red>x" * 30_000, id="fonts in cells"),
        pytest.param(b"<div>" * 900 + b"x" + b"</div>" * 900, id="deep"),
        pytest.param(b"<img src='data:image/png;base64," + b"ab/+ " * 99_999 + b"'>x", id="data"),
        pytest.param(b"<p>" + b"a < b or c " * 50_000, id="signs in text"),
        pytest.param(b"<script>" + b"a<b;c = d;" * 50_000 + b"</script>x", id="signs in a script"),
    ],
)
def test_ordinary_pages_pass(html: bytes) -> None:
    assert parse(html, NODES, DEPTH).html == LexborHTMLParser(html, options=WHOLE).html
