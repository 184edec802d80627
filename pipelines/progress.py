"""How a run is doing: a live line on a terminal, a plain line now and then in a log."""

import sys
import time

from tqdm import tqdm

from pipelines.local import Slots
from transforms.status import STATUSES

LOG_EVERY = 30.0  # seconds
MEGABYTE = 1e6


class Progress:
    """Shows the rows and bytes of a run. Called every now and then while it lasts."""

    def __init__(self, total_bytes: int) -> None:
        self._total = total_bytes
        self._began = self._logged = time.monotonic()
        self._on_terminal = sys.stderr.isatty()
        self._bar = tqdm(
            total=total_bytes,
            unit="B",
            unit_scale=True,
            disable=not self._on_terminal,
            bar_format="{percentage:3.0f}%|{bar:20}| {remaining} left, {rate_fmt}{postfix}",
            dynamic_ncols=True,
        )

    def __call__(self, slots: Slots) -> None:
        rows, read, counters = slots.progress()
        if self._on_terminal:
            self._bar.set_postfix_str(self._words(rows, counters), refresh=False)
            self._bar.update(min(read, self._total) - self._bar.n)
            self._bar.refresh()
        elif time.monotonic() - self._logged >= LOG_EVERY:
            self._logged = time.monotonic()
            share = f"{min(read, self._total) / max(self._total, 1):.0%} of the bytes"
            speed = f"{read / MEGABYTE / self.seconds:.1f} MB/s"
            sys.stderr.write(f"winnow: {share}, {speed}, {self._words(rows, counters)}\n")

    @property
    def seconds(self) -> float:
        """How long the run has taken."""
        return time.monotonic() - self._began

    def close(self) -> None:
        """Leaves the terminal as it was."""
        self._bar.close()

    def _words(self, rows: int, counters: tuple[int, ...]) -> str:
        counts = sorted(zip(counters, STATUSES, strict=False), reverse=True)
        statuses = ", ".join(f"{count:,} {status}" for count, status in counts if count)
        return f"{rows:,} rows ({rows / max(self.seconds, 1e-9):,.0f}/s): {statuses or 'none yet'}"
