"""Rows of an output against the crawl: each record is read and extracted again, and compared."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.dataset import Dataset, Part, config_of, read_rows, settings_of
from pipelines.errors import CommandError
from pipelines.second_reader import dissent
from transforms.batches import nodes_batch, pages_batch
from transforms.config import CleanConfig, code_version
from transforms.crawl.captures import Capture
from transforms.crawl.reading import read_capture
from transforms.crawl.storage import ShardError, open_shard
from transforms.output_rows import Row, plain_row, row_of
from transforms.schema import NODES, PAGES
from transforms.status import Accident

_SHOWN = 40  # characters of a value that differs
_LEAD = 8  # of these, before the difference


@dataclass(frozen=True, slots=True)
class Picked:
    """Rows of one unit's files."""

    part: Part
    rows: Sequence[int]  # ascending


def pick(parts: Sequence[Part], count: int | None, seed: int) -> list[Picked]:
    """Picks `count` rows, as evenly from all parts as their rows allow; all if None."""
    if count is None:
        return [Picked(part, range(part.rows)) for part in parts if part.rows]
    dice = Random(seed)
    shares = _shares([part.rows for part in parts], count, dice)
    return [
        Picked(part, sorted(dice.sample(range(part.rows), share)))
        for part, share in zip(parts, shares, strict=True)
        if share
    ]


class Replay:
    """Compares rows, and counts how that went."""

    def __init__(self, dataset: Dataset) -> None:
        self._dataset = dataset
        self._shards: dict[str, str | None] = {}  # why one cannot be opened
        self.outcomes: Counter[str] = Counter()  # equal, provenance, different, unread; seconded
        self.versions: set[str] = set()  # other ones of the code, that wrote the files

    def compare(self, picked: Picked) -> Iterator[str]:
        """Yields a line for each difference between the rows and the crawl."""
        part = picked.part
        try:
            with ExitStack() as opened:
                pages = opened.enter_context(self._dataset.open(part.pages))
                nodes = opened.enter_context(self._dataset.open(part.nodes)) if part.nodes else None
                config = self._config(part.pages, pages)
                yield from self._compare_rows(pages, nodes, picked.rows, config)
        except CommandError as error:
            self.outcomes["unread"] += len(picked.rows)
            yield str(error)

    def _config(self, name: str, pages: pq.ParquetFile) -> CleanConfig:
        try:
            settings = settings_of(pages)
            config = config_of(settings, self._dataset.output.root)
        except CommandError as error:
            raise CommandError(f"{name}: {error}") from error
        if settings["code_version"] != code_version():
            self.versions.add(settings["code_version"])
        return config

    def _compare_rows(
        self,
        pages: pq.ParquetFile,
        nodes: pq.ParquetFile | None,
        rows: Sequence[int],
        config: CleanConfig,
    ) -> Iterator[str]:
        beside = (table for _, table in read_rows(nodes, rows)) if nodes else iter(())
        for _, page in read_rows(pages, rows):
            yield from self._compare_row(page, next(beside, None), config)

    def _compare_row(
        self, page: pa.Table, nodes: pa.Table | None, config: CleanConfig
    ) -> Iterator[str]:
        where = {name: _value(page, name) for name in _WHERE}
        shard, offset, length = (where[name] for name in _WHERE[:3])
        if shard not in self._shards:
            self._shards[shard] = reason = _why_closed(shard)
            if reason:
                yield reason
        if self._shards[shard]:
            self.outcomes["unread"] += 1
            return
        try:
            capture = _capture(shard, offset, length, config)
        except ShardError as error:
            self.outcomes["different"] += 1
            yield str(error)
            return
        in_full = where["status"] not in tuple(Accident)
        row = row_of(capture, config) if in_full else _accident(capture, page)
        differences = [*_differences(page, pages_batch([row], PAGES))]
        opinion = dissent(capture)
        if opinion:
            differences.append(opinion)
        self.outcomes["seconded"] += opinion == ""
        if nodes:
            differences.extend(_differences(nodes, nodes_batch([row], NODES)))
        self.outcomes["different" if differences else "equal" if in_full else "provenance"] += 1
        yield from (f"{shard} at {offset}: {difference}" for difference in differences)


_WHERE = ("warc_filename", "warc_record_offset", "warc_record_length", "status")


def _shares(rows: Sequence[int], count: int, dice: Random) -> list[int]:
    """How many of each: as even as can be, what is left over by lot."""
    shares = [0] * len(rows)
    open_ = [index for index, there in enumerate(rows) if there]
    dice.shuffle(open_)
    while open_ and count:
        each = max(count // len(open_), 1)
        for index in open_:
            more = min(each, rows[index] - shares[index], count)
            shares[index] += more
            count -= more
        open_ = [index for index in open_ if shares[index] < rows[index]]
    return shares


def _why_closed(shard: str) -> str | None:
    try:
        open_shard(shard).close()
    except ShardError as error:
        return str(error)
    return None


def _capture(shard: str, offset: int, length: int, config: CleanConfig) -> Capture:
    capture = read_capture(
        shard,
        offset,
        length,
        config.limits.max_bytes,
        html=config.html_column,
        url=config.url_column,
    )
    return capture if config.check_digests else replace(capture, digest_ok=None)


def _accident(capture: Capture, page: pa.Table) -> Row:
    """What can be said again of a page that must not be extracted again."""
    return plain_row(capture, _value(page, "status"), _value(page, "error"))


def _differences(found: pa.Table, made: pa.RecordBatch) -> Iterator[str]:
    for name in made.schema.names:
        before, now = _column(found.column(name)), _column(made.column(name))
        if not before.equals(now) and repr(_plain(before)) != repr(_plain(now)):
            yield f"{name}: {_apart(repr(_plain(before)), repr(_plain(now)))}"


def _column(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return whole.dictionary_decode() if pa.types.is_dictionary(whole.type) else whole


def _plain(column: pa.Array) -> Any:  # noqa: ANN401 - whatever a column holds
    return column.to_pylist()[0]


def _value(row: pa.Table, name: str) -> Any:  # noqa: ANN401 - whatever a column holds
    return _plain(_column(row.column(name)))


def _apart(before: str, now: str) -> str:
    """Shows two values around the first place at which they differ."""
    at = next((i for i, (a, b) in enumerate(zip(before, now, strict=False)) if a != b), 0)
    begin = at - _LEAD if at > _SHOWN - _LEAD else 0
    return f"{_cut(before, begin)} in the output, {_cut(now, begin)} from the crawl"


def _cut(value: str, begin: int) -> str:
    more = "..." if len(value) > begin + _SHOWN else ""
    return f"{'...' if begin else ''}{value[begin : begin + _SHOWN]}{more}"
