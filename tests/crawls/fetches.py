"""What a crawler got when it asked for pages: answers of every kind, encoded in every way."""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import cycle
from random import Random
from uuid import UUID

import brotli
from warcio.statusandheaders import StatusAndHeaders

from extractors import Status
from tests.crawls.pages import GeneratedPage, generate_page
from transforms.crawl.captures import Flaw

STARTED = datetime(2024, 5, 18, tzinfo=UTC)

Headers = list[tuple[str, str]]


class Outcome(StrEnum):
    """How a fetch ended."""

    PAGE = "page"
    MISSING = "missing"
    REDIRECT = "redirect"
    IMAGE = "image"
    DOCUMENT = "document"
    EMPTY = "empty"
    REVISIT = "revisit"


EXPECTED: dict[Outcome, str] = {
    Outcome.PAGE: Status.OK,
    Outcome.MISSING: Flaw.HTTP_STATUS,
    Outcome.REDIRECT: Flaw.HTTP_STATUS,
    Outcome.IMAGE: Flaw.NOT_HTML,
    Outcome.DOCUMENT: Flaw.NOT_HTML,
    Outcome.EMPTY: Status.EMPTY,
    Outcome.REVISIT: Flaw.REVISIT,
}
# What a crawl is dealt from.
PAGES = [Outcome.PAGE]
ARC_DECK = [  # a format without revisits
    *PAGES * 41,
    *[Outcome.MISSING, Outcome.REDIRECT] * 2,
    *[Outcome.IMAGE, Outcome.DOCUMENT, Outcome.EMPTY],
]
WARC_DECK = [*ARC_DECK, Outcome.REVISIT, Outcome.REVISIT]

_ANSWERS = {Outcome.MISSING: "404 Not Found", Outcome.REDIRECT: "301 Moved Permanently"}


@dataclass(frozen=True, slots=True)
class Fetch:
    """One answer of a server."""

    outcome: Outcome
    page: GeneratedPage
    head: StatusAndHeaders
    body: bytes
    when: datetime
    ids: tuple[str, str, str]  # of the request, the response, the metadata


def fetch_all(
    numbers: range, seed: int, deck: Sequence[Outcome], target_bytes: int | None = None
) -> Iterator[Fetch]:
    """The fetches of these numbers; with `target_bytes`, pages without encodings of that size."""
    shuffled = Random(f"deck {seed} {numbers.start}").sample(deck, len(deck))
    for number, outcome in zip(numbers, cycle(shuffled), strict=False):
        yield _fetch(number, Random((seed << 64) + number), outcome, target_bytes)


def gzip(data: bytes) -> bytes:
    """One member, without a time."""
    return zlib.compress(data, 6, wbits=31)


def _fetch(number: int, dice: Random, outcome: Outcome, target_bytes: int | None) -> Fetch:
    page = generate_page(dice, target_bytes=target_bytes)
    body, headers = _answer(dice, outcome, page, plain=target_bytes is not None)
    request, response, metadata = (
        f"<{UUID(int=dice.getrandbits(128), version=4).urn}>" for _ in range(3)
    )
    return Fetch(
        outcome,
        page,
        StatusAndHeaders(_ANSWERS.get(outcome, "200 OK"), headers, protocol="HTTP/1.1"),
        body,
        STARTED + timedelta(seconds=number),
        (request, response, metadata),
    )


def _answer(
    dice: Random, outcome: Outcome, page: GeneratedPage, *, plain: bool
) -> tuple[bytes, Headers]:
    headers = [("Server", "nginx"), ("Content-Type", page.content_type)]
    match outcome:
        case Outcome.PAGE:
            body, encoded = (page.html, []) if plain else _encode(dice, page.html)
            return body, [*headers, *encoded, *_policy(dice), ("X-Cache", "MISS")]
        case Outcome.MISSING:
            body = b"<html><title>404</title><body><h1>Not found</h1></body></html>"
        case Outcome.REDIRECT:
            body, headers = b"", [*headers, ("Location", f"{page.url}/")]
        case Outcome.REVISIT:  # the headers are those of the page that was not stored again
            return b"", [*headers, ("Content-Length", str(len(page.html)))]
        case Outcome.IMAGE:
            body = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + dice.randbytes(3000)
            headers = [("Content-Type", "image/png")]
        case Outcome.DOCUMENT:
            body = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n" + dice.randbytes(5000)
            headers = [("Content-Type", "application/pdf")]
        case _:
            body = b""
    return body, [*headers, ("Content-Length", str(len(body)))]


def _encode(dice: Random, html: bytes) -> tuple[bytes, Headers]:
    """Encodes a body in one of the ways in which servers do, and some crawlers leave it."""
    match dice.randrange(12):
        case 0:
            return _chunk(dice, html), [("Transfer-Encoding", "chunked")]
        case 1:
            return gzip(html), [("Content-Encoding", "gzip")]
        case 2:
            return brotli.compress(html, quality=4), [("Content-Encoding", "br")]
        case 3:
            headers = [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")]
            return _chunk(dice, gzip(html)), headers
    length = ("Content-Length", str(len(html)))
    return html, [("X-Crawl-Content-Encoding", "gzip"), length]  # undone by the crawler


def _chunk(dice: Random, body: bytes) -> bytes:
    chunks, start = [], 0
    while start < len(body):
        chunk = body[start : start + dice.randint(500, 16_000)]
        chunks.append(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        start += len(chunk)
    return b"".join([*chunks, b"0\r\n\r\n"])


def _policy(dice: Random) -> Headers:
    match dice.randrange(40):
        case 0:
            return [("X-Robots-Tag", "noindex")]
        case 1:
            return [("X-Robots-Tag", "noai, noimageai")]
        case 2:
            return [("tdm-reservation", "1")]
    return []
