"""How a command is told to end."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from pipelines.errors import Terminated


@contextmanager
def sigterm_interrupts() -> Iterator[None]:
    """Makes SIGTERM end the run as Ctrl-C does, so that no temporary file stays behind."""

    def interrupt(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise Terminated

    previous = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)
