"""Outputs as a run leaves them, made without an engine and therefore at once."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.inputs import look_at
from transforms.audit_shards import manifest
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.crawl.planning import plan_units
from transforms.crawl.reading import UnitReader
from transforms.crawl.units import Unit
from transforms.output import INPUTS, SETTINGS, SUCCESS, Output, shard_name
from transforms.output_rows import Row, row_of
from transforms.reports import Summary, UnitEnd, UnitReport
from transforms.unit_files import UnitFiles

MakeRow = Callable[[Capture, CleanConfig], Row]


def write_output(
    folder: Path,
    shards: Iterable[Path],
    make: MakeRow = row_of,
    **settings: Any,  # noqa: ANN401 - of `CleanConfig`
) -> None:
    """Cleans the shards into `folder`, each row as `make` makes it."""
    config = CleanConfig(str(folder), **settings)
    output, total, inputs = Output(config.output), Summary(), []
    for shard in map(str, shards):
        reports = [_clean(unit, config, make) for unit in plan_units(shard, config.unit_bytes)]
        output.write_json(f"manifest/{shard_name(shard)}.json", manifest(reports, config.digest))
        of_shard = Summary(shards=1)
        for report in reports:
            of_shard.add(report)
        total.merge(of_shard)
        inputs.append(asdict(look_at(shard)))
    output.write_json(SETTINGS, config.describe())
    output.write_json(INPUTS, inputs)
    output.write_json(SUCCESS, total.as_dict())


def rewrite(path: Path, change: Callable[[pa.Table], pa.Table]) -> None:
    """Changes a file of the output behind its manifest's back; the footer says what it said."""
    footer = pq.read_metadata(path).metadata
    kept = {key: value for key, value in footer.items() if key.startswith(b"winnow.")}
    table = change(pq.read_table(path).replace_schema_metadata(kept))
    pq.write_table(table, path)


def replace_column(name: str, values: list[Any]) -> Callable[[pa.Table], pa.Table]:
    """A change of one column."""

    def change(table: pa.Table) -> pa.Table:
        field = table.schema.field(name)
        plain = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        column = pa.array(values, plain).cast(field.type)
        return table.set_column(table.schema.get_field_index(name), field, column)

    return change


def replace_metadata(values: Mapping[bytes, bytes]) -> Callable[[pa.Table], pa.Table]:
    """A change of the footer."""
    return lambda table: table.replace_schema_metadata({**table.schema.metadata, **values})


def _clean(unit: Unit, config: CleanConfig, make: MakeRow) -> UnitReport:
    files = UnitFiles(config, unit)
    reader = UnitReader(
        unit, config.limits.max_bytes, check_digests=config.check_digests, html=config.html_column
    )
    for capture in reader:
        files.add(make(capture, config))
    return files.publish(UnitEnd(unit, reader.tally))
