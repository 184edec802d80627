"""Near-duplicate hashes: 64 votes of every three words in a row (Charikar 2002)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from extractors._chars cimport decode_char, is_word_alone

cdef enum:
    BITS = 64
    SHINGLE = 3  # words
    BATCH = 255  # shingles: what can be counted in a byte
    ROOM = BATCH + SHINGLE - 1

cdef uint64_t SEED = 0xCBF29CE484222325
cdef uint64_t STEP = 0x100000001B3
cdef uint64_t FIRST = 0x9E3779B97F4A7C15
cdef uint64_t SECOND = 0xC2B2AE3D27D4EB4F
cdef uint64_t LOW_BITS = 0x0101010101010101

cdef uint16_t folded[1 << 16]  # what a character counts as; 0 where it is in no word

# What stands between words, beyond ASCII: listed, because what is listed stays what it is.
GAPS = (
    (0x0080, 0x00A9),  # Latin-1: no-break space, signs
    (0x00AB, 0x00B4),
    (0x00B6, 0x00B9),
    (0x00BB, 0x00BF),
    (0x00D7, 0x00D7),
    (0x00F7, 0x00F7),
    (0x037E, 0x037E),  # Greek
    (0x0387, 0x0387),
    (0x0589, 0x058A),  # Armenian
    (0x05BE, 0x05BE),  # Hebrew
    (0x060C, 0x060D),  # Arabic
    (0x061B, 0x061F),
    (0x066A, 0x066C),
    (0x06D4, 0x06D4),
    (0x0964, 0x0965),  # the scripts of India
    (0x0E2F, 0x0E2F),  # Thai
    (0x0E4F, 0x0E4F),
    (0x0E5A, 0x0E5B),
    (0x104A, 0x104F),  # Burmese
    (0x1361, 0x1368),  # Ethiopic
    (0x1680, 0x1680),
    (0x17D4, 0x17DA),  # Khmer
    (0x2000, 0x206F),  # spaces, dashes, quotation marks
    (0x20A0, 0x20CF),  # currencies
    (0x2190, 0x2BFF),  # arrows, symbols
    (0x2E00, 0x2E7F),
    (0x3000, 0x3004),  # Chinese and Japanese
    (0x3008, 0x3020),
    (0x3030, 0x3030),
    (0x303D, 0x303F),
    (0x30FB, 0x30FB),
    (0xE000, 0xF8FF),  # private: icons of a font
    (0xFE10, 0xFE6F),
    (0xFEFF, 0xFF0F),  # full and half width
    (0xFF1A, 0xFF20),
    (0xFF3B, 0xFF40),
    (0xFF5B, 0xFF65),
    (0xFFE0, 0xFFFF),
)
# Capitals whose small letter is so far behind them.
CAPITALS = (
    (0x0041, 0x005A, 32),
    (0x00C0, 0x00D6, 32),
    (0x00D8, 0x00DE, 32),
    (0x0391, 0x03A9, 32),
    (0x0400, 0x040F, 80),
    (0x0410, 0x042F, 32),
)

cdef struct Votes:
    uint64_t words[ROOM]  # hashes of words that have not voted yet, and of the two before them
    size_t waiting  # how many these are
    uint32_t counts[BITS]
    uint64_t shingles


cdef inline uint64_t mix(uint64_t h) noexcept nogil:
    h = (h ^ (h >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9
    h = (h ^ (h >> 27)) * <uint64_t> 0x94D049BB133111EB
    return h ^ (h >> 31)


cdef void vote(Votes* votes, size_t shingles) noexcept nogil:
    """Lets the first of the words that wait vote; of lane `i`, byte `b` counts bit 8 * b + i."""
    cdef:
        uint64_t lanes[8]
        uint64_t h
        uint64_t* word = votes.words
        uint32_t lane, byte
        size_t i
    memset(lanes, 0, sizeof(lanes))
    for i in range(shingles):
        h = mix(word[i] * FIRST + word[i + 1] * SECOND + word[i + 2])
        for lane in range(8):
            lanes[lane] += (h >> lane) & LOW_BITS
    for lane in range(8):
        for byte in range(8):
            votes.counts[8 * byte + lane] += (lanes[lane] >> (8 * byte)) & 255
    votes.shingles += shingles


cdef inline void add_word(Votes* votes, uint64_t word) noexcept nogil:
    if votes.waiting == ROOM:
        vote(votes, BATCH)
        votes.words[0] = votes.words[BATCH]
        votes.words[1] = votes.words[BATCH + 1]
        votes.waiting = SHINGLE - 1
    votes.words[votes.waiting] = word
    votes.waiting += 1


cdef inline uint32_t fold(uint32_t c) noexcept nogil:
    if c < 0x10000:
        return folded[c]
    return 0 if 0x1F000 <= c <= 0x1FAFF or c >= 0xE0000 else c  # emoji; tags, private


cdef void read_words(Votes* votes, const uint8_t* s, size_t size) noexcept nogil:
    cdef:
        uint64_t word = SEED
        size_t i = 0, length
        uint32_t c
        bint alone
    while i < size:
        length = 1
        alone = False
        if s[i] < 128:
            c = folded[s[i]]
            if c:  # seven bits a letter: most words stand in their hash as they are
                word = (word << 7 | word >> 57) ^ c
                i += 1
                continue
        else:
            c = decode_char(s + i, size - i, &length)
            alone = is_word_alone(c)
            c = fold(c)
        i += length
        if c and not alone:
            word = (word ^ c) * STEP
            continue
        if word != SEED:
            add_word(votes, word)
            word = SEED
        if c:
            add_word(votes, (SEED ^ c) * STEP)
    if word != SEED:
        add_word(votes, word)


cdef uint64_t hash_text(const uint8_t* s, size_t size) noexcept nogil:
    cdef:
        Votes votes
        uint64_t result = 0
        int bit
    memset(&votes, 0, sizeof(votes))
    read_words(&votes, s, size)
    if votes.waiting >= SHINGLE:
        vote(&votes, votes.waiting - SHINGLE + 1)
    elif votes.waiting:  # a text of one or two words is one shingle
        vote(&votes, 1)
    for bit in range(BITS):
        if 2 * <uint64_t> votes.counts[bit] > votes.shingles:
            result |= <uint64_t> 1 << bit
    return result


def simhash(bytes text):
    """The Charikar hash of a text's shingles of three words; 0 if it has no word."""
    cdef:
        const uint8_t* s = text
        size_t size = len(text)
        uint64_t result
    with nogil:
        result = hash_text(s, size)
    return result


cdef void learn_characters():
    cdef uint32_t c
    for c in range(1 << 16):
        folded[c] = c if c > 127 or chr(c).isalnum() else 0
    for first, last in GAPS:
        for c in range(first, last + 1):
            folded[c] = 0
    for first, last, distance in CAPITALS:
        for c in range(first, last + 1):
            folded[c] = c + distance


learn_characters()
