"""What the kernels share: the columns of a page, and the bits of their flags."""

cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from extractors._lexbor cimport lxb_node

cdef enum:
    # Of the node itself or of an ancestor:
    IN_LINK = 1 << 0  # a, button, select
    IN_ANCHOR = 1 << 1  # a
    SKIPPED = 1 << 2  # inside something that shows no text: script, style, svg, ...
    HIDDEN = 1 << 3  # by attribute, inline style or aria-hidden
    PRE = 1 << 4  # white space counts
    IN_HEADING = 1 << 5
    IN_ITEM = 1 << 6
    IN_TABLE = 1 << 7
    IN_ROW = 1 << 8
    IN_CELL = 1 << 9
    IN_QUOTE = 1 << 10
    IN_CAPTION = 1 << 11
    LEVEL_SHIFT = 12  # three bits: the level of the innermost heading
    LEVEL_MASK = 7 << 12
    INHERITED = (1 << 15) - 1
    # Of a text node itself:
    LEAD = 1 << 15  # begins with white space
    TRAIL = 1 << 16  # ends with white space
    # Of an element itself:
    IS_STRUCTURAL = 1 << 17  # cuts the text into lines
    IS_ENDLESS = 1 << 18  # structural, but only where it begins
    IS_MEDIA = 1 << 19
    IS_ANCHOR = 1 << 20
    IS_LINK = 1 << 21
    IS_UNRATED = 1 << 22
    IS_RAW = 1 << 23


cdef struct Cut:
    # Where the text is cut at this point of the walk.
    int32_t line
    int32_t block
    bint broken  # a br, and no text since


@cython.final
cdef class Columns:
    cdef:
        readonly object parser  # keeps the parser's tree alive: `address` points into it
        readonly int32_t size  # rows
        readonly int32_t root  # the row of body, where the algorithms work
        readonly int32_t title  # the row of the title element, -1 without one
        int32_t capacity
        bint knows_hidden
        lxb_node** address
        int32_t* parent
        int32_t* end
        int32_t* depth
        uint32_t* start  # size + 1 entries
        int32_t* chars
        int32_t* words
        int32_t* words_cjk
        int32_t* line
        int32_t* block
        uint32_t* flags
        uint16_t* tag
        uint8_t* text_bytes  # the arena: every text node's bytes, in document order
        size_t arena_size
        size_t arena_capacity
    cdef int _reserve(self, size_t rows) noexcept nogil
    cdef int _grow_arena(self, size_t more) noexcept nogil
    cdef int _walk(self, lxb_node* top, int32_t max_nodes, int32_t max_depth) noexcept nogil
    cdef void _open(self, int32_t row, Cut* cut) noexcept nogil
    cdef int _add_text(self, int32_t row, Cut* cut) noexcept nogil
    cdef void _close(self, int32_t row, int32_t end, Cut* cut) noexcept nogil
    cdef void find_hidden(self) noexcept nogil
    cdef void find_hidden_among(self, const uint16_t* chosen) noexcept nogil
    cdef lxb_node* _element(self, int32_t row) except NULL


cdef inline bint is_candidate(Columns page, int32_t row) noexcept nogil:
    """Whether a row can be kept: text or a medium that the page shows."""
    if page.flags[row] & IS_MEDIA:
        return not page.flags[page.parent[row]] & SKIPPED
    return (page.chars[row] > 0) & ((page.flags[row] & SKIPPED) == 0)


cdef inline bint is_same_tag(Columns page, int32_t a, int32_t b) noexcept nogil:
    return page.tag[a] == page.tag[b] and (
        page.tag[a] != 1 or page.address[a].local_name == page.address[b].local_name
    )  # all custom elements have the code 1


cdef inline bint greater(double x, double y) noexcept nogil:
    """x > y beyond rounding, so that the order of a sum changes no decision."""
    return x > y + 1e-9 * max(1.0, abs(y))


cdef void settle(Columns page, uint8_t* kept, uint8_t* reason, uint8_t otherwise) noexcept nogil
