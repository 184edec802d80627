"""What a page states of itself: the attributes and scripts in which it does, in one pass."""

from libc.stdint cimport int32_t, uint8_t, uint16_t
from libc.string cimport memcmp

from selectolax.lexbor import LexborHTMLParser

from extractors import tags
from extractors._core cimport Columns
from extractors._lexbor cimport (
    NODE_ELEMENT,
    NODE_TEXT,
    SHORT_NAME,
    lxb_attr,
    lxb_element,
    lxb_name,
    lxb_node,
    lxb_text,
)

ctypedef const uint8_t* text_t

cdef enum:
    KNOWN_IDS = 1024  # Lexbor numbers the names that it knows from 1; the rest are addresses
    PERSON = 256  # rows in which the name of an author is looked for
    LONGEST_NAME = 64  # bytes of a meta element's name that may be wanted

# The attributes that are read, in the order of `NAMES`.
cdef enum:
    CLASS
    CONTENT
    DATETIME
    HREF
    ITEMPROP
    ITEMSCOPE
    ITEMTYPE
    LANG
    NAME
    PROPERTY
    PUBDATE
    REL
    TYPE
    ATTRIBUTES

NAMES = (
    b"class", b"content", b"datetime", b"href", b"itemprop", b"itemscope", b"itemtype", b"lang",
    b"name", b"property", b"pubdate", b"rel", b"type",
)

cdef size_t number[ATTRIBUTES]  # Lexbor's for the attribute, 0 if it has none
cdef const char* spelling[ATTRIBUTES]
cdef size_t spelled[ATTRIBUTES]

cdef uint16_t A = tags.CODE["a"]
cdef uint16_t BASE = tags.CODE["base"]
cdef uint16_t HTML = tags.CODE["html"]
cdef uint16_t LINK = tags.CODE["link"]
cdef uint16_t META = tags.CODE["meta"]
cdef uint16_t SCRIPT = tags.CODE["script"]
cdef uint16_t TIME = tags.CODE["time"]


cdef inline uint8_t lower(uint8_t c) noexcept nogil:
    return c | 32 if 65 <= c <= 90 else c


cdef inline bint is_blank(uint8_t c) noexcept nogil:
    return c == 32 or c == 9 or c == 10 or c == 12 or c == 13


cdef inline bint is_attribute(size_t name, int32_t attribute) noexcept nogil:
    cdef lxb_name* entry
    if number[attribute]:
        return name == number[attribute]
    if name < KNOWN_IDS:
        return False
    entry = <lxb_name*> name
    return (
        entry.length == spelled[attribute]
        and entry.length <= SHORT_NAME
        and memcmp(entry.text.short_text, spelling[attribute], entry.length) == 0
    )


cdef inline lxb_attr* find(lxb_node* node, int32_t attribute) noexcept nogil:
    """An attribute of an element; NULL if it has none of that name."""
    cdef lxb_attr* attr
    if node.type != NODE_ELEMENT:
        return NULL
    attr = (<lxb_element*> node).first_attr
    while attr != NULL and not is_attribute(attr.node.local_name, attribute):
        attr = attr.next
    return attr


cdef bint has_word(lxb_attr* attr, const char* word, size_t size) noexcept nogil:
    """Whether a word, given in lower case, is among those of a value."""
    cdef:
        size_t start = 0, stop, i
        text_t s
    if attr == NULL or attr.value == NULL or attr.value.data == NULL:
        return False
    s = attr.value.data
    while start < attr.value.length:
        stop = start
        while stop < attr.value.length and not is_blank(s[stop]):
            stop += 1
        if stop - start == size:
            i = 0
            while i < size and lower(s[start + i]) == <uint8_t> word[i]:
                i += 1
            if i == size:
                return True
        start = stop + 1
    return False


cdef bint holds(lxb_attr* attr, const char* part, size_t size) noexcept nogil:
    """Whether a value has `part` in it."""
    cdef size_t i
    if attr == NULL or attr.value == NULL or attr.value.data == NULL or attr.value.length < size:
        return False
    for i in range(attr.value.length - size + 1):
        if memcmp(attr.value.data + i, part, size) == 0:
            return True
    return False


cdef bint is_of_page(Columns page, int32_t row) noexcept nogil:
    """Whether a property is of the page itself and not of what readers wrote below it."""
    cdef lxb_attr* kind
    row = page.parent[row]
    while row >= 0:
        if find(page.address[row], ITEMSCOPE) != NULL:
            kind = find(page.address[row], ITEMTYPE)
            return not holds(kind, "Comment", 7) and not holds(kind, "Answer", 6)
        row = page.parent[row]
    return True


cdef str decoded(text_t s, size_t size, size_t longest):
    return s[:size].decode("utf-8", "replace") if s != NULL and size <= longest else ""


cdef str value_of(lxb_attr* attr, size_t longest):
    """A value; "" where there is none, or one that is too long."""
    if attr == NULL or attr.value == NULL:
        return ""
    return decoded(attr.value.data, attr.value.length, longest)


cdef str stated_by(Columns page, int32_t row, size_t longest):
    """What an element says: by an attribute for machines, else by its text."""
    cdef:
        lxb_node* node = page.address[row]
        size_t start = page.start[row]
        size_t size = page.start[page.end[row]] - start
        str value = value_of(find(node, CONTENT), longest)
    if not value and page.tag[row] == TIME:
        value = value_of(find(node, DATETIME), longest)
    return value if value else decoded(page.text_bytes + start, size, longest)


cdef str person(Columns page, int32_t row, size_t longest):
    """The name of an author, who may be an item with properties of its own."""
    cdef int32_t below
    if find(page.address[row], ITEMSCOPE) != NULL:
        for below in range(row + 1, min(page.end[row], row + PERSON)):
            if has_word(find(page.address[below], ITEMPROP), "name", 4):
                return stated_by(page, below, longest)
    return stated_by(page, row, longest)


cdef bint is_of_publication(lxb_node* time) noexcept nogil:
    """Whether a time element says so: by HTML's old attribute, or by a microformat's class."""
    cdef lxb_attr* names = find(time, CLASS)
    return (
        find(time, PUBDATE) != NULL
        or has_word(names, "published", 9)
        or has_word(names, "dt-published", 12)
    )


cdef int note(dict found, str key, str value) except -1:
    if not value:
        return 0
    if key in found:
        (<list> found[key]).append(value)
    else:
        found[key] = [value]
    return 0


cdef int add_item(
    Columns page, int32_t row, lxb_attr* itemprop, size_t longest, dict found
) except -1:
    if has_word(itemprop, "author", 6):
        if is_of_page(page, row):
            note(found, "item author", person(page, row, longest))
    elif has_word(itemprop, "datepublished", 13):
        if is_of_page(page, row):
            note(found, "item datepublished", stated_by(page, row, longest))
    elif has_word(itemprop, "datecreated", 11) and is_of_page(page, row):
        note(found, "item datecreated", stated_by(page, row, longest))
    return 0


cdef int add_meta(
    lxb_node* node, int32_t attribute, dict metas, size_t longest, dict found
) except -1:
    """Notes what a meta element says if one of its names is wanted; most are not."""
    cdef:
        uint8_t name[LONGEST_NAME]
        lxb_attr* attr = find(node, attribute)
        size_t size, i
    if attr == NULL or attr.value == NULL or not 0 < attr.value.length <= LONGEST_NAME:
        return 0
    size = attr.value.length
    for i in range(size):
        name[i] = lower(attr.value.data[i])
    key = metas.get(name[:size])
    if key is not None:
        note(found, key, value_of(find(node, CONTENT), longest))
    return 0


cdef int add_link(Columns page, int32_t row, size_t longest, dict found) except -1:
    cdef lxb_attr* rel = find(page.address[row], REL)
    if rel == NULL:
        return 0
    if page.tag[row] == A:
        if has_word(rel, "author", 6):
            note(found, "author", stated_by(page, row, longest))
    elif has_word(rel, "canonical", 9):
        note(found, "canonical", value_of(find(page.address[row], HREF), longest))
    return 0


cdef int add_data(lxb_node* node, size_t longest, dict found) except -1:
    cdef lxb_text* text = <lxb_text*> node.first_child
    if text == NULL or text.node.type != NODE_TEXT:
        return 0
    if has_word(find(node, TYPE), "application/ld+json", 19):
        note(found, "data", decoded(text.data.data, text.data.length, longest))
    return 0


cdef int add_element(
    Columns page, int32_t row, dict metas, size_t longest, size_t longest_data, dict found
) except -1:
    cdef:
        lxb_node* node = page.address[row]
        uint16_t tag = page.tag[row]
    if tag == META:
        add_meta(node, NAME, metas, longest, found)
        add_meta(node, PROPERTY, metas, longest, found)
    elif tag == A or tag == LINK:
        add_link(page, row, longest, found)
    elif tag == SCRIPT:
        add_data(node, longest_data, found)
    elif tag == TIME:
        if is_of_publication(node):
            note(found, "time", stated_by(page, row, longest))
    elif tag == HTML:
        note(found, "lang", value_of(find(node, LANG), longest))
    elif tag == BASE and find(node, HREF) != NULL and "base" not in found:
        found["base"] = [value_of(find(node, HREF), longest)]  # the first counts, even if empty
    return 0


def statements(Columns page, dict metas, size_t longest, size_t longest_data):
    """What a page states of itself: by kind, the values in document order."""
    cdef:
        int32_t row
        lxb_attr* itemprop
        dict found = {}
    for row in range(page.size):
        if page.tag[row] == 0 or (<lxb_element*> page.address[row]).first_attr == NULL:
            continue
        add_element(page, row, metas, longest, longest_data, found)
        itemprop = find(page.address[row], ITEMPROP)
        if itemprop != NULL:
            add_item(page, row, itemprop, longest, found)
    return found


def _learn_names():
    """Asks the parser for its numbers of the attributes."""
    cdef lxb_element* element
    for attribute, name in enumerate(NAMES):
        owner = LexborHTMLParser(b"<p " + name + b"=x>").css_first("p")
        element = <lxb_element*> <size_t> owner.mem_id
        known = element.first_attr.node.local_name
        number[attribute] = known if known < KNOWN_IDS else 0
        spelling[attribute] = name
        spelled[attribute] = len(name)


_learn_names()
