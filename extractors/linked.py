"""Linked data: what the JSON-LD scripts of a page state of it."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

_MOST_THINGS = 256  # of a script; what a page states of itself is among the first
_MOST_NAMES = 16
_DEEPEST = 4  # lists and persons in one another that name an author

# Reading JSON costs more than looking for these.
_WANTED = ('"datePublished"', '"dateCreated"', '"author"', '"creator"')

_DECODER = json.JSONDecoder(strict=False)

# What a page is, and what it holds with a date and an author of its own: ends of the type's name.
_MAIN = ("Article", "Posting")
_PARTS = ("Answer", "Comment", "Object", "Organization", "Person", "Product", "Review")


@dataclass(frozen=True, slots=True)
class LinkedData:
    """What is stated, the likeliest first, as it stands there."""

    published: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    authors: tuple[tuple[str, ...], ...] = ()  # the names that one thing states


NO_DATA = LinkedData()


def linked_data(scripts: Iterable[str]) -> LinkedData:
    """Returns what scripts of type application/ld+json state of their page. Never raises."""
    things = [thing for script in scripts for thing in _things(_parse(script))]
    if not things:
        return NO_DATA
    named = {thing["@id"]: thing for thing in things if isinstance(thing.get("@id"), str)}
    whole = [thing for thing in things if not _kind(thing).endswith(_PARTS)]
    whole.sort(key=lambda thing: not _kind(thing).endswith(_MAIN))
    authors = (
        tuple(islice(_names(thing.get("author") or thing.get("creator"), named), _MOST_NAMES))
        for thing in whole
    )
    return LinkedData(
        tuple(date for thing in whole if isinstance(date := thing.get("datePublished"), str)),
        tuple(date for thing in whole if isinstance(date := thing.get("dateCreated"), str)),
        tuple(names for names in authors if names),
    )


def _parse(script: str) -> object:
    if not any(name in script for name in _WANTED):
        return None
    try:
        return _DECODER.decode(script)
    except (RecursionError, ValueError):
        return None


def _things(data: object) -> Iterator[Mapping[str, Any]]:
    """Yields the things a script is about, those of a list or a graph one by one."""
    waiting, left = deque([data]), _MOST_THINGS
    while waiting and left:
        thing = waiting.popleft()
        left -= 1
        if isinstance(thing, dict):
            yield thing
            thing = thing.get("@graph")
        if isinstance(thing, list):
            waiting.extend(thing[:left])


def _kind(thing: Mapping[str, Any]) -> str:
    kind = thing.get("@type")
    if isinstance(kind, list) and kind:
        kind = kind[0]
    return kind if isinstance(kind, str) else ""


def _names(author: object, named: Mapping[str, Mapping[str, Any]], depth: int = 0) -> Iterator[str]:
    """Yields the names in what stands for an author: a name, a person, a reference, or a list."""
    if isinstance(author, str):
        yield author
    elif depth == _DEEPEST:
        return
    elif isinstance(author, list):
        for each in author[:_MOST_NAMES]:
            yield from _names(each, named, depth + 1)
    elif isinstance(author, dict):
        reference = author.get("@id")
        person = named.get(reference, author) if isinstance(reference, str) else author
        yield from _names(author.get("name") or person.get("name"), named, depth + 1)
