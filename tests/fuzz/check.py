"""One document through everything that is native, and now and then through all the rest."""

import json
import zlib
from collections.abc import Callable
from random import Random
from typing import ClassVar, Literal, get_args

import numpy as np

from extractors import (
    EXTRACTORS,
    FORMATS,
    Comparison,
    Extraction,
    Limits,
    Page,
    Selection,
    extract_many,
)
from extractors.annotations import NodesMode, annotate
from extractors.cetd import CectdDs, CectdS, CetdDs
from extractors.density import DensityRegion
from extractors.euclidean import Euclidean
from extractors.extractor import Extractor
from extractors.facts import page_facts
from extractors.fingerprint import simhash
from extractors.full import Full
from extractors.status import PageError

THOROUGH = 100  # one document in so many is also written in all formats

_CHARSETS = [*["utf-8"] * 60, "windows-1252", "shift_jis", "gb18030", "utf-16le", "utf-7", None]
_LIMITS = [*[Limits()] * 60, Limits(max_depth=5), Limits(max_nodes=30)]

_THRESHOLDS = (1.0, 1.0, 0.0, 0.5, 2.0)
_PROFILES: tuple[Literal["paper", "code"], ...] = ("paper", "code")
_KINDS: list[Callable[[Random], Extractor]] = [
    lambda dice: CetdDs(threshold=dice.choice(_THRESHOLDS), profile=dice.choice(_PROFILES)),
    lambda dice: CectdS(threshold=dice.choice(_THRESHOLDS), profile=dice.choice(_PROFILES)),
    lambda dice: CectdDs(threshold=dice.choice(_THRESHOLDS), profile=dice.choice(_PROFILES)),
    lambda dice: DensityRegion(c1=dice.choice((0.333, 0.0, 1.0)), c2=dice.choice((4, 1, 9))),
    lambda dice: Euclidean(
        c=dice.choice((3, 1, 100)),
        tr=dice.choice((1.5, 0.0)),
        hr=dice.choice((7, 0, 2)),
        words=dice.choice(("spaces", "cjk")),
    ),
    lambda dice: Full(hidden=dice.choice(("keep", "drop"))),
]
_DRAWS = [[kind(Random(i)) for kind in _KINDS] for i in range(100)]


class _Any:
    """An extractor of somebody else, with verdicts that make no sense."""

    name: ClassVar[str] = "any"
    paper: ClassVar[str] = "none"

    def __init__(self, dice: Random) -> None:
        self.dice = dice

    def select(self, page: Page) -> Selection:
        selection = Selection.empty(len(page.columns))
        noise = np.frombuffer(self.dice.randbytes(len(page.columns)), np.uint8)
        selection.kept[:] = noise < self.dice.choice((30, 128, 256))
        return selection


def check(html: bytes, *, thoroughly: bool = False) -> None:
    """Raises where something does not hold. What is drawn depends on the document alone."""
    dice = Random(zlib.crc32(html))
    charset, limits = dice.choice(_CHARSETS), dice.choice(_LIMITS)
    thoroughly = thoroughly or dice.randrange(THOROUGH) == 0
    try:
        page = Page.parse(html, charset=charset, limits=limits)
    except PageError:
        return
    drawn: list[Extractor] = [*dice.choice(_DRAWS), _Any(dice)]
    for extractor in drawn:
        selection = extractor.select(page)
        extraction = Extraction(page, selection, extractor=extractor.name, url=None)
        if extractor.name != "any":
            _check_selection(selection)
        _check_extraction(extraction)
        if thoroughly:
            _check_formats(extraction)
    if thoroughly:
        _check_columns(page)
        page_facts(page)
        comparison = extract_many(html.decode("latin-1"), [*EXTRACTORS], url="http://a.example/b")
        assert 0 <= comparison.agreement <= 1
        _check_annotations(comparison)


def _check_selection(selection: Selection) -> None:
    assert ((selection.reason == 0) == selection.kept).all(), "a verdict without its reason"
    assert not np.isnan(selection.score).any(), "a score that is no number"


def _check_extraction(extraction: Extraction) -> None:
    text, table = extraction.text_bytes, extraction.blocks.table
    text.decode()
    assert not len(table) or table["start"].min() >= 0, "a block before the text"
    assert (table["start"] <= table["end"]).all(), "a block that ends before it starts"
    assert max(table["end"], default=0) == len(text), "text that is in no block"
    assert extraction.nodes.text_end.max(initial=0) == len(text), "text that is of no node"


def _check_formats(extraction: Extraction) -> None:
    for form in FORMATS:
        extraction.render(form).encode()
    row = json.loads(extraction.render("json"))
    assert "\n".join(block.text for block in extraction.blocks if block.text) == row["text"]


def _check_annotations(comparison: Comparison) -> None:
    for mode in get_args(NodesMode):
        found = annotate(comparison, mode)
        assert max(found.kept_chars, default=0) <= found.shown_chars, "kept what is not shown"
    assert len(found.nodes) == len(comparison.nodes), "not all nodes"
    assert 0 <= simhash(comparison.text_bytes) < 1 << 64, "a hash of more than 64 bits"


def _check_columns(page: Page) -> None:
    columns = page.columns
    for row in range(len(columns)):
        columns.name(row)
        columns.text(row)
        for name in ("id", "style", "href", "data-src", "aria-hidden", "hidden"):
            columns.attribute(row, name)
