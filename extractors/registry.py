"""The extractors by name."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache

from extractors.cetd import CectdDs, CectdS, CetdDs
from extractors.density import DensityRegion
from extractors.euclidean import Euclidean
from extractors.extractor import Extractor
from extractors.full import Full

EXTRACTORS: Mapping[str, type[Extractor]] = {
    extractor.name: extractor
    for extractor in (CetdDs, CectdS, CectdDs, DensityRegion, Euclidean, Full)
}


class UnknownExtractorError(ValueError):
    """No extractor has this name; the message says which one was probably meant."""

    def __init__(self, name: str) -> None:
        near = get_close_matches(name, EXTRACTORS, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(EXTRACTORS)}"
        super().__init__(f"unknown extractor {name!r}: {hint}")


def find_extractor(extractor: str | Extractor) -> Extractor:
    """The extractor of that name with its default parameters; an extractor is its own answer."""
    if not isinstance(extractor, str):
        return extractor
    if extractor not in EXTRACTORS:
        raise UnknownExtractorError(extractor)
    return _with_defaults(extractor)


@cache
def _with_defaults(name: str) -> Extractor:
    """One for all pages: extractors are immutable."""
    return EXTRACTORS[name]()
