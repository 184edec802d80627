"""`ReadPages`: units to captures, one for each record that becomes a row."""

from collections.abc import Iterator

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.crawl.reading import UnitReader
from transforms.crawl.storage import ShardError
from transforms.crawl.units import Unit
from transforms.reports import UnitEnd, UnitReport

# How many captures are read before the first of them goes on. Reading and extracting are programs
# too large for one cache: changing between them for every page costs a tenth of the time.
AHEAD = 32
AHEAD_BYTES = 2 << 20

Records = Unit | Capture | UnitEnd | UnitReport


class ReadPages(beam.PTransform[PCollection[Unit | UnitReport], PCollection[Records]]):
    """Yields each unit, then its captures in order, then a `UnitEnd` with the unit's books.

    In a pipeline without `WriteUnits`, drop what is no `Capture`. A shard that cannot be read
    on ends its unit with an error; damage inside a shard is a capture with a flaw.
    """

    def __init__(self, config: CleanConfig) -> None:
        super().__init__()
        self._config = config

    def expand(self, units: PCollection[Unit | UnitReport]) -> PCollection[Records]:
        return units | beam.ParDo(_Read(self._config))


class _Read(beam.DoFn):
    def __init__(self, config: CleanConfig) -> None:
        self._config = config

    def process(self, unit: Unit | UnitReport) -> Iterator[Records]:
        if isinstance(unit, UnitReport):  # done already: it goes through
            yield unit
            return
        yield unit
        config = self._config
        reader = UnitReader(
            unit,
            max_bytes=config.limits.max_bytes,
            html=config.html_column,
            url=config.url_column,
            check_digests=config.check_digests,
        )
        error = None
        ahead: list[Capture] = []
        weight = 0
        try:
            for capture in reader:
                ahead.append(capture)
                weight += len(capture.payload)
                if len(ahead) == AHEAD or weight >= AHEAD_BYTES:
                    yield from ahead
                    ahead, weight = [], 0
        except ShardError as failure:
            error = str(failure)
        yield from ahead
        yield UnitEnd(unit, reader.tally, error)
