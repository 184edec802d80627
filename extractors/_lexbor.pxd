"""The structs of the parser's tree, as far as we read them.

selectolax hands out the address of a node; these declarations say what stands there. They are
facts about Lexbor's memory, not its headers: `_core` compares them with selectolax's own answers
when it is imported, and refuses to load where they differ.
"""

cdef enum:
    NODE_ELEMENT = 1
    NODE_TEXT = 3
    NODE_CDATA = 4

cdef struct lxb_str:
    unsigned char* data
    size_t length

cdef struct lxb_node:
    void* events
    size_t local_name  # a small number for a known name, else the address of a lxb_name
    size_t prefix
    size_t ns
    void* owner_document
    lxb_node* next
    lxb_node* prev
    lxb_node* parent
    lxb_node* first_child
    lxb_node* last_child
    void* user
    int type

cdef struct lxb_text:
    lxb_node node
    lxb_str data

cdef struct lxb_attr:
    lxb_node node
    size_t upper_name
    size_t qualified_name
    lxb_str* value  # NULL where the attribute has none
    void* owner
    lxb_attr* next
    lxb_attr* prev

cdef struct lxb_element:
    lxb_node node
    size_t upper_name
    size_t qualified_name
    lxb_str* is_value
    lxb_attr* first_attr
    lxb_attr* last_attr

cdef struct lxb_pool:
    void* memory
    void* cache
    size_t allocated  # objects handed out

cdef struct lxb_names:
    lxb_pool* entries

cdef struct lxb_chunk:
    void* data
    size_t used
    size_t size
    lxb_chunk* next

cdef struct lxb_memory:
    lxb_chunk* last
    lxb_chunk* first

cdef struct lxb_heap:
    lxb_memory* memory
    void* cache
    size_t objects  # handed out and not given back

cdef struct lxb_array:
    void** items
    size_t capacity
    size_t length

cdef struct lxb_tree:
    void* tokenizer
    void* document
    void* fragment
    void* form
    lxb_array* open_elements
    lxb_array* active_formatting

cdef struct lxb_parser:
    void* tokenizer
    lxb_tree* tree

cdef struct lxb_document:
    lxb_node node
    int compat_mode
    int type
    void* doctype
    void* element
    void* create_interface
    void* clone_interface
    void* destroy_interface
    void* mutation
    void* attr_mutation
    lxb_heap* nodes
    lxb_heap* text
    lxb_names* tags  # names of tags and attributes that Lexbor did not know before this page
    lxb_names* attributes
    void* prefixes
    void* namespaces
    lxb_parser* parser

cdef enum:
    SHORT_NAME = 16  # a longer name stands elsewhere

cdef union lxb_name_text:
    unsigned char* long_text
    unsigned char short_text[SHORT_NAME + 1]

cdef struct lxb_name:
    lxb_name_text text
    size_t length
