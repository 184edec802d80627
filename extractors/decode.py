"""Bytes of a page to UTF-8, the way browsers do it, with a record of how it went.

The order is the one of the WHATWG standards: byte order mark, charset of the HTTP header, `<meta>`
prescan, guess. It is left in three places, each with its reason: labels that would blank the page,
pages that were transcoded after they were written, and UTF-8 that nobody declared.
"""

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from urllib.parse import urlsplit

import endec
from chardetng_py import EncodingDetector  # type: ignore[import-untyped]
from webencodings import lookup

from extractors._prescan import declarations
from extractors._utf8 import valid_prefix

PRESCANNED = 1024  # bytes in which a <meta> counts, the number of the HTML standard
SEARCHED = 1 << 16  # bytes in which it still counts where nothing but a guess is left
GUESSED = 1 << 14  # bytes a guess looks at: it is slow, and one byte wrong rules an encoding out

_LONGEST = 4  # bytes of a character in UTF-8
_REPLACEMENT = "\ufffd"
_MARKS = {b"\xef\xbb\xbf": "utf-8", b"\xfe\xff": "utf-16be", b"\xff\xfe": "utf-16le"}
_STARTS = tuple(_MARKS)
_UTF16 = re.compile(
    rb"(?P<le>(?:[\t\n\r ]\0)*<\0[!/?A-Za-z]\0) | (?P<be>(?:\0[\t\n\r ])*\0<\0[!/?A-Za-z])",
    re.VERBOSE,
)

# ASCII bytes mean ASCII in every encoding of the web but these.
_NOT_ASCII = frozenset({"utf-16be", "utf-16le", "iso-2022-jp"})

# How an encoding spells U+FFFD itself, and a neighbour of it: one byte apart, equally valid.
_SPELLED: Mapping[str, tuple[bytes, bytes]] = {
    "utf-8": (b"\xef\xbf\xbd", b"\xef\xbf\xbc"),
    "utf-16be": (b"\xff\xfd", b"\xff\xfc"),
    "utf-16le": (b"\xfd\xff", b"\xfc\xff"),
    "gb18030": (b"\x84\x31\xa4\x37", b"\x84\x31\xa4\x36"),
    "gbk": (b"\x84\x31\xa4\x37", b"\x84\x31\xa4\x36"),
}

# Characters of UTF-8 that outweigh a <meta> which names a multi-byte encoding: short texts in
# those can be valid UTF-8 by chance. In a single-byte encoding one is no accident any more.
_CHANCE = 8
_MULTIBYTE = frozenset({"big5", "euc-jp", "euc-kr", "gb18030", "gbk", "iso-2022-jp", "shift_jis"})
_CHARACTER = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")

# The detector's binding has Python's names for these two.
_GUESSES = {"gb18030": "gbk", "cp874": "windows-874"}
_UNUSUAL = re.compile(rb"[\x1b\x80-\xff]")
_TLD = re.compile(rb"[a-z0-9-]+")

_CONTENT = re.compile(
    r"""
    charset [\t\n\f\r\ ]* = [\t\n\f\r\ ]*
    (?: "([^"]*)" | '([^']*)' | ([^\t\n\f\r\ ;"'] [^\t\n\f\r\ ;]*)? )
    """,
    re.VERBOSE,
)

_XML = re.compile(
    rb"""<\?xml (?: (?!encoding) [^>] )* encoding [\0-\x20]* = [\0-\x20]*
    (?: "([^">\0-\x20]*)" | '([^'>\0-\x20]*)' ) [^>]* >""",
    re.VERBOSE,
)


class CharsetRule(StrEnum):
    """What decided the charset. The values are written to outputs and never renamed."""

    BOM = "bom"  # a byte order mark
    HTTP = "http"  # the charset the server declared
    META = "meta"  # the charset the page declares
    CONTRADICTED = "contradicted"  # UTF-8, although the page declares something else
    DETECTED = "detected"  # nothing that counts: the bytes look like it
    TEXT = "text"  # it was a str already


@dataclass(frozen=True, slots=True)
class Charset:
    """The charset of a page, by its lower-case WHATWG name, and how well it fitted."""

    name: str
    rule: CharsetRule
    replaced: int  # characters that are U+FFFD because their bytes are not of this charset


def decode(
    html: bytes | str, declared: str | None = None, url: str | None = None
) -> tuple[bytes, Charset]:
    """Returns `html` as valid UTF-8 without a byte order mark, and what it was before.

    Never raises. What is UTF-8 already is returned as the same object.

    Args:
        html: the page, as it came.
        declared: the charset of the HTTP header, or the header; what is unknown is ignored.
        url: where the page is from; a guess considers its top-level domain.
    """
    if isinstance(html, str):
        return _encode(html)
    if html.startswith(_STARTS):
        mark = next(mark for mark in _STARTS if html.startswith(mark))
        html = html[len(mark) :]
        return _convert(html, _MARKS[mark], CharsetRule.BOM, _utf8_length(html))
    length = _utf8_length(html)
    if declared and (name := _declared(declared)):
        rule = CharsetRule.HTTP
    elif name := _prescan(html, PRESCANNED):
        rule = CharsetRule.META
        if length is not None and _is_contradicted(html[:length], name):
            name, rule = "utf-8", CharsetRule.CONTRADICTED
    else:
        name, rule = _detect(html, url, is_utf8=length is not None), CharsetRule.DETECTED
    return _convert(html, name, rule, length)


def _encode(html: str) -> tuple[bytes, Charset]:
    html = html.removeprefix("\ufeff")
    replaced = 0
    try:
        page = html.encode()
    except UnicodeEncodeError:  # a surrogate; two that are a pair are one character
        text, replaced = _decode(html.encode("utf-16-le", "surrogatepass"), "utf-16le")
        page = text.encode()
    return page, Charset("utf-8", CharsetRule.TEXT, replaced)


def _convert(
    html: bytes, name: str, rule: CharsetRule, length: int | None
) -> tuple[bytes, Charset]:
    """Returns `html` in UTF-8; `length` is its `_utf8_length`."""
    if length == len(html) and (name == "utf-8" or (name not in _NOT_ASCII and html.isascii())):
        return html, Charset(name, rule, 0)
    text, replaced = _decode(html, name)
    return text.encode(), Charset(name, rule, replaced)


def _decode(html: bytes, name: str) -> tuple[str, int]:
    """Returns the text and how many of its characters stand for bytes that are none."""
    text = endec.decode(html, name, "replace", bom="ignore")
    replaced = text.count(_REPLACEMENT)
    spelled, neighbour = _SPELLED.get(name, (b"", b""))
    if replaced and spelled and spelled in html:  # some of them are the page's own
        again = endec.decode(html.replace(spelled, neighbour), name, "replace", bom="ignore")
        replaced = again.count(_REPLACEMENT)
    return text, replaced


def _utf8_length(html: bytes) -> int | None:
    """Returns how many bytes are UTF-8: all, all but a character cut off at the end, or None.

    Crawlers cut long pages at a number of bytes, wherever that is in a character. One byte after
    nothing but ASCII, however, is a word of some other encoding.
    """
    length = valid_prefix(html)
    if length == len(html):
        return length
    try:
        codecs.utf_8_decode(html[length : length + _LONGEST], "strict", False)
    except UnicodeDecodeError:
        return None
    return None if len(html) - length >= _LONGEST or html[:length].isascii() else length


def _is_contradicted(html: bytes, name: str) -> bool:
    """Whether a page that is UTF-8 cannot be what its `<meta>` says.

    Crawls and data sets hold pages that were transcoded to UTF-8 after they were written, with the
    old charset still in their <meta>. A browser believes it and shows mojibake; an archive of text
    has no use for that. The HTTP header is believed: it was sent with these very bytes.
    """
    if name == "utf-8" or html.isascii():
        return False
    if name not in _MULTIBYTE:
        return True
    return sum(1 for _ in islice(_CHARACTER.finditer(html), _CHANCE)) == _CHANCE


@lru_cache(maxsize=1024)
def _encoding(label: str) -> str | None:
    """Returns the name of the encoding that `label` stands for, or None.

    For some labels (hz-gb-2312, iso-2022-kr, ...) the standard has no decoder but one that turns
    the page into a single U+FFFD, to keep scripts from hiding in it. Nothing is run here and the
    text is wanted, so these labels count as unknown and the bytes speak for themselves.
    """
    encoding = lookup(label) if label.isascii() else None
    return None if encoding is None or encoding.name == "replacement" else encoding.name


@lru_cache(maxsize=1024)
def _declared(header: str) -> str | None:
    return _encoding(header.strip("\t\n\f\r \"'")) or _in_content(header.lower())


def _in_content(content: str) -> str | None:
    """Returns the encoding in a value like "text/html; charset=x"."""
    found = _CONTENT.search(content)
    return _encoding(found[found.lastindex]) if found and found.lastindex else None


def _prescan(html: bytes, limit: int) -> str | None:
    """Returns the encoding a page declares, by the standard's "prescan a byte stream"."""
    encoding = None
    for charset, content in declarations(html, limit):
        if charset is not None:
            encoding = _encoding(charset)
        elif content is not None:
            encoding = _in_content(content)
        if encoding:
            break
    if encoding is None and (xml := _XML.match(html, 0, limit)):
        encoding = _encoding(xml[xml.lastindex or 0].decode("latin-1"))
    # It was read as ASCII, so it is not UTF-16, whatever it says; the other is the standard's too.
    if encoding in {"utf-16be", "utf-16le"}:
        return "utf-8"
    return "windows-1252" if encoding == "x-user-defined" else encoding


def _detect(html: bytes, url: str | None, *, is_utf8: bool) -> str:
    """Returns the encoding that the bytes look like.

    Browsers do not guess UTF-8, lest authors rely on it. Nobody authors for a crawl, and no other
    text is valid UTF-8 by chance. For the rest a <meta> that comes late, which makes a browser
    start over, is a better guess than the detector's.
    """
    if wide := _UTF16.match(html):
        return f"utf-16{wide.lastgroup}"
    if is_utf8 and b"\x1b" not in html:  # with escapes, ASCII bytes may be iso-2022-jp
        return "utf-8"
    guess = _prescan(html, SEARCHED) or _guess(html, url)
    return "utf-8" if is_utf8 and guess != "iso-2022-jp" else guess


def _guess(html: bytes, url: str | None) -> str:
    unusual = _UNUSUAL.search(html)
    start = max(unusual.start() - 64, 0) if unusual else 0  # with the word it is in
    detector = EncodingDetector()
    detector.feed(html[start : start + GUESSED], last=False)  # a cut character is no evidence
    guess: str = detector.guess(tld=_tld(url) if url else None, allow_utf8=False)
    return _GUESSES.get(guess.lower(), guess.lower())


def _tld(url: str) -> bytes | None:
    """Returns the top-level domain in the form the detector takes, which panics at others."""
    try:
        host = urlsplit(url).hostname or ""
        label = host.rstrip(".").rpartition(".")[2].encode("idna")
    except ValueError:
        return None
    return label if _TLD.fullmatch(label) else None
