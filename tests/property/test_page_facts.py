"""The facts of a page: none makes them raise, and all of them can be written down."""

import json
from itertools import chain
from pathlib import Path
from urllib.parse import urljoin

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors._facts import statements
from extractors.facts import Facts, page_facts
from extractors.page import Page
from extractors.status import PageError
from tests.property.drawn import UTF8, Drawn, drawn_pages

SETS = sorted((Path(__file__).resolve().parents[3] / "shared" / "datasets").glob("*.parquet"))

KEYS = ["@type", "@graph", "@id", "author", "creator", "name", "datePublished", "dateCreated"]
JSON = st.recursive(
    st.none()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["Article", "#1", "Jane"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=20,
)
VALUES = st.sampled_from(
    ["noindex", "2024-05-01", "Jane", "http://[", "//a", "1", "author"]
) | st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
NAMES = st.sampled_from(
    """name property itemprop content href rel datetime pubdate itemscope itemtype lang class
    type""".split()
)
WORDS = st.sampled_from(
    """robots tdm-reservation author article:published_time datePublished canonical published name
    https://schema.org/Comment application/ld+json""".split()
)
ADDRESS = r"https?://[a-z0-9.-]{1,6}(/[A-Za-z0-9/._~%+,;=-]{0,6})?([?#][A-Za-z=&/;]{0,6})?"
TAGS = st.sampled_from("html meta link a base time script span div svg template noscript".split())
ELEMENTS = st.builds(
    lambda tag, attributes, text: f"<{tag} {' '.join(attributes)}>{text}",
    TAGS,
    st.lists(st.builds(lambda n, v: f"{n}='{v}'", NAMES, WORDS | VALUES), max_size=5),
    VALUES | JSON.map(json.dumps),
)


def check(found: Facts) -> None:
    for text in (found.canonical, found.lang, found.author):
        assert text is None or text.strip()
        assert text is None or text.encode().decode() == text
    assert found.canonical is None or found.canonical.startswith(("http://", "https://"))


@given(st.lists(ELEMENTS, min_size=1, max_size=12).map("".join))
def test_marked_up_pages(html: str) -> None:
    page = Page(Drawn(html.encode()).page.columns, UTF8, "https://example.com/")
    check(page_facts(page))
    assert page_facts(page) == page_facts(page)


@given(drawn_pages)
def test_any_page(document: Drawn) -> None:
    check(page_facts(document.page))


@given(JSON)
def test_any_linked_data(data: object) -> None:
    script = json.dumps(data).replace("<", "\\u003c")
    check(page_facts(Page.parse(f"<script type=application/ld+json>{script}</script>")))


@given(st.from_regex(ADDRESS, fullmatch=True), st.sampled_from(["http", "https"]))
def test_an_absolute_address_is_what_urljoin_makes_of_it(address: str, scheme: str) -> None:
    base = f"{scheme}://example.com/news/"
    html = f'<link rel="canonical" href="{address.replace("&", "&amp;")}">'
    assert page_facts(Page.parse(html, url=base)).canonical == urljoin(base, address)


@given(st.lists(ELEMENTS, min_size=1, max_size=8).map("".join), st.integers(0, 40))
def test_what_is_too_long_is_left_out(html: str, longest: int) -> None:
    metas = {b"author": "meta author", b"robots": "meta robots"}
    found = statements(Drawn(html.encode()).page.columns, metas, longest, longest)
    for value in chain.from_iterable(found.values()):
        assert len(value.encode()) <= longest


@pytest.mark.skipif(not SETS, reason="the shared development sets are not here")
@pytest.mark.parametrize("path", SETS, ids=lambda path: path.stem)
def test_real_pages(path: Path) -> None:
    for html in pq.read_table(path, columns=["html"])["html"].to_pylist()[:20]:
        try:
            page = Page.parse(html)
        except PageError:
            continue
        check(page_facts(page))
