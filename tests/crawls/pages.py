"""Generated pages: every kind, language and charset, with the text that is their content."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from random import Random
from typing import NamedTuple

from tests.crawls.contents import Kind, Writer
from tests.crawls.sites import SITES, Parts, Site, scripts, site, styles
from tests.crawls.vocabulary import LANGUAGES

SMALLEST, LARGEST = 10_000, 120_000  # bytes of a page whose size is left to chance
TEXT_SHARES = (0.05, 0.1)  # of a page's bytes: what its content takes

_EPOCH = datetime(2016, 1, 1, tzinfo=UTC)
_PYTHON = {  # Python's names of what browsers take these labels for
    "iso-8859-1": "cp1252",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}
_MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
_GUESSABLE = {"utf-8", "windows-1251", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"}
_ROBOTS = (
    *[()] * 16,
    ("noindex", "nofollow"),
    ("noarchive",),
    ("noai", "noimageai"),
    ("max-image-preview:large",),
)


class Declared(StrEnum):
    """Where a page's charset is named."""

    HEADER = "header"
    META = "meta"
    BOM = "bom"
    NOWHERE = "nowhere"


class _Encoding(NamedTuple):
    charset: str
    declared: Declared


@dataclass(frozen=True, slots=True)
class GeneratedPage:
    """A page as a server sends it, and what is true of it."""

    url: str
    html: bytes
    content_type: str  # the HTTP header
    gold_text: str  # the content, in the order of the page
    title: str  # of the <title>
    kind: Kind
    language: str  # BCP 47
    charset: str  # a WHATWG label
    declared: Declared
    published: str | None  # ISO 8601
    author: str | None
    canonical: str | None
    robots: tuple[str, ...]  # directives of its <meta>
    tdm_reservation: bool | None


def generate_pages(
    pages: int, seed: int, target_bytes: int | None = None
) -> Iterator[GeneratedPage]:
    """That many pages of every kind and language; the same for the same seed."""
    for number in range(pages):
        yield generate_page(Random((seed << 64) + number), target_bytes=target_bytes)


def generate_page(
    dice: Random,
    kind: Kind | None = None,
    language: str | None = None,
    charset: str | None = None,
    target_bytes: int | None = None,
) -> GeneratedPage:
    """One page; what is not given is drawn."""
    kind = kind or dice.choice(list(Kind))
    tag = language or dice.choice(list(LANGUAGES))
    encoding = _draw_encoding(dice, charset or _draw_charset(dice, tag))
    target = target_bytes or int(SMALLEST * (LARGEST / SMALLEST) ** dice.random())
    return _assemble(dice, site(tag, dice.randrange(SITES)), kind, encoding, target)


def _draw_charset(dice: Random, tag: str) -> str:
    choice = dice.randrange(60)  # nine pages in ten of the web are UTF-8
    if choice == 0:
        return dice.choice(("utf-16le", "utf-16be"))
    legacy = LANGUAGES[tag].charsets.split()
    return dice.choice(legacy) if legacy and choice < 6 else "utf-8"


def _draw_encoding(dice: Random, charset: str) -> _Encoding:
    if charset.startswith("utf-16"):
        return _Encoding(charset, Declared.BOM)
    ways = [Declared.HEADER, Declared.META, Declared.META]
    if charset in _GUESSABLE:
        ways.append(Declared.NOWHERE)
    if charset in _MARKS:
        ways.append(Declared.BOM)
    return _Encoding(charset, dice.choice(ways))


def _assemble(
    dice: Random, where: Site, kind: Kind, encoding: _Encoding, target: int
) -> GeneratedPage:
    charset, declared = encoding
    language = where.language
    heading = language.headline(dice)
    width = len(language.notice.encode()) / len(language.notice)
    size = int(target * dice.uniform(*TEXT_SHARES) / width)
    blocks = Writer(dice, where).write(kind, heading, size)
    page = GeneratedPage(
        url=f"https://{where.host}/{kind}/{dice.getrandbits(48):012x}",
        html=b"",
        content_type="text/html" + (f"; charset={charset}" * (declared is Declared.HEADER)),
        gold_text="\n".join(block.text for block in blocks if block.text),
        title=f"{heading} | {where.name}",
        kind=kind,
        language=language.tag,
        charset=charset,
        declared=declared,
        published=_draw_date(dice) if dice.randrange(4) else None,
        author=dice.choice(language.people) if dice.randrange(3) else None,
        canonical=f"https://{where.host}/{dice.getrandbits(32):08x}" if dice.randrange(2) else None,
        robots=dice.choice(_ROBOTS),
        tdm_reservation=dice.choice((None, None, None, None, None, None, True, False)),
    )
    related = dice.choices(where.teasers, k=3 + int(target * dice.uniform(0.04, 0.16)) // 400)
    body = where.arrange(
        Parts(
            content="".join(block.html for block in blocks),
            crumbs=_crumbs(dice, where),
            comments=_comments(dice, where) if kind is Kind.ARTICLE else "",
            related="".join(related),
        )
    )
    head = _head(page, where)
    html = _fill(dice, page, head, body, target // (2 if charset.startswith("utf-16") else 1))
    return _encoded(page, html)


def _encoded(page: GeneratedPage, html: str) -> GeneratedPage:
    mark = _MARKS[page.charset] if page.declared is Declared.BOM else b""
    encoded = html.encode(_PYTHON.get(page.charset, page.charset), "xmlcharrefreplace")
    fields = {name: getattr(page, name) for name in GeneratedPage.__slots__}
    return GeneratedPage(**fields | {"html": mark + encoded})


def _fill(dice: Random, page: GeneratedPage, head: str, body: str, target: int) -> str:
    """Puts scripts and styles around what is there until the page has its size."""
    bulk: list[str] = [dice.choice(styles())]
    missing = target - len(head.encode()) - len(body.encode()) - 200
    while missing > 0:
        piece = dice.choice(scripts() if dice.randrange(3) else styles())
        bulk.append(piece)
        missing -= len(piece)
    cut = len(bulk) * 2 // 3
    return (
        f'<!DOCTYPE html>\n<html lang="{page.language}">\n<head>\n{head}{"".join(bulk[:cut])}'
        f"</head>\n<body>\n{body}{''.join(bulk[cut:])}</body>\n</html>\n"
    )


def _head(page: GeneratedPage, where: Site) -> str:
    metas = {
        "viewport": "width=device-width, initial-scale=1",
        "description": page.gold_text.partition("\n")[0],
        "og:title": page.title,
        "og:type": "website",
        "og:site_name": where.name,
        "og:url": page.url,
        "author": page.author,
        "article:published_time": page.published,
        "robots": ", ".join(page.robots),
        "tdm-reservation": {None: None, True: "1", False: "0"}[page.tdm_reservation],
    }
    lines = [f"<title>{page.title}</title>"]
    if page.declared is Declared.META:
        lines.insert(0, _charset_meta(page.charset, modern=where.layout != 2))
    for name, value in metas.items():
        if value:
            key = "property" if ":" in name else "name"
            lines.append(f'<meta {key}="{name}" content="{value}">')
    if page.canonical:
        lines.append(f'<link rel="canonical" href="{page.canonical}">')
    lines.append('<link rel="stylesheet" href="/static/site.css"><link rel="icon" href="/i.png">')
    if where.layout % 2 == 0:
        lines.append(f'<script type="application/ld+json">{_linked_data(page)}</script>')
    return "\n".join(lines) + "\n"


def _charset_meta(charset: str, *, modern: bool) -> str:
    if modern:
        return f'<meta charset="{charset}">'
    return f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">'


def _linked_data(page: GeneratedPage) -> str:
    kinds = {Kind.ARTICLE: "NewsArticle", Kind.THREAD: "DiscussionForumPosting"}
    facts = {
        "@context": "https://schema.org",
        "@type": kinds.get(page.kind, "WebPage"),
        "headline": page.title,
        "datePublished": page.published,
        "author": page.author and {"@type": "Person", "name": page.author},
    }
    return json.dumps({name: value for name, value in facts.items() if value})


def _draw_date(dice: Random) -> str:
    return (_EPOCH + timedelta(minutes=dice.randrange(8 * 365 * 24 * 60))).isoformat()


def _crumbs(dice: Random, where: Site) -> str:
    labels = dice.sample(where.language.menu, 3)
    return where.wrap(
        "div", "breadcrumbs", " › ".join(f'<a href="/{i}">{x}</a>' for i, x in enumerate(labels))
    )


def _comments(dice: Random, where: Site) -> str:
    language = where.language
    comments = (
        where.wrap(
            "div",
            "comment",
            f"<b>{dice.choice(language.people)}</b> <time>{dice.randint(10, 23)}:45</time>",
            f"<p>{language.paragraph(dice, dice.randint(1, 2))}</p>",
        )
        for _ in range(dice.randrange(8))
    )
    return where.wrap("section", "comments", *comments)
