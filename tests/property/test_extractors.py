"""Every extractor, with any parameters, keeps what its literal reading keeps."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from extractors import EXTRACTORS, Extractor, Reason, extract, extract_many, tags
from extractors.cetd import CetdDs
from extractors.density import DensityRegion
from extractors.euclidean import Euclidean
from extractors.full import Full
from tests.property.drawn import (
    Drawn,
    drawn,
    drawn_pages,
    every_extractor,
    kept_texts,
    often,
    parameters,
)
from tests.reference import cetd, euclidean
from tests.reference.compare import greater
from tests.reference.text import text

REASONS = {
    "cetd-ds": {Reason.LOW_DENSITY},
    "cectd-s": {Reason.LOW_DENSITY},
    "cectd-ds": {Reason.LOW_DENSITY},
    "density": {Reason.OUTSIDE_REGION},
    "euclidean": {Reason.NOT_SELECTED, Reason.LINK_GROUP},
    "full": {Reason.HIDDEN},
}


def media(document: Drawn) -> list[int]:
    """The media that the page shows."""
    twin = document.twin
    return [
        row
        for row in range(twin.root + 1, twin.end[twin.root])
        if twin.tag[row] in tags.MEDIA and not twin.skipped[twin.parent[row]]
    ]


def inside(document: Drawn, rows: list[int]) -> set[int]:
    return {below for row in rows for below in range(row, document.twin.end[row])}


def kept_media(document: Drawn, extractor: Extractor) -> list[int]:
    """The media an extractor keeps, read off the numbers of its literal reading."""
    twin, shown = document.twin, media(document)
    if isinstance(extractor, Full):
        hidden = twin.hidden if extractor.hidden == "drop" else [False] * len(twin.tag)
        return [row for row in shown if not hidden[row]]
    if isinstance(extractor, DensityRegion):
        kept = document.kept(extractor)
        return [row for row in shown if kept and min(kept) < row < max(kept)]
    if isinstance(extractor, Euclidean):
        reading = euclidean.read(twin, **parameters(extractor))
        if reading.wide:
            return shown
        gone = inside(document, reading.removed)
        return [row for row in shown if row in inside(document, reading.selected) - gone]
    densities = cetd.read(twin, extractor.name, **parameters(extractor))  # type: ignore[arg-type]
    if extractor.name != "cectd-s" or densities.threshold == np.inf:
        return [row for row in shown if row in inside(document, densities.marked)]
    return [
        row
        for row in shown
        if densities.smoothed
        and densities.chars[twin.root]
        and not greater(densities.threshold, densities.smoothed[twin.parent[row]])
    ]


@often
@given(drawn, every_extractor)
@example(Drawn(b"<p>" + b"a" * 100 + b"</p><p>" + b"b" * 57), DensityRegion(c1=0.57))
@example(Drawn(b"<p>the</p>"), CetdDs(threshold=1.1))
def test_the_kept_texts_are_the_twins(document: Drawn, extractor: Extractor) -> None:
    assert kept_texts(document.extraction(extractor)) == sorted(document.kept(extractor))


@given(st.lists(st.integers(1, 120), max_size=12), st.integers(0, 100), st.integers(1, 4))
def test_a_length_equal_but_for_rounding_is_not_greater(
    lengths: list[int], percent: int, c2: int
) -> None:
    document = Drawn("".join(f"<p>{'x' * length}</p>" for length in lengths).encode())
    extractor = DensityRegion(c1=percent / 100, c2=c2)
    assert kept_texts(document.extraction(extractor)) == sorted(document.kept(extractor))


@given(drawn_pages, every_extractor)
@example(Drawn(b"<p>one</p><img>"), CetdDs(threshold=0))
def test_the_kept_media_are_the_twins(document: Drawn, extractor: Extractor) -> None:
    nodes = document.extraction(extractor).nodes
    assert np.flatnonzero(nodes.kept & nodes.has("media")).tolist() == kept_media(
        document, extractor
    )


@often
@given(drawn_pages, every_extractor)
def test_the_text_is_the_twins(document: Drawn, extractor: Extractor) -> None:
    extraction = document.extraction(extractor)
    kept = document.kept(extractor)
    expected = text(document.twin, kept)
    assert extraction.text.split() == expected.split()
    if not any(document.twin.pre[row] for row in kept):  # there alone the white space counts
        assert extraction.text == expected


@given(drawn, every_extractor)
def test_elements_are_kept_for_what_they_hold(document: Drawn, extractor: Extractor) -> None:
    nodes = document.extraction(extractor).nodes
    held = np.zeros(len(nodes), np.bool_)
    for row in range(len(nodes) - 1, -1, -1):
        if nodes.tag[row] == tags.TEXT or nodes.has("media")[row]:
            held[row] |= nodes.kept[row]
        if nodes.parent[row] >= 0:
            held[nodes.parent[row]] |= held[row]
    assert nodes.kept.tolist() == held.tolist()


@given(drawn, every_extractor)
def test_every_drop_has_its_reason(document: Drawn, extractor: Extractor) -> None:
    twin, nodes = document.twin, document.extraction(extractor).nodes
    candidates = {*twin.texts, *media(document)}
    for row, (kept, reason) in enumerate(zip(nodes.kept, nodes.reason, strict=True)):
        assert kept == (reason == Reason.KEPT)
        if row in candidates:
            assert kept or reason in REASONS[extractor.name]
        elif not kept:
            blank = twin.tag[row] == "" and not twin.chars[row]
            shows = twin.tag[row] == "" or twin.tag[row] in tags.MEDIA
            expected = Reason.NO_CANDIDATE if blank or not shows else Reason.NOT_SHOWN
            assert reason == expected
    assert not np.isnan(nodes.score).any()
    assert (nodes.score >= 0).all()


@given(drawn)
def test_votes_are_the_single_answers(document: Drawn) -> None:
    together = extract_many(document.html, [*EXTRACTORS])
    alone = [extract(document.html, name) for name in EXTRACTORS]
    assert together.extractors == (*EXTRACTORS,)
    assert together.votes.shape == (len(EXTRACTORS), len(together.nodes))
    assert together.votes.tolist() == [one.nodes.kept.tolist() for one in alone]
    assert (together.status, together.text) == (alone[0].status, alone[0].text)
    assert together.nodes.score.tolist() == alone[0].nodes.score.tolist()

    chars, same = 0, 0
    for row in np.flatnonzero(together.nodes.is_text):
        chars += int(together.nodes.chars[row])
        if len({int(vote) for vote in together.votes[:, row]}) == 1:
            same += int(together.nodes.chars[row])
    assert together.agreement == (same / chars if chars else 1.0)


@given(drawn, every_extractor)
def test_the_same_page_gives_the_same_bytes(document: Drawn, extractor: Extractor) -> None:
    first, second = (extract(document.html, extractor) for _ in range(2))
    assert first.text_bytes == second.text_bytes
    assert first.blocks.table.tobytes() == second.blocks.table.tobytes()
    for name in ("kept", "score", "reason", "text_start", "text_end"):
        assert (getattr(first.nodes, name) == getattr(second.nodes, name)).all(), name
    for form in ("text", "markdown", "html", "json"):
        assert first.render(form) == second.render(form)
