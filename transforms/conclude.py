"""`Conclude`: `_SUCCESS` with the totals, if every shard has its manifest; else the failures."""

from collections.abc import Iterable

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.output import FAILURES, SUCCESS, Output
from transforms.reports import Summary


class Conclude(beam.PTransform[PCollection[Summary], PCollection[Summary]]):
    """Adds up all shards, and writes the last file of the run."""

    def __init__(self, config: CleanConfig) -> None:
        super().__init__()
        self._config = config

    def expand(self, sums: PCollection[Summary]) -> PCollection[Summary]:
        return (
            sums
            | beam.CombineGlobally(_total)
            | beam.Map(_write, self._config).with_output_types(Summary)
        )


def _total(sums: Iterable[Summary]) -> Summary:
    total = Summary()
    for part in sums:
        total.merge(part)
    return total


def _write(total: Summary, config: CleanConfig) -> Summary:
    output = Output(config.output)
    name = FAILURES if total.failures else SUCCESS
    output.write_json(name, {"settings_digest": config.digest, **total.as_dict()})
    return total
