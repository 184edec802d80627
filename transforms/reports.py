"""What is known of a unit when it is done: plain values that travel, and rest in file footers."""

import json
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from transforms.crawl.captures import Tally
from transforms.crawl.units import Unit


@dataclass(frozen=True, slots=True)
class UnitEnd:
    """Follows the last record of a unit, through every transform up to the writer."""

    unit: Unit
    tally: Tally
    error: str | None = None  # the shard could not be read on: the unit must be done again


@dataclass(slots=True)
class UnitReport:
    """The books of a unit: what was read, what was written, and where."""

    shard: str
    start: int
    end: int
    size: int
    form: str
    compression: str
    first: int = 0
    next: int = 0
    records: int = 0
    rows: int = 0
    rowless: dict[str, int] = field(default_factory=dict)
    skipped_bytes: int = 0
    skipped_regions: int = 0
    truncated: bool = False
    statuses: dict[str, int] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)
    payload_bytes: int = 0
    text_bytes: int = 0
    doc_ids: str = ""  # a hash over those of all rows, the same for pages and nodes
    pages: str = ""  # the files, relative to the output
    nodes: str = ""
    error: str | None = None

    @classmethod
    def of(cls, end: UnitEnd) -> Self:
        """The books of a unit as its reader closed them."""
        unit, tally = end.unit, end.tally
        return cls(
            shard=unit.shard,
            start=unit.start,
            end=unit.end,
            size=unit.size,
            form=str(unit.form),
            compression=str(unit.compression),
            first=tally.first,
            next=tally.next,
            records=tally.records,
            rows=tally.rows,
            rowless=dict(sorted(tally.rowless.items())),
            skipped_bytes=tally.skipped_bytes,
            skipped_regions=tally.skipped_regions,
            truncated=tally.truncated,
            error=end.error,
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        return cls(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Failure:
    """A shard that has no manifest, and why."""

    shard: str
    message: str
    again: bool = False  # the next attempt will do it differently


@dataclass(slots=True)
class Summary:
    """The sum of many units: what a manifest, `_SUCCESS` and the closing table say."""

    shards: int = 0
    units: int = 0
    records: int = 0
    rows: int = 0
    rowless: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    skipped_bytes: int = 0
    skipped_regions: int = 0
    truncated_shards: int = 0
    payload_bytes: int = 0
    text_bytes: int = 0
    failures: list[Failure] = field(default_factory=list)

    def add(self, report: UnitReport) -> None:
        """Counts one unit in."""
        self.units += 1
        self.records += report.records
        self.rows += report.rows
        self.rowless.update(report.rowless)
        self.statuses.update(report.statuses)
        self.languages.update(report.languages)
        self.skipped_bytes += report.skipped_bytes
        self.skipped_regions += report.skipped_regions
        self.payload_bytes += report.payload_bytes
        self.text_bytes += report.text_bytes
        self.truncated_shards += report.truncated

    def merge(self, other: "Summary") -> None:
        """Counts another sum in."""
        for item in fields(self):
            mine, theirs = getattr(self, item.name), getattr(other, item.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, item.name, mine + theirs)

    def as_dict(self) -> dict[str, Any]:
        """Plain values in an order that does not depend on the order of the units."""
        values: dict[str, Any] = {}
        for item in fields(self):
            value = getattr(self, item.name)
            values[item.name] = dict(sorted(value.items())) if isinstance(value, Counter) else value
        values["failures"] = [asdict(each) for each in sorted(self.failures, key=_shard_of)]
        return values


def _shard_of(failure: Failure) -> str:
    return failure.shard
