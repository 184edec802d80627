"""`ListShards`: the paths of a run's shards, from the list that the run has written down."""

from collections.abc import Iterator

import apache_beam as beam
from apache_beam.pvalue import PBegin, PCollection

from transforms.output import INPUTS, Output


class ListShards(beam.PTransform[PBegin, PCollection[str]]):
    """Yields every shard of `inputs.json`, so that 100,000 paths do not swell the job's graph."""

    def __init__(self, output: str) -> None:
        super().__init__()
        self._output = output

    def expand(self, begin: PBegin) -> PCollection[str]:
        return (
            begin
            | beam.Create([self._output])
            | beam.FlatMap(_shards).with_output_types(str)
            | beam.Reshuffle()
        )


def _shards(output: str) -> Iterator[str]:
    for entry in Output(output).read_json(INPUTS):
        yield entry["shard"]
