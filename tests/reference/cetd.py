"""Text density read literally: CETD-DS, CECTD-DS and CECTD-S (Sun, Song, Liao 2011)."""

import math
from dataclasses import dataclass, field
from typing import Literal

from tests.reference.columns import LINKS, Columns
from tests.reference.compare import greater

Variant = Literal["cetd-ds", "cectd-s", "cectd-ds"]
Profile = Literal["paper", "code"]


@dataclass
class Reading:
    """Every number on the way to the answer; the dictionaries are keyed by row.

    The counts and the densities also hold the non-blank text nodes, as nodes without tags.
    """

    chars: dict[int, int] = field(default_factory=dict)  # C
    tags: dict[int, int] = field(default_factory=dict)  # T
    link_chars: dict[int, int] = field(default_factory=dict)  # LC
    link_tags: dict[int, int] = field(default_factory=dict)  # LT
    density: dict[int, float] = field(default_factory=dict)
    density_sum: dict[int, float] = field(default_factory=dict)
    smoothed: dict[int, float] = field(default_factory=dict)
    threshold: float = 0.0
    max_tag: int | None = None
    marked: list[int] = field(default_factory=list)
    kept: frozenset[int] = frozenset()


def read(
    page: Columns, variant: Variant, profile: Profile = "paper", threshold: float = 1.0
) -> Reading:
    """Runs one variant in one profile; `threshold` is the paper's lambda."""
    reading = Reading()
    nodes = sorted(page.elements + page.texts)
    _count(page, reading, nodes, profile)
    body_chars, body_links = reading.chars[page.root], reading.link_chars[page.root]
    share = body_links / max(body_chars, 1)
    for row in nodes:
        if variant == "cetd-ds":
            reading.density[row] = reading.chars[row] / max(reading.tags[row], 1)
        else:
            reading.density[row] = _composite(reading, row, share, profile)

    if body_chars == 0:
        _fill(page, reading)
    elif body_links == 0 and variant != "cetd-ds":  # no noise: the page is its content
        _fill(page, reading)
        reading.threshold = math.inf
        reading.max_tag = page.root
        reading.marked = [page.root]
        reading.kept = frozenset(page.texts)
    elif variant == "cectd-s":
        _smooth(page, reading)
        _keep_smoothed(page, reading, threshold)
    else:
        _sum_densities(page, reading, share, profile)
        _mark(page, reading, threshold)
    return reading


def _count(page: Columns, reading: Reading, nodes: list[int], profile: Profile) -> None:
    for row in nodes:
        reading.chars[row] = page.chars[row]
        reading.tags[row] = 0
        reading.link_chars[row] = page.chars[row] if page.link[row] else 0
        reading.link_tags[row] = 0
    for row in reversed(nodes[1:]):
        parent = page.parent[row]
        reading.chars[parent] += reading.chars[row]
        reading.link_chars[parent] += reading.link_chars[row]
        if page.tag[row]:
            reading.tags[parent] += 1 + reading.tags[row]
            is_link = _is_link_tag(page, reading, row, profile)
            reading.link_tags[parent] += is_link + reading.link_tags[row]


def _is_link_tag(page: Columns, reading: Reading, row: int, profile: Profile) -> bool:
    if profile == "paper":
        return page.tag[row] in LINKS
    only_links = (
        reading.link_tags[row] == reading.tags[row] != 0
        and reading.link_chars[row] == reading.chars[row]
    )
    return page.link[row] or only_links


def _composite(reading: Reading, row: int, share: float, profile: Profile) -> float:
    c, lc = reading.chars[row], reading.link_chars[row]
    if c == 0:
        return 0.0
    if share == 0 and profile == "paper":
        return math.inf
    # A zero in the place of a denominator becomes one. T is a denominator in C / T.
    t, lt, nlc = max(reading.tags[row], 1), max(reading.link_tags[row], 1), max(c - lc, 1)
    factor = lc if profile == "paper" else max(lc, 1)
    argument = (c / max(lc, 1)) * (t / lt)
    if argument <= 1:
        return 0.0
    base = math.log((c / nlc) * factor + share * c + math.e)
    return (c / t) * (math.log(argument) / math.log(base))


def _fill(page: Columns, reading: Reading) -> None:
    reading.density_sum = dict.fromkeys(page.elements, 0.0)
    reading.smoothed = dict.fromkeys(page.elements, 0.0)


def _sum_densities(page: Columns, reading: Reading, share: float, profile: Profile) -> None:
    for row in page.elements:
        below = page.element_children(row)
        total = sum(reading.density[child] for child in below)
        if profile == "code":
            if below:
                total += sum(
                    _between_tags(page.chars[child], share)
                    for child in page.children[row]
                    if page.chars[child] >= 2
                )
            else:
                total = reading.density[row]
        reading.density_sum[row] = total


def _between_tags(m: int, share: float) -> float:
    base = math.log(share * m + math.e)
    return m * math.log(m) / math.log(base) if base > 1 else math.inf


def _mark(page: Columns, reading: Reading, threshold: float) -> None:
    sums, best = reading.density_sum, {}
    for row in reversed(page.elements):
        best[row] = row
        for child in page.element_children(row):
            if greater(sums[best[child]], sums[best[row]]):
                best[row] = best[child]

    reading.max_tag = best[page.root]
    path = page.path(reading.max_tag)
    reading.threshold = threshold * min(reading.density[row] for row in path)
    marked = {reading.max_tag}
    passed = set()  # visited, neither marked nor stopped at: their children are visited
    for row in page.elements:
        if row != page.root and page.parent[row] not in passed:
            continue
        if row in marked or greater(reading.threshold, reading.density[row]):
            continue
        marked.add(best[row])
        if best[row] != row:
            passed.add(row)

    ancestors = {above for row in marked for above in page.path(row)}
    directly = {row for row in page.texts if page.parent[row] in ancestors}
    reading.marked = sorted(marked)
    reading.kept = frozenset(page.below(reading.marked)) | directly


def _smooth(page: Columns, reading: Reading) -> None:
    d = reading.density
    reading.smoothed[page.root] = d[page.root]
    for parent in page.elements:
        nodes = [row for row in page.children[parent] if row in d]
        for i, row in enumerate(nodes):
            near = nodes[max(i - 1, 0) : i] + nodes[i + 1 : i + 2]
            total = 2 * d[row] + sum(d[other] for other in near)
            reading.smoothed[row] = total / (2 + len(near))


def _keep_smoothed(page: Columns, reading: Reading, threshold: float) -> None:
    reading.threshold = threshold * reading.density[page.root]
    kept = [
        row
        for row in page.texts
        if not greater(reading.threshold, reading.smoothed[page.parent[row]])
    ]
    reading.kept = frozenset(kept)
    reading.marked = sorted({page.parent[row] for row in kept})
