"""No page makes an extraction raise, hang or crash: whatever comes in, a status comes out."""

import gzip
import random
import zlib

import pytest

from extractors import EXTRACTORS, FORMATS, Extraction, Limits, Status, extract, extract_many
from tests.reference.documents import SPECIALS, TAGS, TEXTS

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0" + zlib.compress(
    bytes(range(256)) * 20
)
PAGE = (
    "<!doctype html><html lang=en><head><meta charset=utf-8><title>A &amp; B</title>"
    "<script>var a = '<p>';</script></head><body><nav><a href='/x'>Home</a> <a href=/y>Näxt</a>"
    "</nav><h1 id=t>Storm closes the harbour</h1><p style='display:none'>hidden 東京</p>"
    "<p>Divers of the <b>port <i>authority</b> will</i> inspect &eacute;t&eacute; on Tuesday.<br>"
    "<pre>\n  a\n\tb</pre><table><tr><td>1<td>2<tr><th>3</table><img src=a.png alt='a b'>"
    "<!-- c --><ul><li>one<li>two</ul><svg><text>s</text></svg></p></body></html>"
)
LABELS = """utf-8 utf-16 utf-16le utf-16be shift_jis iso-2022-jp euc-kr big5 gb18030 windows-1252
x-user-defined replacement hz-gb-2312 iso-2022-kr utf-7 none ; charset= \udcff""".split()
LARGE_AND_DEEP = Limits(max_bytes=64 << 20, max_depth=100_000)


def assert_total(html: bytes | str, status: Status | None = None, **options: str) -> None:
    """Runs every extractor and every format over one page."""
    for name in EXTRACTORS:
        extraction = extract(html, name, **options)  # type: ignore[arg-type]
        assert_sound(extraction)
        assert status in {None, extraction.status}, name


def assert_sound(extraction: Extraction) -> None:
    assert isinstance(extraction.status, Status)
    assert (extraction.status == Status.OK) == bool(extraction.text)
    assert len(list(extraction.blocks)) == len(extraction.blocks)
    assert extraction.title == " ".join(extraction.title.split())
    for form in FORMATS:
        extraction.render(form).encode()


def random_bytes(size: int) -> bytes:
    return random.Random(1).randbytes(size)


@pytest.mark.parametrize(
    ("html", "status"),
    [
        pytest.param(b"", Status.EMPTY, id="nothing"),
        pytest.param("", Status.EMPTY, id="no characters"),
        pytest.param(b" \t\r\n\f\v ", Status.EMPTY, id="blanks"),
        pytest.param(b"\xef\xbb\xbf", Status.EMPTY, id="mark alone"),
        pytest.param(b"\xff\xfe \0\n\0", Status.EMPTY, id="blanks in UTF-16"),
        pytest.param("\ufeff \n", Status.EMPTY, id="mark and blanks as characters"),
        pytest.param(PNG, Status.NOT_HTML, id="png"),
        pytest.param(gzip.compress(PAGE.encode() * 9), Status.NOT_HTML, id="gzip"),
        pytest.param(b"PK\x03\x04\x14\0\x08\0\0\0" + random_bytes(500), Status.NOT_HTML, id="zip"),
        pytest.param(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", Status.NOT_HTML, id="pdf"),
        pytest.param(random_bytes(5000), Status.NOT_HTML, id="random"),
        pytest.param(random_bytes(4001).hex(), Status.OK, id="random digits"),
        pytest.param(b"\0" * 1000, Status.NOT_HTML, id="zeros"),
        pytest.param(b"<p>a\0b" + b"c" * 50, Status.OK, id="a zero"),
        pytest.param(b"<p>" + b"c" * 2000 + b"\0" * 2000, Status.OK, id="zeros at the end"),
        pytest.param(b"<p>x</p>" * 300 + PNG, Status.OK, id="binary late"),
        pytest.param(b"<!doctype html>", Status.NO_TEXT, id="doctype alone"),
        pytest.param(b"<html><head></head></html>", Status.NO_TEXT, id="no body"),
        pytest.param(b"<title>t</title>", Status.NO_TEXT, id="title alone"),
        pytest.param(b"<frameset><frame src=a><frame></frameset>", Status.NO_TEXT, id="frames"),
        pytest.param(
            b"<frameset><noframes>a</noframes></frameset>b", Status.NO_TEXT, id="noframes"
        ),
        pytest.param(b"<frameset><frameset><frame>", Status.NO_TEXT, id="nested framesets"),
        pytest.param(b"<script>var a = 1;</script>" * 99, Status.NO_TEXT, id="only scripts"),
        pytest.param(b"<script>var a = '<p>text</p>'", Status.NO_TEXT, id="unfinished script"),
        pytest.param(b"<!-- text -->" * 99, Status.NO_TEXT, id="only comments"),
        pytest.param(b"<!-- <p>text", Status.NO_TEXT, id="unfinished comment"),
        pytest.param(b"<p title='text", Status.NO_TEXT, id="unfinished attribute"),
        pytest.param(b"<template><p>text", Status.NO_TEXT, id="only a template"),
        pytest.param(b"<svg><text>drawn", Status.NO_TEXT, id="only a drawing"),
        pytest.param(b"<img><embed><object><video><audio><iframe>", Status.NO_TEXT, id="media"),
        pytest.param(b"<p>&#xD800;&#xDFFF;&#x110000;&#0;", Status.OK, id="no character references"),
        pytest.param("<p>\ud800 \udfff \ud83d\ude00", Status.OK, id="surrogates"),
        pytest.param("\ud800", Status.OK, id="a surrogate alone"),
        pytest.param("<\ud800 \udc00='\udfff'>\udfff</\ud800>", Status.OK, id="surrogate names"),
        pytest.param(b"<p>&#xFFFFFFFFFFFFFFFFF;&#99999999999999999999;x", Status.OK, id="numbers"),
        pytest.param(b"<p>\xff\xfe\xfd\xc3\x28\xe2\x82x", Status.OK, id="no encoding"),
        pytest.param("x", Status.OK, id="a letter"),
        pytest.param("".join(TEXTS), None, id="texts"),
        pytest.param("".join(SPECIALS), None, id="specials"),
        pytest.param("".join(f"<{tag}>x" for tag in TAGS.split()) * 9, None, id="unclosed"),
        pytest.param("".join(f"</{tag}>x" for tag in TAGS.split()) * 9, None, id="unopened"),
        pytest.param("<a" + "".join(f" a{i}={i}" for i in range(999)), None, id="attributes"),
        pytest.param(f"<{'x' * 99_999} {'y' * 99_999}={'z' * 99_999}>t", Status.OK, id="names"),
    ],
)
def test_status(html: bytes | str, status: Status | None) -> None:
    assert_total(html, status)
    assert extract_many(html, [*EXTRACTORS]).agreement >= 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be", "shift_jis", "cp1252"])
@pytest.mark.parametrize("label", [*LABELS, "", " ", "\0", "é" * 5000])
def test_wrong_charsets(encoding: str, label: str) -> None:
    html = PAGE.encode(encoding, "replace")
    assert_sound(extract(html, charset=label))
    declared = PAGE.replace("charset=utf-8", f"charset='{label}'").encode(encoding, "replace")
    assert_sound(extract(declared, "full"))


@pytest.mark.parametrize("url", ["", "x", "http://[", "http://a.\0", "http://é.рф:x/"])
def test_wrong_urls(url: str) -> None:
    assert_total(PAGE, Status.OK, url=url)
    assert_total(PAGE.encode("cp1251", "replace").replace(b"charset=utf-8", b""), None, url=url)


@pytest.mark.parametrize("name", EXTRACTORS)
def test_truncated_anywhere(name: str) -> None:
    page = PAGE.encode()
    for length in range(len(page)):
        for html in (page[:length], page[length:]):
            extraction = extract(html, name)
            assert (extraction.status == Status.OK) == bool(extraction.text)
            for form in FORMATS:
                extraction.render(form)


@pytest.mark.parametrize(
    ("html", "rows"),
    [
        pytest.param(b"<br>", 1_000_000, id="br"),
        pytest.param(b"<p>", 1_000_000, id="p"),
        pytest.param(b"<td>", 0, id="cells of no table"),
        pytest.param(b"</p>", None, id="closed only"),
        pytest.param(b"<!---->", 0, id="comments"),
    ],
)
def test_a_million_siblings(html: bytes, rows: int | None) -> None:
    comparison = extract_many(html * 1_000_000, [*EXTRACTORS])
    assert comparison.status == Status.NO_TEXT
    assert rows is None or len(comparison.nodes) == rows + 3
    assert not comparison.votes.any()


def test_half_a_million_texts() -> None:
    html = b"<p>word</p>" * 500_000
    for name in EXTRACTORS:
        extraction = extract(html, name)
        assert extraction.status == Status.OK
        assert extraction.text == "\n".join(["word"] * 500_000)
        assert len(extraction.blocks) == 500_000


NESTED = "span b i font a-b svg math div p ul blockquote section".split()


@pytest.mark.timeout(30)  # it would be minutes
@pytest.mark.parametrize("tag", NESTED)
def test_a_hundred_thousand_levels(tag: str) -> None:
    html = f"<{tag}><div>".encode() * 100_000 + b"deep"
    for name in EXTRACTORS:
        assert extract(html, name).status == Status.TOO_DEEP


@pytest.mark.parametrize(("tag", "depth"), [("span", 99_000), ("x-y", 99_000), ("div", 5_000)])
def test_deep_pages_within_the_limit(tag: str, depth: int) -> None:
    html = f"<{tag}>".encode() * depth + b"deep <p>words"
    for name in EXTRACTORS:
        extraction = extract(html, name, limits=LARGE_AND_DEEP)
        assert extraction.status == Status.OK
        assert len(extraction.nodes) == depth + 6
        assert extraction.render("html").count("words") == extraction.text.count("words")
    assert (extraction.extractor, extraction.text) == ("full", "deep\nwords")
    assert extraction.render("markdown") == "deep\n\nwords\n"


def repeated(piece: str, times: int) -> str:
    """The piece with a number of its own in place of every #."""
    return "".join(piece.replace("#", str(i)) for i in range(times))


# What makes a parser, or what comes after it, work far longer than the page is long.
@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<p {repeated('a# ', 100_000)}>x", id="attributes"),
        pytest.param(repeated("<p a#>", 200_000), id="names of attributes"),
        pytest.param(repeated("<x# >", 200_000), id="names of elements"),
        pytest.param("<select>" + "<option>x" * 200_000, id="options"),
        pytest.param(f"<p>{repeated('<b id=#>', 900)}</p>" + "<p>x" * 50_000, id="formatting"),
        pytest.param(repeated("<b id=#><p>", 50_000), id="formatting and paragraphs"),
        pytest.param("<a><div>x" * 50_000, id="unclosed links"),
        pytest.param("<li><div>" * 50_000, id="items"),
        pytest.param("<table>" * 100_000 + "x", id="tables"),
        pytest.param("<table>" + "x<b>" * 50_000, id="text between tables and rows"),
        pytest.param("<span>" * 900 + "</x>" * 300_000, id="unopened"),
        pytest.param("<i>" * 900 + "x " * 9 + "<u>x</u>" * 100_000, id="deep and wide"),
        pytest.param("<select>" * 100_000, id="selects"),
        pytest.param("&" * 1_000_000 + "&amp" * 500_000, id="references"),
        pytest.param("<" * 2_000_000, id="brackets"),
        pytest.param("<!--" * 500_000, id="comments"),
        pytest.param(f"<p style='{':;!' * 500_000}'>x", id="style"),
        pytest.param("<meta charset " * 100_000, id="charsets"),
        pytest.param("<p>\n" * 300_000 + "x", id="empty paragraphs"),
    ],
)
def test_slow_pages_end_in_time(html: str) -> None:
    assert extract_many(html, [*EXTRACTORS]).status in Status


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    "html",
    [
        pytest.param(f"<title>{'ab ' * 100_000}</title>" + "<h1>abc</h1>" * 30_000, id="title"),
        pytest.param("<h2>w</h2>" * 30_000, id="headings"),
        pytest.param("<table><tr>" + "<td>x" * 30_000, id="cells"),
        pytest.param("<ul>" + "<li>x" * 30_000, id="items"),
        pytest.param("<pre>" + "`" * 200_000, id="fences"),
        pytest.param("<p>" + "*_[]<>" * 50_000, id="marks"),
        pytest.param("<video>" + "<source>" * 50_000 + "</video>" + "x", id="sources"),
    ],
)
def test_slow_formats_end_in_time(html: str) -> None:
    assert_sound(extract(html, "full"))


def test_fifty_megabytes() -> None:
    html = b"<p>" + b"word " * (10 << 20)
    assert extract(html).status == Status.TOO_LARGE
    paragraphs = (b"<p>" + b"words and " * 100) * (50 << 10)
    for page in (html, paragraphs):
        for extractor in EXTRACTORS:
            extraction = extract(page, extractor, limits=LARGE_AND_DEEP)
            assert extraction.status == Status.OK
            assert len(extraction.text_bytes) > len(page) * 0.98


@pytest.mark.parametrize("name", EXTRACTORS)
@pytest.mark.parametrize(
    ("html", "limit", "most", "status"),
    [
        pytest.param(b"<p>abc", "max_bytes", 6, Status.TOO_LARGE, id="bytes"),
        pytest.param("<p>abc", "max_bytes", 6, Status.TOO_LARGE, id="characters"),
        pytest.param(b"\xef\xbb\xbf<p>abc", "max_bytes", 9, Status.TOO_LARGE, id="mark"),
        # html, head, body, p, its text, b and its text
        pytest.param(b"<p>abc<b>d", "max_nodes", 7, Status.TOO_MANY_NODES, id="nodes"),
        # html, body, p, b, text: the deepest has four ancestors
        pytest.param(b"<p>abc<b>d", "max_depth", 4, Status.TOO_DEEP, id="depth"),
        pytest.param(b"<p><i><!-- c --></i>d", "max_depth", 3, Status.TOO_DEEP, id="comment"),
    ],
)
def test_limits(name: str, html: bytes | str, limit: str, most: int, status: Status) -> None:
    for value, expected in ((most + 1, Status.OK), (most, Status.OK), (most - 1, status)):
        extraction = extract(html, name, limits=Limits(**{limit: value}))
        assert extraction.status == expected
        assert (len(extraction.nodes) > 0) == (expected == Status.OK)
        assert_sound(extraction)


def test_text_may_grow_to_twice_the_limit() -> None:
    limits = Limits(max_bytes=100)
    assert extract("é" * 100, limits=limits).status == Status.OK
    assert extract("é" * 99 + "東", limits=limits).status == Status.TOO_LARGE
    assert extract(b"\xe9" * 100, charset="latin-1", limits=limits).status == Status.OK


@pytest.mark.parametrize("limit", ["max_bytes", "max_nodes", "max_depth"])
@pytest.mark.parametrize("value", [0, -1, 1 << 62])
def test_limits_have_limits(limit: str, value: int) -> None:
    with pytest.raises(ValueError, match=rf"{limit} must be between 1 and .*, got {value}"):
        Limits(**{limit: value})


@pytest.mark.parametrize(
    ("extractors", "message"),
    [
        pytest.param([], "at least one", id="no extractor"),
        pytest.param(["cectd-sd"], "did you mean 'cectd-s", id="no such extractor"),
    ],
)
def test_a_wrong_call_is_no_bad_page(extractors: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        extract_many(PAGE, extractors)
