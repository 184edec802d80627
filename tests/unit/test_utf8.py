"""The check that every page passes: up to where bytes are UTF-8."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extractors._utf8 import valid_prefix

PIECES = st.lists(
    st.sampled_from(
        [
            *(b"a" * 31, b"a" * 33, "é€😀".encode(), b"\xe2\x82", b"\xf0\x9f\x98", b"\xed\xa0\x80"),
            *(b"\xc0\x80", b"\xe0\x80\x80", b"\xf4\x90\x80\x80", b"\xff", b"\x80", b"\0"),
        ]
    )
    | st.binary(max_size=5)
)


def valid_by_python(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


@given(PIECES.map(b"".join))
@example(b"")
@example(b"a" * 32 + b"\xc3\xa9" + b"b" * 64 + b"\xc3")
def test_equals_python(data: bytes) -> None:
    assert valid_prefix(data) == valid_by_python(data)


@pytest.mark.parametrize("character", [0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10FFFF])
def test_every_length_of_a_character(character: int) -> None:
    data = chr(character).encode() * 40
    assert valid_prefix(data) == len(data)
    assert valid_prefix(data[:-1]) == len(data) - len(chr(character).encode())
