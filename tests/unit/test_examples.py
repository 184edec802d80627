"""The worked examples: the fast kernels say the very numbers, and the extractors the texts."""

import math
from functools import partial
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from extractors import EXTRACTORS, _cetd, _density, _euclidean, extract
from extractors._core import Columns
from tests.reference.examples import (
    CETD,
    DENSITY,
    EUCLIDEAN,
    TEXTS,
    CetdExample,
    DensityExample,
    EuclideanExample,
    TextExample,
)

near = partial(pytest.approx, abs=1e-6, rel=0)


def columns(html: str) -> Columns:
    return Columns(LexborHTMLParser(html.encode()), 1 << 20, 1000)


def label(page: Columns, row: int) -> str:
    """The node names of the examples: tag#id."""
    name = page.attribute(row, "id")
    return page.name(row) + (f"#{name}" if name else "")


def labels(page: Columns, rows: list[int]) -> tuple[str, ...]:
    return tuple(label(page, row) for row in rows)


def elements(page: Columns) -> list[int]:
    """The elements from the root down."""
    end = int(page.column("end")[page.root])
    return [row for row in range(page.root, end) if page.name(row)]


@pytest.mark.parametrize("example", CETD, ids=lambda e: f"{e.name}-{e.variant}-{e.profile}")
def test_cetd(example: CetdExample) -> None:
    page = columns(example.html)
    smoothing = example.variant == "cectd-s"
    numbers = _cetd.measure(
        page, 1.0, example.variant != "cetd-ds", smoothing, example.profile == "code"
    )

    rows = elements(page)
    assert labels(page, rows) == tuple(node.node for node in example.nodes)
    # Without a hyperlink on the page the paper's densities are infinite, whatever the profile.
    is_finite = example.threshold != math.inf
    for row, node in zip(rows, example.nodes, strict=True):
        assert numbers["chars"][row] == node.chars, node
        assert numbers["tags"][row] == node.tags, node
        assert numbers["link_chars"][row] == node.link_chars, node
        assert numbers["link_tags"][row] == node.link_tags, node
        if is_finite:
            assert numbers["density"][row] == near(node.density), node
        else:
            assert numbers["density"][row] == (math.inf if node.chars else 0), node
        if is_finite:
            weight = node.smoothed if node.density_sum is None else node.density_sum
            assert numbers["weight"][row] == near(weight), node
    assert numbers["threshold"] == near(example.threshold)
    assert (label(page, numbers["best"]) if numbers["best"] >= 0 else None) == example.max_tag
    marked = [row for row in rows if numbers["marked"][row]]
    if smoothing and is_finite:  # every element that is dense enough, with text in it or not
        parents = {int(page.column("parent")[row]) for row in texts(page)}
        marked = [row for row in marked if row in parents and numbers["chars"][page.root]]
    assert labels(page, marked) == example.marked


def texts(page: Columns) -> list[int]:
    return [row for row, chars in enumerate(page.column("chars")) if chars and not page.name(row)]


@pytest.mark.parametrize("example", CETD, ids=lambda e: f"{e.name}-{e.variant}-{e.profile}")
def test_cetd_text(example: CetdExample) -> None:
    extractor = EXTRACTORS[example.variant](profile=example.profile)  # type: ignore[call-arg]
    assert extract(example.html, extractor).text == example.text


@pytest.mark.parametrize("example", DENSITY, ids=lambda e: e.name)
def test_density(example: DensityExample) -> None:
    numbers = _density.measure(columns(example.html), 0.333, 4)
    assert tuple(numbers["lengths"]) == example.lengths
    assert numbers["longest"] == example.max_index
    assert numbers["cutoff"] == near(example.cutoff)
    assert (numbers["left"], numbers["right"]) == (example.left, example.right)
    assert extract(example.html, "density").text == example.text


@pytest.mark.parametrize("example", EUCLIDEAN, ids=lambda e: e.name)
def test_euclidean(example: EuclideanExample) -> None:
    page = columns(example.html)
    numbers = _euclidean.measure(page, example.c, 1.5, 7, False)

    assert numbers["wide"] == example.wide
    assert labels(page, numbers["rated"]) == tuple(node.node for node in example.rated)
    points: list[tuple[Any, ...]] = list(
        zip(numbers["ratios"], numbers["z"], numbers["distance"], strict=True)
    )
    for (ratios, z, distance), node in zip(points, example.rated, strict=True):
        assert tuple(ratios) == tuple(map(near, node.ratios)), node
        assert distance == near(node.distance), node
        if not example.wide:  # a wide page is kept whole, so nothing is standardised
            assert tuple(z) == tuple(map(near, node.z)), node
    assert labels(page, numbers["cset"]) == example.cset
    assert labels(page, numbers["reduced"]) == example.reduced
    if not example.wide and example.rated:  # else everything is kept, and nothing selected
        assert labels(page, numbers["selected"]) == example.selected
    assert labels(page, numbers["removed"]) == example.removed
    extractor = EXTRACTORS["euclidean"](c=example.c)  # type: ignore[call-arg]
    assert extract(example.html, extractor).text == example.text


@pytest.mark.parametrize("example", TEXTS, ids=lambda e: f"{e.extractor}-{e.name}")
def test_text(example: TextExample) -> None:
    extractor = EXTRACTORS[example.extractor](**example.parameters)
    # The examples leave out that `pre` keeps its white space.
    expected = example.text.replace("c d", "c\n  d") if "<pre>" in example.html else example.text
    assert extract(example.html, extractor).text == expected
