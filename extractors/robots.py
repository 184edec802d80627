"""What a page or its server asks of robots."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache


class Directive(StrEnum):
    """What may be asked. The values are written to outputs and never renamed."""

    NOINDEX = "noindex"
    NOFOLLOW = "nofollow"
    NOARCHIVE = "noarchive"
    NOSNIPPET = "nosnippet"
    NOAI = "noai"
    NOIMAGEAI = "noimageai"


NOTHING: frozenset[Directive] = frozenset()

_MEANINGS = {directive.value: frozenset({directive}) for directive in Directive} | {
    "none": frozenset({Directive.NOINDEX, Directive.NOFOLLOW}),
    "nocache": frozenset({Directive.NOARCHIVE}),
    "max-snippet:0": frozenset({Directive.NOSNIPPET}),
}

# "name: rest" is a robot and what is asked of it, unless the name is a directive with a value.
_ADDRESSED = re.compile(r"\s* ([\w*.-]+) \s* : (.*)", re.VERBOSE | re.DOTALL)
_WITH_VALUE = frozenset(
    ["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"]
)
_EVERYONE = frozenset(["*", "robots"])
_ANSWERS = {"1": True, "0": False}


@lru_cache(maxsize=1024)
def directives(content: str) -> frozenset[Directive]:
    """Returns what a list such as "noindex, nofollow" asks, as in a `<meta name="robots">`."""
    found = NOTHING
    for item in content.lower().split(","):
        found |= _MEANINGS.get("".join(item.split()), NOTHING)
    return found


def reservation(value: str | None) -> bool | None:
    """Returns what a `tdm-reservation` says: True for 1, False for 0, None for anything else."""
    return _ANSWERS.get(value.strip()) if value else None


def header_directives(values: Iterable[str]) -> frozenset[Directive]:
    """Returns what X-Robots-Tag headers, a value each, ask of all robots.

    What they ask of one by its name is left out.
    """
    return NOTHING.union(*(directives(",".join(_items_for_everyone(value))) for value in values))


def _items_for_everyone(value: str) -> Iterator[str]:
    for_everyone = True
    for item in value.lower().split(","):
        addressed = _ADDRESSED.fullmatch(item)
        if addressed and addressed[1] not in _WITH_VALUE:
            for_everyone = addressed[1] in _EVERYONE  # up to the next name
            item = addressed[2]
        if for_everyone:
            yield item
