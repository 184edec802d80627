"""A guard around the extraction of a page: whatever the page does, it costs only its own row.

Native code cannot be interrupted from inside its process, and a dead process tells nothing. So the
worker says in a slot which page it is at, and a guardian, a small process of its own, watches:
it kills a worker that stays too long at a page or grows too much, finds out what a worker died of,
and leaves a record in the output. The runner tries the unit again, and finds the record.
"""

import faulthandler
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from transforms.crawl.units import Unit
from transforms.guarding.accidents import Record, forgive, recall
from transforms.guarding.budget import Budget
from transforms.guarding.slot import OPEN, Slot
from transforms.output import Output
from transforms.processes import environment
from transforms.status import Accident


class Condemned(Exception):
    """A page that is not extracted, because of what it did the last time."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.detail)
        self.status = Accident(record.status)
        self.detail = record.detail


class Guard:
    """One for each thread that extracts. Opened where it runs: it does not travel."""

    def __init__(self, output: Output, budget: Budget, slots: str | None) -> None:
        self._output = output
        self._records: dict[int, Record] = {}
        folder = Path(slots or tempfile.mkdtemp(prefix="winnow-"))
        self.slot = Slot(folder / f"{os.getpid()}-{os.urandom(4).hex()}{OPEN}")
        self._faults = _catch_faults(self.slot.path)
        self._guardian = _start(self.slot.path, output, budget, keep=slots is not None)

    def close(self) -> None:
        """Dismisses the guardian."""
        faulthandler.disable()
        self._faults.close()
        self.slot.close()
        if self._guardian.stdin:
            self._guardian.stdin.close()  # which tells it that nobody is left to watch
        self._guardian.wait()

    def begin_unit(self, unit: Unit) -> None:
        """The pages from here on are of `unit`."""
        self._records = recall(self._output, unit.shard)
        self.slot.begin_shard(unit.shard)

    @contextmanager
    def page(self, offset: int) -> Iterator[None]:
        """What happens in this block is the doing of the page at `offset`.

        Raises:
            Condemned: the page did harm before.
        """
        record = self._records.get(offset)
        if record and record.is_condemned:
            raise Condemned(record)
        self.slot.enter(offset)
        try:
            yield
        finally:
            self.slot.leave()
        if record:
            forgive(self._output, record)


def _catch_faults(slot: Path) -> BinaryIO:
    """Lets a fatal signal write its name beside the slot before it ends the process."""
    faults = slot.with_suffix(".fault").open("wb")
    faulthandler.enable(faults, all_threads=False)
    return faults


def _start(slot: Path, output: Output, budget: Budget, *, keep: bool) -> subprocess.Popen[bytes]:
    """Starts the guardian in a session of its own: it must outlive what ends the worker."""
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            "transforms.guarding.guardian",
            str(os.getpid()),
            str(slot),
            output.root,
            str(budget.seconds),
            str(budget.memory),
            "keep" if keep else "remove",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=environment(),
        start_new_session=True,
    )
