"""The books of an output against its files: what manifests say must be what is there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise
from typing import Any

import pyarrow.parquet as pq

from pipelines.dataset import Dataset, Manifest, Part, metadata
from pipelines.errors import CommandError
from transforms.crawl.units import Form
from transforms.output import INPUTS, SUCCESS, shard_name
from transforms.reports import UnitReport


@dataclass(slots=True)
class Books:
    """What was checked, and what is wrong: one line each."""

    files: int = 0
    rows: int = 0
    differences: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def check_shard(dataset: Dataset, name: str, manifest: Manifest, books: Books) -> None:
    """Checks the manifest `name` by itself and against the files it names."""
    wrong = [f"manifest/{name}: {problem}" for problem in _problems(name, manifest)]
    books.differences.extend(wrong)
    for part in manifest.files:
        books.rows += part.rows
        for file in filter(None, (part.pages, part.nodes)):
            books.files += 1
            books.differences.extend(_check_file(dataset, file, manifest, part))


def check_folder(dataset: Dataset, manifests: Sequence[Manifest], books: Books) -> None:
    """Checks what the manifests are together: all that there is, and what `_SUCCESS` adds up."""
    named = {name for one in manifests for part in one.files for name in (part.pages, part.nodes)}
    for folder in ("pages", "nodes"):
        there = (f"{folder}/{name}" for name in dataset.output.list(folder))
        books.warnings.extend(f"{name}: in no manifest" for name in there if name not in named)
    if len({one.settings_digest for one in manifests}) > 1:
        books.differences.append("the shards were cleaned with different settings")
    inputs = {entry["shard"] for entry in dataset.output.read_json(INPUTS) or []}
    books.warnings.extend(
        f"{one.shard}: not among the shards of the last run"
        for one in manifests
        if one.shard not in inputs
    )
    totals = dataset.output.read_json(SUCCESS)
    if totals is None:
        books.warnings.append(f"no {SUCCESS}: the last run has not finished")
    else:
        of_run = [one for one in manifests if one.shard in inputs]
        books.differences.extend(_wrong_totals(totals, of_run))


def _wrong_totals(totals: Mapping[str, Any], manifests: Sequence[Manifest]) -> Iterator[str]:
    sums = {
        "shards": len(manifests),
        "records": sum(one.records for one in manifests),
        "rows": sum(one.rows for one in manifests),
    }
    for name, count in sums.items():
        if totals.get(name) != count:
            yield f"{SUCCESS}: {totals.get(name)} {name}, and {count} in the manifests"


def _problems(name: str, manifest: Manifest) -> Iterator[str]:
    """What is wrong with a manifest by itself."""
    if name != f"{shard_name(manifest.shard)}.json":
        yield f"is of another shard, {manifest.shard}"
    at = 0
    for part in manifest.files:
        if part.start != at:
            yield f"its units do not meet at {at:,}, but the next begins at {part.start:,}"
        at = part.end
    if at != manifest.size:
        yield f"its units end at {at:,}, the shard at {manifest.size:,}"
    if manifest.form != Form.PARQUET:
        for before, after in pairwise(manifest.files):
            if before.next != after.first:
                yield f"records between {before.next:,} and {after.first:,} are not told apart"
    yield from _imbalances(manifest)


def _imbalances(manifest: Manifest) -> Iterator[str]:
    rows = manifest.rows
    sums = {
        "rows of its units": sum(part.rows for part in manifest.files),
        "rows by status": sum(manifest.statuses.values()),
        "records that are not without a row": manifest.records - sum(manifest.rowless.values()),
    }
    for what, count in sums.items():
        if count != rows:
            yield f"{count:,} {what}, and {rows:,} rows"


def _check_file(dataset: Dataset, name: str, manifest: Manifest, part: Part) -> list[str]:
    try:
        with dataset.open(name) as file:
            return [f"{name}: {problem}" for problem in _file_problems(file, manifest, part)]
    except CommandError as error:
        return [str(error)]


def _file_problems(file: pq.ParquetFile, manifest: Manifest, part: Part) -> Iterator[str]:
    if file.metadata.num_rows != part.rows:
        yield f"{file.metadata.num_rows:,} rows, and {part.rows:,} in the manifest"
    elif _doc_ids(file) != part.doc_ids:
        yield "its doc_ids are not those in the manifest"
    footer = metadata(file)
    if footer.get("settings_digest") != manifest.settings_digest:
        yield "written with other settings than the manifest says"
    if not _is_of(footer.get("unit"), manifest, part):
        yield "its footer is of another unit than the manifest says"


def _doc_ids(file: pq.ParquetFile) -> str:
    ids = blake2b(digest_size=16)
    for batch in file.iter_batches(columns=["doc_id"]):
        ids.update(b"".join(batch.column(0).to_pylist()))
    return ids.hexdigest()


def _is_of(footer: str | None, manifest: Manifest, part: Part) -> bool:
    try:
        unit = UnitReport.from_json(footer or "{}")
    except (TypeError, ValueError):
        return False
    return unit.shard == manifest.shard and all(
        getattr(unit, name) == getattr(part, name) for name in Part.__slots__
    )
