"""The process beside a worker that sees to it that no page stays, grows or kills unnoticed.

    python -m transforms.guarding.guardian PID SLOT OUTPUT SECONDS BYTES keep|remove

It lives until its standard input ends, which the worker holds open: until the worker does.
"""

import os
import select
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic

from transforms.guarding.budget import Budget
from transforms.guarding.slot import CLOSED, SlotReader, Snapshot

LOOK_EVERY = 0.05  # seconds
STOPPING = "stopping"  # a file beside the slots: whoever dies now is being stopped
_PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")


class Guardian:
    """Watches one worker."""

    def __init__(self, pid: int, slot: Path, output: str, budget: Budget) -> None:
        self._pid = pid
        self._slot = slot
        self._output = output
        self._budget = budget
        self._sequence = -1
        self._before = 0  # bytes of memory when the page was begun, as nearly as we looked
        self._latest = 0
        self._concluded = False

    def watch(self) -> None:
        """Returns when the worker is gone and what it died of is on record."""
        with SlotReader(self._slot) as reader:
            self._latest = self._before = self._memory()
            while not _has_ended(LOOK_EVERY):
                self._look(reader)
            self._conclude(reader.read())

    def _look(self, reader: SlotReader) -> None:
        now = reader.read()
        memory = self._memory()
        if now.sequence != self._sequence:  # something new: too early to judge it
            self._sequence = now.sequence
            self._before, self._latest = self._latest, memory
            return
        self._latest = memory
        if not now.is_busy:
            return
        if monotonic() - now.since > self._budget.seconds:
            self._end(reader, now, "timeout", f"over {self._budget.seconds:g} seconds")
        elif self._growth > self._budget.memory:
            self._end(reader, now, "memory", f"over {self._budget.memory >> 20:,} MiB")

    @property
    def _growth(self) -> int:
        return self._latest - self._before

    def _end(self, reader: SlotReader, page: Snapshot, status: str, detail: str) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGSTOP)  # before it takes more, and until it is on record
            if reader.read().sequence != page.sequence:  # it was done in the last moment
                os.kill(self._pid, signal.SIGCONT)
                return
            self._remember(page, status, detail, certain=True)
            os.kill(self._pid, signal.SIGKILL)
        while not _has_ended(LOOK_EVERY):
            pass
        self._concluded = True

    def _conclude(self, last: Snapshot) -> None:
        if self._concluded or not last.is_busy:
            return
        fault = _first_line(self._slot.with_suffix(".fault"))
        if fault:
            self._remember(last, "crash", fault, certain=True)
        elif not (self._slot.parent / STOPPING).exists():
            status = "memory" if self._growth > self._budget.memory // 2 else "crash"
            self._remember(last, status, "the process was killed", certain=False)

    def _remember(self, page: Snapshot, status: str, detail: str, *, certain: bool) -> None:
        # Imported here: a guardian that never has anything to say stays small.
        from transforms.guarding.accidents import Record, remember
        from transforms.output import Output

        record = Record(page.shard, page.offset, status, detail, certain)
        remember(Output(self._output), record)

    def _memory(self) -> int:
        with suppress(OSError, ValueError, IndexError):
            return int(Path(f"/proc/{self._pid}/statm").read_text().split()[1]) * _PAGE_SIZE
        return 0


def _has_ended(seconds: float) -> bool:
    """Waits a moment; whether the worker's end of the pipe was closed meanwhile."""
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(ready) and not os.read(sys.stdin.fileno(), 1)


def _first_line(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(errors="replace").partition("\n")[0]
    return ""


def main(argv: Sequence[str]) -> None:
    """Watches the worker that `argv` names, and tidies up after it."""
    pid, slot, output, seconds, memory, after = argv
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    path = Path(slot)
    budget = Budget(float(seconds), int(memory))
    try:
        Guardian(int(pid), path, output, budget).watch()
    finally:
        if after == "keep":
            path.rename(path.with_suffix(CLOSED))
        else:
            shutil.rmtree(path.parent, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
