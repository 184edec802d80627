GAPS: tuple[tuple[int, int], ...]
CAPITALS: tuple[tuple[int, int, int], ...]

def simhash(text: bytes) -> int:
    """The Charikar hash of a text's shingles of three words; 0 if it has no word."""
