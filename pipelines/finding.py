"""The captures of a URL in an output, found by the statistics of row groups."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.dataset import Dataset, Part, metadata, read_rows

KEY = "url_surtkey"


@dataclass(frozen=True, slots=True)
class Found:
    """One capture: its row and its nodes as plain values, and what its file says of them."""

    page: dict[str, Any]
    nodes: dict[str, Any] | None
    metadata: dict[str, str]


@dataclass(slots=True)
class Search:
    """Looks for a key, and remembers what stands beside it where it is not there."""

    key: str
    found: list[Found] = field(default_factory=list)
    _before: tuple[str, str, int] | None = None  # a key, and the file and row group that have it
    _after: tuple[str, str, int] | None = None

    def run(self, dataset: Dataset, *, with_nodes: bool) -> None:
        """Searches all that the manifests name.

        Raises:
            CommandError: a file or a manifest cannot be read.
        """
        for name in dataset.manifests:
            for part in dataset.manifest(name).files:
                self._search(dataset, part, with_nodes=with_nodes)
        self.found.sort(key=_age)

    def neighbours(self, dataset: Dataset) -> list[str]:
        """The URLs of the nearest keys before and after the one that was looked for."""
        urls = []
        for place in (self._before, self._after):
            if place:
                key, name, group = place
                with dataset.open(name) as file:
                    table = file.read_row_group(group, columns=[KEY, "url"])
                urls.append(table["url"][table[KEY].to_pylist().index(key)].as_py())
        return urls

    def _search(self, dataset: Dataset, part: Part, *, with_nodes: bool) -> None:
        with dataset.open(part.pages) as file:
            rows = list(self._rows(file, part.pages))
            if not rows:
                return
            pages = [table for _, table in read_rows(file, rows)]
            known = metadata(file)
        nodes: list[pa.Table | None] = [None] * len(rows)
        if with_nodes and part.nodes:
            with dataset.open(part.nodes) as file:
                nodes = [table for _, table in read_rows(file, rows)]
        self.found.extend(
            Found(_first(page), _first(beside) if beside else None, known)
            for page, beside in zip(pages, nodes, strict=True)
        )

    def _rows(self, file: pq.ParquetFile, name: str) -> Iterator[int]:
        """Yields the rows of a file that have the key; reads what may hold it, and no more."""
        column = file.schema.names.index(KEY)
        row = 0
        for group in range(file.num_row_groups):
            of_group = file.metadata.row_group(group)
            statistics = of_group.column(column).statistics
            if statistics is not None and statistics.has_min_max:
                ends = [statistics.min, statistics.max]
                for key in ends:
                    self._pass(key, name, group)
                may_hold = ends[0] <= self.key <= ends[1]
            else:
                may_hold = True
            if may_hold:
                keys = file.read_row_group(group, columns=[KEY])[KEY].to_pylist()
                yield from (row + i for i, key in enumerate(keys) if key == self.key)
                for key in filter(None, keys):
                    self._pass(key, name, group)
            row += of_group.num_rows

    def _pass(self, key: str, name: str, group: int) -> None:
        if key < self.key and (self._before is None or key > self._before[0]):
            self._before = key, name, group
        elif key > self.key and (self._after is None or key < self._after[0]):
            self._after = key, name, group


def _first(table: pa.Table) -> dict[str, Any]:
    row: dict[str, Any] = table.to_pylist()[0]
    return row


def _age(found: Found) -> tuple[bool, str, str, int]:
    time = found.page["fetch_time"]
    where = found.page["warc_filename"], found.page["warc_record_offset"]
    return (time is not None, time.isoformat() if time else "", *where)
