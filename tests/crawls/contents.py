"""The content of a page: what a reader came for, as HTML and as the text that must be found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple

from tests.crawls.sites import Site

_CODE = (
    "from queue import Queue\n\nqueue = Queue(maxsize=8)\nfor item in source:\n    queue.put(item)",
    "$ tool build --release\n$ tool run --port 8080",
    "if (value > limit) {\n    return limit;\n}\nreturn value;",
    '{\n  "name": "sample",\n  "retries": 3\n}',
)


class Kind(StrEnum):
    """What a page is for."""

    ARTICLE = "article"
    THREAD = "thread"
    PRODUCT = "product"
    LISTING = "listing"
    DOCUMENTATION = "documentation"


class Block(NamedTuple):
    """A piece of the content; a block without text is furniture in its midst."""

    html: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes content in the manner of a site."""

    dice: Random
    site: Site

    def write(self, kind: Kind, title: str, size: int) -> list[Block]:
        """Content under `title` of at least `size` characters."""
        blocks = [Block(f"<h1{self.site.attribute('title')}>{title}</h1>\n", title)]
        written = 0
        for block in _KINDS[kind](self):
            blocks.append(block)
            written += len(block.text)
            if written >= size:
                break
        return blocks

    def prose(self, shortest: int = 2, longest: int = 6) -> Block:
        text = self.site.language.paragraph(self.dice, self.dice.randint(shortest, longest))
        return Block(self.site.prose.format(self._decorate(text)), text)

    def heading(self, level: int) -> Block:
        text = self.site.language.headline(self.dice)
        return Block(f"<h{level}>{text}</h{level}>\n", text)

    def items(self) -> Block:
        texts = [self.site.language.headline(self.dice) for _ in range(self.dice.randint(3, 6))]
        tag = self.dice.choice(("ul", "ul", "ol"))
        rows = "".join(f"<li>{text}</li>\n" for text in texts)
        return Block(f"<{tag}>\n{rows}</{tag}>\n", "\n".join(texts))

    def table(self) -> Block:
        labels = self.dice.sample(self.site.language.menu, 4)
        cells = [(label, f"{self.dice.randint(2, 990)} mm") for label in labels]
        rows = "".join(f"<tr><th>{label}</th>\n<td>{value}</td></tr>\n" for label, value in cells)
        return Block(
            f"<table{self.site.attribute('specs')}>\n<tbody>{rows}</tbody></table>\n",
            "\n".join(f"{label} {value}" for label, value in cells),
        )

    def figure(self) -> Block:
        text = self.site.language.sentence(self.dice)
        image = f'<img src="/img/{self.dice.getrandbits(32):08x}.jpg" alt="" width="800">'
        return Block(f"<figure>{image}<figcaption>{text}</figcaption></figure>\n", text)

    def quote(self) -> Block:
        text = self.site.language.sentence(self.dice)
        return Block(f"<blockquote><p>{text}</p></blockquote>\n", text)

    def code(self) -> Block:
        text = self.dice.choice(_CODE)
        html = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return Block(f"<pre><code>{html}</code></pre>\n", text)

    def wrapped(self, tag: str, name: str, blocks: list[Block]) -> Block:
        """Several blocks as one."""
        return Block(
            self.site.wrap(tag, name, *(block.html for block in blocks)),
            "\n".join(block.text for block in blocks if block.text),
        )

    def _decorate(self, text: str) -> str:
        words = text.split(" ")
        if len(words) < 8:
            return text
        at = self.dice.randrange(len(words) - 3)
        opened, closed = self.dice.choice(
            (('<a href="/topic">', "</a>"), ("<b>", "</b>"), ("<em>", "</em>"), ("", ""))
        )
        words[at] = opened + words[at]
        words[at + 2] += closed
        return " ".join(words)


def _article(writer: Writer) -> Iterator[Block]:
    dice, people = writer.dice, writer.site.language.people
    yield Block(writer.site.wrap("div", "byline", f"{dice.choice(people)}, <time>12:30</time>"))
    if dice.randrange(2):
        yield writer.figure()
    while True:
        for _ in range(dice.randint(2, 4)):
            yield writer.prose()
        yield writer.heading(2)
        yield writer.prose()
        yield dice.choice((writer.items, writer.quote, writer.figure, writer.table))()


def _thread(writer: Writer) -> Iterator[Block]:
    dice, language = writer.dice, writer.site.language
    as_rows = writer.site.layout % 2 == 0
    while True:
        profile = (
            f"<b>{dice.choice(language.people)}</b><br>{dice.choice(language.menu)}: "
            f"{dice.randrange(5000)}"
        )
        said = [writer.prose(1, 5) for _ in range(dice.randint(1, 3))]
        if dice.randrange(4) == 0:
            said.insert(0, writer.quote())
        body = writer.wrapped("div", "post-body", said)
        links = "".join(f'<a href="#">{label}</a> ' for label in dice.sample(language.menu, 3))
        if as_rows:
            html = (
                f'<table width="100%"><tr><td rowspan="2">{profile}</td>\n<td>{body.html}</td>'
                f"</tr>\n<tr><td>{links}</td></tr></table>\n"
            )
        else:
            header = writer.site.wrap("div", "author", profile)
            html = writer.site.wrap("div", "post", header, body.html, f"<div>{links}</div>")
        yield Block(html, body.text)


def _product(writer: Writer) -> Iterator[Block]:
    dice, site = writer.dice, writer.site
    gallery = "".join(
        f'<img src="/p/{dice.getrandbits(32):08x}.jpg" alt="">' for _ in range(dice.randint(2, 6))
    )
    yield Block(site.wrap("div", "gallery", gallery))
    price = f"<span>{dice.randint(3, 900)},99 EUR</span><button>{site.language.menu[8]}</button>"
    yield Block(site.wrap("form", "buy", price, "<select><option>1</option></select>"))
    while True:
        yield writer.wrapped("div", "description", [writer.prose(), writer.prose()])
        yield writer.wrapped("div", "features", [writer.heading(2), writer.items()])
        yield writer.table()


def _listing(writer: Writer) -> Iterator[Block]:
    dice, site = writer.dice, writer.site
    level = dice.choice((2, 3))
    while True:
        number = dice.getrandbits(32)
        title, summary = site.language.headline(dice), writer.prose(1, 2)
        html = site.wrap(
            dice.choice(("div", "div", "section")),
            "entry",
            f'<a href="/{number}"><img src="/t/{number:08x}.jpg" alt=""></a>',
            f'<h{level}><a href="/{number}">{title}</a></h{level}>{summary.html}',
            f'<a href="/{number}">{site.language.menu[-2]}</a>',
        )
        yield Block(html, f"{title}\n{summary.text}")


def _documentation(writer: Writer) -> Iterator[Block]:
    dice = writer.dice
    yield writer.prose(1, 3)
    while True:
        yield writer.heading(2)
        yield writer.prose()
        yield dice.choice((writer.code, writer.items, writer.table))()
        yield writer.prose(1, 3)
        yield writer.code()


_KINDS: dict[Kind, Callable[[Writer], Iterator[Block]]] = {
    Kind.ARTICLE: _article,
    Kind.THREAD: _thread,
    Kind.PRODUCT: _product,
    Kind.LISTING: _listing,
    Kind.DOCUMENTATION: _documentation,
}
