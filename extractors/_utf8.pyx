"""Whether bytes are UTF-8, and up to where: read once for every page, so read fast."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy

cdef enum:
    STRIDE = 32

cdef uint64_t HIGH_BITS = 0x8080808080808080


cdef inline bint is_ascii_stride(const uint8_t* s) noexcept nogil:
    cdef uint64_t words[4]
    memcpy(words, s, STRIDE)
    return (words[0] | words[1] | words[2] | words[3]) & HIGH_BITS == 0


cdef inline bint continues(uint8_t c) noexcept nogil:
    return c & 0xC0 == 0x80


cdef inline size_t character(const uint8_t* s, size_t left) noexcept nogil:
    """The length of the character beyond ASCII that stands here; 0 if none does."""
    cdef uint8_t lead = s[0]
    if lead < 0xC2:
        return 0
    if lead < 0xE0:
        return 2 if left >= 2 and continues(s[1]) else 0
    if lead < 0xF0:
        if left < 3 or not continues(s[1]) or not continues(s[2]):
            return 0
        if lead == 0xE0 and s[1] < 0xA0:  # could be said in two bytes
            return 0
        if lead == 0xED and s[1] >= 0xA0:  # half of a surrogate pair
            return 0
        return 3
    if lead > 0xF4 or left < 4:
        return 0
    if not continues(s[1]) or not continues(s[2]) or not continues(s[3]):
        return 0
    if lead == 0xF0 and s[1] < 0x90:  # could be said in three bytes
        return 0
    if lead == 0xF4 and s[1] >= 0x90:  # beyond U+10FFFF
        return 0
    return 4


def valid_prefix(bytes html):
    """How many bytes from the start are UTF-8, whole characters only."""
    cdef:
        const uint8_t* s = html
        size_t size = len(html), i = 0, length
    with nogil:
        while i < size:
            if s[i] < 128:
                while i + STRIDE <= size and is_ascii_stride(s + i):
                    i += STRIDE
                while i < size and s[i] < 128:
                    i += 1
                continue
            length = character(s + i, size - i)
            if length == 0:
                break
            i += length
    return i
