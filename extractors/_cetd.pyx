"""The passes of CETD (Sun, Song, Liao, SIGIR 2011): counts, densities, and what they mark."""

from libc.math cimport INFINITY, M_E, log
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

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
    int32_t best  # the row of the greatest DensitySum in this subtree, 0 for none yet
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


cdef inline bint is_text(Columns page, int32_t row) noexcept nogil:
    return page.chars[row] > 0 and not page.flags[row] & SKIPPED


cdef int32_t count(Columns page, Node* nodes, int32_t* dense, Variant variant) noexcept nogil:
    """C, T, LC and LT, from the last node up to the first.

    Takes down the elements with text in `dense`, in the order of the walk, and returns how many
    there are: all others have density 0. Sums without branches, because whether a node is an
    element, shown or linked is as good as random to a processor.
    """
    cdef:
        int32_t row, elements = 0, shown, element, linked
        Node* node
        Node* above
    for row in range(page.end[page.root] - 1, page.root - 1, -1):
        node = &nodes[row]
        shown = not page.flags[row] & SKIPPED
        element = shown & (page.tag[row] != 0)
        linked = page.flags[row] & IN_LINK != 0
        node.chars += page.chars[row] * shown
        node.link_chars += page.chars[row] * (shown & linked)
        dense[elements] = row
        elements += element & (node.chars > 0)
        if row == page.root:
            break
        if variant.code:  # so is what stands in a link, and what holds nothing but links
            linked |= (
                node.tags > 0 and node.link_tags == node.tags and node.link_chars == node.chars
            )
        else:
            linked = page.flags[row] & IS_LINK != 0
        above = &nodes[page.parent[row]]
        above.chars += node.chars
        above.link_chars += node.link_chars
        above.tags += node.tags + element
        above.link_tags += node.link_tags + (element & linked)
    return elements


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


cdef inline double density_of(Node* node, Variant variant, double page_links) noexcept nogil:
    if variant.composite:
        return composite_density(node, page_links, variant.code)
    return <double> node.chars / max(node.tags, 1)


cdef void weigh_texts(Columns page, Node* nodes, Variant variant, double page_links) noexcept nogil:
    """Where texts count by themselves: their densities, or their part of a DensitySum."""
    cdef:
        int32_t row
        Node* node
        Node* above
    for row in range(page.root + 1, page.end[page.root]):
        if not is_text(page, row):
            continue
        node = &nodes[row]
        above = &nodes[page.parent[row]]
        if variant.smooth:
            node.density = density_of(node, variant, page_links)
        elif node.chars >= 2 and above.tags:
            # Infinite on a page without hyperlinks; the first element of such weight wins.
            above.weight += node.chars * log(node.chars) / log(log(page_links * node.chars + M_E))


cdef void weigh(
    Columns page,
    Node* nodes,
    const int32_t* dense,
    int32_t elements,
    Variant variant,
    double page_links,
) noexcept nogil:
    """Densities, DensitySums and where they are greatest; `page_links` is LC_b / C_b."""
    cdef:
        int32_t i, row, below
        Node* node
        Node* above
    if variant.smooth or variant.code:
        weigh_texts(page, nodes, variant, page_links)
    for i in range(elements):
        row = dense[i]
        node = &nodes[row]
        node.density = density_of(node, variant, page_links)
        if variant.code and node.tags == 0:
            node.weight = node.density
        below = node.best  # the greatest of the children, the first of equals
        node.best = row
        if below and greater(nodes[below].weight, node.weight):
            node.best = below
        if row == page.root:
            break
        above = &nodes[page.parent[row]]
        above.weight += node.density
        if not above.best or not greater(nodes[above.best].weight, nodes[node.best].weight):
            above.best = node.best


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
    cdef int32_t row, parent, child, before
    nodes[page.root].weight = nodes[page.root].density
    for parent in range(page.root, page.end[page.root]):
        before = child = 0
        row = parent + 1  # where a child ends the next one stands
        while row < page.end[parent]:
            if not page.flags[row] & SKIPPED and (page.tag[row] or page.chars[row]):
                if child:
                    smooth_child(nodes, before, child, row)
                before = child
                child = row
            row = page.end[row]
        if child:
            smooth_child(nodes, before, child, 0)


cdef void mark(
    Columns page, Node* nodes, const int32_t* dense, int32_t elements, double threshold
) noexcept nogil:
    """From body down: marks the greatest DensitySum below every node that is dense enough."""
    cdef:
        int32_t i, row, best, above
        int32_t covered = 0  # rows before this one stand in a marked subtree
    for i in range(elements - 1, -1, -1):
        row = dense[i]
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


cdef Outcome run(Columns page, Node* nodes, int32_t* dense, Variant variant) noexcept nogil:
    """The whole method; afterwards `marked` (or, smoothed, `passed`) says what it chose."""
    cdef:
        Outcome outcome = Outcome(threshold=0, best=-1)
        double page_links
        int32_t row, elements = count(page, nodes, dense, variant)
        Node* body = &nodes[page.root]
    if body.chars == 0:
        return outcome
    page_links = <double> body.link_chars / body.chars
    if variant.composite and page_links == 0:
        # No hyperlink on the page: every density is infinite, and nothing is noise.
        body.marked = 1
        outcome.threshold = INFINITY
        outcome.best = page.root
        for row in range(page.root, page.end[page.root]):
            nodes[row].density = nodes[row].weight = INFINITY if nodes[row].chars else 0
        return outcome
    weigh(page, nodes, dense, elements, variant, page_links)
    if variant.smooth:
        smooth(page, nodes)
        outcome.threshold = variant.coefficient * body.density
        for row in range(page.root, page.end[page.root]):
            nodes[row].passed = page.tag[row] and not greater(outcome.threshold, nodes[row].weight)
    else:
        outcome.best = row = body.best
        nodes[row].marked = 1  # whatever the threshold
        outcome.threshold = nodes[row].density
        while row != page.root:
            row = page.parent[row]
            nodes[row].holds = 1
            outcome.threshold = min(outcome.threshold, nodes[row].density)
        outcome.threshold *= variant.coefficient
        mark(page, nodes, dense, elements, outcome.threshold)
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
        bint shown, chosen
        double density
        Node* nodes
        int32_t* dense
    if page.size == 0:
        return
    nodes = <Node*> calloc(page.size, sizeof(Node))
    dense = <int32_t*> malloc((<size_t> page.size + 1) * sizeof(int32_t))
    if nodes == NULL or dense == NULL:
        free(nodes)
        free(dense)
        raise MemoryError
    with nogil:
        run(page, nodes, dense, variant)
        for row in range(page.root, page.end[page.root]):
            if nodes[row].marked:
                covered = max(covered, page.end[row])
            if row == page.root:
                continue
            above = page.parent[row]
            shown = is_candidate(page, row)
            chosen = (row < covered) | (smoothing & nodes[above].passed)
            chosen |= nodes[above].holds & (page.tag[row] == 0)
            kept[row] = shown & chosen
            density = nodes[above].weight if smoothing else nodes[above].density
            score[row] = <float> density if shown else 0
        free(nodes)
        free(dense)
        settle(page, &kept[0], &reason[0], LOW_DENSITY)


def measure(Columns page, double coefficient, bint composite, bint smoothing, bint code):
    """Every number behind a selection, by name: one array entry a row, and the outcome."""
    cdef:
        Variant variant = Variant(
            coefficient=coefficient, composite=composite, smooth=smoothing, code=code
        )
        Outcome outcome = Outcome(threshold=0, best=-1)
        Node* nodes = <Node*> calloc(max(page.size, 1), sizeof(Node))
        int32_t* dense = <int32_t*> malloc((<size_t> page.size + 1) * sizeof(int32_t))
        int32_t row
    if nodes == NULL or dense == NULL:
        free(nodes)
        free(dense)
        raise MemoryError
    if page.size:
        outcome = run(page, nodes, dense, variant)
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
    free(dense)
    return numbers
