"""Memory comes back, and what was handed out stays."""

import ctypes
import gc
import random
import resource
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from extractors import EXTRACTORS, FORMATS, Limits, extract, extract_many
from extractors.page import Page
from tests.reference.documents import SPECIALS, TAGS, TEXTS

PAGE = "<title>t</title><p>one <b>two</b> three</p><h1>four</h1><img src=a><p>five six"
ARRAYS = (
    *("tag", "parent", "end", "depth", "chars", "words"),
    *("kept", "score", "reason", "text_start", "text_end"),
)

WARM_UP = 3_000
ROUNDS = 4
BOUND = 1 << 18  # bytes, about ten a page


def small_pages(seed: int) -> Iterator[str]:
    """Pages of a few hundred bytes, every kind of node and every status among them."""
    dice = random.Random(seed)
    tags = TAGS.split()
    while True:
        parts = [
            dice.choice((f"<{dice.choice(tags)} id=x hidden style='display:none' data-y>", part))
            for part in dice.choices(TEXTS + SPECIALS, k=dice.randrange(12))
        ]
        yield "".join(parts)


def work(pages: int, seed: int) -> None:
    """Extracts so many pages in every way there is."""
    names, formats = [*EXTRACTORS], (*FORMATS, "")
    for i, page in zip(range(pages), small_pages(seed), strict=False):
        html = page.encode() if i % 2 else page
        name = names[i % len(names)]
        if i % 50 == 0:
            extract_many(html, names).agreement  # noqa: B018
        limits = Limits(max_nodes=20) if i % 70 == 0 else Limits()  # stopped on the way
        extraction = extract(html, name, limits=limits)
        if i % 10 == 0 and formats[i // 10 % 5]:
            extraction.render(formats[i // 10 % 5])
            list(extraction.blocks)
            extraction.nodes.chars.sum()


def resident() -> int:
    """The bytes of this process that are in memory, without what malloc merely holds back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    statm = Path("/proc/self/statm").read_text(encoding="ascii")
    return int(statm.split()[1]) * resource.getpagesize()


def growth(pages: int) -> int:
    """The least that memory grew in a round: something may be kept once, but a leak goes on."""
    work(WARM_UP, 0)
    grown = []
    for seed in range(1, ROUNDS + 1):
        before = resident()
        work(pages // ROUNDS, seed)
        grown.append(resident() - before)
    return min(grown)


needs_linux = pytest.mark.skipif(
    not Path("/proc/self/statm").exists() or not hasattr(ctypes.CDLL(None), "malloc_trim"),
    reason="the resident size is read the way of Linux with glibc",
)


@needs_linux
def test_memory_comes_back() -> None:
    assert growth(100_000) < BOUND


@needs_linux
def test_memory_of_a_large_page_comes_back() -> None:
    html = b"<p>some words <b>of</b> a page</p>" * 200_000
    for _ in range(2):
        before = resident()
        for name in EXTRACTORS:
            extract(html, name)
        grown = resident() - before
    assert grown < BOUND


def test_python_objects_come_back() -> None:
    work(1_000, 0)
    tracemalloc.start()
    try:
        work(200, 1)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        work(1_000, 1)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 100_000


@pytest.mark.parametrize("name", EXTRACTORS)
def test_an_extraction_makes_no_cycle(name: str) -> None:
    gc.collect()
    gc.disable()
    try:
        for form in FORMATS:
            extract(PAGE, name).render(form)
        extract_many(PAGE, [name, "full"])
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_outlive_their_extraction(name: str) -> None:
    extraction = extract(PAGE, "full")
    array = getattr(extraction.nodes, name)
    expected = array.tolist()
    del extraction
    scribble()
    assert array.tolist() == expected


@pytest.mark.parametrize("name", ["start", "line", "block", "flags"])
def test_columns_outlive_their_page(name: str) -> None:
    column = Page.parse(PAGE).columns.column(name)
    tail = column[-4:]
    expected = column.tolist()
    del column
    scribble()
    assert tail.tolist() == expected[-4:]


def test_votes_and_blocks_outlive_their_extraction() -> None:
    comparison = extract_many(PAGE, [*EXTRACTORS])
    votes, blocks, table = comparison.votes, comparison.blocks, comparison.blocks.table
    expected = votes.tolist(), list(blocks), table.tolist()
    del comparison
    scribble()
    assert (votes.tolist(), list(blocks), table.tolist()) == expected


def test_a_buffer_outlives_everything() -> None:
    base: Any = Page.parse(PAGE).columns.column("parent").base
    view = memoryview(base)
    del base
    expected = view.tolist()
    scribble()
    assert view.tolist() == expected
    assert view.readonly


def test_the_tree_lives_as_long_as_its_nodes() -> None:
    nodes = extract(PAGE, "full").nodes
    scribble()
    assert [nodes.name(row) for row in np.flatnonzero(nodes.tag)[:3].tolist()] == [
        "html",
        "head",
        "title",
    ]
    assert nodes.attribute(int(np.flatnonzero(nodes.has("media"))[0]), "src") == "a"
    assert nodes.text(0) == "tone two threefourfive six"


def scribble() -> None:
    """Puts something else where freed memory was."""
    gc.collect()
    for name in EXTRACTORS:
        extract("<div>" * 50 + "other words " * 50, name)
    [np.full(n, 0x55, np.uint8) for n in range(1, 2000)]
