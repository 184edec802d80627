"""The job on this machine: attempts until nothing is left that another attempt could do better."""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pipelines.attempt import WORKER_DIED
from pipelines.errors import CommandError
from transforms.config import CleanConfig
from transforms.guarding.guardian import STOPPING
from transforms.guarding.slot import CLOSED, FATAL, OPEN, SlotReader
from transforms.output import ACCIDENTS, FAILURES, TEMPORARY, Output
from transforms.processes import environment

LOOK_EVERY = 0.2  # seconds
GRACE = 5.0  # seconds that guardians have to say what they saw
FRUITLESS_ATTEMPTS = 3  # after which nothing will come of it


class Slots:
    """The folder in which the workers of all attempts say how far they are."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._readers: dict[str, SlotReader] = {}
        self._closed = 0  # slots of attempts that are over

    def progress(self) -> tuple[int, int, tuple[int, ...]]:
        """Rows, bytes of shards, and rows by status, of all workers so far."""
        for path in self.folder.glob(f"*{OPEN}"):
            if path.stem not in self._readers:
                with suppress(FileNotFoundError, ValueError):
                    self._readers[path.stem] = SlotReader(path)
        found = [reader.read() for reader in self._readers.values()]
        counters = (snapshot.counters for snapshot in found)
        return (
            sum(snapshot.pages for snapshot in found),
            sum(snapshot.bytes for snapshot in found),
            tuple(map(sum, zip(*counters, strict=True))),
        )

    def fatal(self) -> str | None:
        """Why no worker can go on, if one has said so."""
        with suppress(FileNotFoundError):
            return (self.folder / FATAL).read_text()
        return None

    def stop(self) -> None:
        """Tells the guardians that whoever dies now is being stopped."""
        (self.folder / STOPPING).touch()

    def await_verdict(self) -> None:
        """Waits until the guardian of a worker that died has said of what."""
        _wait_until(lambda: len(list(self.folder.glob(f"*{CLOSED}"))) > self._closed)

    def settle(self) -> None:
        """Waits until all guardians are done with what they had to say."""
        _wait_until(lambda: not any(self.folder.glob(f"*{OPEN}")))
        for path in self.folder.glob(f"*{OPEN}"):
            path.rename(path.with_suffix(CLOSED))
        self._closed = len(list(self.folder.glob(f"*{CLOSED}")))
        (self.folder / STOPPING).unlink(missing_ok=True)


def _wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GRACE
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)


def run(config: CleanConfig, workers: int, look: Callable[[Slots], None]) -> None:
    """Runs the job to its end, as often as it takes; calls `look` every now and then.

    Raises:
        CommandError: the output cannot be written, or workers die without a page to blame.
    """
    output = Output(config.output)
    fruitless = 0
    with _folder() as folder:
        slots = Slots(folder)
        again = True
        while again:
            before = _state(output)
            survived = _attempt(config, workers, slots, look)
            again = not survived or _is_worth_another(output)
            fruitless = fruitless + 1 if _state(output) == before else 0
            if again and fruitless == FRUITLESS_ATTEMPTS:
                raise CommandError(
                    f"workers died {fruitless} times, and of no page: is there enough memory?"
                )


def _attempt(
    config: CleanConfig, workers: int, slots: Slots, look: Callable[[Slots], None]
) -> bool:
    """One attempt; returns whether all workers lived to its end."""
    settings = slots.folder / "config.pickle"
    settings.write_bytes(pickle.dumps(config))
    log = slots.folder / "log"
    Output(config.output).remove(FAILURES)
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "pipelines.attempt", settings, slots.folder, str(workers)],
            stdin=subprocess.PIPE,
            stdout=stream,
            stderr=stream,
            env=environment(),
            start_new_session=True,  # Ctrl-C is ours to hear
        )
    try:
        while process.poll() is None:
            look(slots)
            if fatal := slots.fatal():
                raise CommandError(fatal)
            with suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_EVERY)
        look(slots)
    finally:
        _end(process, slots)
        _remove_parts(Output(config.output))
    if fatal := slots.fatal():
        raise CommandError(fatal)
    said = log.read_text(errors="replace")
    if process.returncode not in (0, WORKER_DIED):
        raise CommandError(f"the job failed: {_last_line(said)}; its log is {_keep(log)}")
    return process.returncode != WORKER_DIED


def _end(process: subprocess.Popen[bytes], slots: Slots) -> None:
    """Ends what is left of an attempt: the runner, its workers, their children."""
    if process.poll() == WORKER_DIED:
        slots.await_verdict()  # before anybody else dies, and for another reason
    slots.stop()
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin:
        process.stdin.close()
    slots.settle()


def _is_worth_another(output: Output) -> bool:
    failures = (output.read_json(FAILURES) or {}).get("failures", [])
    return any(failure["again"] for failure in failures)


def _state(output: Output) -> list[str]:
    """What an attempt may add to, if it leads anywhere."""
    accidents = output.list(ACCIDENTS)
    said = [repr(output.read(f"{ACCIDENTS}/{name}")) for name in accidents]
    return accidents + said + output.list("pages") + output.list("manifest")


def _remove_parts(output: Output) -> None:
    if output.is_local:
        output.remove(TEMPORARY)


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="winnow-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _last_line(log: str) -> str:
    lines = [line for line in log.splitlines() if line and not line.startswith(" ")]
    return lines[-1] if lines else "it said nothing"


def _keep(log: Path) -> str:
    handle, name = tempfile.mkstemp(prefix="winnow-", suffix=".log")
    with os.fdopen(handle, "wb") as stream:
        stream.write(log.read_bytes())
    return name
