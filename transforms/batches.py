"""Rows to record batches, column by column: no dictionary per row, no object per node."""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from operator import attrgetter
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from extractors._render import BLOCK
from extractors.annotations import NODE
from extractors.fingerprint import simhash, text_hash
from extractors.language import identify
from transforms.output_rows import Row
from transforms.schema import NODES, PAGES

_BLOCK_COLUMNS = {"text_start": "start", "text_end": "end"}  # others have the table's names


def pages_batch(rows: Sequence[Row], schema: pa.Schema) -> pa.RecordBatch:
    """The rows as a batch of `PAGES`."""
    derived = _derived([row.text for row in rows])
    columns = []
    for column in PAGES:
        values = derived.get(column.name)
        if values is None:
            values = list(map(attrgetter(column.name), rows))
        columns.append(_MAKERS.get(column.name, _plain)(values, column.type))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def nodes_batch(rows: Sequence[Row], schema: pa.Schema) -> pa.RecordBatch:
    """The nodes of the same rows as a batch of `NODES`, one row a page."""
    table, offsets = _joined([row.nodes for row in rows], NODE)
    columns = [pa.array([row.doc_id for row in rows], pa.binary(16))]
    for column in list(NODES)[1:]:
        items = pa.array(np.ascontiguousarray(table[column.name]), column.type.value_type)
        columns.append(pa.ListArray.from_arrays(offsets, items, type=column.type))
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _derived(texts: Sequence[bytes | None]) -> dict[str, list[Any]]:
    """The columns that follow from the text alone.

    They are not made page by page, as what CLD2 looks up and a parsed page would drive each other
    out of the processor's caches: that takes twice as long.
    """
    languages = [(None, None) if text is None else identify(text) for text in texts]
    return {
        "lang": [code for code, _ in languages],
        "lang_score": [score for _, score in languages],
        "text_hash": [None if text is None else text_hash(text) for text in texts],
        "simhash64": [None if text is None else simhash(text) for text in texts],
    }


def _plain(values: list[Any], kind: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(kind):
        return pa.array(values, kind.value_type).dictionary_encode().cast(kind)
    return pa.array(values, kind)


def _texts(values: list[Any], kind: pa.DataType) -> pa.Array:
    """Texts as they are: UTF-8 that need not be checked once more."""
    return pa.array(values, pa.binary()).view(kind)


def _blocks(tables: list[NDArray[np.void] | None], kind: pa.DataType) -> pa.Array:
    table, offsets = _joined(tables, BLOCK)
    fields = list(kind.value_type)
    columns = [
        pa.array(np.ascontiguousarray(table[_BLOCK_COLUMNS.get(field.name, field.name)]))
        for field in fields
    ]
    structs = pa.StructArray.from_arrays(columns, fields=fields)
    return pa.ListArray.from_arrays(offsets, structs, type=kind)


def _joined(
    tables: Sequence[NDArray[np.void] | None], dtype: np.dtype[np.void]
) -> tuple[NDArray[np.void], pa.Array]:
    """The tables of all rows as one, and where each begins in it."""
    there = [b"" if table is None else table.data for table in tables]
    lengths = (0 if table is None else len(table) for table in tables)
    return np.frombuffer(b"".join(there), dtype), pa.array([0, *accumulate(lengths)], pa.int32())


def _policy(values: list[Any], kind: pa.DataType) -> pa.Array:
    fields = list(kind)
    columns = [_plain([getattr(value, f.name) for value in values], f.type) for f in fields]
    return pa.StructArray.from_arrays(columns, fields=fields)


_MAKERS: Mapping[str, Callable[[list[Any], pa.DataType], pa.Array]] = {
    "blocks": _blocks,
    "policy": _policy,
    "text": _texts,
}
