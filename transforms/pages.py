"""Pages in: any Parquet file with an `html` column, read as a stream of rows."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

BATCH_ROWS = 32
READ_BYTES = 1 << 20  # without a buffer the reader holds whole compressed columns of a row group
HINTS = ("url", "charset")  # columns that are used where the file has them


class PagesError(Exception):
    """A file that cannot be read as pages; the message fits on one line."""


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

    def __init__(self, path: str, keep: Sequence[str] = ()) -> None:
        """Opens `path`, a local path or a URL that fsspec knows, and checks its columns.

        Raises:
            PagesError: there is no such file, it is not Parquet, or it lacks a column.
        """
        self.path = path
        self._keep = tuple(keep)
        with ExitStack() as opened:
            self._stream = opened.enter_context(_open(path))
            self._parquet = _parse(path, self._stream)
            self.columns = tuple(self._parquet.schema_arrow.names)
            self._hints = self._check_columns()
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

    def __iter__(self) -> Iterator[PageRow]:
        row = 0
        for batch in self._batches():
            values = {name: self._values(column, name) for name, column in batch.items()}
            for index, html in enumerate(values["html"]):
                url, charset = (
                    _text(values[name][index]) if name in self._hints else None for name in HINTS
                )
                yield PageRow(
                    row, html, url, charset, {name: values[name][index] for name in self._keep}
                )
                row += 1

    def _batches(self) -> Iterator[dict[str, pa.Array]]:
        wanted = list(dict.fromkeys(["html", *self._hints, *self._keep]))
        group = 0
        try:
            for group in range(self._parquet.num_row_groups):
                for batch in self._parquet.iter_batches(BATCH_ROWS, [group], wanted):
                    yield {name: batch.column(name) for name in wanted}
                # Data pages can be huge; the allocator would keep those of many groups.
                pa.default_memory_pool().release_unused()
        except (pa.ArrowException, OSError) as error:
            raise PagesError(f"{self.path}: row group {group}: {_first_line(error)}") from error

    def _values(self, column: pa.Array, name: str) -> list[Any]:
        kind = column.type
        if (pa.types.is_timestamp(kind) or pa.types.is_time64(kind)) and kind.unit == "ns":
            # Python's own times stop at microseconds, so these travel as ISO 8601 text.
            column = pc.replace_substring(column.cast(pa.string()), " ", "T")
        try:
            return cast(list[Any], column.to_pylist())
        except (ValueError, OverflowError) as error:
            raise PagesError(f"{self.path}: column {name}: {_first_line(error)}") from error

    def _check_columns(self) -> tuple[str, ...]:
        there = ", ".join(self.columns)
        if "html" not in self.columns:
            raise PagesError(f"{self.path}: no column html; the columns are {there}")
        for name in self._keep:
            if name not in self.columns:
                raise PagesError(f"{self.path}: no column {name}; the columns are {there}")
        kind = self._parquet.schema_arrow.field("html").type
        if not _is_text(kind):
            raise PagesError(f"{self.path}: column html is {kind}, not binary or string")
        return tuple(
            name
            for name in HINTS
            if name in self.columns and _is_text(self._parquet.schema_arrow.field(name).type)
        )


def _open(path: str) -> BinaryIO:
    try:
        if "://" not in path:  # a plain path needs no filesystem layer, nor its import
            return Path(path).open("rb")
        import fsspec

        return cast(BinaryIO, fsspec.open(path, "rb").open())
    except (OSError, ImportError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise PagesError(f"{path}: {reason or _first_line(error)}") from error


def _parse(path: str, stream: BinaryIO) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(stream, buffer_size=READ_BYTES)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        raise PagesError(f"{path}: not a Parquet file ({_first_line(error)})") from error
    except OSError as error:
        raise PagesError(f"{path}: {_first_line(error)}") from error


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


def _first_line(error: BaseException) -> str:
    with suppress(IndexError):
        return str(error).splitlines()[0]
    return type(error).__name__
