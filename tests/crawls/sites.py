"""The sites that the pages are of: their layout, their markup habits, their furniture."""

import zlib
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import NamedTuple

from tests.crawls.vocabulary import LANGUAGES, Language

SITES = 8  # of each language
POOLED = 48  # pieces of a kind to draw from: enough that pages differ, few enough to make at once

_NAMINGS = (
    ' class="{0}"',
    ' class="c-{0} c-{0}--wide"',
    ' class="css-{1:08x}"',
    ' class="widget {0}-box clearfix" data-module="{0}"',
)
_PROSE = (
    "<p>{}</p>\n",
    '<p class="text-body">{}</p>\n\n',
    '<div class="paragraph"><span>{}</span></div>',
    "{}<br>\n<br>\n",
)
_IDENTIFIERS = """init render track state queue module layer config loader event timer slot bid user
session theme cache route modal slider player consent metric vendor payload handler""".split()
_PROPERTIES = """margin:0 auto|padding:4px 12px|display:flex|position:relative|font-weight:700|
border-radius:3px|overflow:hidden|line-height:1.45|text-decoration:none""".split("|")

_STATEMENTS = (
    "!function(e,t){{e.{a}=e.{a}||[];e.{a}.push({{{b}:{n}}})}}(window,document);",
    "var {a}_{b}=function(i){{if(i<{n}&&!i.{c}){{return i.{b}('</'+i.{c}+'>')}}return {a}(i)}};",
    'window.__{a}={{"{b}":"{x:016x}","{c}":[{n},{{"id":"{a}-{n}"}}]}};',
    "document.querySelectorAll('.{a}-{b}').forEach(e=>e.addEventListener('{c}',()=>{a}({n})));",
)


class Parts(NamedTuple):
    """What a layout arranges."""

    content: str
    crumbs: str
    comments: str
    related: str


@dataclass(frozen=True, slots=True)
class Site:
    """One of the sites: pages of the same site share everything but their content."""

    language: Language
    host: str
    name: str
    naming: str
    prose: str  # how a paragraph is written
    layout: int
    menu: str
    teasers: tuple[str, ...]

    def attribute(self, name: str) -> str:
        """The class attribute of what other sites would call `name`."""
        return self.naming.format(name, zlib.crc32(f"{self.host} {name}".encode()))

    def wrap(self, tag: str, name: str, *html: str) -> str:
        return f"<{tag}{self.attribute(name)}>{''.join(html)}</{tag}>\n"

    def arrange(self, parts: Parts) -> str:
        """The body of a page."""
        return _LAYOUTS[self.layout](self, parts)


@cache
def site(tag: str, number: int) -> Site:
    """The site of that number in the language of that tag."""
    dice = Random(f"site {tag} {number}")
    language = LANGUAGES[tag]
    host = f"www.{dice.choice(_IDENTIFIERS)}-{tag.lower()}-{number}.example"
    bare = Site(
        language=language,
        host=host,
        name=f"{dice.choice(language.menu)} {number + 1}",
        naming=_NAMINGS[number % len(_NAMINGS)],
        prose=_PROSE[number * 3 // len(_NAMINGS) % len(_PROSE)],
        layout=number % len(_LAYOUTS),
        menu="",
        teasers=(),
    )
    return Site(
        **{field: getattr(bare, field) for field in Site.__slots__[:6]},
        menu=_menu(bare, dice),
        teasers=tuple(_teaser(bare, dice) for _ in range(POOLED)),
    )


@cache
def scripts() -> tuple[str, ...]:
    """Scripts of about 2 KB, the kind that fills most of a page."""
    dice = Random("scripts")
    return tuple(f"<script>{_script(dice)}</script>\n" for _ in range(POOLED))


@cache
def styles() -> tuple[str, ...]:
    """Style sheets of about 1 KB."""
    dice = Random("styles")
    return tuple(f"<style>\n{_style(dice)}</style>\n" for _ in range(POOLED))


def _script(dice: Random) -> str:
    lines = []
    for _ in range(dice.randint(12, 24)):
        a, b, c = dice.choices(_IDENTIFIERS, k=3)
        number = dice.getrandbits(64)
        lines.append(dice.choice(_STATEMENTS).format(a=a, b=b, c=c, n=number % 999, x=number))
    return "\n".join(lines)


def _style(dice: Random) -> str:
    rules = (
        f".{dice.choice(_IDENTIFIERS)}-{dice.choice(_IDENTIFIERS)}>a:hover{{"
        f"{';'.join(dice.sample(_PROPERTIES, 3)).strip()};color:#{dice.getrandbits(24):06x}}}\n"
        for _ in range(dice.randint(6, 14))
    )
    return "".join(rules)


def _menu(site: Site, dice: Random) -> str:
    items = []
    for label in site.language.menu:
        inner = "".join(
            f'<li><a href="/{dice.choice(_IDENTIFIERS)}">{dice.choice(site.language.menu)}</a></li>'
            for _ in range(dice.choice((0, 0, 0, 3)))
        )
        items.append(
            f'<li{site.attribute("menu-item")}><a href="/{dice.choice(_IDENTIFIERS)}/">{label}</a>'
            f"{inner and f'<ul>{inner}</ul>'}</li>\n"
        )
    return f"<ul{site.attribute('menu')}>\n{''.join(items)}</ul>\n"


def _teaser(site: Site, dice: Random) -> str:
    headline, number = site.language.headline(dice), dice.getrandbits(32)
    picture = f'<img src="/img/{number:08x}.jpg" alt="" loading="lazy" width="320" height="180">'
    kicker = f"<span{site.attribute('kicker')}>{dice.choice(site.language.menu)}</span>"
    return site.wrap(
        "div",
        "teaser",
        f'<a href="/{dice.choice(_IDENTIFIERS)}/{number}">{picture}{kicker}<h3>{headline}</h3></a>',
        f"<p>{site.language.sentence(dice)}</p>" if dice.randrange(3) == 0 else "",
    )


def _banner(site: Site) -> str:
    shown = "" if site.layout else ' style="display: none"'  # until a script says otherwise
    accept, refuse = site.language.menu[-1], site.language.menu[1]
    return site.wrap(
        "div",
        "cookie-banner",
        f"<div{shown}><p>{site.language.notice}</p><button>{accept}</button>"
        f"<button>{refuse}</button></div>",
    )


def _advert(site: Site) -> str:
    frame = '<iframe src="https://ads.example/frame" width="300" height="250"></iframe>'
    pixel = '<noscript><img src="https://ads.example/pixel.gif" alt=""></noscript>'
    return site.wrap("div", "ad-slot", f"<small>{site.language.menu[2]}</small>", frame, pixel)


def _footer(site: Site) -> str:
    links = " | ".join(f'<a href="/{i}">{x}</a>' for i, x in enumerate(site.language.menu[-6:]))
    return f"<p>{links}</p><p>© 2024 {site.name} – {site.host}</p>"


def _semantic(site: Site, parts: Parts) -> str:
    return (
        _banner(site)
        + site.wrap("header", "masthead", site.wrap("nav", "main-nav", site.menu))
        + parts.crumbs
        + f"<main>{site.wrap('article', 'story', parts.content)}{parts.comments}</main>\n"
        + site.wrap("aside", "sidebar", _advert(site), parts.related)
        + site.wrap("footer", "footer", _footer(site))
    )


def _nested(site: Site, parts: Parts) -> str:
    column = site.wrap("div", "col-8", site.wrap("div", "entry", parts.crumbs, parts.content))
    side = site.wrap("div", "col-4", parts.related, _advert(site))
    row = site.wrap("div", "row", column, side)
    return site.wrap(
        "div",
        "wrapper",
        site.wrap("div", "top", site.menu),
        site.wrap("div", "container", site.wrap("div", "inner", row, parts.comments)),
        site.wrap("div", "bottom", _footer(site)),
        _banner(site),
    )


def _tables(site: Site, parts: Parts) -> str:
    side = f'<td width="180" valign="top"{site.attribute("left")}>{site.menu}{_advert(site)}</td>'
    center = f'<td valign="top"{site.attribute("center")}>{parts.crumbs}{parts.content}'
    right = f'<td width="200" valign="top"{site.attribute("right")}>{parts.related}</td>'
    return (
        f'<center><table width="980" cellspacing="0" border="0">\n<tr><td colspan="3">{site.name}'
        f"</td></tr>\n<tr>{side}\n{center}{parts.comments}</td>\n{right}</tr>\n"
        f'<tr><td colspan="3">{_footer(site)}</td></tr></table></center>\n'
    )


def _content_first(site: Site, parts: Parts) -> str:
    return site.wrap(
        "div",
        "site",
        site.wrap("section", "primary", parts.content, parts.comments),
        site.wrap("section", "secondary", parts.related),
        site.wrap("nav", "site-navigation", site.menu, parts.crumbs),
        site.wrap("footer", "colophon", _advert(site), _footer(site), _banner(site)),
    )


_LAYOUTS = (_semantic, _nested, _tables, _content_first, _nested)
