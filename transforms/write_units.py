"""`WriteUnits`: the rows of each unit to one file of pages and one of nodes."""

from collections.abc import Iterator
from pathlib import Path

import apache_beam as beam
from apache_beam.pvalue import PCollection

from transforms.config import CleanConfig
from transforms.crawl.units import Unit
from transforms.extract_content import Rows
from transforms.guarding.slot import FATAL
from transforms.output_rows import Row
from transforms.reports import UnitReport
from transforms.unit_files import RowsOutOfOrderError, UnitFiles


class WriteUnits(beam.PTransform[PCollection[Rows], PCollection[UnitReport]]):
    """Writes the rows up to each `UnitEnd` and yields the books of the unit.

    It needs the rows of a unit in order and in one piece, as `ReadPages` sends them: with a
    shuffle in between it would notice, and fail.
    """

    def __init__(self, config: CleanConfig, slots: str | None = None) -> None:
        """Takes `slots`, the folder in which to say at once that the output cannot be written."""
        super().__init__()
        self._config = config
        self._slots = slots

    def expand(self, rows: PCollection[Rows]) -> PCollection[UnitReport]:
        return rows | beam.ParDo(_Write(self._config, self._slots))


class _Write(beam.DoFn):
    def __init__(self, config: CleanConfig, slots: str | None) -> None:
        self._config = config
        self._slots = slots
        self._files: UnitFiles | None = None

    def start_bundle(self) -> None:
        self._abandon()  # what a bundle left that failed

    def teardown(self) -> None:
        self._abandon()

    def process(self, row: Rows) -> Iterator[UnitReport]:
        try:
            yield from self._write(row)
        except OSError as error:  # no space, no permission: the runner would tell it much later
            if self._slots:
                why = f"cannot write {error.filename or self._config.output}: {error.strerror}"
                Path(self._slots, FATAL).write_text(why)
            raise

    def _write(self, row: Rows) -> Iterator[UnitReport]:
        if isinstance(row, UnitReport):  # done already: it goes through
            yield row
        elif isinstance(row, Unit):
            self._files = UnitFiles(self._config, row)
        elif self._files is None:
            raise RowsOutOfOrderError(f"{type(row).__name__} without a unit")
        elif isinstance(row, Row):
            self._files.add(row)
        elif row.error:
            self._abandon()
            yield UnitReport.of(row)
        else:
            yield self._files.publish(row)
            self._files = None

    def _abandon(self) -> None:
        if self._files is not None:
            self._files.abandon()
            self._files = None
