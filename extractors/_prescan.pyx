"""The standard's "prescan a byte stream": which encodings the head of a page declares."""

from libc.stdint cimport uint8_t
from libc.string cimport memcmp

cdef struct Span:
    size_t start
    size_t end

cdef struct Cursor:
    const uint8_t* s
    size_t at
    size_t end


cdef inline uint8_t lower(uint8_t c) noexcept nogil:
    return c | 32 if 65 <= c <= 90 else c


cdef inline bint is_blank(uint8_t c) noexcept nogil:
    return c == 32 or c == 9 or c == 10 or c == 12 or c == 13


cdef inline bint skip_blanks(Cursor* here, bint slashes) noexcept nogil:
    """Whether a byte is left after the blanks."""
    while here.at < here.end:
        if not is_blank(here.s[here.at]) and not (slashes and here.s[here.at] == 47):
            return True
        here.at += 1
    return False


cdef inline bint skip_to(Cursor* here, uint8_t stop, bint blanks) noexcept nogil:
    """Whether `stop`, or if so wished a blank, was found."""
    while here.at < here.end:
        if here.s[here.at] == stop or (blanks and is_blank(here.s[here.at])):
            return True
        here.at += 1
    return False


cdef bint is_word(Cursor* here, Span span, const char* word, size_t size) noexcept nogil:
    cdef size_t i
    if span.end - span.start != size:
        return False
    for i in range(size):
        if lower(here.s[span.start + i]) != <uint8_t> word[i]:
            return False
    return True


cdef bint next_attribute(Cursor* here, Span* name, Span* value) noexcept nogil:
    """Reads an attribute; False at the end of the tag, or with `at` at the end where bytes end."""
    cdef uint8_t c
    value.start = value.end = 0
    if not skip_blanks(here, True) or here.s[here.at] == 62:  # >
        return False
    name.start = here.at
    while here.at < here.end:
        c = here.s[here.at]
        if is_blank(c) or c == 47 or c == 62 or (c == 61 and here.at > name.start):  # / > =
            break
        here.at += 1
    name.end = here.at
    if not skip_blanks(here, False):
        return False
    if here.s[here.at] != 61:
        return True
    here.at += 1
    if not skip_blanks(here, False):
        return False
    c = here.s[here.at]
    if c == 34 or c == 39:  # quotes
        here.at += 1
        value.start = here.at
        if not skip_to(here, c, False):
            return False
        value.end = here.at
        here.at += 1
        return True
    value.start = here.at
    if not skip_to(here, 62, True):
        return False
    value.end = here.at
    return True


cdef object lowered(Cursor* here, Span span):
    return here.s[span.start : span.end].lower().decode("latin-1")


def declarations(bytes html, size_t limit):
    """What `<meta>` tags in the first `limit` bytes declare, in order and in lower case.

    A pair each: the value of `charset`, or None; and the value of `content` where `http-equiv`
    says that it is a content type, or None.
    """
    cdef:
        Cursor here = Cursor(s=html, at=0, end=min(limit, <size_t> len(html)))
        Span name, value, charset, content, pragma
        bint has_charset, has_content, has_pragma
        uint8_t c
        list found = []
    while skip_to(&here, 60, False):  # <
        if here.end - here.at >= 4 and memcmp(here.s + here.at, "<!--", 4) == 0:
            here.at += 2
            while True:
                if here.end - here.at < 3:
                    return found
                if memcmp(here.s + here.at, "-->", 3) == 0:
                    break
                here.at += 1
            here.at += 3
            continue
        value = Span(start=here.at + 1, end=here.at + 5)
        if (
            here.end - here.at > 5
            and is_word(&here, value, "meta", 4)
            and (is_blank(here.s[here.at + 5]) or here.s[here.at + 5] == 47)
        ):
            here.at += 5
            charset = content = pragma = Span(start=0, end=0)
            has_charset = has_content = has_pragma = False
            while next_attribute(&here, &name, &value):
                if is_word(&here, name, "charset", 7) and not has_charset:
                    has_charset = True
                    charset = value
                elif is_word(&here, name, "content", 7) and not has_content:
                    has_content = True
                    content = value
                elif is_word(&here, name, "http-equiv", 10) and not has_pragma:
                    has_pragma = True
                    pragma = value
            if here.at >= here.end:
                return found
            has_content = has_content and is_word(&here, pragma, "content-type", 12)
            if has_charset or has_content:
                found.append(
                    (
                        lowered(&here, charset) if has_charset else None,
                        lowered(&here, content) if has_content else None,
                    )
                )
            continue
        here.at += 1
        if here.at >= here.end:
            return found
        c = here.s[here.at]
        if c == 47 and here.at + 1 < here.end and 97 <= lower(here.s[here.at + 1]) <= 122:
            c = 97  # an end tag has attributes too
        if 97 <= lower(c) <= 122:
            if not skip_to(&here, 62, True):
                return found
            while next_attribute(&here, &name, &value):
                pass
        elif c == 33 or c == 47 or c == 63:  # <! </ <?
            skip_to(&here, 62, False)
    return found
