"""The near-duplicate hash, read slowly: what the kernel must equal on every text."""

import re
from collections.abc import Iterator

from extractors._simhash import CAPITALS, GAPS

_MASK = (1 << 64) - 1
_FOLD = {c: c + distance for first, last, distance in CAPITALS for c in range(first, last + 1)}
_GAP = re.compile(
    r"[\0-/:-@\[-`{-\x7f\U0001f000-\U0001faff\U000e0000-\U0010ffff"
    + "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in GAPS)
    + "]"
)
# Scripts that put no spaces between words.
_ALONE = re.compile(
    "([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0002ffff])"
)


def simhash(text: str) -> int:
    words = [_hash(word) for word in _words(text)]
    if 0 < len(words) < 3:
        words = [*words, 0, 0][:3]
    votes = [_mix(*words[i : i + 3]) for i in range(len(words) - 2)]
    return sum(
        1 << bit for bit in range(64) if 2 * sum(vote >> bit & 1 for vote in votes) > len(votes)
    )


def _words(text: str) -> Iterator[str]:
    for run in _GAP.sub(" ", text).translate(_FOLD).split(" "):
        yield from filter(None, _ALONE.split(run))


def _hash(word: str) -> int:
    h = 0xCBF29CE484222325
    for c in map(ord, word):
        turned = (h << 7 & _MASK) | h >> 57
        h = turned ^ c if c < 128 else (h ^ c) * 0x100000001B3 & _MASK
    return h


def _mix(older: int, old: int, new: int) -> int:
    h = (older * 0x9E3779B97F4A7C15 + old * 0xC2B2AE3D27D4EB4F + new) & _MASK
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    h = (h ^ h >> 27) * 0x94D049BB133111EB & _MASK
    return h ^ h >> 31
