"""What pages state of themselves, and in how many ways they do."""

import json
from datetime import UTC, datetime

import pytest

from extractors.facts import Facts, Policy, Source, page_facts, policy
from extractors.page import Page
from extractors.robots import Directive

URL = "https://example.com/news/one?page=2"
DAY = int(datetime(2024, 5, 1, tzinfo=UTC).timestamp() * 1000)


def facts(*html: str, url: str | None = URL) -> Facts:
    return page_facts(Page.parse("".join(html), url=url))


def linked(data: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(data)}</script>'


def test_a_page_that_states_nothing() -> None:
    assert facts("<p>By Jane Doe, 2024-05-01") == Facts()


def test_a_page_that_states_everything() -> None:
    assert facts(
        '<html lang="de-CH"><head><link rel="canonical" href="/news/one">',
        '<meta name=robots content="noindex, noai"><meta name=robots content=nofollow>',
        '<meta name="tdm-reservation" content="1">',
        '<meta property="article:published_time" content="2024-05-01T00:00:00Z">',
        '<meta name="Author" content="Jane Doe">',
    ) == Facts(
        canonical="https://example.com/news/one",
        lang="de-CH",
        published=DAY,
        author="Jane Doe",
        robots=frozenset([Directive.NOINDEX, Directive.NOAI, Directive.NOFOLLOW]),
        tdm_reservation=True,
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<link rel="canonical" href="https://a.example/x y">', "https://a.example/x%20y"),
        ('<link rel="alternate CANONICAL" href=" ?a=1 ">', "https://example.com/news/one?a=1"),
        ('<base href="/b/"><link rel=canonical href="c">', "https://example.com/b/c"),
        ('<base href="http://[x/"><link rel=canonical href="c">', "https://example.com/news/c"),
        ('<meta property="og:url" content="//b.example/">', "https://b.example/"),
        ('<meta property="og:url" content="/o"><link rel=canonical href="">', URL[:19] + "/o"),
        ('<link rel=canonical href="http://[1/"><link rel=canonical href="/2">', URL[:19] + "/2"),
        ('<link rel=canonical href="javascript:void(0)">', None),
        ('<link rel=canonical href="http://">', None),
        ("<link rel=canonical>", None),
        ('<a rel=canonical href="/x">x</a>', None),
        (f'<link rel=canonical href="/{"x" * 3000}">', None),
    ],
)
def test_the_canonical_address(html: str, expected: str | None) -> None:
    assert facts(html).canonical == expected


def test_without_an_address_of_its_own_a_relative_one_is_none() -> None:
    assert facts("<link rel=canonical href=/x>", url=None).canonical is None


@pytest.mark.parametrize(
    ("attribute", "lang"),
    [
        (' lang="en"', "en"),
        (" LANG=' zh_Hant '", "zh_Hant"),
        (' lang=""', None),
        (' lang="{{ lang }}"', None),
        (' lang="en, de"', None),
        ("", None),
    ],
)
def test_the_language(attribute: str, lang: str | None) -> None:
    assert facts(f"<html{attribute}><p>x").lang == lang


@pytest.mark.parametrize(
    "html",
    [
        '<meta property="article:published_time" content="2024-05-01">',
        '<meta itemprop="datePublished" content="2024-05-01">',
        '<meta name="DC.date.issued" content="2024-05-01">',
        '<meta name=date content="Wed, 01 May 2024 00:00:00 GMT">',
        '<time itemprop="dateModified datePublished" datetime="2024-05-01">yesterday</time>',
        "<span itemprop=datePublished> May 1, <b>2024</b> </span>",
        '<time class="entry-date published" datetime="2024-05-01">x</time>',
        '<time pubdate datetime="2024-05-01">x</time>',
        "<i itemprop=dateCreated content=2024-05-01></i>",
        linked({"@type": "NewsArticle", "datePublished": "2024-05-01"}),
        linked([{"@type": "WebSite"}, {"@type": ["BlogPosting"], "datePublished": "2024-05-01"}]),
        linked({"@graph": [{"@type": "WebPage", "datePublished": "2024-05-01"}]}),
        linked({"@type": "Article", "dateCreated": "2024-05-01"}),
        # What is nonsense is passed over, what is more reliable goes first.
        '<meta name=date content="2001-01-01"><meta name=dcterms.issued content="2024-05-01">',
        (
            '<meta property="article:published_time" content="1970-01-01">'
            "<meta name=pubdate content=20240501>"
        ),
        linked({"@type": "Article", "datePublished": "2024-05-01"})
        + '<meta property="article:published_time" content="2024-04-30">',
        linked({"@type": "WebPage", "datePublished": "2020-01-01"})
        + linked({"@type": "Article", "datePublished": "2024-05-01"}),
    ],
)
def test_the_date_of_publication(html: str) -> None:
    assert facts(html).published == DAY


@pytest.mark.parametrize(
    "html",
    [
        "<time datetime=2024-05-01>x</time>",
        "<meta property='article:modified_time' content='2024-05-01'>",
        (
            "<div itemscope itemtype='https://schema.org/Comment'>"
            "<p><time itemprop=datePublished datetime=2024-05-01></time></div>"
        ),
        linked({"@type": "Comment", "datePublished": "2024-05-01"}),
        linked({"@type": "Article", "comment": {"datePublished": "2024-05-01"}}),
        linked({"datePublished": 20240501}),
        "<script>{'datePublished': '2024-05-01'}</script>",
        f'<time pubdate datetime="2024-05-01{" " * 3000}"></time>',
    ],
)
def test_a_date_of_something_else(html: str) -> None:
    assert facts(html).published is None


def test_an_article_in_an_item_is_of_the_page() -> None:
    html = "<article itemscope itemtype='https://schema.org/Article'><p itemprop=datePublished>"
    assert facts(html, "2024-05-01</article>").published == DAY


@pytest.mark.parametrize(
    ("html", "author"),
    [
        ("<meta name=author content=' By  Jane\n Doe '>", "Jane Doe"),
        ("<meta name=author content=Bytown>", "Bytown"),
        ("<meta name=author content='&amp;lt;b&amp;gt;Jane &amp;amp; Joe'>", "Jane & Joe"),
        (
            (
                "<meta property='article:author' content='https://example.com/jane'>"
                "<meta name=author content=Jane>"
            ),
            "Jane",
        ),
        ("<meta name=citation_author content=A.B><meta name=citation_author content=C>", "A.B, C"),
        (
            "<a rel=author href=/jane>Jane <b>Doe</b></a> <a rel=author href=/>JANE DOE</a>",
            "JANE DOE",
        ),
        ("<b itemprop=author>Jane</b>", "Jane"),
        (
            (
                "<b itemprop=author itemscope itemtype='https://schema.org/Person'>"
                "<img itemprop=image alt=x>by <i itemprop=name>Jane</i> (editor)</b>"
            ),
            "Jane",
        ),
        (linked({"@type": "Article", "author": "Jane"}), "Jane"),
        (linked({"@type": "Article", "author": {"name": "Jane &amp; Joe"}}), "Jane & Joe"),
        (
            linked({"author": [{"name": "Jane"}, "Joe", {"name": ["Ann", "jane"]}]}),
            "jane, Joe, Ann",
        ),
        (
            linked(
                {
                    "@graph": [
                        {"@type": "Article", "author": {"@id": "#1"}},
                        {"@type": "Person", "@id": "#1", "name": "Jane"},
                    ]
                }
            ),
            "Jane",
        ),
        (linked({"@type": "Article", "author": "\ud800\0"}) + "<a rel=author>Jane</a>", "Jane"),
        ("<meta name=author content='https://example.com/'>", None),
        ("<meta name=author content='@jane'>", None),
        ("<meta name=author content='jane@example.com'>", None),
        ("<meta name=author content=admin>", None),
        ("<meta name=author content='- 12 -'>", None),
        (f"<meta name=author content='{'Jane ' * 50}'>", None),
        (linked({"@type": "Article", "author": [[[[[["Jane"]]]]]]}), None),
        (linked({"@type": "Review", "author": "Jane"}), None),
        (linked({"@type": "Article", "author": {"@id": "#1", "name": None}}), None),
    ],
)
def test_the_author(html: str, author: str | None) -> None:
    assert facts(html).author == author


@pytest.mark.parametrize(
    ("html", "asked"),
    [
        ("<meta name=ROBOTS content=NONE>", {"noindex", "nofollow"}),
        ("<body><meta name=robots content=noarchive>", {"noarchive"}),
        ("<meta name=googlebot content=noindex>", set()),
        ("<meta name=robots content=index>", set()),
    ],
)
def test_robots(html: str, asked: set[str]) -> None:
    assert facts(html).robots == asked


@pytest.mark.parametrize(("content", "reserved"), [("1", True), ("0", False), ("x", None)])
def test_mining(content: str, reserved: bool | None) -> None:
    assert facts(f"<meta name=TDM-Reservation content={content}>").tdm_reservation is reserved


@pytest.mark.parametrize(
    "script",
    [
        '{"author": "Jane"',
        '"author"',
        '{"author": NaN, "datePublished": Infinity}',
        '{"author": ' + "[" * 50_000,
        '{"author": ' + "[" * 50_000 + "]" * 50_000 + "}",
        '{"author":' * 40_000,
        '{"author": ' + "9" * 10_000 + "}",
        '{"author": "' + "x" * 300_000 + '"}',
        "[" + '{"author": "<' + "<" * 50_000 + '"},' * 2 + "null]",
        '{"@type": [], "@id": [], "@graph": {"author": 1}, "author": {"@id": {}, "name": {}}}',
        "[" + '{"@graph": [{"author": {}}]},' * 5_000 + "{}]",
        "\0\ufeff",
    ],
    ids=lambda script: f"{script[:24]} {len(script)}",
)
def test_linked_data_that_is_none(script: str) -> None:
    html = f'<script type="Application/LD+JSON">{script}</script><meta name=author content=Joe>'
    assert facts(html).author == "Joe"


NOINDEX, NOAI = frozenset([Directive.NOINDEX]), frozenset([Directive.NOAI])


@pytest.mark.parametrize(
    ("stated", "robots", "tdm", "expected"),
    [
        (None, (), None, Policy()),
        (Facts(), (), None, Policy()),
        (Facts(robots=NOAI), (), None, Policy(noai=True, source=Source.META)),
        (None, ("noai", "none"), None, Policy(True, True, noai=True, source=Source.HEADER)),
        (Facts(robots=NOINDEX), ("noai",), None, Policy(True, noai=True, source=Source.BOTH)),
        (Facts(robots=NOINDEX), ("googlebot: noai",), None, Policy(True, source=Source.META)),
        (None, (), "1", Policy(tdm_reservation=True, source=Source.HEADER)),
        (None, (), "no", Policy()),
        (Facts(tdm_reservation=False), (), None, Policy(tdm_reservation=False, source=Source.META)),
        (Facts(tdm_reservation=False), (), "1", Policy(tdm_reservation=True, source=Source.BOTH)),
        (Facts(tdm_reservation=True), (), "0", Policy(tdm_reservation=True, source=Source.BOTH)),
    ],
)
def test_page_and_header_together(
    stated: Facts | None, robots: tuple[str, ...], tdm: str | None, expected: Policy
) -> None:
    assert policy(stated, robots, tdm) == expected
