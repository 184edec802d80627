"""Pages in: any Parquet file with an `html` column, read as a stream of rows."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from transforms.crawl.storage import ShardError, first_line, open_shard

BATCH_ROWS = 32
READ_BYTES = 1 << 20  # without a buffer the reader holds whole compressed columns of a row group
CHARSET = "charset"  # a column that is used where the file has it, like that of the URLs


@dataclass(frozen=True, slots=True)
class PageRow:
    """One page as the file has it, with the values of the columns asked for."""

    row: int
    html: bytes | str | None
    url: str | None = None
    charset: str | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)


class PagesFile:
    """A Parquet file of pages, open for one reading from start to end.

    Rows are read a few at a time, so memory follows the largest data page of the
    file and not the file. `url` and `charset` columns are used where they hold text.
    """

    def __init__(
        self,
        path: str,
        keep: Sequence[str] = (),
        *,
        html: str = "html",
        url: str = "url",
        wish: Sequence[str] = (),
    ) -> None:
        """Opens `path`, a local path or a URL that fsspec knows, and checks its columns.

        Args:
            path: what to read.
            keep: columns to hand on with every page.
            html: the column of the pages.
            url: the column of their URLs.
            wish: columns to hand on if the file has them.

        Raises:
            ShardError: there is no such file, it is not Parquet, or it lacks a column.
        """
        self.path = path
        self._html = html
        with ExitStack() as opened:
            self._stream = opened.enter_context(open_shard(path))
            self._parquet = _parse(path, self._stream)
            self.columns = tuple(self._parquet.schema_arrow.names)
            self._keep = (*keep, *(name for name in wish if name in self.columns))
            self._check_columns()
            self._hints = tuple(name if self._holds_text(name) else None for name in (url, CHARSET))
            opened.pop_all()  # nothing is wrong with it: it stays open

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stream.close()

    @property
    def rows(self) -> int:
        """How many pages the file holds."""
        return int(self._parquet.metadata.num_rows)

    def groups(self) -> list[tuple[int, int]]:
        """Returns the rows of every row group, and how many bytes its pages are compressed to."""
        metadata = self._parquet.metadata
        column = next(
            index
            for index in range(metadata.num_columns)
            if metadata.schema.column(index).path == self._html
        )
        groups = (metadata.row_group(index) for index in range(metadata.num_row_groups))
        return [(group.num_rows, group.column(column).total_compressed_size) for group in groups]

    def __iter__(self) -> Iterator[PageRow]:
        return self.between(0, self.rows)

    def between(self, start: int, end: int) -> Iterator[PageRow]:
        """Yields the rows `start:end`; row groups without any of them are not read."""
        for row, batch in self._batches(start, end):
            skipped = max(start - row, 0)
            part = {name: column.slice(skipped, end - row) for name, column in batch.items()}
            values = {name: self._values(column, name) for name, column in part.items()}
            for index, html in enumerate(values[self._html][: end - row - skipped]):
                url, charset = (
                    _text(values[name][index]) if name else None for name in self._hints
                )
                kept = {name: values[name][index] for name in self._keep}
                yield PageRow(row + skipped + index, html, url, charset, kept)

    def _batches(self, start: int, end: int) -> Iterator[tuple[int, dict[str, pa.Array]]]:
        hints = (name for name in self._hints if name)
        wanted = list(dict.fromkeys([self._html, *hints, *self._keep]))
        row = group = 0
        try:
            for group in range(self._parquet.num_row_groups):
                rows = self._parquet.metadata.row_group(group).num_rows
                if row + rows > start and row < end:
                    yield from self._group(group, row, wanted, start, end)
                row += rows
        except (pa.ArrowException, OSError) as error:
            raise ShardError(f"{self.path}: row group {group}: {first_line(error)}") from error

    def _group(
        self, group: int, row: int, wanted: list[str], start: int, end: int
    ) -> Iterator[tuple[int, dict[str, pa.Array]]]:
        for batch in self._parquet.iter_batches(BATCH_ROWS, [group], wanted):
            if row + len(batch) > start and row < end:
                yield row, {name: batch.column(name) for name in wanted}
            row += len(batch)
        # Data pages can be huge; the allocator would keep those of many groups.
        pa.default_memory_pool().release_unused()

    def _values(self, column: pa.Array, name: str) -> list[Any]:
        kind = column.type
        if (pa.types.is_timestamp(kind) or pa.types.is_time64(kind)) and kind.unit == "ns":
            # Python's own times stop at microseconds, so these travel as ISO 8601 text.
            column = pc.replace_substring(column.cast(pa.string()), " ", "T")
        try:
            return cast(list[Any], column.to_pylist())
        except (ValueError, OverflowError) as error:
            raise ShardError(f"{self.path}: column {name}: {first_line(error)}") from error

    def _check_columns(self) -> None:
        there = ", ".join(self.columns)
        for name in (self._html, *self._keep):
            if name not in self.columns:
                raise ShardError(f"{self.path}: no column {name}; the columns are {there}")
        if not self._holds_text(self._html):
            kind = self._parquet.schema_arrow.field(self._html).type
            raise ShardError(f"{self.path}: column {self._html} is {kind}, not binary or string")

    def _holds_text(self, name: str) -> bool:
        return name in self.columns and _is_text(self._parquet.schema_arrow.field(name).type)


def _parse(path: str, stream: BinaryIO) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(stream, buffer_size=READ_BYTES)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise ShardError(f"{path}: not a Parquet file ({first_line(error)})") from error
    except OSError as error:
        raise ShardError(f"{path}: {first_line(error)}") from error


def _is_text(kind: pa.DataType) -> bool:
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    return any(
        check(kind)
        for check in (
            pa.types.is_binary,
            pa.types.is_large_binary,
            pa.types.is_binary_view,
            pa.types.is_string,
            pa.types.is_large_string,
            pa.types.is_string_view,
            pa.types.is_fixed_size_binary,
        )
    )


def _text(value: bytes | str | None) -> str | None:
    text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
    return text or None
