"""A crawl before a run: how its shards would be cut, and what a sample of them says of the rest.

The sample is even in the bytes of the crawl, and the same each time, unless it takes too long: then
it is cut short, and still even.
"""

import time
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow.parquet as pq

from pipelines.inputs import Input
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture, Tally
from transforms.crawl.chain import Chain
from transforms.crawl.forms import FORMATS
from transforms.crawl.plaintext import plaintext_of
from transforms.crawl.planning import plan_units
from transforms.crawl.reading import UnitReader
from transforms.crawl.storage import ShardError, Source, open_shard
from transforms.crawl.units import Compression, Form, Unit
from transforms.output_rows import row_of
from transforms.reports import UnitEnd
from transforms.unit_files import UnitFiles

MOST_HEADS = 1_000  # shards that are looked into
HEAD_SECONDS = 4.0  # and not for longer than this
SLICES = 64  # of the crawl that are cleaned
SLICE_BYTES = 128 << 10
SLICE_SECONDS = 6.0
MOST_ROWS = 200  # from the beginning of a shard that can only be read from there

_WARM = b"<title>Warm</title><p>The first page of all pays for what is loaded only once.</p>"


@dataclass(frozen=True, slots=True)
class Head:
    """A shard that was looked into."""

    item: Input
    units: Sequence[Unit]
    is_whole: bool  # it is larger than a unit, and cannot be cut

    @property
    def form(self) -> Form:
        return self.units[0].form


@dataclass(slots=True)
class Heads:
    """What could be looked into of many shards."""

    looked: list[Head] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    unseen: list[Input] = field(default_factory=list)  # for which there was no time


@dataclass(slots=True)
class Sums:
    """What cleaning a part of the crawl came to; or all of it, by extrapolation."""

    covered: float = 0.0  # bytes of shards
    records: float = 0.0
    rows: float = 0.0
    texts: float = 0.0  # rows with a text
    output: float = 0.0  # bytes, without footers
    footer: float = 0.0  # bytes of those of one unit
    seconds: float = 0.0  # of a core

    def add(self, other: "Sums", factor: float = 1.0) -> None:
        """Counts another part in, so many times; the footer is the largest."""
        self.footer = max(self.footer, other.footer)
        for name in ("covered", "records", "rows", "texts", "output", "seconds"):
            setattr(self, name, getattr(self, name) + factor * getattr(other, name))


def look_into(inputs: Sequence[Input], config: CleanConfig) -> Heads:
    """Plans the units of shards, as many as there is time for."""
    heads = Heads()
    order = spread(len(inputs))
    deadline = time.monotonic() + HEAD_SECONDS
    for number, index in enumerate(order):
        if number >= MOST_HEADS or time.monotonic() > deadline:
            heads.unseen = [inputs[index] for index in sorted(order[number:])]
            break
        try:
            heads.looked.append(_look_into(inputs[index], config))
        except ShardError as error:
            heads.unreadable.append(str(error))
    heads.looked.sort(key=lambda head: head.item.shard)
    heads.unreadable.sort()
    return heads


def sample(heads: Sequence[Head], config: CleanConfig) -> dict[Form, Sums]:
    """Cleans slices of the shards into a folder that is gone afterwards; the sums by form."""
    row_of(Capture("", 0, 0, url="https://example.org/", payload=_WARM), config)
    deadline = time.monotonic() + SLICE_SECONDS
    trials: dict[Form, _Trial] = {}
    with TemporaryDirectory(prefix="winnow-") as folder, ExitStack() as unless_ended:
        for head, start, end in _slices(heads):
            if time.monotonic() > deadline:
                break
            if head.form not in trials:
                trials[head.form] = trial = _Trial(config, Path(folder) / head.form, head.form)
                unless_ended.callback(trial.abandon)
            with suppress(ShardError):
                trials[head.form].clean(head, start, end)
        unless_ended.pop_all()
        return {form: trial.end() for form, trial in trials.items()}


def extrapolate(heads: Heads, found: dict[Form, Sums]) -> Sums:
    """From the sample to all shards that can be read; shards that were not seen are like others."""
    total, together = Sums(), Sums()
    for sums in found.values():
        together.add(sums)
    sizes: dict[Form, int] = {}
    for head in heads.looked:
        sizes[head.form] = sizes.get(head.form, 0) + head.item.size
    for form, size in sizes.items():
        sums = found.get(form, together)
        sums = sums if sums.covered else together
        if sums.covered:
            total.add(sums, size / sums.covered)
    seen, unseen = sum(sizes.values()), sum(item.size for item in heads.unseen)
    everything = Sums()
    everything.add(total, (seen + unseen) / seen if seen else 0.0)
    return everything


def spread(count: int) -> list[int]:
    """The numbers below `count` in an order whose every beginning is spread evenly over them."""
    bits = max(count - 1, 1).bit_length()
    return sorted(range(count), key=lambda number: f"{number:0{bits}b}"[::-1])


class _Trial:
    """Cleans slices of shards of one form, as a run would."""

    def __init__(self, config: CleanConfig, folder: Path, form: Form) -> None:
        self._config = replace(config, output=str(folder))
        self._folder = folder
        self._unit = Unit("sample", 0, 0, 0, form, Compression.NONE, 0)
        self._files = UnitFiles(self._config, self._unit)
        self._sums = Sums()
        self._begun: set[str] = set()  # whole shards of which the beginning was cleaned

    def clean(self, head: Head, start: int, end: int) -> None:
        """Cleans what begins in `start:end` of a shard; of a whole shard, its beginning, once.

        Raises:
            ShardError: the shard cannot be read.
        """
        if head.is_whole and head.form is not Form.PARQUET:
            if head.item.shard not in self._begun:
                self._begun.add(head.item.shard)
                self._clean_beginning(head)
            return
        unit = head.units[0]
        if unit.form is Form.PARQUET:
            begin, stop = (at * unit.size // max(head.item.size, 1) for at in (start, end))
        else:
            begin, stop = start, end
        config = self._config
        reader = UnitReader(
            replace(unit, start=begin, end=stop),
            config.limits.max_bytes,
            html=config.html_column,
            url=config.url_column,
            check_digests=config.check_digests,
        )
        self._add(reader)
        tally = reader.tally
        self._sums.records += tally.records
        self._sums.covered += end - start if unit.form is Form.PARQUET else tally.next - tally.first

    def end(self) -> Sums:
        """What it all came to."""
        rows = int(self._sums.rows)
        began = time.process_time()
        report = self._files.publish(UnitEnd(self._unit, Tally(records=rows, rows=rows)))
        self._sums.seconds += time.process_time() - began
        for name in filter(None, (report.pages, report.nodes)):
            path = self._folder / name
            footer = pq.read_metadata(path).serialized_size
            self._sums.output += path.stat().st_size - footer
            self._sums.footer += footer
        return self._sums

    def abandon(self) -> None:
        """Leaves nothing of it."""
        self._files.abandon()

    def _clean_beginning(self, head: Head) -> None:
        unit, tally = head.units[0], Tally()
        with open_shard(unit.shard) as stream:
            text = plaintext_of(Source(unit.shard, stream), unit.compression, FORMATS[unit.form])
            chain = Chain(text, tally, self._config.limits.max_bytes)
            self._add(islice(chain.captures(0, unit.end), MOST_ROWS))
            self._sums.covered += text.position
        self._sums.records += tally.records

    def _add(self, captures: Iterable[Capture]) -> None:
        """Makes rows. The time is from the first capture on: opening is dear, but done once."""
        began: float | None = None
        for capture in captures:
            began = time.process_time() if began is None else began
            row = row_of(capture, self._config)
            self._files.add(row)
            self._sums.rows += 1
            self._sums.texts += bool(row.text)
        if began is not None:
            self._sums.seconds += time.process_time() - began


def _look_into(item: Input, config: CleanConfig) -> Head:
    units = plan_units(
        item.shard, config.unit_bytes, html=config.html_column, url=config.url_column
    )
    return Head(item, units, is_whole=len(units) == 1 and item.size > config.unit_bytes)


def _slices(heads: Sequence[Head]) -> Iterator[tuple[Head, int, int]]:
    """Yields evenly spread parts of the shards; of a small crawl, all of it."""
    begins = [0, *accumulate(head.item.size for head in heads)]
    total = begins[-1]
    for number in spread(SLICES):
        start = number * total // SLICES
        end = min(start + SLICE_BYTES, (number + 1) * total // SLICES)
        while start < end:
            index = bisect_right(begins, start) - 1
            stop = min(end, begins[index + 1])
            yield heads[index], start - begins[index], stop - begins[index]
            start = stop
