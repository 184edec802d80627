"""The parse, under watch: a page is fed to the parser in pieces, and what grew is looked at.

A page can make any HTML parser work for hours: elements that nobody closes make every further tag
look through all of them, formatting that nobody closes is made anew in every paragraph, so that
85 KB become ten million nodes, and new names fill a table that does not grow. All of it shows in
the tree while it grows. selectolax parses a page in one call; the same engine takes it in pieces,
by functions that its module exports.
"""

from libc.stdint cimport uint8_t

import selectolax.lexbor
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from extractors._lexbor cimport (
    lxb_array,
    lxb_attr,
    lxb_chunk,
    lxb_document,
    lxb_element,
    lxb_node,
)
from extractors.status import PageError, Status

cdef extern from "dlfcn.h" nogil:
    enum: RTLD_NOW
    void* dlopen(const char* path, int flags)
    void* dlsym(void* library, const char* name)

ctypedef unsigned int (*document_f)(void* document) noexcept nogil
ctypedef unsigned int (*piece_f)(void* document, const uint8_t* html, size_t size) noexcept nogil

cdef enum:
    PIECE = 4096  # bytes in which a page can get over a limit before it is seen
    # Names of tags and attributes that no standard knows. Each new one is compared with many; an
    # attribute besides with all others of its tag.
    MOST_NAMES = 5_000
    # Attributes and their values are objects too; of both there are plenty on ordinary pages.
    OBJECTS_OF_A_NODE = 4
    TEXT_OF_A_NODE = 64  # bytes
    HEAVY = 2_000_000  # objects that one piece may copy

cdef enum:
    DONE = 0
    FAILED = 1
    OVER_NODES = 2
    OVER_DEPTH = 3

cdef document_f begin = NULL
cdef document_f finish = NULL
cdef piece_f feed = NULL

# Without events the parser does not copy the chosen option into a selectedcontent element: the
# text is on the page once.
cdef object NO_COPIES = LexborDocumentOptions.WO_EVENTS.value


cdef size_t names_of(lxb_document* document) noexcept nogil:
    return document.tags.entries.allocated + document.attributes.entries.allocated


cdef size_t text_of(lxb_document* document) noexcept nogil:
    """The memory for text and the values of attributes, in bytes."""
    cdef:
        lxb_chunk* chunk = document.text.memory.first
        size_t total = 0
    while chunk != NULL:
        total += chunk.size
        chunk = chunk.next
    return total


cdef size_t weight_of_formatting(lxb_document* document) noexcept nogil:
    """What the parser copies when it opens all unclosed formatting again: nodes, or 64 bytes."""
    cdef:
        lxb_array* active = document.parser.tree.active_formatting
        lxb_attr* attr
        size_t i, weight = 0
    for i in range(active.length):
        attr = (<lxb_element*> active.items[i]).first_attr
        weight += 1
        while attr != NULL and weight < HEAVY:
            weight += 1
            if attr.value != NULL:
                weight += attr.value.length // 64
            attr = attr.next
    return weight


cdef int watch(
    lxb_document* document, const uint8_t* html, size_t size, size_t max_nodes, size_t max_depth
) noexcept nogil:
    """Parses piece by piece; stops where what the parser holds is over a limit."""
    cdef:
        size_t at = 0, length
        int outcome = DONE
    if begin(document):
        return FAILED
    while at < size and outcome == DONE:
        # The more a single tag can copy, the smaller the piece.
        length = max(<size_t> 16, HEAVY // (weight_of_formatting(document) + 1))
        length = min(length, min(<size_t> PIECE, size - at))
        if feed(document, html + at, length):
            outcome = FAILED
            break
        at += length
        if document.parser.tree.open_elements.length > max_depth + 2:
            outcome = OVER_DEPTH
        elif document.nodes.objects > OBJECTS_OF_A_NODE * max_nodes + PIECE:
            outcome = OVER_NODES
        elif names_of(document) > MOST_NAMES:
            outcome = OVER_NODES
        elif text_of(document) > TEXT_OF_A_NODE * max_nodes + 16 * (size + PIECE):
            outcome = OVER_NODES
    if finish(document) and outcome == DONE:
        outcome = FAILED
    return outcome


def parse(bytes html, size_t max_nodes, size_t max_depth):
    """Parses UTF-8; raises `PageError` for what no page needs and no parser stands.

    A page that passes can still be a little over a limit: `Columns` counts to the node.
    """
    cdef:
        lxb_document* document
        const uint8_t* s = html
        size_t size = len(html)
        int outcome
    # An empty page for the engine to fill anew; the doctype, because it never leaves quirks mode.
    tree = LexborHTMLParser(b"<!doctype html>", options=NO_COPIES)
    document = <lxb_document*> (<lxb_node*> <size_t> tree.root.mem_id).owner_document
    with nogil:
        outcome = watch(document, s, size, max_nodes, max_depth)
    if outcome == OVER_DEPTH:
        raise PageError(Status.TOO_DEEP)
    if outcome == OVER_NODES:
        raise PageError(Status.TOO_MANY_NODES)
    if outcome == FAILED:
        raise MemoryError  # the parser has no other reason
    tree.raw_html = html
    return tree


cdef void* symbol(void* library, bytes name) except NULL:
    cdef void* found = dlsym(library, name) if library != NULL else NULL
    if found == NULL:
        raise ImportError(
            f"this selectolax does not export {name.decode()}, with which Winnow parses in pieces: "
            "install selectolax 1.0.2"
        )
    return found


cdef void* engine = dlopen(selectolax.lexbor.__file__.encode(), RTLD_NOW)
begin = <document_f> symbol(engine, b"lxb_html_document_parse_chunk_begin")
feed = <piece_f> symbol(engine, b"lxb_html_document_parse_chunk")
finish = <document_f> symbol(engine, b"lxb_html_document_parse_chunk_end")


cdef (size_t, size_t, size_t, size_t) measured(bytes html):
    """Names, open elements, active formatting and objects of an unfinished page."""
    tree = LexborHTMLParser(b"<!doctype html>")
    cdef lxb_document* document = <lxb_document*> (
        <lxb_node*> <size_t> tree.root.mem_id
    ).owner_document
    begin(document)
    feed(document, html, len(html))
    found = (
        names_of(document),
        document.parser.tree.open_elements.length,
        document.parser.tree.active_formatting.length,
        document.nodes.objects,
    )
    finish(document)
    return found


cdef tuple one = measured(b"<p><b>")
cdef tuple other = measured(b"<x-a b-c=d><x-e><x-a b-f><p><b><i>")
if one[:3] != (0, 4, 1) or other[:3] != (4, 8, 2) or not one[3] + 5 <= other[3] <= one[3] + 20:
    raise ImportError(
        "this selectolax counts elsewhere than Winnow looks for it: install selectolax 1.0.2"
    )
