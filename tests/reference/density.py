"""The region of highest density read literally (Arias, Deschacht, Moens 2009)."""

from dataclasses import dataclass, field

from tests.reference.columns import Columns
from tests.reference.compare import greater

STRUCTURAL = set(
    "address article aside blockquote br caption center col colgroup dd details dialog dir div dl "
    "dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr "
    "isindex legend li main menu nav ol optgroup option p pre search section select summary table "
    "tbody td tfoot th thead tr ul".split()
)
WITHOUT_END = {"br", "hr", "col", "frame", "isindex"}


@dataclass
class Reading:
    """Every number on the way to the answer; the strings are numbered from 0."""

    strings: list[str] = field(default_factory=list)
    nodes: list[list[int]] = field(default_factory=list)  # the text rows of each string
    max_index: int = -1
    cutoff: float = 0.0
    region: list[int] = field(default_factory=list)
    left: int = -1
    right: int = -1
    kept: frozenset[int] = frozenset()

    @property
    def lengths(self) -> list[int]:
        return [len(string) for string in self.strings]


def read(page: Columns, c1: float = 0.333, c2: float = 4) -> Reading:
    """Cuts the page into strings and grows the region around the longest."""
    reading = Reading()
    for rows in runs(page):
        string = " ".join("".join(page.text[row] for row in rows).split())
        if string:
            reading.strings.append(string)
            reading.nodes.append(rows)
    lengths = reading.lengths
    if not lengths:
        return reading

    reading.max_index = lengths.index(max(lengths))
    reading.cutoff = max(lengths) * c1
    reach = int(min(c2, len(lengths)))
    region, added = {reading.max_index}, [reading.max_index]
    while added:
        j = added.pop()
        for i in range(max(j - reach, 0), min(j + reach + 1, len(lengths))):
            if i not in region and abs(i - j) < c2 and greater(lengths[i], reading.cutoff):
                region.add(i)
                added.append(i)
    reading.region = sorted(region)
    reading.left, reading.right = min(region), max(region)
    answer = {row for rows in reading.nodes[reading.left : reading.right + 1] for row in rows}
    reading.kept = frozenset(answer.intersection(page.texts))
    return reading


def runs(page: Columns) -> list[list[int]]:
    """The shown text rows (blank ones too), cut where a structural element starts or ends."""
    lists: list[list[int]] = [[]]
    open_ends: list[int] = []
    for row in page.shown:
        while open_ends and open_ends[-1] <= row:
            open_ends.pop()
            lists.append([])
        if not page.tag[row]:
            lists[-1].append(row)
        elif page.tag[row] in STRUCTURAL:
            lists.append([])
            if page.tag[row] not in WITHOUT_END:
                open_ends.append(page.end[row])
    return lists
