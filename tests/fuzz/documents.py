"""Documents that no one would write: pieces of real ones, cut, doubled, mixed and flipped."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

from tests.reference.documents import ATTRIBUTES, SPECIALS, TAGS, TEXTS

SHORTEST = 50  # bytes: what small documents do to the core, large ones do more slowly
LONGEST = 400

_GOLDEN = Path(__file__).parents[1] / "golden" / "pages"

_BYTES = [
    *(b"\0", b"\r", b"\n", b"\x0c", b"\x1f", b" ", b"\x7f", b"\xff", b"\x80", b"\xc3", b"\xe3\x80"),
    *(b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xef\xbf\xbe", b"\xef\xbb\xbf", b"\xc2\xa0"),
    *(b"<", b">", b"&", b"'", b'"', b"=", b"/", b"!", b"-->", b"]]>", b"&#", b"&#x"),
]
_STYLES = """display:none visibility:hidden display display: :none ; ! !important : ;;
display:none! a:display:none visibility""".split()


@lru_cache(maxsize=1)
def tokens() -> list[bytes]:
    """What is put together and put in: tags, texts, attributes, and single bytes."""
    tags = TAGS.split()
    return [
        *(f"<{tag}>".encode() for tag in tags * 2),
        *(f"</{tag}>".encode() for tag in tags),
        *(f"<p{attribute}>".encode() for attribute in ATTRIBUTES if attribute),
        *(f"<i style='{style}'>".encode() for style in _STYLES),
        *(piece.encode() for piece in (*TEXTS, *SPECIALS) * 2),
        *_BYTES,
    ]


@lru_cache(maxsize=1)
def golden() -> list[bytes]:
    return [path.read_bytes() for path in sorted(_GOLDEN.glob("*/page.html"))]


def document(seed: int, number: int) -> bytes:
    """The document of that number: the same for the same seed, without those before it."""
    dice = Random((seed << 64) + number)
    html = _start(dice)
    for _ in range(dice.randrange(6)):
        html = dice.choice(_MUTATIONS)(html, dice)
    if dice.randrange(300) == 0:
        html *= dice.randrange(2, 300)  # memory that has to grow, pieces of a parse
    return html


def _start(dice: Random) -> bytes:
    kind = dice.randrange(4)
    if kind == 0:
        return _window(dice)
    if kind == 1:
        return _window(dice)[: LONGEST // 2] + _soup(dice, LONGEST // 2)
    return _soup(dice, dice.randint(SHORTEST, LONGEST))


def _window(dice: Random) -> bytes:
    page = dice.choice(golden())
    size = dice.randint(SHORTEST, LONGEST)
    begin = dice.randrange(max(len(page) - size, 1))
    return page[begin : begin + size]


def _soup(dice: Random, size: int) -> bytes:
    return b"".join(dice.choices(tokens(), k=size // 8))[:size]


def _range(html: bytes, dice: Random) -> tuple[int, int]:
    begin = dice.randint(0, len(html))
    return begin, min(begin + int(dice.expovariate(1 / 12)), len(html))


def _flip(html: bytes, dice: Random) -> bytes:
    flipped = bytearray(html)
    for _ in range(min(dice.randint(1, 4), len(html))):
        flipped[dice.randrange(len(html))] ^= 1 << dice.randrange(8)
    return bytes(flipped)


def _delete(html: bytes, dice: Random) -> bytes:
    begin, end = _range(html, dice)
    return html[:begin] + html[end:]


def _duplicate(html: bytes, dice: Random) -> bytes:
    begin, end = _range(html, dice)
    times = dice.choice((2, 2, 3, 9, 40))
    return (html[:begin] + html[begin:end] * times + html[end:])[: 2 * LONGEST]


def _insert(html: bytes, dice: Random) -> bytes:
    at = dice.randint(0, len(html))
    return html[:at] + dice.choice(tokens()) + html[at:]


def _insert_noise(html: bytes, dice: Random) -> bytes:
    at = dice.randint(0, len(html))
    return html[:at] + dice.randbytes(dice.randint(1, 4)) + html[at:]


def _splice(html: bytes, dice: Random) -> bytes:
    begin, end = _range(html, dice)
    other = _start(dice)
    return (html[:begin] + other[dice.randint(0, len(other)) :] + html[end:])[: 2 * LONGEST]


def _move(html: bytes, dice: Random) -> bytes:
    begin, end = _range(html, dice)
    rest = html[:begin] + html[end:]
    at = dice.randint(0, len(rest))
    return rest[:at] + html[begin:end] + rest[at:]


def _truncate(html: bytes, dice: Random) -> bytes:
    return html[: dice.randint(0, len(html))]


_MUTATIONS: list[Callable[[bytes, Random], bytes]] = [
    *(_flip, _delete, _duplicate, _insert, _insert, _insert_noise, _splice, _move, _truncate)
]
