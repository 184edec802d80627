"""The near-duplicate hash equals its plain twin, whatever the text."""

from hypothesis import example, given
from hypothesis import strategies as st

from extractors._simhash import CAPITALS, GAPS
from extractors.fingerprint import simhash
from tests.property.drawn import often
from tests.reference import simhash as twin

EDGES = "".join(
    chr(c)
    for first, last, *_ in [*GAPS, *CAPITALS]
    for c in (first - 1, first, last, last + 1)
    if c < 0x10000 and not 0xD800 <= c < 0xE000
)
WORDS = st.sampled_from(
    ["the", "Haus", "ПРИВЕТ", "Ünder", "日本", "ไทย", "한국어", "a1", "😀", "x" * 20]
)
TEXTS = st.lists(WORDS | st.text(max_size=8) | st.text(EDGES, max_size=8), max_size=40).map(
    " ".join
)


@often
@given(TEXTS)
@example("")
@example("one")
@example("one two")
@example("one two three")
@example("word " * 256 + "last " * 600)
@example(EDGES)
def test_equals_the_twin(text: str) -> None:
    assert simhash(text.encode()) == twin.simhash(text)


@given(st.binary(max_size=200))
def test_any_bytes_have_a_hash(data: bytes) -> None:
    assert 0 <= simhash(data) < 1 << 64


@given(st.lists(st.from_regex("[a-zä]{1,8}", fullmatch=True), min_size=1, max_size=20))
def test_case_spaces_and_punctuation_do_not_count(words: list[str]) -> None:
    plain = " ".join(words)
    assert simhash("\u2014\n(".join(words).upper().encode()) == simhash(plain.encode())
