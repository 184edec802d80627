"""The pass of the baseline: whatever the page shows."""

from libc.stdint cimport int32_t, uint8_t

from extractors._core cimport HIDDEN, Columns, is_candidate, settle

cdef enum:
    HIDDEN_NODE = 7  # selection.Reason


def select(
    Columns page,
    uint8_t[::1] kept,
    float[::1] score,
    uint8_t[::1] reason,
    bint drop_hidden,
):
    """Fills in a selection."""
    cdef int32_t row
    if page.size == 0:
        return
    with nogil:
        if drop_hidden:
            page.find_hidden()
        for row in range(page.root, page.end[page.root]):
            if is_candidate(page, row) and not (drop_hidden and page.flags[row] & HIDDEN):
                kept[row] = 1
                score[row] = 1
        settle(page, &kept[0], &reason[0], HIDDEN_NODE)
