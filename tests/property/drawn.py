"""What the properties are checked on: pages of both readers, and extractors with any parameters."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from extractors import Charset, CharsetRule, Extraction, Extractor, Page
from extractors._core import Columns
from extractors.cetd import CectdDs, CectdS, CetdDs
from extractors.density import DensityRegion
from extractors.euclidean import Euclidean
from extractors.full import Full
from tests.reference import columns, extractors
from tests.reference.documents import documents, pages, valid_documents

# Where the core is compared with its twin, more is drawn than elsewhere.
often = settings(max_examples=3 * settings().max_examples)

UTF8 = Charset("utf-8", CharsetRule.TEXT, 0)
ALL = 1 << 30  # a limit that no page here reaches
DEEP = 100_000


@dataclass(frozen=True)
class Drawn:
    """A document as the core and as its plain twin read it."""

    html: bytes

    @cached_property
    def page(self) -> Page:
        return Page(Columns(LexborHTMLParser(self.html), ALL, DEEP), UTF8, None)

    @cached_property
    def twin(self) -> columns.Columns:
        return columns.read(self.html)

    def extraction(self, extractor: Extractor) -> Extraction:
        return Extraction(
            self.page, extractor.select(self.page), extractor=extractor.name, url=None
        )

    def kept(self, extractor: Extractor) -> frozenset[int]:
        """The text rows that the twin keeps."""
        if isinstance(extractor, Full):  # the twin knows no parameters of the baseline
            drops = self.twin.hidden if extractor.hidden == "drop" else [False] * len(self.page.tag)
            return frozenset(row for row in self.twin.texts if not drops[row])
        return extractors.kept(self.twin, extractor.name, **parameters(extractor))


def parameters(extractor: Extractor) -> dict[str, Any]:
    return asdict(extractor)  # type: ignore[call-overload]


def kept_texts(extraction: Extraction) -> list[int]:
    """The text rows that the core keeps."""
    return np.flatnonzero(extraction.nodes.kept & (extraction.nodes.tag == 0)).tolist()


def _mostly(usual: float, *others: st.SearchStrategy[float]) -> st.SearchStrategy[float]:
    return st.one_of(st.just(usual), *others)


# Soups most of the time, bytes that are no UTF-8 as any decoder would hand them on.
drawn: st.SearchStrategy[Drawn] = st.builds(
    Drawn,
    st.one_of(
        valid_documents,
        pages,
        documents.map(lambda html: html.decode(errors="replace").encode()),
    ),
)
drawn_pages: st.SearchStrategy[Drawn] = st.builds(Drawn, st.one_of(pages, valid_documents))

_thresholds = _mostly(1.0, st.sampled_from([0.0, 0.5, 0.9, 1.1, 2.0]), st.floats(0, 10))
_profiles: st.SearchStrategy[Any] = st.sampled_from(["paper", "code"])

# A length times one of these is an integer but for rounding, to either side.
_shares = _mostly(
    0.333, st.sampled_from([0.0, 1.0, 0.5, 0.07, 0.28, 0.29, 0.55, 0.57, 0.58]), st.floats(0, 1)
)

every_extractor: st.SearchStrategy[Extractor] = st.one_of(
    st.builds(CetdDs, threshold=_thresholds, profile=_profiles),
    st.builds(CectdS, threshold=_thresholds, profile=_profiles),
    st.builds(CectdDs, threshold=_thresholds, profile=_profiles),
    st.builds(DensityRegion, c1=_shares, c2=st.one_of(st.integers(1, 8), st.just((1 << 30) - 1))),
    st.builds(
        Euclidean,
        c=st.one_of(st.integers(1, 6), st.just(100)),
        tr=_mostly(1.5, st.sampled_from([0.0, 1.0, 2.0]), st.floats(0, 20)),
        hr=st.one_of(st.integers(0, 10), st.just((1 << 30) - 1)),
        words=st.sampled_from(["spaces", "cjk"]),
    ),
    st.builds(Full, hidden=st.sampled_from(["keep", "drop"])),
)
