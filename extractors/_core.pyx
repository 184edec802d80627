"""The fast core: one pass over the parser's tree, and the tree is columns.

Rows stand in document order, so a subtree is a contiguous slice and `end` says where it stops.
Nothing here allocates a Python object per node, and no input makes it raise: a page ends as
columns or, over a limit, as a `PageError`.
"""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_WRITABLE
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdlib cimport free, realloc
from libc.string cimport memcmp, memcpy

from importlib.metadata import version

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from extractors import tags
from extractors._chars cimport decode_char, is_ascii_space, is_space, is_word_alone
from extractors._lexbor cimport (
    NODE_CDATA,
    NODE_ELEMENT,
    NODE_TEXT,
    SHORT_NAME,
    lxb_attr,
    lxb_element,
    lxb_name,
    lxb_str,
    lxb_text,
)
from extractors.status import PageError, Status

ctypedef const uint8_t* text_t

cdef enum:
    KNOWN_IDS = 1024  # Lexbor numbers the names that it knows from 1; the rest are addresses
    DONE = 0
    OUT_OF_MEMORY = 1
    OVER_NODES = 2
    OVER_DEPTH = 3
    KEPT = 0  # selection.Reason
    NO_CANDIDATE = 1
    NOT_SHOWN = 2

cdef uint16_t OTHER = tags.OTHER
cdef uint16_t BODY = tags.CODE["body"]
cdef uint16_t BR = tags.CODE["br"]
cdef uint16_t SVG = tags.CODE["svg"]
cdef uint16_t TITLE = tags.CODE["title"]

cdef uint16_t code_of_id[KNOWN_IDS]  # Lexbor's tag id -> our code
cdef uint32_t flags_of_code[KNOWN_IDS]  # our code -> what the tag says of a node
cdef uint8_t solid_ascii[128]  # 1 unless white space
cdef size_t id_hidden, id_style, id_aria_hidden

cdef extern from *:
    """
    #include <stdlib.h>
    #ifdef __GLIBC__
    #include <malloc.h>
    /* glibc hands memory back to the system after every page and fetches it anew, zeroed, for the
       next: half of the time of a large page. Whoever has set his own policy keeps it. */
    static void keep_freed_memory(void) {
        if (!getenv("MALLOC_TRIM_THRESHOLD_") && !getenv("GLIBC_TUNABLES")) {
            mallopt(M_MMAP_THRESHOLD, 32 << 20);
            mallopt(M_TRIM_THRESHOLD, 256 << 20);
        }
    }
    #else
    static void keep_freed_memory(void) {}
    #endif
    """
    void keep_freed_memory()


# ---------------------------------------------------------------- text

cdef inline uint32_t measure(
    text_t s, size_t size, int32_t* chars, int32_t* words, int32_t* words_cjk
) noexcept nogil:
    """Counts a text as if its white space were collapsed and its ends stripped."""
    cdef:
        size_t i
        uint32_t solid = 0, tokens = 0, here, before = 0
    for i in range(size):
        if s[i] >= 128:
            return measure_wide(s, size, chars, words, words_cjk)
        here = solid_ascii[s[i]]
        solid += here
        tokens += here & ~before
        before = here
    chars[0] = <int32_t> (solid + tokens - 1) if tokens else 0
    words[0] = words_cjk[0] = <int32_t> tokens
    if size == 0:
        return 0
    return (0 if solid_ascii[s[0]] else LEAD) | (0 if before else TRAIL)


cdef uint32_t measure_wide(
    text_t s, size_t size, int32_t* chars, int32_t* words, int32_t* words_cjk
) noexcept nogil:
    """The same for text that is not all ASCII."""
    cdef:
        size_t i = 0, length
        int32_t solid = 0, tokens = 0, tokens_cjk = 0
        bint in_token = False, in_token_cjk = False
        uint32_t c, edges = 0
    while i < size:
        c = s[i]
        length = 1
        if c >= 128:
            c = decode_char(s + i, size - i, &length)
        if is_space(c):
            if i == 0:
                edges = LEAD
            in_token = in_token_cjk = False
        else:
            solid += 1
            tokens += not in_token
            in_token = True
            if is_word_alone(c):
                tokens_cjk += 1
                in_token_cjk = False
            else:
                tokens_cjk += not in_token_cjk
                in_token_cjk = True
        i += length
    chars[0] = solid + tokens - 1 if tokens else 0
    words[0] = tokens
    words_cjk[0] = tokens_cjk
    return edges if in_token else edges | TRAIL


# ---------------------------------------------------------------- attributes

cdef inline bint is_name(
    size_t name_id, size_t known_id, const char* name, size_t size
) noexcept nogil:
    """Whether an id stands for `name`; `known_id` is 0 if Lexbor has no number for it."""
    cdef lxb_name* entry
    if known_id:
        return name_id == known_id
    if name_id < KNOWN_IDS:
        return False
    entry = <lxb_name*> name_id
    if entry.length != size:
        return False
    if size <= SHORT_NAME:
        return memcmp(entry.text.short_text, name, size) == 0
    return memcmp(entry.text.long_text, name, size) == 0


cdef inline uint8_t lower(uint8_t c) noexcept nogil:
    return c | 32 if 65 <= c <= 90 else c


cdef inline bint is_css_space(uint8_t c) noexcept nogil:
    return c == 32 or c == 9 or c == 10 or c == 12 or c == 13


cdef bint equals_word(text_t s, size_t size, const char* word, size_t length) noexcept nogil:
    """ASCII case-insensitive equality, white space around `s` ignored."""
    cdef size_t i
    while size and is_css_space(s[0]):
        s += 1
        size -= 1
    while size and is_css_space(s[size - 1]):
        size -= 1
    if size != length:
        return False
    for i in range(size):
        if lower(s[i]) != <uint8_t> word[i]:
            return False
    return True


cdef bint style_hides(text_t s, size_t size) noexcept nogil:
    """Whether a style attribute declares display: none or visibility: hidden."""
    cdef size_t begin = 0, stop, colon, value_stop, i
    while begin < size:
        stop = begin
        colon = size
        value_stop = size
        while stop < size and s[stop] != 59:  # ;
            if s[stop] == 58 and colon == size:  # :
                colon = stop
            elif s[stop] == 33 and value_stop == size:  # !important
                value_stop = stop
            stop += 1
        i = stop if value_stop > stop else value_stop
        if colon < i:
            if i == stop or equals_word(s + i + 1, stop - i - 1, "important", 9):
                if equals_word(s + begin, colon - begin, "display", 7):
                    if equals_word(s + colon + 1, i - colon - 1, "none", 4):
                        return True
                elif equals_word(s + begin, colon - begin, "visibility", 10):
                    if equals_word(s + colon + 1, i - colon - 1, "hidden", 6):
                        return True
        begin = stop + 1
    return False


cdef inline bint hides(lxb_attr* attr) noexcept nogil:
    """Whether the attributes of an element, from `attr` on, hide it."""
    cdef size_t name_id
    while attr != NULL:
        name_id = attr.node.local_name
        if name_id == id_style:
            if attr.value != NULL and style_hides(attr.value.data, attr.value.length):
                return True
        elif name_id >= KNOWN_IDS or name_id == id_hidden or name_id == id_aria_hidden:
            if is_name(name_id, id_hidden, "hidden", 6):
                return True
            if is_name(name_id, id_aria_hidden, "aria-hidden", 11) and attr.value != NULL:
                if equals_word(attr.value.data, attr.value.length, "true", 4):
                    return True
        attr = attr.next
    return False


# ---------------------------------------------------------------- columns

cdef class _View:
    """A column as a read-only buffer that keeps its page alive."""

    cdef:
        object owner
        void* data
        bytes kind
        Py_ssize_t shape[1]
        Py_ssize_t strides[1]

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        if flags & PyBUF_WRITABLE == PyBUF_WRITABLE:
            raise BufferError("the columns of a page are read-only")
        buffer.buf = self.data
        buffer.obj = self
        buffer.len = self.shape[0] * self.strides[0]
        buffer.itemsize = self.strides[0]
        buffer.readonly = 1
        buffer.ndim = 1
        buffer.format = <char*> self.kind if flags & PyBUF_FORMAT else NULL
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


cdef object view(object owner, void* data, bytes kind, Py_ssize_t itemsize, Py_ssize_t size):
    cdef _View column = _View.__new__(_View)
    column.owner = owner
    column.data = data
    column.kind = kind
    column.shape[0] = size
    column.strides[0] = itemsize
    return np.asarray(column)


@cython.final
cdef class Columns:
    """The nodes of one parsed document: one row an element or text node, in document order."""

    def __cinit__(self, parser, int32_t max_nodes, int32_t max_depth):
        cdef lxb_node* top
        cdef size_t bytes_parsed = len(parser.raw_html)
        cdef int outcome = OUT_OF_MEMORY
        self.parser = parser
        self.title = -1
        # Measured: a page has about a node for every hundred bytes.
        self.capacity = min(<int32_t> (bytes_parsed // 64), max_nodes) + 64
        self.arena_capacity = bytes_parsed // 8 + 256
        root = parser.root
        top = NULL if root is None else <lxb_node*> <size_t> root.mem_id
        with nogil:
            if self._reserve(self.capacity) and self._grow_arena(0):
                outcome = self._walk(top, max_nodes, max_depth)
        if outcome == OVER_NODES:
            raise PageError(Status.TOO_MANY_NODES)
        if outcome == OVER_DEPTH:
            raise PageError(Status.TOO_DEEP)
        if outcome == OUT_OF_MEMORY:
            raise MemoryError

    def __dealloc__(self):
        free(self.address)
        free(self.parent)
        free(self.end)
        free(self.depth)
        free(self.start)
        free(self.chars)
        free(self.words)
        free(self.words_cjk)
        free(self.line)
        free(self.block)
        free(self.flags)
        free(self.tag)
        free(self.text_bytes)

    def __len__(self):
        return self.size

    cdef int _reserve(self, size_t rows) noexcept nogil:
        """Room for `rows` rows; `start` has one entry more."""
        if rows > 0x7FFFFFFE:
            return 0
        self.capacity = <int32_t> rows
        return (
            resize(<void**> &self.address, rows, sizeof(lxb_node*))
            and resize(<void**> &self.parent, rows, sizeof(int32_t))
            and resize(<void**> &self.end, rows, sizeof(int32_t))
            and resize(<void**> &self.depth, rows, sizeof(int32_t))
            and resize(<void**> &self.start, rows + 1, sizeof(uint32_t))
            and resize(<void**> &self.chars, rows, sizeof(int32_t))
            and resize(<void**> &self.words, rows, sizeof(int32_t))
            and resize(<void**> &self.words_cjk, rows, sizeof(int32_t))
            and resize(<void**> &self.line, rows, sizeof(int32_t))
            and resize(<void**> &self.block, rows, sizeof(int32_t))
            and resize(<void**> &self.flags, rows, sizeof(uint32_t))
            and resize(<void**> &self.tag, rows, sizeof(uint16_t))
        )

    cdef int _grow_arena(self, size_t more) noexcept nogil:
        cdef size_t capacity = self.arena_capacity
        while capacity < self.arena_size + more:
            capacity *= 2
        if capacity > <size_t> 4294967295:  # `start` has 32 bits
            return 0
        if not resize(<void**> &self.text_bytes, capacity, 1):
            return 0
        self.arena_capacity = capacity
        return 1

    cdef int _walk(self, lxb_node* top, int32_t max_nodes, int32_t max_depth) noexcept nogil:
        cdef:
            lxb_node* node = top
            int32_t row = 0, parent = -1, depth = 0
            Cut cut = Cut(line=0, block=0, broken=False)
        self.size = self.root = 0
        self.start[0] = 0
        while node != NULL:
            if node.type == NODE_ELEMENT or node.type == NODE_TEXT or node.type == NODE_CDATA:
                if row >= max_nodes:
                    return OVER_NODES
                if depth > max_depth:
                    return OVER_DEPTH
                if row == self.capacity and not self._reserve(2 * <size_t> row):
                    return OUT_OF_MEMORY
                self.address[row] = node
                self.parent[row] = parent
                self.depth[row] = depth
                self.start[row] = <uint32_t> self.arena_size
                if node.type == NODE_ELEMENT:
                    self._open(row, &cut)
                elif not self._add_text(row, &cut):
                    return OUT_OF_MEMORY
                row += 1
                if node.first_child != NULL:
                    parent = row - 1
                    depth += 1
                    node = node.first_child
                    continue
                self._close(row - 1, row, &cut)
            while node != top and node.next == NULL:
                node = node.parent
                self._close(parent, row, &cut)
                parent = self.parent[parent]
                depth -= 1
            node = NULL if node == top else node.next
        self.size = row
        self.start[row] = <uint32_t> self.arena_size
        return DONE

    cdef inline void _open(self, int32_t row, Cut* cut) noexcept nogil:
        cdef:
            lxb_element* element = <lxb_element*> self.address[row]
            size_t name = element.node.local_name
            int32_t parent = self.parent[row]
            uint16_t code = code_of_id[name] if name < KNOWN_IDS else OTHER
            uint32_t flags = self.flags[parent] & INHERITED if parent >= 0 else 0
        if flags_of_code[code] & LEVEL_MASK:
            flags &= ~(<uint32_t> LEVEL_MASK)
        flags |= flags_of_code[code]
        if flags & IS_STRUCTURAL and not flags & SKIPPED:
            cut.line += 1
            if code != BR or cut.broken:  # one br parts lines, two in a row part blocks
                cut.block += 1
            cut.broken = code == BR
        if code == BODY and parent == 0 and self.root == 0:
            self.root = row
        elif code == TITLE and self.title < 0 and parent >= 0 and self.tag[parent] != SVG:
            self.title = row
        self.tag[row] = code
        self.flags[row] = flags
        self.line[row] = cut.line
        self.block[row] = cut.block
        self.chars[row] = self.words[row] = self.words_cjk[row] = 0

    cdef inline int _add_text(self, int32_t row, Cut* cut) noexcept nogil:
        cdef:
            lxb_str* text = &(<lxb_text*> self.address[row]).data
            uint32_t above = self.flags[self.parent[row]]
            size_t length = 0 if above & IS_RAW else text.length
        if self.arena_size + length > self.arena_capacity and not self._grow_arena(length):
            return 0
        if length:
            memcpy(self.text_bytes + self.arena_size, text.data, length)
        self.arena_size += length
        self.tag[row] = 0
        self.flags[row] = above & INHERITED | measure(
            text.data, length, &self.chars[row], &self.words[row], &self.words_cjk[row]
        )
        if self.words[row] and not above & SKIPPED:
            cut.broken = False
        self.line[row] = cut.line
        self.block[row] = cut.block
        return 1

    cdef inline void _close(self, int32_t row, int32_t end, Cut* cut) noexcept nogil:
        cdef uint32_t flags = self.flags[row]
        self.end[row] = end
        if flags & IS_STRUCTURAL and not flags & (SKIPPED | IS_ENDLESS):
            cut.line += 1
            cut.block += 1
            cut.broken = False

    cdef void find_hidden(self) noexcept nogil:
        """Sets HIDDEN, by the attributes of every element; done when it is first asked for.

        No method looks at it by itself, and to visit all attributes costs as much as the walk.
        """
        if not self.knows_hidden:
            self.find_hidden_among(NULL)
            self.knows_hidden = True

    cdef void find_hidden_among(self, const uint16_t* chosen) noexcept nogil:
        """Sets HIDDEN where `chosen` is not 0; with a node, its ancestors must be chosen too."""
        cdef int32_t row
        cdef lxb_attr* attr
        if self.knows_hidden:
            return
        for row in range(self.size):
            if chosen != NULL and not chosen[row]:
                continue
            if row and self.flags[self.parent[row]] & HIDDEN:
                self.flags[row] |= HIDDEN
            elif self.tag[row]:
                attr = (<lxb_element*> self.address[row]).first_attr
                if attr != NULL and hides(attr):
                    self.flags[row] |= HIDDEN

    cdef lxb_node* _element(self, int32_t row) except NULL:
        if not 0 <= row < self.size:
            raise IndexError(f"row {row} of a page with {self.size}")
        return self.address[row]

    def name(self, int32_t row):
        """The tag name of an element; "" for a text node."""
        cdef lxb_node* node = self._element(row)
        cdef lxb_name* entry
        if self.tag[row] != OTHER:
            return tags.TAGS[self.tag[row]]
        if node.local_name < KNOWN_IDS:
            return tags.TAGS[OTHER]
        entry = <lxb_name*> node.local_name
        if entry.length <= SHORT_NAME:
            return entry.text.short_text[: entry.length].decode("utf-8", "replace")
        return entry.text.long_text[: entry.length].decode("utf-8", "replace")

    def attribute(self, int32_t row, str name):
        """The value of an element's attribute, or None. `name` is one of `ATTRIBUTES`."""
        cdef lxb_node* node = self._element(row)
        cdef lxb_attr* attr
        cdef bytes encoded = name.encode()
        cdef size_t known_id = id_of_attribute[name], size = len(encoded)
        cdef const char* text = encoded
        if node.type != NODE_ELEMENT:
            return None
        attr = (<lxb_element*> node).first_attr
        while attr != NULL:
            if is_name(attr.node.local_name, known_id, text, size):
                if attr.value == NULL or attr.value.data == NULL:
                    return ""
                return attr.value.data[: attr.value.length].decode("utf-8", "replace")
            attr = attr.next
        return None

    def text(self, int32_t row):
        """All text below a node (or of a text node), as it stands in the page."""
        self._element(row)
        below = self.text_bytes[self.start[row] : self.start[self.end[row]]]
        return below.decode("utf-8", "replace")

    @property
    def arena(self):
        """The text of the page: every text node's bytes, in document order."""
        return PyBytes_FromStringAndSize(<char*> self.text_bytes, <Py_ssize_t> self.arena_size)

    def column(self, str name):
        """One column as a read-only array that shares its memory with the page."""
        if name == "parent":
            return view(self, self.parent, b"i", 4, self.size)
        if name == "end":
            return view(self, self.end, b"i", 4, self.size)
        if name == "depth":
            return view(self, self.depth, b"i", 4, self.size)
        if name == "start":
            return view(self, self.start, b"I", 4, self.size + 1)
        if name == "chars":
            return view(self, self.chars, b"i", 4, self.size)
        if name == "words":
            return view(self, self.words, b"i", 4, self.size)
        if name == "words_cjk":
            return view(self, self.words_cjk, b"i", 4, self.size)
        if name == "line":
            return view(self, self.line, b"i", 4, self.size)
        if name == "block":
            return view(self, self.block, b"i", 4, self.size)
        if name == "flags":
            self.find_hidden()
            return view(self, self.flags, b"I", 4, self.size)
        if name == "tag":
            return view(self, self.tag, b"H", 2, self.size)
        raise KeyError(name)


cdef int resize(void** memory, size_t count, size_t itemsize) noexcept nogil:
    cdef void* moved = realloc(memory[0], count * itemsize)
    if moved == NULL:
        return 0
    memory[0] = moved
    return 1


cdef void settle(Columns page, uint8_t* kept, uint8_t* reason, uint8_t otherwise) noexcept nogil:
    """Completes a selection: a reason for every drop, and elements kept that hold something kept.

    `otherwise` is the reason of what could have been kept; a reason that is set already stays.
    Reasons without branches, as most of what is asked of a node is as good as random.
    """
    cdef:
        int32_t row
        uint8_t text, shown
    for row in range(page.size - 1, 0, -1):
        kept[page.parent[row]] |= kept[row]
    for row in range(page.size):
        if page.flags[row] & IS_MEDIA:
            if kept[row]:
                reason[row] = KEPT
            elif not is_candidate(page, row):
                reason[row] = NOT_SHOWN
            elif not reason[row]:
                reason[row] = otherwise
            continue
        text = page.chars[row] > 0
        shown = not page.flags[row] & SKIPPED
        reason[row] = (1 - kept[row]) * (
            (text & shown) * (reason[row] + otherwise * (reason[row] == 0))
            + (text & (1 - shown)) * NOT_SHOWN
            + (1 - text) * NO_CANDIDATE
        )


# ---------------------------------------------------------------- what the parser calls things

cdef dict id_of_attribute = {}  # name -> Lexbor's number for it, 0 if it has none

ATTRIBUTES = frozenset(
    """abbr alt cite class colspan content data datetime dir headers height href hreflang id
    itemprop kind lang media name open poster property rel reversed rowspan scope sizes span src
    srcset srclang start style summary title type value width""".split()
) | {"aria-hidden", "data-original", "data-src", "data-srcset", "hidden", "http-equiv"}

# The flags that Python code may ask for.
FLAGS = {
    "link": IN_LINK,
    "anchor": IN_ANCHOR,
    "skipped": SKIPPED,
    "hidden": HIDDEN,
    "pre": PRE,
    "lead": LEAD,
    "trail": TRAIL,
    "structural": IS_STRUCTURAL,
    "media": IS_MEDIA,
}


cdef size_t known(size_t name_id):
    return name_id if name_id < KNOWN_IDS else 0


def _refuse(str what):
    raise ImportError(
        f"selectolax {version('selectolax')} does not build its tree the way Winnow's core reads "
        f"it ({what} differs): install selectolax 1.0.2, which the core was checked with"
    )


def _verify_layout():
    """Compares the structs of `_lexbor.pxd` with what selectolax says of a small document.

    Only addresses that selectolax confirmed are followed, so a mismatch is seen, not run into.
    """
    parser = LexborHTMLParser(b"<p class=k data-winnow-check>text<b>bold</b></p><hr>")
    p = parser.css_first("p")
    body, b, hr = p.parent, parser.css_first("b"), parser.css_first("hr")
    cdef size_t here = p.mem_id
    cdef lxb_element* element = <lxb_element*> here
    cdef lxb_node* node = &element.node
    cdef lxb_text* text
    cdef lxb_attr* attr
    if node.type != NODE_ELEMENT or <size_t> node.parent != body.mem_id:
        _refuse("the parent of a node")
    if <size_t> node.next != hr.mem_id or <size_t> node.last_child != b.mem_id:
        _refuse("the neighbours of a node")
    if <size_t> node.first_child != p.first_child.mem_id:
        _refuse("the first child of a node")
    text = <lxb_text*> node.first_child
    if text.node.type != NODE_TEXT or <size_t> text.node.next != b.mem_id:
        _refuse("a text node")
    if text.data.length != 4 or not is_address(<size_t> text.data.data):
        _refuse("the length of a text")
    if memcmp(text.data.data, b"text", 4):
        _refuse("the text of a text node")
    if not is_address(<size_t> element.first_attr):
        _refuse("the attributes of an element")
    attr = element.first_attr
    if attr.owner != <void*> here or not is_address(<size_t> attr.value) or attr.value.length != 1:
        _refuse("the value of an attribute")
    attr = attr.next
    if not is_address(<size_t> attr) or attr.owner != <void*> here or attr.next != NULL:
        _refuse("the next attribute")
    if attr.node.local_name < KNOWN_IDS or not is_name(
        attr.node.local_name, 0, "data-winnow-check", 17
    ):
        _refuse("the name of an attribute")


cdef bint is_address(size_t address):
    """Whether a value may be followed: not NULL, and where a process can have memory."""
    return 4096 < address < <size_t> 1 << 56


def _learn_names():
    """Asks the parser for its numbers of our tags and attributes."""
    cdef lxb_node* node
    cdef lxb_element* element
    parser = LexborHTMLParser(b"")
    for code in range(KNOWN_IDS):
        code_of_id[code] = OTHER
        flags_of_code[code] = 0
    for name, code in tags.CODE.items():
        created = parser.create_node(name)
        node = <lxb_node*> <size_t> created.mem_id
        if created.tag != name or node.type != NODE_ELEMENT:
            _refuse(f"the tag {name}")
        if node.local_name < KNOWN_IDS:
            code_of_id[node.local_name] = code
        flags_of_code[code] = _flags_of(name)
    for name in ATTRIBUTES:
        owner = LexborHTMLParser(f"<p {name}=x>".encode()).css_first("p")
        element = <lxb_element*> <size_t> owner.mem_id
        id_of_attribute[name] = known(element.first_attr.node.local_name)


def _flags_of(str name):
    """What a tag says of its node, and of everything inside it."""
    bits = {
        SKIPPED: tags.NO_TEXT,
        IN_LINK | IS_LINK: tags.LINK,
        IN_ANCHOR | IS_ANCHOR: tags.ANCHOR,
        PRE: tags.PREFORMATTED,
        IN_HEADING: tags.HEADING,
        IN_ITEM: tags.ITEM,
        IN_TABLE: tags.TABLE,
        IN_ROW: tags.ROW,
        IN_CELL: tags.CELL,
        IN_QUOTE: tags.QUOTE,
        IN_CAPTION: tags.CAPTION,
        IS_STRUCTURAL: tags.STRUCTURAL,
        IS_ENDLESS: tags.ENDLESS,
        IS_MEDIA: tags.MEDIA,
        IS_UNRATED: tags.UNRATED,
        IS_RAW: tags.RAW_TEXT,
    }
    flags = sum(bit for bit, names in bits.items() if name in names)
    if name in tags.HEADING:
        flags |= int(name[1]) << LEVEL_SHIFT
    return flags


cdef uint8_t character
for character in range(128):
    solid_ascii[character] = not is_ascii_space(character)
keep_freed_memory()
_verify_layout()
_learn_names()
id_style = id_of_attribute["style"]
id_hidden = id_of_attribute["hidden"]
id_aria_hidden = id_of_attribute["aria-hidden"]
