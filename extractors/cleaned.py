"""Cleaned HTML: the page's own structure, but only what was kept.

Tags and attributes are let through by list, never kept out by list, so that no script, no event
handler and no form comes out, whatever a page hides them in.
"""

import re
from html import escape
from urllib.parse import urljoin

import numpy as np

from extractors.nodes import Nodes
from extractors.page import Page
from extractors.tags import CODE, MEDIA, STRUCTURAL, TAGS

_TAGS = frozenset(
    """a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code
    col colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4
    h5 h6 header hgroup hr i img ins kbd li main mark nav ol p picture pre q rp rt ruby s samp
    search section small span strike strong sub summary sup table tbody td tfoot th thead time tr
    tt u ul var video audio wbr""".split()
)
_VOID = frozenset(["br", "hr", "col", "img", "wbr"])
_RENAMED = {
    **dict.fromkeys(["listing", "xmp", "plaintext", "textarea"], "pre"),
    **dict.fromkeys(["dialog", "fieldset", "form", "legend", "optgroup", "option"], "div"),
}
_BARE = frozenset(["br", "hr", "wbr", "col", "colgroup"])  # shown beside what is kept
_GLOBAL = ("id", "class", "lang", "dir", "title")
_ATTRIBUTES = {
    "a": ("href", "hreflang"),
    "img": ("alt", "width", "height"),
    "td": ("colspan", "rowspan", "headers"),
    "th": ("colspan", "rowspan", "headers", "scope"),
    "col": ("span",),
    "colgroup": ("span",),
    "ol": ("start", "reversed", "type"),
    "li": ("value",),
    "time": ("datetime",),
    "data": ("value",),
    "q": ("cite",),
    "blockquote": ("cite",),
    "ins": ("cite", "datetime"),
    "del": ("cite", "datetime"),
}
_ADDRESSES = frozenset(["href", "cite", "src"])
_IGNORED = re.compile(r"[\x00-\x20]+")  # more than browsers ignore, so nothing hides behind it
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SCHEMES = frozenset(["http", "https", "ftp", "mailto", "tel"])


def to_html(page: Page, nodes: Nodes) -> str:
    """The kept nodes of a page and their ancestors as one document."""
    out = [f'<!doctype html>\n<html{_language(page)}><head><meta charset="utf-8">']
    out.append(f"<title>{escape(page.title, quote=False)}</title></head><body>")
    end, tag = nodes.end, nodes.tag
    open_tags: list[tuple[int, str]] = []
    at, parted = 0, True  # the end of the last text, and whether anything parts it from the next
    for row in _rows(nodes, page.columns.root):
        while open_tags and open_tags[-1][0] <= row:
            _, closed = open_tags.pop()
            out.append(f"</{closed}>")
            parted |= closed in STRUCTURAL
        name = TAGS[tag[row]]
        if not name:
            text = nodes.text(row)
            if nodes.text_start[row] > at and not parted and not text[:1].isspace():
                out.append(" ")  # what stood between the two words was not kept
            out.append(escape(text, quote=False))
            at = max(at, int(nodes.text_end[row]))
            parted = text[-1:].isspace() or (parted and text.isspace())
        elif name in MEDIA:
            out.append(_medium(page, row, name))
        elif (name := _RENAMED.get(name, name)) in _TAGS:
            out.append(f"<{name}{_attributes(page, row, name)}>")
            parted |= name in STRUCTURAL
            if name not in _VOID:
                open_tags.append((int(end[row]), name))
    out.extend(f"</{name}>" for _, name in reversed(open_tags))
    out.append("</body></html>\n")
    return "".join(out)


def _rows(nodes: Nodes, root: int) -> list[int]:
    """The rows to write: what is kept, and what shows nothing itself where its parent is kept."""
    kept, tag = nodes.kept, nodes.tag
    bare = np.isin(tag, [CODE[name] for name in _BARE]) | ((tag == 0) & (nodes.chars == 0))
    wanted = (kept | (bare & kept[nodes.parent])) & ~nodes.has("skipped")
    rows = np.flatnonzero(wanted | (kept & nodes.has("media")))
    found: list[int] = rows[(rows > root) & (rows < nodes.end[root])].tolist()
    return found


def _language(page: Page) -> str:
    language = page.columns.attribute(0, "lang")
    return f' lang="{escape(language)}"' if language else ""


def _medium(page: Page, row: int, name: str) -> str:
    """A picture, a film or a sound as itself; what could run code as a link to it."""
    source = safe_address(page.source(row), page.url, picture=name == "img")
    if not source:
        return ""
    if name == "img":
        return f'<img src="{escape(source)}"{_attributes(page, row, name)}>'
    if name in ("video", "audio"):
        return f'<{name} src="{escape(source)}" controls></{name}>'
    return f'<a href="{escape(source)}">{escape(source, quote=False)}</a>'


def _attributes(page: Page, row: int, name: str) -> str:
    out = []
    for attribute in (*_GLOBAL, *_ATTRIBUTES.get(name, ())):
        value = page.columns.attribute(row, attribute)
        if value is not None and attribute in _ADDRESSES:
            value = safe_address(value, page.url)
        if value is not None:
            out.append(f' {attribute}="{escape(value)}"')
    return "".join(out)


def safe_address(address: str, base: str | None = None, *, picture: bool = False) -> str | None:
    """An address that a reader can follow without running code, made absolute by `base`."""
    address = address.strip()
    try:
        address = urljoin(base, address) if base else address
    except ValueError:  # such as an unfinished IPv6 host
        return None
    seen = _IGNORED.sub("", address).lower()
    scheme = _SCHEME.match(seen)
    if not scheme or scheme[1] in _SCHEMES or (picture and seen.startswith("data:image/")):
        return address
    return None
