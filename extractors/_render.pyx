"""The pass that writes a selection down: kept nodes to text, blocks and spans."""

from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, realloc

import numpy as np

from extractors import tags
from extractors._chars cimport decode_char, is_ascii_space, is_space
from extractors._core cimport (
    IN_CAPTION,
    IN_CELL,
    IN_HEADING,
    IN_ITEM,
    IN_QUOTE,
    IN_ROW,
    IN_TABLE,
    IS_ENDLESS,
    IS_MEDIA,
    IS_STRUCTURAL,
    LEAD,
    LEVEL_MASK,
    LEVEL_SHIFT,
    PRE,
    SKIPPED,
    TRAIL,
    Columns,
)

cdef enum:  # the bits of blocks.Label
    HEADING = 1 << 1
    PARAGRAPH = 1 << 2
    LIST_ITEM = 1 << 3
    TABLE = 1 << 4
    ROW = 1 << 5
    CELL = 1 << 6
    CODE = 1 << 7
    QUOTE = 1 << 8
    CAPTION = 1 << 9
    IMAGE = 1 << 10
    VIDEO = 1 << 11
    AUDIO = 1 << 12
    EMBED = 1 << 13

cdef int P = tags.CODE["p"]
cdef int IMG = tags.CODE["img"]
cdef int VIDEO_TAG = tags.CODE["video"]
cdef int AUDIO_TAG = tags.CODE["audio"]

cdef struct Block:
    int32_t start
    int32_t end
    int32_t node
    int32_t first
    int32_t last
    int32_t labels
    int32_t level

BLOCK = np.dtype([(name, np.int32) for name in
                  ("start", "end", "node", "first", "last", "labels", "level")])

cdef struct Writer:
    uint8_t* text
    int32_t size
    Block* blocks
    int32_t count
    int32_t capacity
    int32_t open  # the index of the text block being written, -1 for none
    int32_t block  # its block number in the page
    int32_t line  # the line number of its last text
    bint space  # white space was seen since


cdef int32_t end_of_text(const uint8_t* s, int32_t start, int32_t end) noexcept nogil:
    """Where text ends without the white space behind it."""
    cdef int32_t at
    cdef size_t length
    while end > start:
        at = end - 1
        while at > start and s[at] & 0xC0 == 0x80:
            at -= 1
        if s[at] < 128:
            if not is_ascii_space(s[at]):
                break
        elif not is_space(decode_char(s + at, end - at, &length)):
            break
        end = at
    return end


cdef int32_t start_of_text(const uint8_t* s, int32_t start, int32_t end) noexcept nogil:
    """Where text starts without the white space before it."""
    cdef size_t length
    while start < end:
        length = 1
        if s[start] < 128:
            if not is_ascii_space(s[start]):
                break
        elif not is_space(decode_char(s + start, end - start, &length)):
            break
        start += <int32_t> length
    return start


cdef int add_block(Writer* out, Block block) noexcept nogil:
    cdef Block* moved
    if out.count == out.capacity:
        moved = <Block*> realloc(out.blocks, 2 * <size_t> out.capacity * sizeof(Block))
        if moved == NULL:
            return 0
        out.blocks = moved
        out.capacity *= 2
    out.blocks[out.count] = block
    out.count += 1
    return 1


cdef int32_t text_labels(uint32_t flags, bint in_paragraph) noexcept nogil:
    cdef int32_t labels = 0
    labels |= HEADING if flags & IN_HEADING else 0
    labels |= LIST_ITEM if flags & IN_ITEM else 0
    labels |= TABLE if flags & IN_TABLE else 0
    labels |= ROW if flags & IN_ROW else 0
    labels |= CELL if flags & IN_CELL else 0
    labels |= CODE if flags & PRE else 0
    labels |= CAPTION if flags & IN_CAPTION else 0
    if in_paragraph or not labels & (HEADING | LIST_ITEM | CELL | CODE | CAPTION):
        labels |= PARAGRAPH
    return labels | (QUOTE if flags & IN_QUOTE else 0)


cdef int open_block(Columns page, Writer* out, int32_t row) noexcept nogil:
    """Begins a text block with the text node `row`."""
    cdef:
        int32_t node = page.parent[row]
        uint32_t flags = page.flags[row]
        int32_t level = (flags & LEVEL_MASK) >> LEVEL_SHIFT
    close_block(page, out)
    while node > page.root and not (
        page.flags[node] & IS_STRUCTURAL and not page.flags[node] & IS_ENDLESS
    ):
        node = page.parent[node]
    if out.size:
        out.text[out.size] = 10
        out.size += 1
    out.open = out.count
    out.block = page.block[row]
    return add_block(
        out,
        Block(
            start=out.size,
            end=out.size,
            node=node,
            first=row,
            last=row,
            labels=text_labels(flags, page.tag[node] == P),
            level=level if flags & IN_HEADING else 0,
        ),
    )


cdef void close_block(Columns page, Writer* out) noexcept nogil:
    cdef Block* block
    cdef int32_t i
    if out.open < 0:
        return
    block = &out.blocks[out.open]
    out.size = end_of_text(out.text, block.start, out.size)  # only text in `pre` ends in blanks
    block.end = out.size
    for i in range(out.open + 1, out.count):  # media that stood in the white space
        out.blocks[i].start = out.blocks[i].end = min(out.blocks[i].start, out.size)
    out.open = -1


cdef void add_collapsed(Writer* out, const uint8_t* s, size_t size) noexcept nogil:
    """Every run of white space as one blank, none at the ends.

    Without a branch for ASCII: a processor cannot know where the next word ends.
    """
    cdef:
        size_t i = 0, length
        bint after_blank = True, blank
        uint8_t* to = out.text + out.size
        uint8_t* begin = to
    while i < size:
        if s[i] < 128:
            blank = is_ascii_space(s[i])
            to[0] = 32 if blank else s[i]
            to += 1 - (blank & after_blank)
            after_blank = blank
            i += 1
            continue
        if is_space(decode_char(s + i, size - i, &length)):
            to[0] = 32
            to += not after_blank
            after_blank = True
        else:
            to[0] = s[i]
            if length > 1:
                to[1] = s[i + 1]
                if length > 2:
                    to[2] = s[i + 2]
                    if length > 3:
                        to[3] = s[i + 3]
            to += length
            after_blank = False
        i += length
    if after_blank and to != begin:
        to -= 1
    out.size = <int32_t> (to - out.text)


cdef void add_preformatted(Writer* out, const uint8_t* s, size_t size, bint begins) noexcept nogil:
    """The text as it is, line ends as LF; at the beginning of a block without empty lines."""
    cdef size_t i = 0, begin = 0
    if begins:
        while i < size and is_ascii_space(s[i]):
            i += 1
            if s[i - 1] == 10 or s[i - 1] == 13:
                begin = i
    for i in range(begin, size):
        if s[i] == 13:
            if i + 1 < size and s[i + 1] == 10:
                continue
            out.text[out.size] = 10
        else:
            out.text[out.size] = s[i]
        out.size += 1


cdef int add_text(Columns page, Writer* out, int32_t row, int32_t* span) noexcept nogil:
    """Writes one kept text node; its span leaves out the white space around it."""
    cdef:
        const uint8_t* s = page.text_bytes + page.start[row]
        size_t size = page.start[row + 1] - page.start[row]
        bint begins = out.open < 0 or page.block[row] != out.block
        bint preformatted = page.flags[row] & PRE != 0
    if begins:
        if not open_block(page, out, row):
            return 0
    elif page.line[row] != out.line:
        out.text[out.size] = 10
        out.size += 1
    elif out.space or (page.flags[row] & LEAD and not preformatted):
        if not is_ascii_space(out.text[out.size - 1]):
            out.text[out.size] = 32
            out.size += 1
    out.line = page.line[row]
    span[0] = out.size
    if preformatted:
        add_preformatted(out, s, size, begins)
    else:
        add_collapsed(out, s, size)
    span[1] = out.size
    span[1] = end_of_text(out.text, span[0], span[1])
    span[0] = start_of_text(out.text, span[0], span[1])
    out.space = page.flags[row] & TRAIL and not preformatted
    out.blocks[out.open].last = row
    return 1


cdef int add_medium(Columns page, Writer* out, int32_t row) noexcept nogil:
    cdef int32_t label = EMBED
    if page.tag[row] == IMG:
        label = IMAGE
    elif page.tag[row] == VIDEO_TAG:
        label = VIDEO
    elif page.tag[row] == AUDIO_TAG:
        label = AUDIO
    return add_block(
        out,
        Block(
            start=out.size, end=out.size, node=row, first=row, last=row, labels=label, level=0
        ),
    )


cdef int write(Columns page, Writer* out, const uint8_t* kept, int32_t* spans) noexcept nogil:
    cdef int32_t row
    cdef size_t size
    for row in range(page.root, page.end[page.root]):
        if not kept[row] and out.open < 0:
            continue
        if page.tag[row]:
            if kept[row] and page.flags[row] & IS_MEDIA and not add_medium(page, out, row):
                return 0
        elif page.flags[row] & SKIPPED or page.start[row] == page.start[row + 1]:
            continue
        elif kept[row] and page.chars[row]:
            if not add_text(page, out, row, spans + 2 * row):
                return 0
        elif out.open >= 0 and page.block[row] == out.block:
            if page.flags[row] & PRE and page.chars[row] == 0 and page.line[row] == out.line:
                size = page.start[row + 1] - page.start[row]
                add_preformatted(out, page.text_bytes + page.start[row], size, False)
            else:
                out.space = True  # words on both sides of a dropped one do not fuse
    close_block(page, out)
    return 1


def render(Columns page, const uint8_t[::1] kept):
    """(text in UTF-8, blocks as an array of `BLOCK`, spans in the text as an array of pairs)"""
    cdef:
        Writer out = Writer(
            text=NULL,
            size=0,
            blocks=NULL,
            count=0,
            capacity=64,
            open=-1,
            block=0,
            line=0,
            space=False,
        )
        int32_t[:, ::1] spans
        bytes text, blocks
        int done = 0
    if kept.shape[0] != page.size:
        raise ValueError(f"{kept.shape[0]} verdicts for a page of {page.size} rows")
    all_spans = np.zeros((page.size, 2), np.int32)
    if page.size == 0:
        return b"", np.zeros(0, BLOCK), all_spans
    spans = all_spans
    # A node adds at most one separator to what it holds.
    out.text = <uint8_t*> malloc(page.arena_size + <size_t> page.size + 1)
    out.blocks = <Block*> malloc(<size_t> out.capacity * sizeof(Block))
    try:
        if out.text != NULL and out.blocks != NULL:
            with nogil:
                done = write(page, &out, &kept[0], &spans[0, 0])
        if not done:
            raise MemoryError
        text = PyBytes_FromStringAndSize(<char*> out.text, out.size)
        blocks = PyBytes_FromStringAndSize(<char*> out.blocks, out.count * sizeof(Block))
    finally:
        free(out.text)
        free(out.blocks)
    return text, np.frombuffer(blocks, BLOCK), all_spans
