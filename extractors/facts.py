"""What a page states of itself: its address, language, date, author, and its owner's wishes."""

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar
from urllib.parse import urljoin, urlsplit

from extractors._facts import statements
from extractors.dates import milliseconds
from extractors.linked import NO_DATA, linked_data
from extractors.page import Page
from extractors.robots import NOTHING, Directive, directives, header_directives, reservation

_LONGEST = 2048  # bytes of a value
_LONGEST_DATA = 1 << 18  # bytes of a script of JSON-LD
_LONGEST_AUTHOR = 200  # characters; what is longer is no name but a text about somebody

# Where the date of publication is stated, the most reliable first: "meta" is the element by its
# name or property, "item" any element by its itemprop. What JSON-LD says goes before them all.
_PUBLISHED = (
    "meta article:published_time",
    "meta og:article:published_time",
    "item datepublished",
    "meta datepublished",
    "meta rnews:datepublished",
    "meta dc.date.issued",
    "meta dcterms.issued",
    "meta dc.date.created",
    "meta dcterms.created",
    "meta citation_publication_date",
    "meta citation_date",
    "meta parsely-pub-date",
    "meta sailthru.date",
    "meta article:published",
    "meta og:pubdate",
    "meta originalpublicationdate",
    "meta pubdate",
    "meta publishdate",
    "meta publish_date",
    "meta publication_date",
    "time",
    "meta dc.date",
    "meta dcterms.date",
    "meta date",
)
_CREATED = ("item datecreated",)
_AUTHORS = (
    "meta article:author",
    "meta og:article:author",
    "meta citation_author",
    "meta author",
    "meta parsely-author",
    "meta sailthru.author",
    "meta dc.creator",
    "meta dcterms.creator",
    "item author",
    "author",
)

_METAS = {
    name.encode(): f"meta {name}"
    for kind, _, name in (
        key.partition(" ")
        for key in (*_PUBLISHED, *_AUTHORS, "meta og:url", "meta robots", "meta tdm-reservation")
    )
    if kind == "meta"
}

# An address that is absolute and as `urljoin` would leave it, as nearly all are.
_PLAIN_URL = re.compile(
    r"https?://[a-z0-9.-]+ (?:/[\w/.~%+,=-]*)? (?:\?[\w/.~%+,=&-]+)?", re.VERBOSE | re.ASCII
)
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")
_MARKUP = re.compile("<[^<>]*>")
_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\ud800-\udfff\ufeff]")
_BY = re.compile(r"by\b[\s:]*", re.IGNORECASE)
_NO_NAME = re.compile(
    r".*://.* | [/@].* | www\..* | \S+@\S+ | [\W\d_]* | admin | administrator | null | undefined",
    re.VERBOSE | re.IGNORECASE,
)

# What was stated, by "kind name" or, where that says it, by kind alone.
_Stated = Mapping[str, Sequence[str]]

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a page states of itself; nothing of it is guessed from the text."""

    canonical: str | None = None  # an absolute URL
    lang: str | None = None  # of the html element, as it stands there
    published: int | None = None  # milliseconds since 1970
    author: str | None = None  # several are joined by ", "
    robots: frozenset[Directive] = frozenset()  # asked of all robots, not of one by its name
    tdm_reservation: bool | None = None


_NO_FACTS = Facts()


class Source(StrEnum):
    """Where a wish was found. The values are written to outputs and never renamed."""

    META = "meta"  # in the page
    HEADER = "header"  # in the HTTP header
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Policy:
    """What the owner of a page asks of all robots, in the page or in the header."""

    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False
    noai: bool = False
    noimageai: bool = False
    tdm_reservation: bool | None = None  # whether text and data mining is reserved, if stated
    source: Source | None = None  # where any of it was found


def page_facts(page: Page) -> Facts:
    """Returns what a page states of itself. Never raises."""
    stated = statements(page.columns, _METAS, _LONGEST, _LONGEST_DATA)
    data = linked_data(stated["data"]) if "data" in stated else NO_DATA
    published = (*data.published, *_of(stated, _PUBLISHED))
    created = (*data.created, *_of(stated, _CREATED))
    authors = (*data.authors, *[stated[key] for key in _AUTHORS if key in stated])
    return Facts(
        canonical=_canonical(stated, page.url),
        lang=_first(_language, stated.get("lang", ())),
        published=_first(milliseconds, (*published, *created)),
        author=_first(_joined, authors),
        robots=NOTHING.union(*map(directives, stated.get("meta robots", ()))),
        tdm_reservation=_first(reservation, stated.get("meta tdm-reservation", ())),
    )


def policy(facts: Facts | None, robots_headers: Sequence[str], tdm_header: str | None) -> Policy:
    """Returns what is asked by a page and by the header it came with, together.

    Of two answers about mining the one that reserves it counts.

    Args:
        facts: what the page states; None if there is none.
        robots_headers: the X-Robots-Tag headers, a value each.
        tdm_header: the tdm-reservation header.
    """
    stated = facts or _NO_FACTS
    asked = header_directives(robots_headers) if robots_headers else NOTHING
    return _together(stated.robots, stated.tdm_reservation, asked, reservation(tdm_header))


@lru_cache(maxsize=1024)  # most pages ask for the same few things, or for nothing
def _together(
    in_page: frozenset[Directive],
    page_reserved: bool | None,
    in_header: frozenset[Directive],
    header_reserved: bool | None,
) -> Policy:
    answers = {page_reserved, header_reserved} - {None}
    return Policy(
        **{directive.value: directive in in_page | in_header for directive in Directive},
        tdm_reservation=any(answers) if answers else None,
        source=_source(
            bool(in_page) or page_reserved is not None,
            bool(in_header) or header_reserved is not None,
        ),
    )


def _source(in_page: bool, in_header: bool) -> Source | None:
    if in_page:
        return Source.BOTH if in_header else Source.META
    return Source.HEADER if in_header else None


def _of(stated: _Stated, keys: Iterable[str]) -> list[str]:
    return [value for key in keys if key in stated for value in stated[key]]


def _first(make: Callable[[_Given], _Made | None], values: Iterable[_Given]) -> _Made | None:
    """Returns the first thing that can be made of one of the values."""
    for value in values:
        made = make(value)
        if made is not None:
            return made
    return None


def _canonical(stated: _Stated, url: str | None) -> str | None:
    base = url or ""
    if "base" in stated:
        base = _absolute(stated["base"][0], base) or base
    values = _of(stated, ("canonical", "meta og:url"))
    return _first(lambda value: _absolute(value, base), values)


def _absolute(value: str, base: str) -> str | None:
    """Returns the http(s) URL that `value` is, seen from `base`."""
    value = value.strip()
    if not value or _PLAIN_URL.fullmatch(value):
        return value or None
    try:
        address = urljoin(base, value)
        parts = urlsplit(address)
        is_page = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        return None
    return address.replace(" ", "%20") if is_page else None


def _language(value: str) -> str | None:
    value = value.strip()
    return value if _LANGUAGE.fullmatch(value) else None


def _joined(names: Iterable[str]) -> str | None:
    """Returns the authors that have a name, each once."""
    cleaned = {name.casefold(): name for name in map(_name, names) if name}
    author = ", ".join(cleaned.values())
    return author if 0 < len(author) <= _LONGEST_AUTHOR else None


def _name(stated: str) -> str:
    """Returns the name in what is stated of an author; "" if it is none."""
    if len(stated) > _LONGEST:
        return ""
    name = _MARKUP.sub("", html.unescape(stated))
    name = _UNSEEN.sub("", " ".join(name.split())).strip(" ,;:|")
    name = _BY.sub("", name, count=1) if name[:2].lower() == "by" else name
    return "" if _NO_NAME.fullmatch(name) else name
