"""`PlanUnits`: shards to units of work, without those that are done."""

from collections.abc import Iterator

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.crawl.planning import plan_units
from transforms.crawl.storage import ShardError
from transforms.crawl.units import Unit
from transforms.output import WHOLE, Output, shard_key
from transforms.reports import UnitReport


class PlanUnits(beam.PTransform[PCollection[str], PCollection[Unit | UnitReport]]):
    """Cuts each shard into units. Of one that is written already it yields the books instead."""

    def __init__(self, config: CleanConfig) -> None:
        super().__init__()
        self._config = config

    def expand(self, shards: PCollection[str]) -> PCollection[Unit | UnitReport]:
        return (
            shards
            | beam.ParDo(_Plan(self._config))
            | beam.Reshuffle()  # small tuples, so that every worker has its share
        )


class _Plan(beam.DoFn):
    def __init__(self, config: CleanConfig) -> None:
        self._config = config
        self._digest = config.digest
        self._output = Output(config.output)

    def process(self, shard: str) -> Iterator[Unit | UnitReport]:
        whole = self._output.exists(f"{WHOLE}/{shard_key(shard)}")
        try:
            units = plan_units(
                shard,
                self._config.unit_bytes,
                whole=whole,
                html=self._config.html_column,
                url=self._config.url_column,
            )
        except ShardError as error:
            yield UnitReport(shard, 0, 0, 0, "", "", error=str(error))
            return
        for unit in units:
            yield self._output.finished(unit, self._digest) or unit
