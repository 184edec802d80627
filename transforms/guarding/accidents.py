"""Pages that did harm, remembered in the output, so that whoever tries again passes them by.

A page that the process certainly died of is condemned at once. A death that may have come from
outside, such as a kill, only makes its page a suspect; the second time it is no chance any more.
"""

import json
from dataclasses import asdict, dataclass, replace
from typing import Self

from transforms.output import ACCIDENTS, Output, shard_key

CHANCES = 2


@dataclass(frozen=True, slots=True)
class Record:
    """What is held against one page."""

    shard: str
    offset: int
    status: str  # an `Accident`
    detail: str
    certain: bool
    deaths: int = 1

    @property
    def is_condemned(self) -> bool:
        return self.certain or self.deaths >= CHANCES

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        return cls(**json.loads(text))


def remember(output: Output, record: Record) -> None:
    """Adds a death to what is known of a page."""
    name = _name(record.shard, record.offset)
    before = output.read(name)
    deaths = record.deaths + (Record.from_json(before).deaths if before else 0)
    output.write_json(name, asdict(replace(record, deaths=deaths)))


def recall(output: Output, shard: str) -> dict[int, Record]:
    """The records of a shard's pages by their offsets."""
    prefix = f"{shard_key(shard)}-"
    found = {}
    for name in output.list(ACCIDENTS):
        content = output.read(f"{ACCIDENTS}/{name}") if name.startswith(prefix) else None
        if content:
            record = Record.from_json(content)
            found[record.offset] = record
    return found


def forgive(output: Output, record: Record) -> None:
    """Forgets a suspect that turned out harmless."""
    output.remove(_name(record.shard, record.offset))


def _name(shard: str, offset: int) -> str:
    return f"{ACCIDENTS}/{shard_key(shard)}-{offset:012d}.json"
