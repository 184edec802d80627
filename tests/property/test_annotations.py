"""The table of a page's nodes says what the columns and the verdicts say, node by node."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extractors import EXTRACTORS, Comparison, extract_many
from extractors._core import FLAGS
from extractors.annotations import annotate
from tests.property.drawn import Drawn, drawn_pages

NAMES = [*EXTRACTORS]


def compared(document: Drawn, names: list[str]) -> Comparison:
    return extract_many(document.html, names)


@given(drawn_pages, st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
def test_all_nodes(document: Drawn, names: list[str]) -> None:
    comparison = compared(document, names)
    nodes, table = comparison.nodes, annotate(comparison, "all").nodes
    votes = np.zeros(len(nodes), np.uint16)
    for bit, line in enumerate(comparison.votes):
        votes |= line.astype(np.uint16) << np.uint16(bit)
    assert (table["node"] == np.arange(len(nodes))).all()
    assert (table["votes"] == votes).all()
    for name in ("parent", "tag", "chars", "text_start", "text_end", "score", "reason"):
        assert (table[name] == getattr(nodes, name)).all(), name
    for flag in FLAGS:
        assert (((table["flags"] & FLAGS[flag]) != 0) == nodes.has(flag)).all(), flag


@given(drawn_pages, st.lists(st.sampled_from(NAMES), min_size=1, unique=True))
def test_kept_nodes_are_those_of_all_nodes_with_a_vote(document: Drawn, names: list[str]) -> None:
    kept = annotate(compared(document, names), "kept").nodes
    whole = annotate(compared(document, names), "all").nodes
    wanted = whole[whole["votes"] != 0]
    for name in wanted.dtype.names or ():
        assert (kept[name] == wanted[name]).all(), name
    assert set(kept["parent"]) <= {-1, *kept["node"]}  # the tree of what is kept is whole


@given(drawn_pages)
def test_sums(document: Drawn) -> None:
    comparison = compared(document, NAMES)
    nodes, found = comparison.nodes, annotate(comparison, "none")
    shown = nodes.chars * nodes.is_text
    assert len(found.nodes) == 0
    assert found.shown_chars == shown.sum()
    assert found.kept_chars == [int(shown[line != 0].sum()) for line in comparison.votes]
    assert found.words == nodes.words[nodes.is_text & nodes.kept].sum()
    if found.shown_chars:
        assert found.main_ratio == found.kept_chars[0] / found.shown_chars


def test_a_page_that_is_none_has_no_nodes() -> None:
    found = annotate(extract_many(b"", NAMES), "all")
    assert (len(found.nodes), found.shown_chars, found.kept_chars) == (0, 0, [0] * len(NAMES))
    assert found.main_ratio is None
