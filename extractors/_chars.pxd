"""Characters of UTF-8: where they end, and what they are."""

from libc.stdint cimport uint8_t, uint32_t


cdef inline bint is_ascii_space(uint8_t c) noexcept nogil:
    """White space of ASCII as `str.split()` sees it."""
    return (c == 32) | (<uint8_t> (c - 9) < 5) | (<uint8_t> (c - 28) < 4)


cdef inline bint is_space(uint32_t c) noexcept nogil:
    """White space as `str.split()` sees it."""
    if c < 128:
        return is_ascii_space(<uint8_t> c)
    if c < 0x1680:
        return c == 0x85 or c == 0xA0
    return (
        c == 0x1680
        or 0x2000 <= c <= 0x200A
        or c == 0x2028
        or c == 0x2029
        or c == 0x202F
        or c == 0x205F
        or c == 0x3000
    )


cdef inline bint is_word_alone(uint32_t c) noexcept nogil:
    """Characters of scripts without spaces: each counts as a word."""
    if c < 0x0E00:
        return False
    return (
        c <= 0x0EFF
        or 0x1000 <= c <= 0x109F
        or 0x1780 <= c <= 0x17FF
        or 0x3040 <= c <= 0x30FF
        or 0x3400 <= c <= 0x4DBF
        or 0x4E00 <= c <= 0x9FFF
        or 0xF900 <= c <= 0xFAFF
        or 0x20000 <= c <= 0x2FFFF
    )


cdef inline uint32_t decode_char(const uint8_t* s, size_t left, size_t* length) noexcept nogil:
    """One character that begins beyond ASCII; never looks past `left`."""
    cdef uint32_t c = s[0]
    if c >= 0xF0 and left >= 4:
        length[0] = 4
        return (c & 7) << 18 | (s[1] & 63) << 12 | (s[2] & 63) << 6 | (s[3] & 63)
    if 0xE0 <= c < 0xF0 and left >= 3:
        length[0] = 3
        return (c & 15) << 12 | (s[1] & 63) << 6 | (s[2] & 63)
    if 0xC0 <= c < 0xE0 and left >= 2:
        length[0] = 2
        return (c & 31) << 6 | (s[1] & 63)
    length[0] = 1
    return 0xFFFD
