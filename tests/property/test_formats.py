"""Cleaned HTML holds the words of the text and nothing that runs; no format ever raises."""

import json
import re

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from extractors import Extraction, Extractor, extract
from extractors.full import Full
from tests.property.drawn import Drawn, drawn_pages, every_extractor, often
from tests.reference.tree import Node, parse

STRUCTURE = frozenset("html head body meta title".split())
FORBIDDEN = frozenset(
    """script style link base iframe object embed applet form input button select option textarea
    svg math template noscript frame frameset meta""".split()
)
SAFE_SCHEMES = {"http", "https", "ftp", "mailto", "tel"}
ADDRESSES = {"href", "src", "cite"}
HARMLESS = frozenset(
    """href src cite alt width height colspan rowspan headers scope span start reversed type value
    datetime hreflang id class lang dir title controls""".split()
)

# What a browser does with an address before it looks for a scheme.
_STRIPPED = "".join(map(chr, range(0x21)))
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


def elements(html: str) -> list[Node]:
    found, todo = [], [parse(html.encode())]
    while todo:
        node = todo.pop()
        todo += node.children
        found.append(node)
    return [node for node in found if node.tag]


def scheme(address: str) -> str | None:
    seen = re.sub(r"[\t\n\r]", "", address.strip(_STRIPPED))
    match = _SCHEME.match(seen)
    return match[1].lower() if match else None


def assert_harmless(html: str) -> None:
    for node in elements(html):
        assert node.tag not in FORBIDDEN or node.attributes == {"charset": "utf-8"}, node.tag
        for name, value in node.attributes.items():
            if node.tag == "meta":
                continue
            assert name in HARMLESS, (node.tag, name)
            if name in ADDRESSES and (found := scheme(value or "")):
                picture = node.tag == "img" and (value or "").lower().startswith("data:image/")
                assert found in SAFE_SCHEMES or picture, (node.tag, name, value)


def has_other_words(extraction: Extraction) -> bool:
    """Whether a medium is written as a link, with words of its own, or inline text as `pre`."""
    nodes = extraction.nodes
    names = {nodes.name(row) for row in np.flatnonzero(nodes.kept).tolist()}
    return bool(names & {"embed", "iframe", "object", "listing", "plaintext", "textarea", "xmp"})


@given(drawn_pages, every_extractor)
@example(Drawn(b"<select><option>a<option>b</select>"), Full())
@example(Drawn(b"<fieldset><legend>a</legend>b</fieldset>"), Full())
@example(Drawn(b"a<div></div>b<span> </span>c<i><br></i>d"), Full())
def test_cleaned_html_has_the_words_of_the_text(document: Drawn, extractor: Extractor) -> None:
    extraction = document.extraction(extractor)
    if not has_other_words(extraction):
        again = Drawn(extraction.render("html").encode()).extraction(Full())
        assert again.text.split() == extraction.text.split()


@given(drawn_pages, every_extractor)
def test_cleaned_html_is_harmless(document: Drawn, extractor: Extractor) -> None:
    assert_harmless(document.extraction(extractor).render("html"))


_pieces = st.sampled_from(
    [
        *("javascript", "JaVaScRiPt", "java", "script", "vbscript", "data", "http", "blob"),
        *(":", ":", "&colon;", "&#58;", "&#x3a", "//", "/", "?", "#", "%3a", "@", "["),
        *("&Tab;", "&NewLine;", "\t", "\n", "\r", " ", "\f", "\x01", "&#1;", "&#0;", "&#x1f;"),
        *("&nbsp;", "\u00a0", "\x85", "&#x85;", "\u3000", "\u2003", "\u200b", "\ufeff", "\u2028"),
        *("alert(1)", "text/html,<script>", "image/png,x", "image/svg+xml,x", "x", "é", "&quot;"),
        *("'", "><script>alert(1)</script>", "onload=alert(1)", "<!--", "-->", "&lt;b&gt;"),
    ]
)
addresses = st.lists(_pieces, max_size=8).map("".join)
_quotes = st.sampled_from(["'", '"', ""])
_names = st.sampled_from(
    """href src cite data srcset data-src data-original poster action formaction background style
    onclick onload onerror onmouseover id class title alt lang dir xlink:href value width datetime
    type start headers srcdoc""".split()
)
_attributes = st.lists(
    st.builds("{0}={1}{2}{1}".format, _names, _quotes, addresses), min_size=1, max_size=4
).map(" ".join)
_hosts = st.sampled_from(
    """a a img img img embed object iframe video audio blockquote q ins del td th ol li time data p
    div svg math form input button script style link base meta html body font col table""".split()
)
attacks = st.lists(
    st.builds("<{0} {1}>words <b>in</b> it</{0}>".format, _hosts, _attributes),
    min_size=1,
    max_size=6,
).map("".join)
bases = st.sampled_from(
    [None, "", "https://example.org/a/b", "javascript:alert(1)//", "http://[", "data:text/html,"]
)


@often
@given(attacks, every_extractor, bases)
@example("<a href='&nbsp;javascript:alert(1)'>words</a>", Full(), None)
@example("<a href=''>words</a>", Full(), "javascript:alert(1)//")
@example("<p>words<img srcset='&Tab;'><embed>", Full(), None)
def test_attacks_end_in_the_cleaning(html: str, extractor: Extractor, url: str | None) -> None:
    extraction = extract(html, extractor, url=url)
    cleaned = extraction.render("html")
    assert_harmless(cleaned)
    for form in ("html", "markdown"):
        again = extract(extraction.render(form), "full")
        assert_harmless(again.render("html"))


@given(addresses)
def test_addresses_are_safe_in_markdown(address: str) -> None:
    html = f'<p>words <a href="{address}">link</a> <img src="{address}"> <embed src="{address}">'
    markdown = extract(html, "full").render("markdown")
    for target in re.findall(r"\]\(([^)]*)\)", markdown):
        assert scheme(target) in {None, *SAFE_SCHEMES}, target


@given(drawn_pages, every_extractor)
def test_no_format_raises(document: Drawn, extractor: Extractor) -> None:
    extraction = document.extraction(extractor)
    assert extraction.render("text") == extraction.text
    assert extraction.render("markdown") == "" or extraction.blocks
    assert extraction.render("html").startswith("<!doctype html>\n<html")
    row = json.loads(extraction.render("json"))
    assert row["text"] == extraction.text
    assert len(row["blocks"]) == len(extraction.blocks)
    encoded = extraction.text.encode()
    for block, told in zip(extraction.blocks, row["blocks"], strict=True):
        assert encoded[told["start"] : told["end"]].decode() == block.text
