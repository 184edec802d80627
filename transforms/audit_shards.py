"""`AuditShards`: proves of each shard that nothing was lost, and only then writes its manifest."""

from collections.abc import Iterable
from itertools import pairwise

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.crawl.units import Form
from transforms.output import WHOLE, Output, shard_key, shard_name
from transforms.reports import Failure, Summary, UnitReport


class AuditShards(beam.PTransform[PCollection[UnitReport], PCollection[Summary]]):
    """Writes `manifest/SHARD.json` for every shard whose books balance; yields the sums of each.

    A shard that failed has no manifest, and a `Failure` in its sums.
    """

    def __init__(self, config: CleanConfig) -> None:
        super().__init__()
        self._config = config

    def expand(self, reports: PCollection[UnitReport]) -> PCollection[Summary]:
        return (
            reports
            | beam.Map(_by_shard)
            | beam.GroupByKey()
            | beam.Map(_audit, self._config).with_output_types(Summary)
        )


def _by_shard(report: UnitReport) -> tuple[str, UnitReport]:
    return report.shard, report


def _audit(shard: tuple[str, Iterable[UnitReport]], config: CleanConfig) -> Summary:
    path, reports = shard
    units = sorted(reports, key=lambda unit: unit.start)
    output = Output(config.output)
    failure = _failure(path, units)
    if failure is None:
        output.write_json(f"manifest/{shard_name(path)}.json", manifest(units, config.digest))
        return _sum(units)
    if failure.again:
        output.remove_shard(path)
        output.write_json(f"{WHOLE}/{shard_key(path)}", {"shard": path})
    return Summary(failures=[failure])


def _failure(path: str, units: list[UnitReport]) -> Failure | None:
    for unit in units:
        if unit.error:
            return Failure(path, unit.error)
    if not _is_chained(units):
        # A cut that hit something which only looks like a record: the next time without cuts.
        return Failure(path, f"{path}: its records cannot be told apart at the cuts", again=True)
    wrong = _gap(units) or next(filter(None, map(_imbalance, units)), None)
    return Failure(path, f"{path}: {wrong}") if wrong else None


def _sum(units: list[UnitReport]) -> Summary:
    summary = Summary(shards=1)
    for unit in units:
        summary.add(unit)
    return summary


def manifest(units: list[UnitReport], digest: str) -> dict[str, object]:
    """The books of a shard: the sums, and the files in the order of the shard."""
    return {
        "shard": units[0].shard,
        "size": units[0].size,
        "form": units[0].form,
        "compression": units[0].compression,
        "settings_digest": digest,
        **_sum(units).as_dict(),
        "files": [
            {
                "pages": unit.pages,
                "nodes": unit.nodes,
                "rows": unit.rows,
                "start": unit.start,
                "end": unit.end,
                "first": unit.first,
                "next": unit.next,
                "doc_ids": unit.doc_ids,
            }
            for unit in units
        ],
    }


def _gap(units: list[UnitReport]) -> str | None:
    """What is wrong with how the units tile their shard, if anything is."""
    at = 0
    for unit in units:
        if unit.start != at:
            return f"nothing was read from {at:,} to {unit.start:,}"
        at = unit.end
    return None if at == units[0].size else f"nothing was read from {at:,} on"


def _imbalance(unit: UnitReport) -> str | None:
    rowless = sum(unit.rowless.values())
    if unit.records == unit.rows + rowless and sum(unit.statuses.values()) == unit.rows:
        return None
    return (
        f"{unit.records:,} records read, but {sum(unit.statuses.values()):,} rows written "
        f"and {rowless:,} records without one"
    )


def _is_chained(units: list[UnitReport]) -> bool:
    """Whether every unit began at the record at which the one before it ended."""
    if units[0].form == Form.PARQUET:
        return True
    return all(before.next == after.first for before, after in pairwise(units))
