"""How well a text was extracted: the words it shares with the gold text, by kind and language."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

# In scripts without spaces a character counts as a word.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
)
_WORD = re.compile(f"[{_UNSPACED}]|[^\\s{_UNSPACED}]+")


class Score(NamedTuple):
    """The shares of words: of the text that are gold, of the gold that are there, and their F1."""

    precision: float
    recall: float
    f1: float


class Row(NamedTuple):
    """The mean scores of the pages of one group."""

    group: str
    pages: int
    score: Score


class Extracted(NamedTuple):
    """A page that was extracted."""

    kind: str
    language: str
    gold_text: str
    text: str


def words(text: str) -> list[str]:
    """What counts as a word, white space and case aside."""
    return _WORD.findall(text.lower())


def score(text: str, gold_text: str) -> Score:
    """Compares `text` to `gold_text` as bags of words; two empty ones agree."""
    found, wanted = Counter(words(text)), Counter(words(gold_text))
    shared = (found & wanted).total()
    if not found and not wanted:
        return Score(1.0, 1.0, 1.0)
    return Score(
        shared / max(found.total(), 1),
        shared / max(wanted.total(), 1),
        2 * shared / (found.total() + wanted.total()),
    )


def summarize(pages: Iterable[Extracted]) -> list[Row]:
    """A row for all pages, then one for each kind, then one for each language."""
    groups: dict[tuple[int, str], list[Score]] = defaultdict(list)
    for page in pages:
        scored = score(page.text, page.gold_text)
        for group in ((0, "all"), (1, page.kind), (2, page.language)):
            groups[group].append(scored)
    return [
        Row(
            name,
            len(scores),
            Score(*(sum(column) / len(scores) for column in zip(*scores, strict=True))),
        )
        for (_, name), scores in sorted(groups.items())
    ]
