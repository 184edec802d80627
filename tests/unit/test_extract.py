"""What users see of an extraction: status, title, blocks, votes, formats."""

import json

import numpy as np
import pytest

from extractors import (
    EXTRACTORS,
    FORMATS,
    Extractor,
    Limits,
    Status,
    UnknownExtractorError,
    extract,
    extract_many,
)
from extractors.full import Full

LINK = '<p><a href="/x">all</a> the rest</p>'


def blocks(html: str) -> list[tuple[str, tuple[str, ...], int]]:
    found = extract(html, "full").blocks
    return [(block.text, block.labels, block.level) for block in found]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        pytest.param("<p>a b</p>", [("a b", ("paragraph",), 0)], id="paragraph"),
        pytest.param("<div>a<p>b</p>c</div>", [(x, ("paragraph",), 0) for x in "abc"], id="bare"),
        pytest.param("<h3>a</h3>", [("a", ("heading",), 3)], id="heading"),
        pytest.param("<h1>a</h1>", [("a", ("title", "heading"), 1)], id="the only h1 is the title"),
        pytest.param(
            "<title>B – Post</title><h1>a</h1><h1>b</h1>",
            [("a", ("heading",), 1), ("b", ("title", "heading"), 1)],
            id="the heading that the page is named after",
        ),
        pytest.param(
            "<ul><li>a<li><p>b</p></ul><dl><dt>c<dd>d</dl>",
            [
                ("a", ("list-item",), 0),
                ("b", ("paragraph", "list-item"), 0),
                ("c", ("list-item",), 0),
                ("d", ("list-item",), 0),
            ],
            id="list",
        ),
        pytest.param(
            "<table><caption>a</caption><tr><td>b<th>c</table>",
            [
                ("a", ("table", "caption"), 0),
                ("b", ("table", "row", "cell"), 0),
                ("c", ("table", "row", "cell"), 0),
            ],
            id="table",
        ),
        pytest.param(
            "<pre>\n\n  a\n\n\tb  c \n</pre>", [("  a\n\n\tb  c", ("code",), 0)], id="code"
        ),
        pytest.param(
            "<pre><b>a</b>\r\n  <i>b</i></pre>", [("a\n  b", ("code",), 0)], id="coloured code"
        ),
        pytest.param(
            "<blockquote>a<p>b</p></blockquote>",
            [("a", ("paragraph", "quote"), 0), ("b", ("paragraph", "quote"), 0)],
            id="quote",
        ),
        pytest.param(
            "<figure><img src=i><figcaption>a</figcaption></figure>",
            [("", ("image",), 0), ("a", ("caption",), 0)],
            id="figure",
        ),
        pytest.param(
            "<video src=v></video><audio src=a></audio><iframe src=f></iframe>",
            [("", ("video",), 0), ("", ("audio",), 0), ("", ("embed",), 0)],
            id="media",
        ),
        pytest.param("<p>a<br>b</p>", [("a\nb", ("paragraph",), 0)], id="one br parts lines"),
        pytest.param(
            "a<br><br>b", [("a", ("paragraph",), 0), ("b", ("paragraph",), 0)], id="two part blocks"
        ),
        pytest.param("<p>a<b>b</b> <i>c</i>d</p>", [("ab cd", ("paragraph",), 0)], id="inline"),
        pytest.param("<p>a\u00a0\u3000 b</p>", [("a b", ("paragraph",), 0)], id="wide blanks"),
        pytest.param(
            "<p>a<script>x()</script><style>y</style><noscript>z</noscript>b</p>",
            [("ab", ("paragraph",), 0)],
            id="no code",
        ),
    ],
)
def test_blocks(html: str, expected: list[tuple[str, tuple[str, ...], int]]) -> None:
    assert blocks(html) == expected


def test_a_span_is_the_text_of_its_block() -> None:
    extraction = extract("<h1>Grün</h1><p>日本語 と <b>English</b></p><pre> x\n y</pre>", "full")
    encoded = extraction.text.encode()
    assert [encoded[block.start : block.end].decode() for block in extraction.blocks] == [
        "Grün",
        "日本語 と English",
        " x\n y",
    ]
    assert extraction.text == "Grün\n日本語 と English\n x\n y"


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title> A &amp;\n B </title><h1>C</h1>", "A & B"),
        ("<title> </title><h1>C <i>D</i></h1><h1>E</h1>", "C D"),
        ("<svg><title>icon</title></svg><p>x", ""),
        ("<p>x", ""),
        ("", ""),
    ],
)
def test_title(html: str, title: str) -> None:
    assert extract(html).title == title


@pytest.mark.parametrize(
    ("html", "extractor", "status"),
    [
        (b"<p>text", "full", Status.OK),
        (b"", "full", Status.EMPTY),
        (b" \n\t", "full", Status.EMPTY),
        (b"<p><img src=x>", "full", Status.NO_TEXT),
        (b"<script>x()</script>", "full", Status.NO_TEXT),
        (b"<ul><li><a href=/>One</a><li><a href=/>Two</a></ul>", "cectd-s", Status.NO_CONTENT),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8, "full", Status.NOT_HTML),
        (b"%PDF-1.7\n<p>text", "full", Status.NOT_HTML),
        (b"<b>" * 2000 + b"text", "full", Status.TOO_DEEP),
    ],
)
def test_status(html: bytes, extractor: str, status: Status) -> None:
    extraction = extract(html, extractor)
    assert extraction.status is status
    assert (status is Status.OK) == bool(extraction.text)


@pytest.mark.parametrize(
    ("limits", "status"),
    [
        (Limits(max_bytes=len(LINK)), Status.OK),
        (Limits(max_bytes=len(LINK) - 1), Status.TOO_LARGE),
        (Limits(max_nodes=7), Status.OK),
        (Limits(max_nodes=6), Status.TOO_MANY_NODES),
        (Limits(max_depth=4), Status.OK),
        (Limits(max_depth=3), Status.TOO_DEEP),
    ],
)
def test_limits(limits: Limits, status: Status) -> None:
    assert extract(LINK, "full", limits=limits).status is status


@pytest.mark.parametrize(
    ("extractor", "parameters", "message"),
    [
        ("cetd-ds", {"threshold": -1}, "threshold must be 0 or more, got -1"),
        ("cectd-s", {"threshold": float("nan")}, "threshold must be 0 or more, got nan"),
        ("cectd-ds", {"profile": "papr"}, "profile must be one of paper, code, got 'papr'"),
        ("density", {"c1": 2}, r"c1 must be in \[0, 1\], got 2"),
        ("density", {"c2": 0}, "c2 must be 1 or more, got 0"),
        ("euclidean", {"c": 0}, "c must be between 1 and 100, got 0"),
        ("euclidean", {"words": "zh"}, "words must be one of spaces, cjk, got 'zh'"),
        ("full", {"hidden": "no"}, "hidden must be one of keep, drop, got 'no'"),
    ],
)
def test_impossible_parameters(extractor: str, parameters: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        EXTRACTORS[extractor](**parameters)


def test_an_unknown_extractor_suggests_the_nearest() -> None:
    with pytest.raises(UnknownExtractorError, match=r"'euclidian': did you mean 'euclidean'\?"):
        extract(LINK, "euclidian")


def test_full_can_drop_what_is_hidden() -> None:
    html = (
        '<p>a</p><p hidden>b</p><p style="color:red; DISPLAY : None !important">c</p>'
        '<p aria-hidden=" True ">d</p><p style="x-display:none">e</p><p aria-hidden=false>f</p>'
    )
    assert extract(html, Full(hidden="drop")).text == "a\ne\nf"
    assert extract(html, "full").text == "a\nb\nc\nd\ne\nf"


@pytest.mark.parametrize("name", EXTRACTORS)
def test_every_extractor_is_one(name: str) -> None:
    extractor = EXTRACTORS[name]()
    assert isinstance(extractor, Extractor)
    assert extractor == EXTRACTORS[name]()
    assert hash(extractor) == hash(EXTRACTORS[name]())


def test_votes_and_agreement() -> None:
    html = f"<ul><li><a href=/>One</a><li><a href=/>Two</a></ul>{'<p>Long enough text.</p>' * 9}"
    one = extract_many(html, ["cectd-s", "full"])
    assert one.text == extract(html, "cectd-s").text
    assert one.votes.shape == (2, len(one.nodes))
    assert (one.votes[1] == extract(html, "full").nodes.kept).all()
    dropped = one.nodes.is_text & ~one.nodes.kept
    assert one.agreement == 1 - one.nodes.chars[dropped].sum() / one.nodes.chars.sum()
    assert extract_many(html, ["full", "full"]).agreement == 1
    assert extract_many(b"", ["full", "density"]).votes.shape == (2, 0)


def test_nodes_are_columns() -> None:
    nodes = extract('<p class="x y">a <a href=/>b</a><svg><path/></svg>', "full").nodes
    names = [nodes.name(row) for row in range(len(nodes))]
    assert names == ["html", "head", "body", "p", "", "a", "", "svg", "path"]
    assert nodes.parent.tolist() == [-1, 0, 0, 2, 3, 3, 5, 3, 7]
    assert nodes.end.tolist() == [9, 2, 9, 9, 5, 7, 7, 9, 9]
    assert nodes.attribute(3, "class") == "x y"
    assert nodes.attribute(4, "class") is None
    assert np.flatnonzero(nodes.has("link")).tolist() == [5, 6]
    assert np.flatnonzero(nodes.has("skipped")).tolist() == [1, 7, 8]
    spans = zip(nodes.text_start.tolist(), nodes.text_end.tolist(), strict=True)
    assert [span for span in spans if span != (0, 0)] == [(0, 1), (2, 3)]


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>a</h2><p>b</p>", "## a\n\nb\n"),
        (LINK, "[all](/x) the rest\n"),
        ("<p>a <b>b <i>c</i></b> d", "a **b *c*** d\n"),
        ("<p>f(x) = <code>a*b</code> * 2", "f(x) = `a*b` \\* 2\n"),
        (
            "<ul><li>a<li>b<ol><li>c<li>d<br>e</ol></ul>",
            "- a\n- b\n    1. c\n    2. d  \n        e\n",
        ),
        ("<blockquote>a<br>b</blockquote>", "> a\n> b\n"),
        ("<pre>a\n ```\n</pre>", "````\na\n ```\n````\n"),
        (
            "<table><tr><th>a<th>b|c<tr><td>1.<td>2</table>",
            "| a | b\\|c |\n| --- | --- |\n| 1. | 2 |\n",
        ),
        ("<table><tr><td>only one column<tr><td>lays out</table>", "only one column\n\nlays out\n"),
        ('<img src="a (1).png" alt="x]">', "![x\\]](a%20%281%29.png)\n"),
        ("<p>1. a</p><p>2.5 b</p><p># c</p>", "1\\. a\n\n2.5 b\n\n\\# c\n"),
    ],
)
def test_markdown(html: str, markdown: str) -> None:
    assert extract(html, "full").render("markdown") == markdown


@pytest.mark.parametrize(
    ("html", "body"),
    [
        (LINK, '<p><a href="/x">all</a> the rest</p>'),
        ("<p onclick=x()>a<script>b</script>", "<p>a</p>"),
        ('<a href="JaVa\nScript:x()">a</a>', "<a>a</a>"),
        ('<a href="&#1;javascript:x()">a</a>', "<a>a</a>"),
        ('<a href="data:text/html,x">a</a>', "<a>a</a>"),
        ("<p>a<br>b <b>c</b> <i>d</i>", "<p>a<br>b <b>c</b> <i>d</i></p>"),
        ("<p>1 &lt; 2 &amp; <x-y>3</x-y>", "<p>1 &lt; 2 &amp; 3</p>"),
        ("<form action=x><button>a</button><input></form>b", "<div>a</div>b"),
        ("<iframe src=//v.example/1></iframe>a", '<a href="//v.example/1">//v.example/1</a>a'),
        ("<img src=x onerror=y() alt='\"'>a", '<img src="x" alt="&quot;">a'),
        ("<svg onload=x()><text>s</text></svg>a", "a"),
    ],
)
def test_cleaned_html(html: str, body: str) -> None:
    made = extract(html, "full").render("html")
    assert made.partition("<body>")[2] == f"{body}</body></html>\n"


def test_addresses_become_absolute() -> None:
    extraction = extract(LINK, "full", url="https://example.org/a/b")
    assert 'href="https://example.org/x"' in extraction.render("html")
    assert extraction.render("markdown").startswith("[all](https://example.org/x)")


def test_json() -> None:
    values = json.loads(extract(LINK, "full", url="https://example.org/").render("json"))
    assert values == {
        "url": "https://example.org/",
        "status": "ok",
        "title": "",
        "extractor": "full",
        "charset": "utf-8",
        "charset_rule": "text",
        "replaced": 0,
        "text": "all the rest",
        "blocks": [{"start": 0, "end": 12, "labels": ["paragraph"]}],
    }


def test_an_unknown_format_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="unknown format 'pdf': there are text, markdown"):
        extract(LINK).render("pdf")
    assert all(extract(b"").render(form) is not None for form in FORMATS)
