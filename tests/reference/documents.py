"""Hypothesis strategies of HTML: soups of fragments, and pages that look like pages."""

from hypothesis import strategies as st

TAGS = (
    "html head body title meta link base "
    "div section article main aside header footer nav center address blockquote figure figcaption "
    "p h1 h2 h3 h4 h5 h6 hgroup hr pre listing xmp ul ol li dl dt dd menu dir "
    "table caption colgroup col thead tbody tfoot tr td th "
    "a b i u em strong font span small big nobr code q sub sup ruby rt rp br wbr img "
    "form fieldset legend label button select optgroup option input textarea details summary "
    "dialog search isindex plain undefined x-tag "
    "noscript object audio video canvas svg math mi annotation-xml foreignobject desc "
    "applet marquee embed source track picture"
)
# Drawn more often than the others: what the algorithms count.
COMMON = "div p a a span li ul td tr table b br h2"
ATTRIBUTES = [
    *[""] * 20,
    " id=x",
    " class='a b'",
    " href=/x",
    ' href="https://example.org/?a=1&amp;b=2"',
    " src=a.png alt=picture",
    " hidden",
    " HIDDEN=''",
    " hidden=until-found",
    " aria-hidden=true",
    " aria-hidden=' TRUE\n'",
    " aria-hidden=false",
    " aria-hidden",
    " style='display:none'",
    " style='color:red; DISPLAY : None !Important ;'",
    " style='display:\tnone!important'",
    " style='visibility:hidden'",
    " style=';;Visibility\n:\nHIDDEN'",
    " style='x-display:none'",
    " style='display:nonesuch'",
    " style='display:block;visibility:visible'",
    " style='display none'",
    " style='none:display'",
    " style",
    " hidden id=y style='display:none' aria-hidden=true",
    " data-x='<p>' =",
    " /",
]
TEXTS = [
    " ",
    " ",
    "\n",
    "\n  ",
    "\t\r\n\f",
    "a",
    "B ",
    " word",
    "two words",
    " some more words, with a comma ",
    "Short sentence.",
    "A rather long sentence that goes on and on so that it is dense with words. ",
    "Word " * 40,
    "unbroken" * 12,
    "&nbsp;",
    "\u00a0",
    " \u3000",
    "\u2003\u2028x\u2029",
    "\x85\x1c\x1f",
    "\u200b\ufeff",
    "&#xD800;",
    "&#0;",
    "&#x80;",
    "&amp;&lt;&gt;&quot;",
    "&ampx &notit; &unknown; &",
    "&#x1F600;",
    "<",
    "< a",
    ">",
    "\0",
    "a\0b",
    "日本語の文章です。",
    "ひらがな と カタカナ",
    "中文",
    "ภาษาไทย",
    "ខ្មែរ မြန်မာ",
    "\U00020000\U0001f600",
    "한국어 문장",
    "ÄÖÜ İı ß \u00e9 e\u0301",
    "\u05d0\u05d1 \u0627\u0628",
]
SPECIALS = [
    "<!-- comment -->",
    "<!--->",
    "<!-- unfinished",
    "<!doctype html>",
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'>",
    "<?xml version='1.0'?>",
    "<![CDATA[ data ]]>",
    "<svg><![CDATA[ data ]]></svg>",
    "<svg viewBox='0 0 1 1'><linearGradient/><text>drawn</text><a>link</a></svg>",
    "<svg><foreignObject><p>inside</p></foreignObject>",
    "<svg><title>t</title><style>s</style><desc><b>d</b></desc></svg>",
    "<math><mi>x</mi><mo>+</mo><a>y</a></math>",
    "<math><annotation-xml encoding='text/html'><p>inside</p></annotation-xml></math>",
    "<script>var a = '<p>no</p>';</script>",
    "<script>unfinished ",
    "<script><!-- <script></script> --></script>",
    "<style>p { color: red }</style>",
    "<title>The &amp; title</title>",
    "<noscript><p>no script</p></noscript>",
    "<template><p>stamp</p></template>",
    "<template>unfinished <div>",
    "</template>",
    "<iframe src=x><p>frame</p></iframe>",
    "<noembed><p>embed</p></noembed>",
    "<noframes><p>frames</p></noframes>",
    "<frameset><frame src=a><frame src=b></frameset>",
    "<frameset cols='1,2'>",
    "<textarea>\n keep  this <b> </textarea>",
    "<pre>\n\n  keep\n  this  </pre>",
    "<xmp><b>as is</b></xmp>",
    "<plaintext>",
    "<select><option>one<option>two</select>",
    "<select><optgroup label=g><option selected>x</optgroup></select>",
    "<button type=button>press</button>",
    "<a href=#><img src=x></a>",
    "<ul><li><a href=1>one</a></li><li><a href=2>two</a></li></ul>",
    "<table><tr><td>cell<td>cell<tr><th>head</table>",
    "<table>foster<tr>parent<td>cell</table>",
    "<table><a><tr><td></a><p>",
    "<b><p>mis</b>nested</p>",
    "<a><div><a>nested</div></a>",
    "<p>one<p>two",
    "</p>",
    "</br>",
    "<image>",
    "<object><param><p>fallback</p></object>",
    "<video><track>no video</video>",
    "<audio>no audio</audio>",
    "<canvas>no canvas</canvas>",
    "</head>",
    "</body>",
    "</html>",
    "<",
    "</",
    "<p",
    "<p a='",
    "\r\n",
]


def _weighted(*choices: tuple[int, st.SearchStrategy[bytes]]) -> st.SearchStrategy[bytes]:
    table = [strategy for weight, strategy in choices for _ in range(weight)]

    def chosen(i: int) -> st.SearchStrategy[bytes]:
        return table[i]

    return st.integers(0, len(table) - 1).flatmap(chosen)


def _open(tag: str, attributes: str) -> bytes:
    return f"<{tag}{attributes}>".encode()


_tags = st.sampled_from(3 * COMMON.split() + TAGS.split())
_open_tags = st.builds(_open, _tags, st.sampled_from(ATTRIBUTES))
_close_tags = _tags.map(lambda tag: f"</{tag}>".encode())
_texts = st.sampled_from(TEXTS).map(str.encode)
_specials = st.sampled_from(SPECIALS).map(str.encode)
_characters = st.text(st.characters(codec="utf-8"), max_size=8).map(str.encode)

_fragments = _weighted(
    (12, _open_tags), (8, _close_tags), (12, _texts), (6, _specials), (1, _characters)
)
_broken_fragments = _weighted((30, _fragments), (1, st.binary(max_size=6)))


def _soup(fragments: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    short, long = st.lists(fragments, max_size=8), st.lists(fragments, min_size=15, max_size=60)
    starts = st.sampled_from([b""] * 9 + [b"<frameset>", b"<!doctype html><head><title>t</title>"])
    return st.builds(lambda start, parts: b"".join([start, *parts]), starts, st.one_of(short, long))


# Tag soup in valid UTF-8.
valid_documents: st.SearchStrategy[bytes] = _soup(_fragments)

# Tag soup, mostly valid UTF-8, and now and then bytes that are no HTML at all.
documents: st.SearchStrategy[bytes] = _weighted(
    (30, valid_documents), (8, _soup(_broken_fragments)), (1, st.binary(max_size=64))
)

PROSE = (
    "the harbour of a town stayed closed on Monday after storm damaged two piers overnight and "
    "divers will inspect foundations while ferries use northern quay until then nobody was hurt"
)
WORDS = PROSE.split()
WRAPPERS = (
    "div div div article section main aside header footer nav center form blockquote font span td "
    "li noscript button a"
)


_blanks = st.sampled_from(["", "", "\n", " "])


def _sentence(start: int, words: int, end: str) -> str:
    return " ".join(WORDS[(start + i) % len(WORDS)] for i in range(words)) + end


def _sentences(longest: int) -> st.SearchStrategy[str]:
    ends = st.sampled_from(["", ".", ". "])
    return st.builds(_sentence, st.integers(0, 20), st.integers(1, longest), ends)


_short = _sentences(4)
_long = _sentences(60)
_links = st.builds(
    "<a{}>{}</a>".format, st.sampled_from(["", " href=/x"]), st.one_of(_short, st.just("x"))
)
_inline = st.one_of(
    _long,
    _short,
    _links,
    st.builds("<{0}>{1}</{0}>".format, st.sampled_from(["b", "em", "span", "font"]), _short),
    st.sampled_from(["<br>", "<br>\n", "<img src=x>", "<!-- c -->", " ", "東京は夜の七時です"]),
)


def _joined(
    parts: st.SearchStrategy[str], least: int, most: int, separators: st.SearchStrategy[str]
) -> st.SearchStrategy[str]:
    def join(separator: str, drawn: list[str]) -> str:
        return separator.join(drawn)

    return st.builds(join, separators, st.lists(parts, min_size=least, max_size=most))


def _elements(tag: str, content: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return content.map(lambda inner: f"<{tag}>{inner}</{tag}>")


_paragraphs = st.one_of(
    _elements("p", _long), _elements("p", _joined(_inline, 0, 5, _blanks)), _elements("h2", _short)
)
_menus = _elements("ul", _joined(_elements("li", st.one_of(_links, _short)), 0, 6, _blanks))
_pure_menus = _elements("ul", _joined(_elements("li", _links), 2, 5, _blanks))
_link_groups = _elements(
    "div",
    st.builds("{}{}".format, st.one_of(st.just(""), _short), _joined(_links, 6, 11, _blanks)),
)
_tables = _elements(
    "table",
    _joined(
        _elements("tr", _joined(_elements("td", st.one_of(_short, _links, _long)), 1, 3, _blanks)),
        1,
        3,
        _blanks,
    ),
)
_poems = _elements("div", _joined(st.one_of(_short, _long), 2, 5, st.just("<br>")))
_oddments = st.sampled_from(
    [
        "<hr>",
        "<p></p>",
        "<p> </p>",
        "<div><img src=x></div>",
        "<script>var a;</script>",
        "<select><option>Oslo<option>Rome</select>",
        "<button>Go</button>",
        "<pre>one\n  two</pre>",
        "<div hidden>hidden words here</div>",
        "<p style='display:none'>hidden words here</p>",
        "<svg><text>drawn</text></svg>",
        "<p>東京は夜の七時です。大阪も夜です。</p>",
        "<p>ภาษาไทยไม่มีช่องว่าง</p>",
        "<form><label>Name <input></label></form>",
        "<h6>small heading</h6>",
    ]
)
_blocks = st.one_of(
    _paragraphs, _inline, _menus, _pure_menus, _link_groups, _tables, _poems, _oddments
)


def _wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    content = _joined(inner, 1, 4, _blanks)
    return st.builds("<{0}>{1}</{0}>".format, st.sampled_from(WRAPPERS.split()), content)


_sections = st.recursive(_blocks, _wrapped, max_leaves=12)
_heads = st.sampled_from(
    [
        "",
        "<!doctype html><html><head><title>A title</title><style>p {}</style></head>\n<body>",
        "<!doctype html><body>",
    ]
)

# Something like a page: navigation, articles, teasers and footers in any order and nesting.
pages: st.SearchStrategy[bytes] = st.builds(
    lambda head, sections: (head + sections).encode(), _heads, _joined(_sections, 1, 6, _blanks)
)
