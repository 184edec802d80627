"""The four-dimensional Euclidean space read literally (Alarte, Silva 2020)."""

import math
from dataclasses import dataclass, field
from typing import Literal

from tests.reference.columns import Columns
from tests.reference.compare import greater

UNRATED = set("a nav undefined hr span em body script header h1 h2 h3 h4 h5 br iframe".split())

Words = Literal["spaces", "cjk"]


@dataclass
class Reading:
    """Every number on the way to the answer; the dictionaries are keyed by row."""

    max_depth: int = 0
    rated: list[int] = field(default_factory=list)
    wide: bool = False
    # word, hyperlink, children, position
    ratios: dict[int, tuple[float, ...]] = field(default_factory=dict)
    z: dict[int, tuple[float, ...]] = field(default_factory=dict)
    distance: dict[int, float] = field(default_factory=dict)
    cset: list[int] = field(default_factory=list)
    reduced: list[int] = field(default_factory=list)
    pond: dict[int, float] = field(default_factory=dict)
    selected: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    kept: frozenset[int] = frozenset()


@dataclass
class Counts:
    """What is below a row, the row included; keyed by row."""

    elements: dict[int, int]
    anchors: dict[int, int]
    images: dict[int, int]
    texts: dict[int, int]  # non-blank
    words: dict[int, int]
    words_outside: dict[int, int]  # of links


def read(
    page: Columns, c: int = 3, tr: float = 1.5, hr: float = 7, words: Words = "spaces"
) -> Reading:
    """Rates the nodes, selects candidates and cleans the winners of link lists."""
    own_words = page.words if words == "spaces" else page.words_cjk
    counts = _count(page, own_words)
    reading = Reading()
    reading.max_depth = max(_depth(page, row) for row in page.shown)
    reading.rated = [
        row
        for row in page.elements
        if row != page.root and page.tag[row] not in UNRATED and page.children[row]
    ]
    _rate(page, reading, counts, own_words)
    reading.wide = _is_wide(page, reading)
    if reading.wide:
        reading.z = dict.fromkeys(reading.rated, ())
        reading.distance = dict.fromkeys(reading.rated, 0.0)
        reading.selected = page.element_children(page.root)
        reading.kept = frozenset(page.texts)
        return reading

    _standardise(reading)
    if not reading.rated:
        reading.selected = [page.root]
        reading.kept = frozenset(page.texts)
        return reading

    reading.cset = _farthest(reading, c)
    reading.reduced = _reduce(page, reading, counts)
    reading.selected = _select(page, reading, counts)
    reading.removed = _clean(page, reading, counts, tr, hr)
    removed = set(page.below(reading.removed))
    reading.kept = frozenset(row for row in page.below(reading.selected) if row not in removed)
    return reading


def _depth(page: Columns, row: int) -> int:
    return page.depth[row] - page.depth[page.root]


def _count(page: Columns, own_words: list[int]) -> Counts:
    def below(own: dict[int, int]) -> dict[int, int]:
        total = dict(own)
        for row in reversed(page.shown[1:]):
            total[page.parent[row]] += total[row]
        return total

    return Counts(
        elements=below({row: int(page.tag[row] != "") for row in page.shown}),
        anchors=below({row: int(page.tag[row] == "a") for row in page.shown}),
        images=below({row: int(page.tag[row] == "img") for row in page.shown}),
        texts=below({row: int(page.chars[row] > 0) for row in page.shown}),
        words=below({row: own_words[row] for row in page.shown}),
        words_outside=below({row: own_words[row] * (not page.anchor[row]) for row in page.shown}),
    )


def _rate(page: Columns, reading: Reading, counts: Counts, own_words: list[int]) -> None:
    word = dict.fromkeys(reading.rated, 0.0)
    for text in page.texts:
        if page.tag[page.parent[text]] != "a":
            for row in page.path(text):
                if row in word:
                    word[row] += own_words[text] / (page.depth[text] - page.depth[row])
    for row in reading.rated:
        depth = _depth(page, row)
        near = depth <= reading.max_depth / 2
        reading.ratios[row] = (
            word[row],
            1 / max(counts.anchors[row], 1),
            float(len(page.element_children(row)) > 2),
            1.0 if near else reading.max_depth / depth - 1,
        )


def _is_wide(page: Columns, reading: Reading) -> bool:
    rated = set(reading.rated)
    on_path = {page.root: 0}
    for row in page.elements[1:]:
        on_path[row] = on_path[page.parent[row]] + (row in rated)
    width = sum(row in rated for row in page.children[page.root])
    return max(on_path.values()) < width


def _standardise(reading: Reading) -> None:
    columns: list[list[float]] = []
    for values in zip(*(reading.ratios[row] for row in reading.rated), strict=True):
        mean = math.fsum(values) / len(values)
        s = math.sqrt(math.fsum((x - mean) ** 2 for x in values) / len(values))
        columns.append([(x - mean) / s if s > 1e-9 else 0.0 for x in values])
    for row, z in zip(reading.rated, zip(*columns, strict=True), strict=True):
        reading.z[row] = z
        reading.distance[row] = math.hypot(*z)


def _farthest(reading: Reading, c: int) -> list[int]:
    rest = list(reading.rated)
    farthest: list[int] = []
    while rest and len(farthest) < c:
        best = rest[0]
        for row in rest:
            if greater(reading.distance[row], reading.distance[best]):
                best = row
        rest.remove(best)
        farthest.append(best)
    return farthest


def _reduce(page: Columns, reading: Reading, counts: Counts) -> list[int]:
    # A node below another one has the same text nodes when it has as many.
    def has_the_texts_of_an_outer_one(row: int) -> bool:
        return any(
            above in reading.cset and counts.texts[above] == counts.texts[row]
            for above in page.path(row)[1:]
        )

    return [row for row in sorted(reading.cset) if not has_the_texts_of_an_outer_one(row)]


def _select(page: Columns, reading: Reading, counts: Counts) -> list[int]:
    for row in reading.reduced:
        reading.pond[row] = counts.words[row] / counts.elements[row]
    best = max(reading.pond.values())
    if best == 0:
        return []
    parents = {page.parent[row] for row in reading.reduced if not greater(best, reading.pond[row])}
    return [row for row in reading.reduced if page.parent[row] in parents]


def _clean(page: Columns, reading: Reading, counts: Counts, tr: float, hr: float) -> list[int]:
    removed: set[int] = set()
    gone: set[int] = set()  # removed, or inside a removed subtree
    inside: set[int] = set()  # a selected subtree
    for row in page.elements:
        if row in removed or page.parent[row] in gone:
            gone.add(row)
            continue
        if row not in reading.selected and page.parent[row] not in inside:
            continue
        outside = counts.words_outside[row]
        ratio = counts.words[row] / outside if outside else math.inf
        is_link_group = greater(ratio, tr) and counts.anchors[row] > hr
        if row not in reading.selected and is_link_group:
            removed.add(row)
            gone.add(row)
            continue
        inside.add(row)
        if _is_list_of_links(page, counts, row):
            removed.update(page.element_children(row))
    return sorted(removed)


def _is_list_of_links(page: Columns, counts: Counts, row: int) -> bool:
    items = page.element_children(row)

    def is_one_link(item: int) -> bool:
        nodes = [child for child in page.children[item] if page.tag[child] or page.chars[child]]
        return [page.tag[child] for child in nodes] == ["a"]

    return (
        len(items) >= 2
        and len({page.tag[item] for item in items}) == 1
        and all(is_one_link(item) and counts.images[item] == 0 for item in items)
    )
