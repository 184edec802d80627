"""The parse, under watch: a page is fed to the parser in pieces, and what grew is looked at.

A page can make any HTML parser work for hours: elements that nobody closes make every further tag
look through all of them, formatting that nobody closes is made anew in every paragraph, so that
85 KB become ten million nodes, and new names fill a table that does not grow. All of it shows in
the tree while it grows. selectolax parses a page in one call; the same engine takes it in pieces,
by functions that its module exports.
"""

from libc.stdint cimport int32_t, uint8_t

import selectolax.lexbor
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from extractors._lexbor cimport lxb_document, lxb_node
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


cdef int watch(
    lxb_document* document, const uint8_t* html, size_t size, int32_t max_nodes, int32_t max_depth
) noexcept nogil:
    """Parses piece by piece; stops where the tree is over a limit."""
    cdef:
        size_t at = 0, length
        lxb_node* top = &document.node
        lxb_node* last
        lxb_node* counted = top  # nodes up to here, in document order
        int32_t depth, nodes = 0
        int outcome = DONE
    if begin(document):
        return FAILED
    while at < size and outcome == DONE:
        length = min(<size_t> PIECE, size - at)
        if feed(document, html + at, length):
            outcome = FAILED
            break
        at += length
        depth = 0
        last = top
        while last.last_child != NULL:
            last = last.last_child
            depth += 1
        if depth > max_depth + 2:  # the document itself, and a text in the deepest element
            outcome = OVER_DEPTH
        while counted != last:
            if counted.first_child != NULL:
                counted = counted.first_child
            else:
                while counted != NULL and counted != top and counted.next == NULL:
                    counted = counted.parent
                if counted == NULL or counted == top:
                    break  # the parser has taken it out of the tree, as it does for a frameset
                counted = counted.next
            nodes += 1
        if nodes > max_nodes or names_of(document) > MOST_NAMES:
            outcome = OVER_NODES
        counted = last
    if finish(document) and outcome == DONE:
        outcome = FAILED
    return outcome


def parse(bytes html, int32_t max_nodes, int32_t max_depth):
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


cdef size_t count_names(bytes html):
    tree = LexborHTMLParser(html)
    return names_of(<lxb_document*> (<lxb_node*> <size_t> tree.root.mem_id).owner_document)


if (count_names(b"<p class=a>"), count_names(b"<x-a b-c=d><x-e><x-a b-f>")) != (0, 4):
    raise ImportError(
        "this selectolax keeps the names of a page elsewhere than Winnow looks for them: "
        "install selectolax 1.0.2"
    )
