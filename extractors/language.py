"""The language of a text, by CLD2: which one, and how sure that is."""

import re

import pycld2  # type: ignore[import-untyped]

UNDETERMINED = "und"
SHORTEST = 20  # bytes of letters; of shorter texts every fifth or more was told wrongly

# A text is read in four places: one would do for speed, but it may be a quotation or a list.
_PLACES = 4
_BYTES = 128

# Control characters and code points that are no characters: CLD2 refuses a text with one of them.
_REFUSED = re.compile(
    "[\0-\x08\x0b\x0e-\x1f\x7f-\x9f\ufdd0-\ufdef"
    + "".join(chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF))
    + "]"
)

# CLD2's own codes where they are not the ISO 639 code of today.
_CODES = {
    "bh": "bho",
    "in": "id",
    "iw": "he",
    "ji": "yi",
    "jw": "jv",
    "mo": "ro",
    "sr-ME": "sr",
    "tl": "fil",
    "zh-Hant": "zh",
}
# A script without a language, jokes such as Pig Latin, and Klingon.
_NO_LANGUAGE = re.compile("un|xx.*|zz.|tlh")


def identify(text: bytes) -> tuple[str, float]:
    """Returns the language of `text` as its ISO 639 code, and how sure that is from 0 to 1.

    The code has two letters where there is such a code, else three. What has too few letters, or
    is in no language that is known, is ("und", 0.0). Never raises.

    Args:
        text: the text, UTF-8; a few places of a long one are looked at.
    """
    sample = _sample(text).decode("utf-8", "ignore")  # a character may be cut
    plain = "<" not in sample and "&" not in sample  # else markup that is left counts for nothing
    try:
        _, letters, found = pycld2.detect(sample, plain, bestEffort=True)
    except pycld2.error:
        sample = _REFUSED.sub(" ", sample)
        _, letters, found = pycld2.detect(sample, plain, bestEffort=True)
    _, code, percent, _ = found[0]
    if letters < SHORTEST or _NO_LANGUAGE.fullmatch(code):
        return UNDETERMINED, 0.0
    # Measured: so many of the texts of this length were told rightly.
    return _CODES.get(code, code), round(percent / 100 * letters / (letters + 4), 3)


def _sample(text: bytes) -> bytes:
    if len(text) <= _PLACES * _BYTES:
        return text
    step = (len(text) - _BYTES) // (_PLACES - 1)
    return b" ".join(text[start : start + _BYTES] for start in range(0, _PLACES * step, step))
