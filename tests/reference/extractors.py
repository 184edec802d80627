"""The readings by the names of the extractors they specify."""

from typing import Any

from tests.reference import cetd, density, euclidean, full
from tests.reference.columns import Columns

EXTRACTORS = ("cetd-ds", "cectd-s", "cectd-ds", "density", "euclidean", "full")


def kept(page: Columns, extractor: str, **parameters: Any) -> frozenset[int]:  # noqa: ANN401
    """The text rows one extractor keeps; parameters are named as the extractor names them."""
    match extractor:
        case "cetd-ds" | "cectd-s" | "cectd-ds":
            return cetd.read(page, extractor, **parameters).kept
        case "density":
            return density.read(page, **parameters).kept
        case "euclidean":
            return euclidean.read(page, **parameters).kept
        case "full":
            return full.read(page, **parameters).kept
    raise ValueError(f"no reading of {extractor!r}")
