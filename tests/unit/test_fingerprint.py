"""Fingerprints: equal texts have the same, texts alike have similar ones."""

import random
import statistics
from itertools import combinations

import pytest

from extractors.fingerprint import HASH_BYTES, simhash, text_hash

SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split()
THE_FOX = 0x80A08044114404A8
RAIN = 0x68A001A110500042
CAFE = 0x2D27F7FDB2BDD540


def generated(seed: int, words: int = 600) -> list[str]:
    draw = random.Random(seed)
    return ["".join(draw.choices(SYLLABLES, k=draw.randint(1, 4))) for _ in range(words)]


def distance(a: list[str], b: list[str]) -> int:
    return (simhash(" ".join(a).encode()) ^ simhash(" ".join(b).encode())).bit_count()


def test_a_text_hash_is_16_bytes_of_blake2b() -> None:
    assert text_hash(b"abc").hex() == "cf4ab791c62b8d2b2109c90275287816"
    assert text_hash(b"") != text_hash(b" ")
    assert len(text_hash(b"abc" * 10_000)) == HASH_BYTES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", 0, id="empty"),
        pytest.param(" .,;!\u3002\u2026 ", 0, id="no word"),
        pytest.param("The quick brown fox", THE_FOX, id="words"),
        pytest.param("\tTHE  quick, (brown) fox!", THE_FOX, id="the same words"),
        pytest.param("\u6771\u4eac\u306f\u96e8", RAIN, id="no spaces"),
        pytest.param("\u6771\u4eac \u306f\u3001\u96e8\u3002", RAIN, id="the same characters"),
        pytest.param(
            "na\u00efve CAF\u00c9 \u041c\u041e\u0421\u041a\u0412\u0410", CAFE, id="accents"
        ),
    ],
)
def test_a_hash_is_the_same_everywhere(text: str, expected: int) -> None:
    assert simhash(text.encode()) == expected


def test_other_texts_differ_in_half_of_the_bits() -> None:
    texts = [generated(seed) for seed in range(20)]
    distances = [distance(a, b) for a, b in combinations(texts, 2)]
    assert 30 < statistics.mean(distances) < 34
    assert min(distances) > 12


@pytest.mark.parametrize("seed", range(10))
def test_near_duplicates_are_near(seed: int) -> None:
    text = generated(seed)
    one_word = [*text[:300], "changed", *text[301:]]
    assert distance(text, one_word) <= 4
    footer = [*text, *"read more of this in our newsletter every day".split()]
    assert distance(text, footer) <= 8
    assert distance(text, text[:480]) <= 22
    assert distance(text, [*text[300:], *text[:300]]) <= 4
