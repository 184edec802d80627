"""`ExtractContent`: captures to rows, one parse a page however many extractors there are."""

from collections.abc import Iterator

import apache_beam as beam
from apache_beam.metrics.metric import Metrics
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.crawl.units import Unit
from transforms.guarding.guard import Condemned, Guard
from transforms.output import Output
from transforms.output_rows import Row, plain_row, row_of
from transforms.read_pages import Records
from transforms.reports import UnitEnd, UnitReport
from transforms.status import STATUSES

Rows = Unit | Row | UnitEnd | UnitReport

_COUNTER = {status: number for number, status in enumerate(STATUSES)}


class ExtractContent(beam.PTransform[PCollection[Records], PCollection[Rows]]):
    """Makes one row of every capture; what is no capture goes through.

    No page costs more than its own row: one that raises, crashes, hangs or eats memory gets a
    status that says so, at the latest when the runner tries its unit again.
    """

    def __init__(self, config: CleanConfig, slots: str | None = None) -> None:
        """Takes `slots`, the folder in which to say how far it is, if anybody wants to know."""
        super().__init__()
        self._config = config
        self._slots = slots

    def expand(self, records: PCollection[Records]) -> PCollection[Rows]:
        return records | beam.ParDo(_Extract(self._config, self._slots))


class _Extract(beam.DoFn):
    def __init__(self, config: CleanConfig, slots: str | None) -> None:
        self._config = config
        self._slots = slots
        self._counters = [Metrics.counter("winnow", status) for status in STATUSES]
        self._read = 0  # bytes of the unit so far

    def setup(self) -> None:
        config = self._config
        self._guard = Guard(Output(config.output), config.budget, self._slots)

    def teardown(self) -> None:
        self._guard.close()

    def process(self, record: Records) -> Iterator[Rows]:
        if isinstance(record, Capture):
            row = self._row(record)
            self._count(row, record.length)
            yield row
            return
        if isinstance(record, Unit):
            self._guard.begin_unit(record)
            self._read = 0
        elif isinstance(record, UnitEnd):
            self._guard.slot.add_bytes(record.unit.weight - self._read)
        yield record

    def _row(self, capture: Capture) -> Row:
        if capture.flaw:  # nothing of it is extracted
            return row_of(capture, self._config)
        try:
            with self._guard.page(capture.offset):
                return row_of(capture, self._config)
        except Condemned as condemned:
            return plain_row(capture, str(condemned.status), condemned.detail)

    def _count(self, row: Row, length: int) -> None:
        number = _COUNTER[row.status]
        self._counters[number].inc()
        self._guard.slot.count(number, length)
        self._read += length
