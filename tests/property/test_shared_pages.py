"""Real pages, where the shared development sets are there: the same text as the literal reading."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from extractors import EXTRACTORS, Page
from extractors.extraction import Extraction
from tests.reference import columns, text
from tests.reference import extractors as reference

SETS = sorted((Path(__file__).resolve().parents[3] / "shared" / "datasets").glob("*.parquet"))
READINGS: list[tuple[str, dict[str, str]]] = [
    *[(name, dict[str, str]()) for name in EXTRACTORS],
    *[(name, {"profile": "code"}) for name in ("cetd-ds", "cectd-s", "cectd-ds")],
    ("euclidean", {"words": "cjk"}),
]


@pytest.mark.skipif(not SETS, reason="the shared development sets are not here")
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_the_text_is_that_of_the_literal_reading(path: Path) -> None:
    pages = pq.read_table(path, columns=["html"])["html"].to_pylist()
    page = Page.parse(sorted(pages, key=len)[len(pages) // 2])
    twin = columns.read(page.columns.parser.raw_html)
    for name, parameters in READINGS:
        selection = EXTRACTORS[name](**parameters).select(page)
        made = Extraction(page, selection, extractor=name, url=None).text
        kept = reference.kept(twin, name, **parameters)
        assert made.split() == text.text(twin, kept).split(), (name, parameters)
