"""The passes of the highest-density region (Arias, Deschacht, Moens 2009)."""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport free, malloc

from extractors._core cimport (
    LEAD,
    SKIPPED,
    TRAIL,
    Columns,
    greater,
    is_candidate,
    settle,
)

cdef enum:
    OUTSIDE_REGION = 4  # selection.Reason

cdef struct Region:
    int32_t longest  # the leftmost of the longest strings, -1 if there is no string
    int32_t left
    int32_t right
    double cutoff


cdef int32_t list_strings(Columns page, int32_t* length, int32_t* string) noexcept nogil:
    """Cuts the page into strings; returns how many are not empty.

    `length` takes their lengths, `string` says for every row which string its text is part of.
    """
    cdef:
        int32_t row, line = -1, strings = 0, solid = 0, tokens = 0
        bint joins = False  # the text so far ends inside a word
    for row in range(page.root, page.end[page.root]):
        string[row] = strings
        if page.tag[row] or page.flags[row] & SKIPPED:
            continue
        if page.line[row] != line:
            if tokens:
                length[strings] = solid + tokens - 1
                strings += 1
                string[row] = strings
            line = page.line[row]
            solid = tokens = 0
            joins = False
        if page.words[row]:
            solid += page.chars[row] - page.words[row] + 1
            tokens += page.words[row]
            if joins and not page.flags[row] & LEAD:
                tokens -= 1
            joins = not page.flags[row] & TRAIL
        elif page.flags[row] & LEAD:
            joins = False
    if tokens:
        length[strings] = solid + tokens - 1
        strings += 1
    return strings


cdef Region find_region(int32_t* length, int32_t strings, double c1, int32_t c2) noexcept nogil:
    """The strings around the longest that are long enough and near enough to one another."""
    cdef:
        Region region = Region(longest=-1, left=-1, right=-1, cutoff=0)
        int32_t i
    if strings == 0:
        return region
    region.longest = 0
    for i in range(1, strings):
        if length[i] > length[region.longest]:
            region.longest = i
    region.cutoff = length[region.longest] * c1
    region.left = region.right = region.longest
    for i in range(region.longest + 1, strings):
        if i - region.right >= c2:
            break
        if greater(length[i], region.cutoff):
            region.right = i
    for i in range(region.longest - 1, -1, -1):
        if region.left - i >= c2:
            break
        if greater(length[i], region.cutoff):
            region.left = i
    return region


def select(
    Columns page,
    uint8_t[::1] kept,
    float[::1] score,
    uint8_t[::1] reason,
    double c1,
    int32_t c2,
):
    """Fills in a selection. A score is the length of the node's string over the longest."""
    cdef:
        int32_t* length
        int32_t* string
        int32_t row, strings, first = 0, last = -1
        Region region
    if page.size == 0:
        return
    length = <int32_t*> malloc((2 * <size_t> page.size + 1) * sizeof(int32_t))
    if length == NULL:
        raise MemoryError
    string = length + page.size + 1
    with nogil:
        strings = list_strings(page, length, string)
        region = find_region(length, strings, c1, c2)
        for row in range(page.root, page.end[page.root]):
            if page.chars[row] and not page.flags[row] & SKIPPED:
                score[row] = <float> length[string[row]] / length[region.longest]
                if region.left <= string[row] <= region.right:
                    kept[row] = 1
                    first = first if first else row
                    last = row
        for row in range(first, last):  # media have no string: they go with the text around them
            if page.tag[row] and is_candidate(page, row):
                kept[row] = 1
        free(length)
        settle(page, &kept[0], &reason[0], OUTSIDE_REGION)


def measure(Columns page, double c1, int32_t c2):
    """The lengths of the strings, and the region that was found among them."""
    cdef:
        int32_t* length = <int32_t*> malloc((2 * <size_t> page.size + 1) * sizeof(int32_t))
        int32_t strings = 0, i
        Region region
    if length == NULL:
        raise MemoryError
    if page.size:
        strings = list_strings(page, length, length + page.size + 1)
    region = find_region(length, strings, c1, c2)
    numbers = {
        "lengths": [length[i] for i in range(strings)],
        "longest": region.longest,
        "cutoff": region.cutoff,
        "left": region.left,
        "right": region.right,
    }
    free(length)
    return numbers
