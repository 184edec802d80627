from extractors._core import Columns

def statements(
    page: Columns, metas: dict[bytes, str], longest: int, longest_data: int
) -> dict[str, list[str]]:
    """What a page states of itself: by kind, the values in document order.

    The kinds are lang, base, canonical, author, time, data, what `metas` calls the meta elements
    of a name (in lower case), and "item x" for the properties x. Left out are a value longer than
    `longest` bytes, a script of data longer than `longest_data`, and what is empty, but for base.
    """
