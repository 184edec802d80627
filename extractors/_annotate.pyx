"""The nodes of a page with all votes on them, as one table, and what adds up over them."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

import numpy as np

from extractors._core cimport SKIPPED, Columns

cdef struct Node:
    int32_t node
    int32_t parent
    uint32_t flags
    int32_t chars
    int32_t text_start
    int32_t text_end
    float score
    uint16_t tag
    uint16_t votes
    uint8_t reason

NODE = np.dtype(
    [
        ("node", np.int32),
        ("parent", np.int32),
        ("flags", np.uint32),
        ("chars", np.int32),
        ("text_start", np.int32),
        ("text_end", np.int32),
        ("score", np.float32),
        ("tag", np.uint16),
        ("votes", np.uint16),
        ("reason", np.uint8),
    ],
    align=True,
)


def annotate(
    Columns page,
    list votes,
    const int32_t[:, ::1] spans,
    const float[::1] score,
    const uint8_t[::1] reason,
    bint all_nodes,
    bint no_nodes,
):
    """(table of `NODE`, visible characters, those kept by each extractor, words the first kept)"""
    cdef:
        int32_t row, count = 0, size = page.size, words = 0
        long shown = 0, agreed
        uint16_t bit
        const uint8_t[::1] line
        uint16_t[::1] bits = np.zeros(size, np.uint16)
        list kept = []
        bytes table
        Node* node
    for number, verdicts in enumerate(votes):
        line = verdicts
        bit = <uint16_t> (1 << number)
        agreed = 0
        with nogil:
            for row in range(size):
                if line[row]:
                    bits[row] |= bit
                    if is_shown_text(page, row):
                        agreed += page.chars[row]
                        if bit == 1:
                            words += page.words[row]
        kept.append(agreed)
    with nogil:
        for row in range(size):
            if is_shown_text(page, row):
                shown += page.chars[row]
            if all_nodes or (bits[row] and not no_nodes):
                count += 1
        if all_nodes:
            page.find_hidden()
        elif size and count:
            page.find_hidden_among(&bits[0])
    table = PyBytes_FromStringAndSize(NULL, count * sizeof(Node))
    node = <Node*> PyBytes_AS_STRING(table)
    with nogil:
        for row in range(size):
            if not (all_nodes or (bits[row] and not no_nodes)):
                continue
            node.node = row
            node.parent = page.parent[row]
            node.flags = page.flags[row]
            node.chars = page.chars[row]
            node.text_start = spans[row, 0]
            node.text_end = spans[row, 1]
            node.score = score[row]
            node.tag = page.tag[row]
            node.votes = bits[row]
            node.reason = reason[row]
            node += 1
    return np.frombuffer(table, NODE), shown, kept, words


cdef inline bint is_shown_text(Columns page, int32_t row) noexcept nogil:
    return page.tag[row] == 0 and page.chars[row] > 0 and not page.flags[row] & SKIPPED
