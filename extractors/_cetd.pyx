"""The passes of CETD (Sun, Song, Liao, SIGIR 2011): counts, densities, and what they mark."""

from libc.math cimport INFINITY, M_E, log
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free

import numpy as np

from extractors._core cimport (
    IN_LINK,
    IS_LINK,
    SKIPPED,
    Columns,
    greater,
    is_candidate,
    settle,
)

cdef enum:
    LOW_DENSITY = 3  # selection.Reason

cdef struct Node:
    double density  # TD or CTD
    double weight  # DensitySum, or the smoothed density
    int32_t chars  # C
    int32_t tags  # T
    int32_t link_chars  # LC
    int32_t link_tags  # LT
    int32_t best  # the row of the greatest DensitySum in this subtree
    int32_t last  # smoothing: the child seen last, and the one before; 0 for none
    int32_t before
    uint8_t marked
    uint8_t passed  # visited, and dense enough
    uint8_t holds  # an ancestor of a marked element

cdef struct Variant:
    double coefficient  # lambda
    bint composite  # CTD instead of TD
    bint smooth  # CECTD-S
    bint code  # the profile of the authors' program

cdef struct Outcome:
    double threshold
    int32_t best  # the element of the greatest DensitySum, -1 for none


cdef inline bint is_tag(Columns page, int32_t row) noexcept nogil:
    return page.tag[row] != 0 and not page.flags[row] & SKIPPED


cdef inline bint is_text(Columns page, int32_t row) noexcept nogil:
    return page.chars[row] > 0 and not page.flags[row] & SKIPPED


cdef void count(Columns page, Node* nodes, Variant variant) noexcept nogil:
    """C, T, LC and LT, from the last node up to the first."""
    cdef:
        int32_t row
        Node* node
        Node* above
        bint link
    for row in range(page.end[page.root] - 1, page.root - 1, -1):
        node = &nodes[row]
        if is_text(page, row):
            node.chars = page.chars[row]
            node.link_chars = node.chars if page.flags[row] & IN_LINK else 0
        elif not is_tag(page, row):
            continue
        if row == page.root:
            break
        above = &nodes[page.parent[row]]
        above.chars += node.chars
        above.link_chars += node.link_chars
        if page.tag[row] == 0:
            continue
        link = page.flags[row] & IS_LINK != 0
        if variant.code:  # so is what stands in a link, and what holds nothing but links
            link = link or page.flags[row] & IN_LINK != 0 or (
                node.tags > 0 and node.link_tags == node.tags and node.link_chars == node.chars
            )
        above.tags += node.tags + 1
        above.link_tags += node.link_tags + link


cdef inline double composite_density(
    Node* node, double page_links, bint code
) noexcept nogil:
    """(C/T) log_base((C/LC) (T/LT)); `page_links` is LC_b / C_b. A denominator of 0 becomes 1."""
    cdef:
        double chars = node.chars, tags = max(node.tags, 1)
        double link_chars = max(node.link_chars, 1), link_tags = max(node.link_tags, 1)
        double plain_chars = max(node.chars - node.link_chars, 1)
        double argument, base
    argument = (chars / link_chars) * (tags / link_tags)
    if node.chars == 0 or argument <= 1:
        return 0
    base = log(
        chars / plain_chars * (link_chars if code else node.link_chars) + page_links * chars + M_E
    )
    return chars / tags * log(argument) / log(base)


cdef double weigh(Columns page, Node* nodes, Variant variant) noexcept nogil:
    """Densities, DensitySums and where they are greatest; returns LC_b / C_b."""
    cdef:
        int32_t row, below
        Node* node
        Node* above
        Node* body = &nodes[page.root]
        double page_links = <double> body.link_chars / max(body.chars, 1)
    for row in range(page.end[page.root] - 1, page.root - 1, -1):
        node = &nodes[row]
        if not is_tag(page, row):
            if not (variant.smooth or variant.code) or not is_text(page, row):
                continue  # only these two look at a text by itself
        if variant.composite:
            node.density = composite_density(node, page_links, variant.code)
        else:
            node.density = <double> node.chars / max(node.tags, 1)
        if page.tag[row]:
            if variant.code and node.tags == 0:
                node.weight = node.density
            below = node.best  # the greatest of the children, the first of equals
            node.best = row
            if below and greater(nodes[below].weight, node.weight):
                node.best = below
        if row == page.root:
            break
        above = &nodes[page.parent[row]]
        if page.tag[row]:
            above.weight += node.density
            if not above.best or not greater(nodes[above.best].weight, nodes[node.best].weight):
                above.best = node.best
        elif variant.code and node.chars >= 2 and above.tags:
            # Infinite on a page without hyperlinks; the first element of such weight wins.
            above.weight += node.chars * log(node.chars) / log(log(page_links * node.chars + M_E))
    return page_links


cdef void smooth_child(Node* nodes, int32_t before, int32_t child, int32_t after) noexcept nogil:
    """1-2-1 over the neighbours that there are; row 0 stands for none."""
    cdef double total = 2 * nodes[child].density
    cdef int32_t parts = 2
    if before:
        total += nodes[before].density
        parts += 1
    if after:
        total += nodes[after].density
        parts += 1
    nodes[child].weight = total / parts


cdef void smooth(Columns page, Node* nodes) noexcept nogil:
    """The densities of the children of every node, smoothed; `weight` takes them."""
    cdef int32_t row
    cdef Node* above
    nodes[page.root].weight = nodes[page.root].density
    for row in range(page.root + 1, page.end[page.root]):
        if is_tag(page, row) or is_text(page, row):
            above = &nodes[page.parent[row]]
            if above.last:
                smooth_child(nodes, above.before, above.last, row)
            above.before = above.last
            above.last = row
    for row in range(page.root, page.end[page.root]):
        if nodes[row].last:
            smooth_child(nodes, nodes[row].before, nodes[row].last, 0)


cdef void mark(Columns page, Node* nodes, double threshold) noexcept nogil:
    """From body down: marks the greatest DensitySum below every node that is dense enough."""
    cdef:
        int32_t row, best, above
        int32_t covered = 0  # rows before this one stand in a marked subtree
    for row in range(page.root, page.end[page.root]):
        if not is_tag(page, row):
            continue
        if nodes[row].marked:
            covered = max(covered, page.end[row])
        if row != page.root and not nodes[page.parent[row]].passed:
            continue
        if row < covered or greater(threshold, nodes[row].density):
            continue
        nodes[row].passed = 1
        best = nodes[row].best
        nodes[best].marked = 1
        if best == row:
            covered = page.end[row]
        above = page.parent[best]
        while above >= page.root and not nodes[above].holds:
            nodes[above].holds = 1
            above = page.parent[above]


cdef Outcome run(Columns page, Node* nodes, Variant variant) noexcept nogil:
    """The whole method; afterwards `marked` (or, smoothed, `passed`) says what it chose."""
    cdef:
        Outcome outcome = Outcome(threshold=0, best=-1)
        double page_links
        int32_t row
    count(page, nodes, variant)
    if nodes[page.root].chars == 0:
        return outcome
    page_links = weigh(page, nodes, variant)
    if variant.composite and page_links == 0:
        # No hyperlink on the page: every density is infinite, and nothing is noise.
        nodes[page.root].marked = 1
        outcome.threshold = INFINITY
        outcome.best = page.root
        for row in range(page.root, page.end[page.root]):
            nodes[row].density = nodes[row].weight = INFINITY if nodes[row].chars else 0
    elif variant.smooth:
        smooth(page, nodes)
        outcome.threshold = variant.coefficient * nodes[page.root].density
        for row in range(page.root, page.end[page.root]):
            nodes[row].passed = is_tag(page, row) and not greater(
                outcome.threshold, nodes[row].weight
            )
    else:
        outcome.best = row = nodes[page.root].best
        outcome.threshold = nodes[row].density
        while row != page.root:
            row = page.parent[row]
            outcome.threshold = min(outcome.threshold, nodes[row].density)
        outcome.threshold *= variant.coefficient
        mark(page, nodes, outcome.threshold)
    return outcome


def select(
    Columns page,
    uint8_t[::1] kept,
    float[::1] score,
    uint8_t[::1] reason,
    double coefficient,
    bint composite,
    bint smoothing,
    bint code,
):
    """Fills in a selection. A score is the density of the element around the node."""
    cdef:
        Variant variant = Variant(
            coefficient=coefficient, composite=composite, smooth=smoothing, code=code
        )
        int32_t row, above, covered = 0
        Node* nodes
    if page.size == 0:
        return
    nodes = <Node*> calloc(page.size, sizeof(Node))
    if nodes == NULL:
        raise MemoryError
    with nogil:
        run(page, nodes, variant)
        for row in range(page.root, page.end[page.root]):
            if nodes[row].marked:
                covered = max(covered, page.end[row])
            if is_candidate(page, row):
                above = page.parent[row]
                kept[row] = (
                    row < covered
                    or (smoothing and nodes[above].passed)
                    or (page.tag[row] == 0 and nodes[above].holds)
                )
                score[row] = <float> (nodes[above].weight if smoothing else nodes[above].density)
        free(nodes)
        settle(page, &kept[0], &reason[0], LOW_DENSITY)


def measure(Columns page, double coefficient, bint composite, bint smoothing, bint code):
    """Every number behind a selection, by name: one array entry a row, and the outcome."""
    cdef:
        Variant variant = Variant(
            coefficient=coefficient, composite=composite, smooth=smoothing, code=code
        )
        Outcome outcome
        Node* nodes = <Node*> calloc(max(page.size, 1), sizeof(Node))
        int32_t row
    if nodes == NULL:
        raise MemoryError
    outcome = Outcome(threshold=0, best=-1)
    if page.size:
        outcome = run(page, nodes, variant)
    rows = range(page.size)
    numbers = {
        "chars": np.array([nodes[row].chars for row in rows]),
        "tags": np.array([nodes[row].tags for row in rows]),
        "link_chars": np.array([nodes[row].link_chars for row in rows]),
        "link_tags": np.array([nodes[row].link_tags for row in rows]),
        "density": np.array([nodes[row].density for row in rows]),
        "weight": np.array([nodes[row].weight for row in rows]),
        "marked": np.array([bool(nodes[row].passed if smoothing and nodes[row].marked == 0
                                 else nodes[row].marked) for row in rows]),
        "threshold": outcome.threshold,
        "best": outcome.best,
    }
    free(nodes)
    return numbers
