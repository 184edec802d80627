"""Worked examples with exact numbers, rounded to six decimals: the tests' common table.

Nodes are named `tag#id`, or `tag` without an id; the lists of nodes are in document order.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.reference.cetd import Profile, Variant


@dataclass(frozen=True)
class CetdNode:
    """What text density says of one element."""

    node: str
    chars: int
    tags: int
    link_chars: int
    link_tags: int
    density: float
    density_sum: float | None  # None for CECTD-S, which smooths
    smoothed: float | None  # None for the others, which sum


@dataclass(frozen=True)
class CetdExample:
    """A page read by one variant in one profile, with the parameters' defaults."""

    name: str
    html: str
    variant: Variant
    profile: Profile
    nodes: tuple[CetdNode, ...]
    threshold: float
    max_tag: str | None
    marked: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class DensityExample:
    """A page read by the density region with its defaults; strings are numbered from 0."""

    name: str
    html: str
    lengths: tuple[int, ...]
    max_index: int
    cutoff: float
    region: tuple[int, ...]
    left: int
    right: int
    text: str


@dataclass(frozen=True)
class RatedNode:
    """A point of the Euclidean space: word, hyperlink, children and position."""

    node: str
    ratios: tuple[float, ...]
    z: tuple[float, ...]
    distance: float


@dataclass(frozen=True)
class EuclideanExample:
    """A page read by the Euclidean method with `c` candidates; `cset` is in order of distance."""

    name: str
    html: str
    c: int
    wide: bool
    rated: tuple[RatedNode, ...]
    cset: tuple[str, ...]
    reduced: tuple[str, ...]
    selected: tuple[str, ...]
    removed: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class TextExample:
    """The text one extractor keeps of a page: the corners that the worked examples leave out."""

    name: str
    html: str
    extractor: str
    text: str
    parameters: Mapping[str, float | str] = field(default_factory=dict)


PAPER = """<body><div class="main" id="main">
  <div class="article" id="article">
    <div class="articleHeadline" id="headline">
      South Korea to Hold Artillery Drills on Island</div>
    <div class="articleBody" id="articlebody">
      The announcement came as
      <a id="link">Bill Richardson</a>
    </div></div></div></body>"""

NEWS = (
    "<!doctype html><html><head><title>ignored</title><script>var a = 1;</script></head><body>\n"
    '<div id="nav"><ul id="menu"><li><a href="/">Home</a></li><li><a href="/n">News</a></li>'
    '<li><a href="/c">Contact us</a></li></ul></div>\n'
    '<div id="story"><h1 id="t">Storm closes the harbour</h1>\n'
    '<p id="p1">The harbour of the old town stayed closed on Monday after a storm damaged two of '
    "its four piers overnight.</p>\n"
    '<p id="p2">Divers of the <a href="/port">port authority</a> will inspect the foundations on '
    "Tuesday, and ferries will use the northern quay until then.</p>\n"
    '<p id="p3">Nobody was hurt.</p></div>\n'
    '<div id="foot"><p id="f1"><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p>'
    '<p id="f2">Copyright the Harbour Post</p></div>\n</body></html>'
)
STORY = (
    "Storm closes the harbour\n"
    "The harbour of the old town stayed closed on Monday after a storm damaged two of its four "
    "piers overnight.\n"
    "Divers of the port authority will inspect the foundations on Tuesday, and ferries will use "
    "the northern quay until then.\n"
    "Nobody was hurt."
)

POEM = (
    '<body><div id="nav"><a href="/a">First section of the site</a>'
    '<a href="/b">Second section</a></div>\n'
    '<div id="text">The first line of the poem is quite long and has many words in it.<br>'
    "The second line is shorter but still fine.<br>"
    "The third line ends the poem that nobody reads.</div>\n"
    '<div id="side"><p id="s1">A short note.</p></div></body>'
)
VERSES = (
    "The first line of the poem is quite long and has many words in it.\n"
    "The second line is shorter but still fine.\n"
    "The third line ends the poem that nobody reads.\n"
    "A short note."
)

NO_LINKS = '<body><div id="d"><p id="p">Some words only.</p><p id="q">And more.</p></div></body>'
ALL_LINKS = (
    '<body><ul id="u"><li id="a"><a href="#1">One</a></li>'
    '<li id="b"><a href="#2">Two</a></li></ul></body>'
)
NO_TEXT = '<body><div id="d"><img src="x.png"></div></body>'
BARE_TEXT = "Only text, no tags at all."
FORM = (
    '<body><p id="p">Choose a city below to see its weather.</p><form id="f">'
    '<select id="s"><option>Oslo</option><option>Rome</option></select>'
    '<button id="b">Go</button></form></body>'
)


@dataclass(frozen=True)
class _Answer:
    threshold: float
    max_tag: str | None
    marked: str
    text: str


# The order of the answers below.
RUNS: tuple[tuple[Variant, Profile], ...] = (
    ("cetd-ds", "paper"),
    ("cectd-ds", "paper"),
    ("cectd-s", "paper"),
    ("cectd-ds", "code"),
)


def _cetd(name: str, html: str, counts: str, *answers: _Answer) -> list[CetdExample]:
    rows = []
    for line in counts.strip().splitlines():
        node, *cells = line.replace("|", "").split()
        c, t, lc, lt, code_lt = (int(cell) for cell in (*cells[:4], cells[9]))
        td, td_sum, ctd, ctd_sum, s, code_ctd, code_sum = map(float, cells[4:9] + cells[10:])
        rows.append(
            (
                CetdNode(node, c, t, lc, lt, td, td_sum, None),
                CetdNode(node, c, t, lc, lt, ctd, ctd_sum, None),
                CetdNode(node, c, t, lc, lt, ctd, None, s),
                CetdNode(node, c, t, lc, code_lt, code_ctd, code_sum, None),
            )
        )
    columns = zip(*rows, strict=True)
    return [
        CetdExample(
            name=name,
            html=html,
            variant=variant,
            profile=profile,
            nodes=nodes,
            threshold=answer.threshold,
            max_tag=answer.max_tag,
            marked=tuple(answer.marked.split()),
            text=answer.text,
        )
        for (variant, profile), answer, nodes in zip(RUNS, answers, columns, strict=True)
    ]


# Tables of `node C T LC LT | TD DS | CTD DS s | LT CTD DS`, where the last group is of the
# profile `code` and s is the density smoothed by CECTD-S.

PAPER_COUNTS = """
body            85 5 15 1| 17 21.25       | 44.558462 51.981414 44.558462 | 1 44.558462 51.981414
div#main        85 4 15 1| 21.25 28.333333| 51.981414 62.919735 51.981414 | 1 51.981414 62.919735
div#article     85 3 15 1| 28.333333 85   | 62.919735 232.403063 62.919735| 1 62.919735 224.247801
div#headline    46 0 0 0 | 46 0           | 202.829188 0 145.077417       | 0 194.673926 194.673926
div#articlebody 39 1 15 1| 39 15          | 29.573875 0 87.325646         | 1 29.573875 115.163495
a#link          15 0 15 0| 15 0           | 0 0 38.387832                 | 0 0 0
"""

NEWS_COUNTS = """
body      322 19 46 6| 16.947368 65.371429| 34.271009 188.287819 34.271009 | 12 26.604665 183.734955
div#nav   18 7 18 3  | 2.571429 3         | 1.239816 1.183296 58.428623    | 7 0 0
ul#menu   18 6 18 3  | 3 18               | 1.183296 0 1.183296            | 6 0 0
li        4 1 4 1    | 4 4                | 0 0 0                          | 1 0 0
a         4 0 4 0    | 4 0                | 0 0 0                          | 0 0 0
li        4 1 4 1    | 4 4                | 0 0 0                          | 1 0 0
a         4 0 4 0    | 4 0                | 0 0 0                          | 0 0 0
li        10 1 10 1  | 10 10              | 0 0 0                          | 1 0 0
a         10 0 10 0  | 10 0               | 0 0 0                          | 0 0 0
div#story 264 5 14 1 | 52.8 264           | 172.806236 885.609939 90.273514| 1 172.806236 845.31952
h1#t      24 0 0 0   | 24 0               | 127.845889 0 240.869124        | 0 112.773117 112.773117
p#p1      106 0 0 0  | 106 0              | 466.915594 0 314.850965        | 0 458.802261 458.802261
p#p2      118 1 14 1 | 118 14             | 197.726783 0 238.872708        | 1 197.726783 484.627309
a         14 0 14 0  | 14 0               | 0 0 121.156827                 | 0 0 0
p#p3      16 0 0 0   | 16 0               | 93.121672 0 127.990043         | 0 76.017359 76.017359
div#foot  40 4 14 2  | 10 33              | 14.241767 136.340725 67.09659  | 3 10.92872 121.696766
p#f1      14 2 14 2  | 7 14               | 0 0 45.446908                  | 2 0 0
a         7 0 7 0    | 7 0                | 0 0 0                          | 0 0 0
a         7 0 7 0    | 7 0                | 0 0 0                          | 0 0 0
p#f2      26 0 0 0   | 26 0               | 136.340725 0 90.893817         | 0 121.696766 121.696766
"""

POEM_COUNTS = """
body     207 8 39 2| 25.875 110| 52.584861 425.101994 52.584861| 3 45.606735 411.077842
div#nav  39 2 39 2 | 19.5 39   | 0 0 119.298997                | 2 0 0
a        25 0 25 0 | 25 0      | 0 0 0                         | 0 0 0
a        14 0 14 0 | 14 0      | 0 0 0                         | 0 0 0
div#text 155 2 0 0 | 77.5 0    | 357.896992 0 195.749746       | 0 355.360316 661.064987
br       0 0 0 0   | 0 0       | 0 0 114.751194                | 0 0 0
br       0 0 0 0   | 0 0       | 0 0 96.134933                 | 0 0 0
div#side 13 1 0 0  | 13 13     | 67.205001 67.205001 164.102332| 0 55.717526 55.717526
p#s1     13 0 0 0  | 13 0      | 67.205001 0 67.205001         | 0 55.717526 55.717526
"""

NO_LINKS_COUNTS = """
body  25 3 0 0| 8.333333 12.5| inf 0 0| 0 132.026551 0
div#d 25 2 0 0| 12.5 25      | inf 0 0| 0 179.441456 0
p#p   16 0 0 0| 16 0         | inf 0 0| 0 162.785908 0
p#q   9 0 0 0 | 9 0          | inf 0 0| 0 72.565189 0
"""

ALL_LINKS_COUNTS = """
body 6 5 6 2| 1.2 1.5| 0.823569 0.778758 0.823569| 5 0 0
ul#u 6 4 6 2| 1.5 6  | 0.778758 0 0.778758       | 4 0 0
li#a 3 1 3 1| 3 3    | 0 0 0                     | 1 0 0
a    3 0 3 0| 3 0    | 0 0 0                     | 0 0 0
li#b 3 1 3 1| 3 3    | 0 0 0                     | 1 0 0
a    3 0 3 0| 3 0    | 0 0 0                     | 0 0 0
"""

NO_TEXT_COUNTS = """
body  0 2 0 0| 0 0| 0 0 0| 0 0 0
div#d 0 1 0 0| 0 0| 0 0 0| 0 0 0
img   0 0 0 0| 0 0| 0 0 0| 0 0 0
"""

BARE_TEXT_COUNTS = """
body 26 0 0 0| 26 0| inf 0 0| 0 310.848423 0
"""

EMPTY_COUNTS = """
body 0 0 0 0| 0 0| 0 0 0| 0 0 0
"""

FORM_COUNTS = """
body     49 6 10 2| 8.166667 41.5| 18.721078 166.860269 18.721078| 5 12.339038 158.893799
p#p      39 0 0 0 | 39 0         | 165.732998 0 110.864422       | 0 158.893799 158.893799
form#f   10 4 10 2| 2.5 6        | 1.12727 1.924156 55.995846    | 4 0 0
select#s 8 2 8 0  | 4 8          | 1.924156 0 1.282771           | 2 0 0
option   4 0 4 0  | 4 0          | 0 0 0                         | 0 0 0
option   4 0 4 0  | 4 0          | 0 0 0                         | 0 0 0
button#b 2 0 2 0  | 2 0          | 0 0 0.641385                  | 0 0 0
"""

WITHOUT_LINK = "South Korea to Hold Artillery Drills on Island\nThe announcement came as"
ARTICLE = f"{WITHOUT_LINK} Bill Richardson"
STORY_AND_FOOT = f"{STORY}\nCopyright the Harbour Post"
NAV_AND_VERSES = f"First section of the siteSecond section\n{VERSES}"
FORM_TEXT = "Choose a city below to see its weather.\nOslo\nRome\nGo"
NOTHING = _Answer(0, None, "", "")

CETD: tuple[CetdExample, ...] = (
    *_cetd(
        "paper-example-2",
        PAPER,
        PAPER_COUNTS,
        _Answer(17, "div#article", "div#article", ARTICLE),
        _Answer(44.558462, "div#article", "div#article", ARTICLE),
        _Answer(44.558462, None, "div#headline div#articlebody", WITHOUT_LINK),
        _Answer(44.558462, "div#article", "div#article", ARTICLE),
    ),
    *_cetd(
        "news",
        NEWS,
        NEWS_COUNTS,
        _Answer(16.947368, "div#story", "div#story", STORY),
        _Answer(34.271009, "div#story", "div#story", STORY),
        _Answer(34.271009, None, "h1#t p#p1 p#p2 a p#p3 p#f2", STORY_AND_FOOT),
        _Answer(26.604665, "div#story", "div#story", STORY),
    ),
    *_cetd(
        "br-separated",
        POEM,
        POEM_COUNTS,
        _Answer(25.875, "body", "body", NAV_AND_VERSES),
        _Answer(52.584861, "body", "body", NAV_AND_VERSES),
        _Answer(52.584861, None, "div#text p#s1", VERSES),
        _Answer(45.606735, "div#text", "div#text div#side", VERSES),
    ),
    *_cetd(
        "no-links",
        NO_LINKS,
        NO_LINKS_COUNTS,
        _Answer(8.333333, "div#d", "div#d", "Some words only.\nAnd more."),
        _Answer(math.inf, "body", "body", "Some words only.\nAnd more."),
        _Answer(math.inf, "body", "body", "Some words only.\nAnd more."),
        _Answer(math.inf, "body", "body", "Some words only.\nAnd more."),
    ),
    *_cetd(
        "all-links",
        ALL_LINKS,
        ALL_LINKS_COUNTS,
        _Answer(1.2, "ul#u", "ul#u", "One\nTwo"),
        _Answer(0.823569, "body", "body", "One\nTwo"),
        _Answer(0.823569, None, "", ""),
        _Answer(0, "body", "body", "One\nTwo"),
    ),
    *_cetd(
        "no-text",
        NO_TEXT,
        NO_TEXT_COUNTS,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
    ),
    *_cetd(
        "text-in-body",
        BARE_TEXT,
        BARE_TEXT_COUNTS,
        _Answer(26, "body", "body", BARE_TEXT),
        _Answer(math.inf, "body", "body", BARE_TEXT),
        _Answer(math.inf, "body", "body", BARE_TEXT),
        _Answer(math.inf, "body", "body", BARE_TEXT),
    ),
    *_cetd(
        "empty",
        "",
        EMPTY_COUNTS,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
    ),
    *_cetd(
        "select-button",
        FORM,
        FORM_COUNTS,
        _Answer(8.166667, "body", "body", FORM_TEXT),
        _Answer(18.721078, "body", "body", FORM_TEXT),
        _Answer(18.721078, None, "p#p", "Choose a city below to see its weather."),
        _Answer(12.339038, "body", "body", FORM_TEXT),
    ),
)

DENSITY: tuple[DensityExample, ...] = (
    DensityExample(
        name="basic",
        html="<body><ul><li>Home</li><li>About</li></ul><h1>A headline of some length here</h1>"
        f"<p>{'xxxxxxxxx ' * 12}</p><p>{'xxxxxxxxx ' * 8}</p><p>short</p>"
        f"<p>{'xxxxxxxxx ' * 9}</p><div>Footer</div></body>",
        lengths=(4, 5, 30, 119, 79, 5, 89, 6),
        max_index=3,
        cutoff=39.627,
        region=(3, 4, 6),
        left=3,
        right=6,
        text="\n".join(" ".join(["x" * 9] * n) if n else "short" for n in (12, 8, 0, 9)),
    ),
    DensityExample(
        name="cutoff-is-strict",
        html=f"<body><p>{'a' * 1000}</p><p>{'b' * 333}</p><p>{'c' * 334}</p></body>",
        lengths=(1000, 333, 334),
        max_index=0,
        cutoff=333.0,
        region=(0, 2),
        left=0,
        right=2,
        text="\n".join(("a" * 1000, "b" * 333, "c" * 334)),
    ),
    DensityExample(
        name="distance-is-strict",
        html=f"<body><p>{'a' * 90}</p><p>b</p><p>c</p><p>{'d' * 60}</p><p>e</p><p>f</p><p>g</p>"
        f"<p>{'h' * 60}</p></body>",
        lengths=(90, 1, 1, 60, 1, 1, 1, 60),
        max_index=0,
        cutoff=29.97,
        region=(0, 3),
        left=0,
        right=3,
        text="\n".join(("a" * 90, "b", "c", "d" * 60)),
    ),
    DensityExample(
        name="inline-joins",
        html='<body><p>one <b>two</b> <a href="#">three</a></p>four<br>five</body>',
        lengths=(13, 4, 4),
        max_index=0,
        cutoff=4.329,
        region=(0,),
        left=0,
        right=0,
        text="one two three",
    ),
    DensityExample(
        name="tie-leftmost",
        html="<body><p>aaaa</p><p>x</p><p>y</p><p>z</p><p>w</p><p>bbbb</p></body>",
        lengths=(4, 1, 1, 1, 1, 4),
        max_index=0,
        cutoff=1.332,
        region=(0,),
        left=0,
        right=0,
        text="aaaa",
    ),
    DensityExample(
        name="no-text",
        html="<body><p> </p><div></div></body>",
        lengths=(),
        max_index=-1,
        cutoff=0.0,
        region=(),
        left=-1,
        right=-1,
        text="",
    ),
    DensityExample(
        name="tail",
        html="<body><div>head <p>inside</p> tail</div></body>",
        lengths=(4, 6, 4),
        max_index=1,
        cutoff=1.998,
        region=(0, 1, 2),
        left=0,
        right=2,
        text="head\ninside\ntail",
    ),
)


def _rated(table: str) -> tuple[RatedNode, ...]:
    nodes = []
    for line in table.strip().splitlines():
        node, cells = line.split(maxsplit=1)
        ratios, z, distance = (
            tuple(float(cell) for cell in group.split()) for group in cells.split("|")
        )
        nodes.append(RatedNode(node, ratios, z, *distance))
    return tuple(nodes)


# Tables of `node word hyperlink children position | their z | distance`; a wide page has no z.

NEWS_RATED = _rated("""
div#nav   0 0.333333 0 1| -0.685445 -1.691563 -0.447214 0.57735 | 1.965847
ul#menu   0 0.333333 1 1| -0.685445 -1.691563 2.236068 0.57735  | 2.943561
li        0 1 0 0.666667| -0.685445 0.696526 -0.447214 -1.732051| 2.038378
li        0 1 0 0.666667| -0.685445 0.696526 -0.447214 -1.732051| 2.038378
li        0 1 0 0.666667| -0.685445 0.696526 -0.447214 -1.732051| 2.038378
div#story 22.5 1 1 1    | 1.977434 0.696526 2.236068 0.57735    | 3.119091
p#p1      20 1 0 1      | 1.681559 0.696526 -0.447214 0.57735   | 1.961153
p#p2      18 1 0 1      | 1.444858 0.696526 -0.447214 0.57735   | 1.762412
p#p3      3 1 0 1       | -0.330394 0.696526 -0.447214 0.57735  | 1.061905
div#foot  2 0.5 0 1     | -0.448744 -1.094541 -0.447214 0.57735 | 1.390225
p#f1      0 0.5 0 1     | -0.685445 -1.094541 -0.447214 0.57735 | 1.48364
p#f2      4 1 0 1       | -0.212044 0.696526 -0.447214 0.57735  | 1.031234
""")

WIDE_RATED = _rated("""
p#a 2 1 0 1| | 0
p#b 2 1 0 1| | 0
p#c 2 1 0 1| | 0
""")

SAME_TEXT_RATED = _rated("""
div#x 2 1 0 1       | -0.868243 0 -0.447214 1.273017 | 1.6045
div#o 2.666667 1 0 1| -0.124035 0 -0.447214 1.273017 | 1.354975
div#i 4 1 1 0.666667| 1.364382 0 2.236068 0.287456   | 2.635179
p#p   4 1 0 0.25    | 1.364382 0 -0.447214 -0.944497 | 1.718608
p#q   2 1 0 0.25    | -0.868243 0 -0.447214 -0.944497| 1.358647
p#r   2 1 0 0.25    | -0.868243 0 -0.447214 -0.944497| 1.358647
""")

LINK_LIST_RATED = _rated("""
div#w 30.666667 0.090909 0 1| 0.781823 -1.37625 -0.654654 0.654654 | 1.8337
div#m 46 0.090909 1 1       | 1.650514 -1.37625 1.527525 0.654654  | 2.716646
p#p1  40 1 0 1              | 1.310592 0.80683 -0.654654 0.654654  | 1.796042
p#p2  30 1 0 1              | 0.744053 0.80683 -0.654654 0.654654  | 1.435874
ul#l  0 0.333333 1 1        | -0.955561 -0.794096 1.527525 0.654654| 2.074991
li    0 1 0 0.5             | -0.955561 0.80683 -0.654654 -1.527525| 2.079898
li    0 1 0 0.5             | -0.955561 0.80683 -0.654654 -1.527525| 2.079898
li    0 1 0 0.5             | -0.955561 0.80683 -0.654654 -1.527525| 2.079898
div#g 2 0.125 1 1           | -0.842253 -1.294385 1.527525 0.654654| 2.26864
p#p3  20 1 0 1              | 0.177515 0.80683 -0.654654 0.654654  | 1.240818
""")

LINK_LIST = (
    f'<body><div id="w"><div id="m"><p id="p1">{"word " * 40}</p><p id="p2">{"text " * 30}</p>'
    '<ul id="l"><li><a href="1">aa</a></li><li><a href="2">bb</a></li>'
    '<li><a href="3">cc</a></li></ul><div id="g">see also <a href="1">one</a> '
    '<a href="2">two</a> <a href="3">three</a> <a href="4">four</a> <a href="5">five</a> '
    '<a href="6">six</a> <a href="7">seven</a> <a href="8">eight</a></div>'
    f'<p id="p3">{"tail " * 20}</p></div></div></body>'
)

EUCLIDEAN: tuple[EuclideanExample, ...] = (
    EuclideanExample(
        name="news",
        html=NEWS,
        c=3,
        wide=False,
        rated=NEWS_RATED,
        cset=("div#story", "ul#menu", "li"),
        reduced=("ul#menu", "li", "div#story"),
        selected=("div#story",),
        removed=(),
        text=STORY,
    ),
    EuclideanExample(
        name="news-c1",
        html=NEWS,
        c=1,
        wide=False,
        rated=NEWS_RATED,
        cset=("div#story",),
        reduced=("div#story",),
        selected=("div#story",),
        removed=(),
        text=STORY,
    ),
    EuclideanExample(
        name="wide",
        html='<body><p id="a">One two.</p><p id="b">Three four.</p><p id="c">Five six.</p></body>',
        c=3,
        wide=True,
        rated=WIDE_RATED,
        cset=(),
        reduced=(),
        selected=("p#a", "p#b", "p#c"),
        removed=(),
        text="One two.\nThree four.\nFive six.",
    ),
    EuclideanExample(
        name="no-rated",
        html="<body><h1>Title</h1><span>text</span></body>",
        c=3,
        wide=False,
        rated=(),
        cset=(),
        reduced=(),
        selected=("body",),
        removed=(),
        text="Title\ntext",
    ),
    EuclideanExample(
        name="empty",
        html="",
        c=3,
        wide=False,
        rated=(),
        cset=(),
        reduced=(),
        selected=("body",),
        removed=(),
        text="",
    ),
    EuclideanExample(
        name="same-text",
        html='<body><div id="x"><div id="o"><div id="i"><p id="p">alpha beta gamma delta</p>'
        '<p id="q">epsilon zeta</p><p id="r">eta theta</p></div></div></div></body>',
        c=3,
        wide=False,
        rated=SAME_TEXT_RATED,
        cset=("div#i", "p#p", "div#x"),
        reduced=("div#x", "p#p"),
        selected=("p#p",),
        removed=(),
        text="alpha beta gamma delta",
    ),
    EuclideanExample(
        name="link-list",
        html=LINK_LIST,
        c=3,
        wide=False,
        rated=LINK_LIST_RATED,
        cset=("div#m", "div#g", "li"),
        reduced=("div#m", "li", "div#g"),
        selected=("div#m",),
        removed=("li", "li", "li", "div#g"),
        text="\n".join(" ".join([w] * n) for w, n in (("word", 40), ("text", 30), ("tail", 20))),
    ),
)

STRAY = (
    "<body>before <div><p>The harbour stayed closed on Monday.</p>"
    "<p>Divers will inspect it.</p></div> after <p>end</p><p><a href=x>home</a></p></body>"
)
HARBOUR = "The harbour stayed closed on Monday.\nDivers will inspect it."
SIX = "<p>one</p><p>four</p><p>seven</p><p>four</p><p>two</p><p>one</p>"
TOKYO = "<div><div><p>東京は夜の七時です</p><p>two words</p><p>x</p></div></div>"
MENU = "<ul><li><a>one</a></li><li><a>two</a></li></ul>"
EIGHT = "0 1 2 3 4 5 6 7"
PROSE = "\n".join(" ".join(["word"] * 40) for _ in range(3))


def links_after(words: int) -> str:
    """A page of prose and a division of some words and eight links."""
    links = " ".join(f"<a>{i}</a>" for i in EIGHT.split())
    prose = "".join(f"<p>{line}</p>" for line in PROSE.splitlines())
    return f"<div>{prose}<div>{'a ' * words}{links}</div></div>"


TEXTS: tuple[TextExample, ...] = (
    TextExample(
        "what shows no text is dropped without a trace",
        "<p>a<script>x</script>b<!-- c -->c<noscript>n</noscript><svg><text>s</text></svg></p>",
        "full",
        "abc",
    ),
    TextExample("title in the body", "<p>a</p><title>t</title>b", "full", "a\nb"),
    TextExample("other blanks", "<p>&nbsp;a&nbsp;&#x3000;\x85b </p>", "full", "a b"),
    TextExample("no zero width blanks", "<p>a&#x200b;b</p>", "full", "a\u200bb"),
    TextExample("a blank between links", "<a>a</a> <a>b</a><a>c</a>", "full", "a bc"),
    TextExample("no character", "<p>&#xD800;&#0;</p>", "full", "\ufffd\ufffd"),
    TextExample(
        "lines",
        "<table><tr><td>a<td>b</table><pre>c\n  d</pre>e<hr>f<br><br>g",
        "full",
        "a\nb\nc d\ne\nf\ng",
    ),
    TextExample("frameset", "<frameset><frame><noframes>a</noframes></frameset> b", "full", ""),
    TextExample("hidden is shown", "<p hidden>a</p>", "full", "a"),
    # The text directly in an ancestor of what is marked comes along, but not from beside it.
    TextExample("stray text", STRAY, "cetd-ds", f"before\n{HARBOUR}\nafter"),
    TextExample("stray text", STRAY, "cectd-ds", f"before\n{HARBOUR}\nafter"),
    TextExample("stray text", STRAY, "cectd-s", f"before\n{HARBOUR}\nafter"),
    TextExample(
        "stray text counts as density",
        STRAY,
        "cectd-ds",
        f"before\n{HARBOUR}\nafter\nend\nhome",
        {"profile": "code"},
    ),
    TextExample(
        "a threshold of zero keeps all",
        STRAY,
        "cectd-ds",
        f"before\n{HARBOUR}\nafter\nend\nhome",
        {"threshold": 0.0},
    ),
    TextExample("a high threshold", STRAY, "cectd-s", HARBOUR, {"threshold": 3.0}),
    TextExample(
        "a text left out parts its neighbours",
        f"<div><b>{'ab ' * 30}cd</b><i></i><i></i><a>x</a><i></i><i></i>"
        f"<b>ef{' gh' * 30}</b></div>",
        "cectd-s",
        f"{'ab ' * 30}cd ef{' gh' * 30}",
    ),
    TextExample("strings", f"<body>{SIX}", "density", "one\nfour\nseven\nfour\ntwo\none"),
    TextExample("cutoff is strict", f"<body>{SIX}", "density", "four\nseven\nfour", {"c1": 0.6}),
    TextExample("nothing beats the longest", f"<body>{SIX}", "density", "seven", {"c1": 1}),
    TextExample("no reach", f"<body>{SIX}", "density", "seven", {"c2": 1}),
    TextExample("words between blanks", TOKYO, "euclidean", "東京は夜の七時です\ntwo words"),
    TextExample(
        "characters as words", TOKYO, "euclidean", "東京は夜の七時です\nx", {"words": "cjk"}
    ),
    TextExample("one rated node", "<p>only</p>", "euclidean", "only"),
    TextExample("rated but empty", "<div><img></div><p> </p>", "euclidean", ""),
    TextExample("a list of links in the root", f"<h1>x</h1>{MENU}", "euclidean", "", {"c": 1}),
    *(
        TextExample(name, links_after(words), "euclidean", text, {"c": 1, **parameters})
        for name, words, text, parameters in (
            ("8 links to 16 words", 16, f"{PROSE}\n{'a ' * 16}{EIGHT}", {}),
            ("8 links to 15 words", 15, PROSE, {}),
            ("8 links and a lower tr", 16, PROSE, {"tr": 1.4}),
            ("8 links and a higher hr", 15, f"{PROSE}\n{'a ' * 15}{EIGHT}", {"hr": 8}),
        )
    ),
)
