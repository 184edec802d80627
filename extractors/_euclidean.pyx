"""The passes of the four-dimensional Euclidean space and its c-SET (Alarte & Silva 2020)."""

from libc.math cimport INFINITY, sqrt
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free

import numpy as np

from extractors import tags
from extractors._core cimport (
    IN_ANCHOR,
    IS_ANCHOR,
    IS_UNRATED,
    SKIPPED,
    Columns,
    greater,
    is_candidate,
    is_same_tag,
    settle,
)

cdef uint8_t IMG = tags.CODE["img"]

cdef enum:
    NOT_SELECTED = 5  # selection.Reason
    LINK_GROUP = 6
    RATIOS = 4

cdef struct Node:
    double ratio[RATIOS]  # word, hyperlink, children, position
    double z[RATIOS]
    double distance
    int32_t words  # of all text below
    int32_t plain_words  # of the text below that is in no link
    int32_t direct_words  # of the text children, for all but `a`
    int32_t texts  # text nodes below
    int32_t anchors  # `a` elements in the subtree, the node itself included
    int32_t tags  # elements in the subtree, the node itself included
    int32_t images  # `img` below, the node itself included
    int32_t children  # element children
    int32_t solid_children  # element children and texts that are not blank
    int32_t nodes  # children of any kind
    int32_t child  # the first element child
    int32_t path  # rated nodes from body down to here
    uint8_t rated
    uint8_t uniform  # all element children have one tag
    uint8_t candidate  # in the reduced c-SET
    uint8_t selected
    uint8_t removed

cdef struct Parameters:
    int32_t c
    double tr
    int32_t hr
    bint cjk

cdef struct Outcome:
    bint wide
    bint unrated  # no node is rated


cdef inline bint is_shown(Columns page, int32_t row) noexcept nogil:
    return not page.flags[row] & SKIPPED


cdef inline int32_t words_of(Columns page, int32_t row, bint cjk) noexcept nogil:
    return page.words_cjk[row] if cjk else page.words[row]


cdef inline int32_t depth_of(Columns page, int32_t row) noexcept nogil:
    return page.depth[row] - page.depth[page.root]


cdef void count(Columns page, Node* nodes, bint cjk) noexcept nogil:
    """What stands below every node, from the last up to the first."""
    cdef:
        int32_t row
        Node* node
        Node* above
    for row in range(page.end[page.root] - 1, page.root - 1, -1):
        if not is_shown(page, row):
            continue
        node = &nodes[row]
        if page.tag[row]:
            node.tags += 1
            node.anchors += page.flags[row] & IS_ANCHOR != 0
            node.images += page.tag[row] == IMG
            node.rated = node.nodes > 0 and not page.flags[row] & IS_UNRATED
        else:
            node.words = words_of(page, row, cjk)
            node.plain_words = 0 if page.flags[row] & IN_ANCHOR else node.words
            node.texts = node.words > 0
        if row == page.root:
            break
        above = &nodes[page.parent[row]]
        above.words += node.words
        above.plain_words += node.plain_words
        above.texts += node.texts
        above.nodes += 1
        if page.tag[row]:
            above.uniform = not above.children or (
                above.uniform and is_same_tag(page, row, above.child)
            )
            above.tags += node.tags
            above.anchors += node.anchors
            above.images += node.images
            above.children += 1
            above.solid_children += 1
            above.child = row
        else:
            above.solid_children += node.texts
            if not page.flags[page.parent[row]] & IS_ANCHOR:
                above.direct_words += node.words


cdef bint is_wide(Columns page, Node* nodes) noexcept nogil:
    """Whether more rated nodes stand directly in body than on any path down from it."""
    cdef int32_t row, longest = 0, width = 0
    for row in range(page.root + 1, page.end[page.root]):
        if page.tag[row] and is_shown(page, row):
            nodes[row].path = nodes[page.parent[row]].path + nodes[row].rated
            longest = max(longest, nodes[row].path)
            if page.parent[row] == page.root:
                width += nodes[row].rated
    return longest < width


cdef void rate(Columns page, Node* nodes) noexcept nogil:
    """The four ratios of every rated node."""
    cdef:
        int32_t row, above, deepest = 0, depth
        Node* node
    for row in range(page.root, page.end[page.root]):
        if is_shown(page, row):
            deepest = max(deepest, depth_of(page, row))
    for row in range(page.root, page.end[page.root]):
        node = &nodes[row]
        if node.direct_words:  # its words weigh less, the farther up the node that counts them
            above = row
            depth = 1
            while above > page.root:
                nodes[above].ratio[0] += <double> node.direct_words / depth
                above = page.parent[above]
                depth += 1
        if node.rated:
            depth = depth_of(page, row)
            node.ratio[1] = 1.0 / max(node.anchors, 1)
            node.ratio[2] = node.children > 2
            node.ratio[3] = 1.0 if 2 * depth <= deepest else <double> deepest / depth - 1


cdef int32_t standardise(Columns page, Node* nodes) noexcept nogil:
    """Distances from the centroid of the rated nodes; returns how many there are."""
    cdef:
        int32_t row, k, rated = 0
        double mean, deviation
    for row in range(page.root, page.end[page.root]):
        rated += nodes[row].rated
    if rated == 0:
        return 0
    for k in range(RATIOS):
        mean = deviation = 0
        for row in range(page.root, page.end[page.root]):
            if nodes[row].rated:
                mean += nodes[row].ratio[k]
        mean /= rated
        for row in range(page.root, page.end[page.root]):
            if nodes[row].rated:
                deviation += (nodes[row].ratio[k] - mean) * (nodes[row].ratio[k] - mean)
        deviation = sqrt(deviation / rated)
        for row in range(page.root, page.end[page.root]):
            if nodes[row].rated and deviation > 1e-9:
                nodes[row].z[k] = (nodes[row].ratio[k] - mean) / deviation
    for row in range(page.root, page.end[page.root]):
        for k in range(RATIOS):
            nodes[row].distance += nodes[row].z[k] * nodes[row].z[k]
        nodes[row].distance = sqrt(nodes[row].distance)
    return rated


cdef inline double text_ponderation(Node* node) noexcept nogil:
    return <double> node.words / node.tags


cdef void choose(Columns page, Node* nodes, int32_t c, int32_t[::1] cset) noexcept nogil:
    """The c-SET, its reduction, the winners, and the candidates beside a winner."""
    cdef:
        int32_t row, best, i, above
        double most = 0
    for i in range(c):
        best = -1
        for row in range(page.root, page.end[page.root]):
            if nodes[row].rated and not nodes[row].candidate:
                if best < 0 or greater(nodes[row].distance, nodes[best].distance):
                    best = row
        cset[i] = best
        if best < 0:
            break
        nodes[best].candidate = 1
    for i in range(c):
        if cset[i] < 0:
            break
        above = page.parent[cset[i]]
        while above > page.root:  # a candidate with the same text above it makes it superfluous
            if nodes[above].candidate and nodes[above].texts == nodes[cset[i]].texts:
                nodes[cset[i]].candidate = 2
                break
            above = page.parent[above]
    for i in range(c):
        if cset[i] >= 0 and nodes[cset[i]].candidate == 1:
            if greater(text_ponderation(&nodes[cset[i]]), most):
                most = text_ponderation(&nodes[cset[i]])
    if most == 0:
        return
    for i in range(c):
        if cset[i] >= 0 and nodes[cset[i]].candidate == 1:
            if not greater(most, text_ponderation(&nodes[cset[i]])):
                nodes[cset[i]].selected = 1
                nodes[page.parent[cset[i]]].selected |= 2  # a winner stands in it
    for i in range(c):
        if cset[i] >= 0 and nodes[cset[i]].candidate == 1:
            if nodes[page.parent[cset[i]]].selected & 2:
                nodes[cset[i]].selected |= 1


cdef bint is_link_list(Columns page, Node* nodes, int32_t row) noexcept nogil:
    """Whether all children are of one tag and hold one link each, and no picture."""
    cdef:
        Node* node = &nodes[row]
        int32_t child = node.child
    if node.children < 2 or not node.uniform or node.images:
        return False
    while child < page.end[row]:
        if page.tag[child] and is_shown(page, child):
            if nodes[child].solid_children != 1 or nodes[child].children != 1:
                return False
            if not page.flags[nodes[child].child] & IS_ANCHOR:
                return False
        child = page.end[child]
    return True


cdef void prune(Columns page, Node* nodes, double tr, int32_t hr) noexcept nogil:
    """Removes groups of links from the selected nodes."""
    cdef:
        int32_t row = page.root, child
        int32_t selected_end = 0  # rows before this one stand in a selected node
        Node* node
        double outside
    while row < page.end[page.root]:
        node = &nodes[row]
        if node.selected & 1:
            selected_end = max(selected_end, page.end[row])
        if row >= selected_end or not page.tag[row] or not is_shown(page, row):
            row += 1
            continue
        if node.removed:
            row = page.end[row]
            continue
        if not node.selected & 1 and node.anchors > hr:
            outside = node.plain_words
            if node.plain_words == 0 or greater(node.words / outside, tr):
                node.removed = 1
                row = page.end[row]
                continue
        if is_link_list(page, nodes, row):
            child = node.child
            while child < page.end[row]:
                if page.tag[child]:
                    nodes[child].removed = 1
                child = page.end[child]
        row += 1


cdef Outcome run(Columns page, Node* nodes, Parameters parameters, int32_t[::1] cset) noexcept nogil:
    cdef Outcome outcome = Outcome(wide=False, unrated=False)
    cset[0] = -1
    count(page, nodes, parameters.cjk)
    outcome.wide = is_wide(page, nodes)
    rate(page, nodes)
    if outcome.wide:
        return outcome
    if standardise(page, nodes) == 0:
        outcome.unrated = True
        return outcome
    choose(page, nodes, parameters.c, cset)
    prune(page, nodes, parameters.tr, parameters.hr)
    return outcome


def select(
    Columns page,
    uint8_t[::1] kept,
    float[::1] score,
    uint8_t[::1] reason,
    int32_t c,
    double tr,
    int32_t hr,
    bint cjk,
):
    """Fills in a selection. A score is the distance of the innermost rated node around."""
    cdef:
        Parameters parameters = Parameters(c=c, tr=tr, hr=hr, cjk=cjk)
        int32_t[::1] cset = np.full(c, -1, np.int32)
        Outcome outcome
        Node* nodes
        int32_t row, selected_end = 0, removed_end = 0
    if page.size == 0:
        return
    nodes = <Node*> calloc(page.size, sizeof(Node))
    if nodes == NULL:
        raise MemoryError
    with nogil:
        outcome = run(page, nodes, parameters, cset)
        for row in range(page.root, page.end[page.root]):
            if nodes[row].selected & 1:
                selected_end = max(selected_end, page.end[row])
            if nodes[row].removed:
                removed_end = max(removed_end, page.end[row])
            if not nodes[row].rated and row > page.root:
                nodes[row].distance = nodes[page.parent[row]].distance
            if is_candidate(page, row):
                score[row] = <float> nodes[row].distance
                if row < removed_end:
                    reason[row] = LINK_GROUP
                else:
                    kept[row] = outcome.wide or outcome.unrated or row < selected_end
        free(nodes)
        settle(page, &kept[0], &reason[0], NOT_SELECTED)


def measure(Columns page, int32_t c, double tr, int32_t hr, bint cjk):
    """Every number behind a selection, by name."""
    cdef:
        Parameters parameters = Parameters(c=c, tr=tr, hr=hr, cjk=cjk)
        int32_t[::1] cset = np.full(c, -1, np.int32)
        Node* nodes = <Node*> calloc(max(page.size, 1), sizeof(Node))
        Outcome outcome
        int32_t row
    if nodes == NULL:
        raise MemoryError
    outcome = Outcome(wide=False, unrated=True)
    if page.size:
        outcome = run(page, nodes, parameters, cset)
    rated = [row for row in range(page.size) if nodes[row].rated]
    numbers = {
        "wide": outcome.wide,
        "unrated": outcome.unrated,
        "rated": rated,
        "ratios": [[nodes[row].ratio[k] for k in range(RATIOS)] for row in rated],
        "z": [[nodes[row].z[k] for k in range(RATIOS)] for row in rated],
        "distance": [nodes[row].distance for row in rated],
        "cset": [row for row in cset if row >= 0],
        "reduced": [row for row in range(page.size) if nodes[row].candidate == 1],
        "selected": [row for row in range(page.size) if nodes[row].selected & 1],
        "removed": [row for row in range(page.size) if nodes[row].removed],
    }
    free(nodes)
    return numbers
