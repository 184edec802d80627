"""The columns of a page: one row per element and text node, in document order."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from tests.reference.tree import ASCII_LOWER, parse

LINKS = {"a", "button", "select"}
NO_TEXT = set(
    "head title script style noscript template iframe noframes noembed object audio video "
    "canvas svg".split()
)
RAW_TEXT = {"script", "style", "iframe", "noembed", "noframes"}
PREFORMATTED = {"pre", "textarea", "listing", "xmp", "plaintext"}

CJK = re.compile(
    "([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0002ffff])"
)
CSS_BLANKS = " \t\n\f\r"
INVISIBLE = re.compile(
    r"(display[ \t\n\f\r]*:[ \t\n\f\r]*none|visibility[ \t\n\f\r]*:[ \t\n\f\r]*hidden)"
    r"([ \t\n\f\r]*![ \t\n\f\r]*important)?"
)


@dataclass
class Columns:
    """Every list has one entry per row; the `html` element is row 0."""

    tag: list[str] = field(default_factory=list)
    label: list[str] = field(default_factory=list)  # tag#id, the node names of the examples
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    chars: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    words_cjk: list[int] = field(default_factory=list)
    link: list[bool] = field(default_factory=list)
    anchor: list[bool] = field(default_factory=list)
    skipped: list[bool] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)
    lead: list[bool] = field(default_factory=list)
    trail: list[bool] = field(default_factory=list)
    pre: list[bool] = field(default_factory=list)

    @cached_property
    def root(self) -> int:
        """The row the algorithms start from: `body`, or row 0 of a page without one."""
        bodies = (row for row, tag in enumerate(self.tag) if tag == "body" and self.depth[row] == 1)
        return next(bodies, 0)

    @cached_property
    def shown(self) -> list[int]:
        """The rows below the root, root included, without the elements that show no text."""
        return [row for row in range(self.root, self.end[self.root]) if not self.skipped[row]]

    @cached_property
    def elements(self) -> list[int]:
        return [row for row in self.shown if self.tag[row]]

    @cached_property
    def texts(self) -> list[int]:
        """The text nodes that are shown and not blank."""
        return [row for row in self.shown if self.chars[row]]

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """The shown children of each shown element, text nodes (blank ones too) included."""
        children: dict[int, list[int]] = {row: [] for row in self.elements}
        for row in self.shown[1:]:
            children[self.parent[row]].append(row)
        return children

    def element_children(self, row: int) -> list[int]:
        return [child for child in self.children[row] if self.tag[child]]

    def path(self, row: int) -> list[int]:
        """The row and its ancestors up to the root of the algorithms."""
        path = [row]
        while path[-1] != self.root:
            path.append(self.parent[path[-1]])
        return path

    def below(self, rows: list[int]) -> list[int]:
        """The shown, non-blank text nodes inside any of the subtrees."""
        spans = {text for row in rows for text in range(row, self.end[row])}
        return [row for row in self.texts if row in spans]


def read(html: bytes) -> Columns:
    """Parses a page and tabulates it."""
    columns = Columns()
    raw: list[bool] = []
    todo = [(parse(html), -1)]
    while todo:
        node, parent = todo.pop()
        row = len(columns.tag)
        todo.extend((child, row) for child in reversed(node.children))
        raw.append(node.tag in RAW_TEXT or (parent >= 0 and raw[parent]))
        _append_text(columns, "" if raw[-1] else node.text)
        columns.tag.append(node.tag)
        columns.label.append("#".join(filter(None, [node.tag, node.attributes.get("id")])))
        columns.parent.append(parent)
        columns.end.append(row + 1)
        columns.depth.append(columns.depth[parent] + 1 if parent >= 0 else 0)
        for flags, own in (
            (columns.link, node.tag in LINKS),
            (columns.anchor, node.tag == "a"),
            (columns.skipped, node.tag in NO_TEXT),
            (columns.hidden, is_hidden(node.attributes)),
            (columns.pre, node.tag in PREFORMATTED),
        ):
            flags.append(own or (parent >= 0 and flags[parent]))
    for row in range(len(columns.tag) - 1, 0, -1):
        parent = columns.parent[row]
        columns.end[parent] = max(columns.end[parent], columns.end[row])
    return columns


def _append_text(columns: Columns, text: str) -> None:
    columns.text.append(text)
    columns.chars.append(len(" ".join(text.split())))
    columns.words.append(len(text.split()))
    columns.words_cjk.append(len(CJK.sub(r" \1 ", text).split()))
    columns.lead.append(text[:1].isspace())
    columns.trail.append(text[-1:].isspace())


def is_hidden(attributes: dict[str, str | None]) -> bool:
    """Whether the attributes alone take the element off the screen."""
    style = (attributes.get("style") or "").translate(ASCII_LOWER)
    aria = (attributes.get("aria-hidden") or "").translate(ASCII_LOWER)
    return (
        "hidden" in attributes
        or aria.strip(CSS_BLANKS) == "true"
        or any(INVISIBLE.fullmatch(part.strip(CSS_BLANKS)) for part in style.split(";"))
    )
