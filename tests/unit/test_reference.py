"""The reading of the specification that the native code is tested against."""

from functools import partial

import pytest
from hypothesis import given

from tests.reference import cetd, columns, density, euclidean, extractors
from tests.reference.columns import Columns, is_hidden
from tests.reference.documents import documents, pages, valid_documents
from tests.reference.examples import (
    CETD,
    DENSITY,
    EUCLIDEAN,
    NEWS,
    TEXTS,
    CetdExample,
    DensityExample,
    EuclideanExample,
    TextExample,
)
from tests.reference.text import text

near = partial(pytest.approx, abs=1e-6, rel=0)


def labels(page: Columns, rows: list[int]) -> tuple[str, ...]:
    return tuple(page.label[row] for row in rows)


@pytest.mark.parametrize("example", CETD, ids=lambda e: f"{e.name}-{e.variant}-{e.profile}")
def test_cetd(example: CetdExample) -> None:
    page = columns.read(example.html.encode())
    reading = cetd.read(page, example.variant, example.profile)

    assert labels(page, page.elements) == tuple(node.node for node in example.nodes)
    for row, node in zip(page.elements, example.nodes, strict=True):
        assert reading.chars[row] == node.chars, node
        assert reading.tags[row] == node.tags, node
        assert reading.link_chars[row] == node.link_chars, node
        assert reading.link_tags[row] == node.link_tags, node
        assert reading.density[row] == near(node.density), node
        if node.density_sum is not None:
            assert reading.density_sum[row] == near(node.density_sum), node
        if node.smoothed is not None:
            assert reading.smoothed[row] == near(node.smoothed), node
    assert reading.threshold == near(example.threshold)
    max_tag = None if reading.max_tag is None else page.label[reading.max_tag]
    assert max_tag == example.max_tag
    assert labels(page, reading.marked) == example.marked
    assert text(page, reading.kept) == example.text


@pytest.mark.parametrize("example", DENSITY, ids=lambda e: e.name)
def test_density(example: DensityExample) -> None:
    page = columns.read(example.html.encode())
    reading = density.read(page)

    assert tuple(reading.lengths) == example.lengths
    assert reading.max_index == example.max_index
    assert reading.cutoff == near(example.cutoff)
    assert tuple(reading.region) == example.region
    assert (reading.left, reading.right) == (example.left, example.right)
    assert text(page, reading.kept) == example.text
    assert "\n".join(reading.strings[example.left : example.right + 1]) == example.text


@pytest.mark.parametrize("example", EUCLIDEAN, ids=lambda e: e.name)
def test_euclidean(example: EuclideanExample) -> None:
    page = columns.read(example.html.encode())
    reading = euclidean.read(page, c=example.c)

    assert reading.wide == example.wide
    assert labels(page, reading.rated) == tuple(node.node for node in example.rated)
    for row, node in zip(reading.rated, example.rated, strict=True):
        assert reading.ratios[row] == tuple(map(near, node.ratios)), node
        assert reading.z[row] == tuple(map(near, node.z)), node
        assert reading.distance[row] == near(node.distance), node
    assert labels(page, reading.cset) == example.cset
    assert labels(page, reading.reduced) == example.reduced
    assert labels(page, reading.selected) == example.selected
    assert labels(page, reading.removed) == example.removed
    assert text(page, reading.kept) == example.text


def test_euclidean_depth() -> None:
    reading = euclidean.read(columns.read(NEWS.encode()))
    assert (reading.max_depth, len(reading.rated)) == (5, 12)


@pytest.mark.parametrize("example", TEXTS, ids=lambda e: f"{e.extractor}-{e.name}")
def test_text(example: TextExample) -> None:
    page = columns.read(example.html.encode())
    kept = extractors.kept(page, example.extractor, **example.parameters)
    assert text(page, kept) == example.text


def test_columns() -> None:
    page = columns.read(
        "<!doctype html><head><title>T</title></head> <p id=p>one <!-- c --><a> two\n 東京 </a>"
        "<pre hidden>x<b>\u00a0</b></pre><select><option>o</select><svg><a>s</a><script>raw"
        "</script></svg><template>t</template><noscript>n</noscript>".encode()
    )
    rows = zip(
        page.label,
        page.parent,
        page.end,
        page.depth,
        page.text,
        page.chars,
        page.words,
        page.words_cjk,
        strict=True,
    )
    assert list(rows) == [
        ("html", -1, 25, 0, "", 0, 0, 0),
        ("head", 0, 4, 1, "", 0, 0, 0),
        ("title", 1, 4, 2, "", 0, 0, 0),
        ("", 2, 4, 3, "T", 1, 1, 1),
        ("", 0, 5, 1, " ", 0, 0, 0),
        ("body", 0, 25, 1, "", 0, 0, 0),
        ("p#p", 5, 10, 2, "", 0, 0, 0),
        ("", 6, 8, 3, "one ", 3, 1, 1),
        ("a", 6, 10, 3, "", 0, 0, 0),
        ("", 8, 10, 4, " two\n 東京 ", 6, 2, 3),
        ("pre", 5, 14, 2, "", 0, 0, 0),
        ("", 10, 12, 3, "x", 1, 1, 1),
        ("b", 10, 14, 3, "", 0, 0, 0),
        ("", 12, 14, 4, "\u00a0", 0, 0, 0),
        ("select", 5, 17, 2, "", 0, 0, 0),
        ("option", 14, 17, 3, "", 0, 0, 0),
        ("", 15, 17, 4, "o", 1, 1, 1),
        ("svg", 5, 22, 2, "", 0, 0, 0),
        ("a", 17, 20, 3, "", 0, 0, 0),
        ("", 18, 20, 4, "s", 1, 1, 1),
        ("script", 17, 22, 3, "", 0, 0, 0),
        ("", 20, 22, 4, "", 0, 0, 0),
        ("template", 5, 23, 2, "", 0, 0, 0),
        ("noscript", 5, 25, 2, "", 0, 0, 0),
        ("", 23, 25, 3, "n", 1, 1, 1),
    ]
    flags = {
        name: [row for row, flag in enumerate(getattr(page, name)) if flag]
        for name in ("link", "anchor", "skipped", "hidden", "lead", "trail", "pre")
    }
    assert flags == {
        "link": [8, 9, 14, 15, 16, 18, 19],
        "anchor": [8, 9, 18, 19],
        "skipped": [1, 2, 3, 17, 18, 19, 20, 21, 22, 23, 24],
        "hidden": [10, 11, 12, 13],
        "lead": [4, 9, 13],
        "trail": [4, 7, 9, 13],
        "pre": [10, 11, 12, 13],
    }
    assert page.root == 5
    assert page.texts == [7, 9, 11, 16]


@pytest.mark.parametrize(
    ("attributes", "hidden"),
    [
        ({"hidden": None}, True),
        ({"hidden": "until-found"}, True),
        ({"aria-hidden": " TRUE\n"}, True),
        ({"aria-hidden": "false"}, False),
        ({"aria-hidden": None}, False),
        ({"style": "display:none"}, True),
        ({"style": "color: red;\tdisplay : NONE !important "}, True),
        ({"style": "Display:none! important;"}, True),
        ({"style": "visibility:hidden"}, True),
        ({"style": "visibility:none;display:hidden"}, False),
        ({"style": "x-display:none"}, False),
        ({"style": "display:nonesuch"}, False),
        ({"style": "display:none none"}, False),
        ({"style": "dis play:none"}, False),
        ({"style": "display none"}, False),
        ({"style": None}, False),
        ({}, False),
    ],
)
def test_is_hidden(attributes: dict[str, str | None], hidden: bool) -> None:
    assert is_hidden(attributes) is hidden


def test_frameset_has_no_body() -> None:
    page = columns.read(b"<frameset><frame></frameset>")
    assert (page.root, page.elements) == (0, [0, 2, 3])


@given(valid_documents | pages)
def test_columns_make_a_tree(html: bytes) -> None:
    page = columns.read(html)
    for row in range(1, len(page.tag)):
        parent = page.parent[row]
        assert page.tag[parent]
        assert parent < row < page.end[row] <= page.end[parent]
        assert page.depth[row] == page.depth[parent] + 1


@given(valid_documents | pages)
def test_kept_is_text_of_the_page(html: bytes) -> None:
    page = columns.read(html)
    everything = text(page, extractors.kept(page, "full"))
    for name in extractors.EXTRACTORS:
        kept = extractors.kept(page, name)
        assert kept.issubset(page.texts)
        lines = text(page, kept).splitlines()
        assert all(line.split() for line in lines)
        assert sum(map(len, lines)) <= len(everything)


@given(documents)
def test_any_bytes_are_a_page_once_decoded(html: bytes) -> None:
    page = columns.read(html.decode(errors="replace").encode())
    assert page.tag[0] == "html"
    assert page.end[0] == len(page.tag)


def test_deep_pages_need_no_stack() -> None:
    page = columns.read(b"<div>" * 2000 + b"deep")
    for name in extractors.EXTRACTORS:
        assert text(page, extractors.kept(page, name)) == "deep", name
