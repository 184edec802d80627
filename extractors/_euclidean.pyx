"""The passes of the four-dimensional Euclidean space and its c-SET (Alarte & Silva 2020)."""

from libc.math cimport sqrt
from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc

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

cdef struct Rated:
    int32_t row
    double ratio[RATIOS]  # word, hyperlink, children, position
    double z[RATIOS]

cdef struct Node:
    double word  # the word ratio
    double distance
    int32_t words  # of all text below
    int32_t plain_words  # of the text below that is in no link
    int32_t direct_words  # of the text children, for all but `a`
    int32_t texts  # text nodes below
    int32_t anchors  # `a` elements in the subtree, the node itself included
    int32_t tags  # elements in the subtree, the node itself included
    int32_t children  # element children
    int32_t solid_children  # element children and texts that are not blank
    int32_t child  # the first element child
    int32_t path  # rated nodes from body down to here
    uint8_t filled  # has a child of any kind
    uint8_t pictured  # holds an `img`, or is one
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
    bint out_of_memory
    bint wide
    int32_t rated  # how many nodes are


cdef inline bint is_shown(Columns page, int32_t row) noexcept nogil:
    return not page.flags[row] & SKIPPED


cdef inline int32_t words_of(Columns page, int32_t row, bint cjk) noexcept nogil:
    return page.words_cjk[row] if cjk else page.words[row]


cdef inline int32_t depth_of(Columns page, int32_t row) noexcept nogil:
    return page.depth[row] - page.depth[page.root]


cdef int32_t count(Columns page, Node* nodes, bint cjk) noexcept nogil:
    """What stands below every node, from the last up to the first; returns how many are rated."""
    cdef:
        int32_t row, rated = 0
        Node* node
        Node* above
    for row in range(page.end[page.root] - 1, page.root - 1, -1):
        if not is_shown(page, row):
            continue
        node = &nodes[row]
        if page.tag[row]:
            node.tags += 1
            node.anchors += page.flags[row] & IS_ANCHOR != 0
            node.pictured |= page.tag[row] == IMG
            node.rated = node.filled and not page.flags[row] & IS_UNRATED
            rated += node.rated
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
        above.filled = 1
        if page.tag[row]:
            above.uniform = not above.children or (
                above.uniform and is_same_tag(page, row, above.child)
            )
            above.tags += node.tags
            above.anchors += node.anchors
            above.pictured |= node.pictured
            above.children += 1
            above.solid_children += 1
            above.child = row
        else:
            above.solid_children += node.texts
            if not page.flags[page.parent[row]] & IS_ANCHOR:
                above.direct_words += node.words
    return rated


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


cdef void rate(Columns page, Node* nodes, Rated* rated) noexcept nogil:
    """The four ratios of every rated node, in document order."""
    cdef:
        int32_t row, above, deepest = 0, depth
        Node* node
    for row in range(page.root, page.end[page.root]):
        if is_shown(page, row):
            deepest = max(deepest, depth_of(page, row))
        if nodes[row].direct_words:  # words weigh less, the farther up the node that counts them
            above = row
            depth = 1
            while above > page.root:
                nodes[above].word += <double> nodes[row].direct_words / depth
                above = page.parent[above]
                depth += 1
    for row in range(page.root, page.end[page.root]):
        node = &nodes[row]
        if node.rated:
            depth = depth_of(page, row)
            rated.row = row
            rated.ratio[0] = node.word
            rated.ratio[1] = 1.0 / max(node.anchors, 1)
            rated.ratio[2] = node.children > 2
            rated.ratio[3] = 1.0 if 2 * depth <= deepest else <double> deepest / depth - 1
            rated += 1


cdef void standardise(Node* nodes, Rated* rated, int32_t count) noexcept nogil:
    """The distances of the rated nodes from their centroid."""
    cdef:
        int32_t i, k
        double mean, deviation, distance
    for k in range(RATIOS):
        mean = deviation = 0
        for i in range(count):
            mean += rated[i].ratio[k]
        mean /= count
        for i in range(count):
            deviation += (rated[i].ratio[k] - mean) * (rated[i].ratio[k] - mean)
        deviation = sqrt(deviation / count)
        for i in range(count):
            rated[i].z[k] = (rated[i].ratio[k] - mean) / deviation if deviation > 1e-9 else 0
    for i in range(count):
        distance = 0
        for k in range(RATIOS):
            distance += rated[i].z[k] * rated[i].z[k]
        nodes[rated[i].row].distance = sqrt(distance)


cdef inline double text_ponderation(Node* node) noexcept nogil:
    return <double> node.words / node.tags


cdef void choose(
    Columns page, Node* nodes, Rated* rated, int32_t count, int32_t c, int32_t[::1] cset
) noexcept nogil:
    """The c-SET, its reduction, the winners, and the candidates beside a winner."""
    cdef:
        int32_t row, best, i, k, above
        double most = 0
    for i in range(c):
        best = -1
        for k in range(count):
            row = rated[k].row
            if not nodes[row].candidate:
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
    if node.children < 2 or not node.uniform or node.pictured:
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


cdef Outcome run(
    Columns page, Node* nodes, Rated** rated, Parameters parameters, int32_t[::1] cset
) noexcept nogil:
    """The whole method; `rated` is the caller's to free."""
    cdef Outcome outcome = Outcome(out_of_memory=False, wide=False, rated=0)
    outcome.rated = count(page, nodes, parameters.cjk)
    rated[0] = <Rated*> malloc((<size_t> outcome.rated + 1) * sizeof(Rated))
    if rated[0] == NULL:
        outcome.out_of_memory = True
        return outcome
    outcome.wide = is_wide(page, nodes)
    rate(page, nodes, rated[0])
    if outcome.wide or outcome.rated == 0:
        return outcome
    standardise(nodes, rated[0], outcome.rated)
    choose(page, nodes, rated[0], outcome.rated, parameters.c, cset)
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
        Rated* rated = NULL
        bint everything
        int32_t row, selected_end = 0, removed_end = 0
    if page.size == 0:
        return
    nodes = <Node*> calloc(page.size, sizeof(Node))
    if nodes == NULL:
        raise MemoryError
    with nogil:
        outcome = run(page, nodes, &rated, parameters, cset)
        everything = outcome.wide or outcome.rated == 0
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
                    kept[row] = everything or row < selected_end
        free(nodes)
        free(rated)
        settle(page, &kept[0], &reason[0], NOT_SELECTED)
    if outcome.out_of_memory:
        raise MemoryError


def measure(Columns page, int32_t c, double tr, int32_t hr, bint cjk):
    """Every number behind a selection, by name."""
    cdef:
        Parameters parameters = Parameters(c=c, tr=tr, hr=hr, cjk=cjk)
        int32_t[::1] cset = np.full(c, -1, np.int32)
        Node* nodes = <Node*> calloc(max(page.size, 1), sizeof(Node))
        Rated* rated = NULL
        Outcome outcome = Outcome(out_of_memory=False, wide=False, rated=0)
        int32_t row, i
    if nodes == NULL:
        raise MemoryError
    if page.size:
        outcome = run(page, nodes, &rated, parameters, cset)
    numbers = {
        "wide": outcome.wide,
        "rated": [rated[i].row for i in range(outcome.rated)],
        "ratios": [[rated[i].ratio[k] for k in range(RATIOS)] for i in range(outcome.rated)],
        "z": [[rated[i].z[k] for k in range(RATIOS)] for i in range(outcome.rated)],
        "distance": [nodes[rated[i].row].distance for i in range(outcome.rated)],
        "cset": [row for row in cset if row >= 0],
        "reduced": [row for row in range(page.size) if nodes[row].candidate == 1],
        "selected": [row for row in range(page.size) if nodes[row].selected & 1],
        "removed": [row for row in range(page.size) if nodes[row].removed],
    }
    free(nodes)
    free(rated)
    return numbers
