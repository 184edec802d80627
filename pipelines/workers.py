"""Worker processes: tasks in, results out in the same order, and a dead worker is a value.

Each worker has a pipe of its own and one task at a time. Whatever kills it, at whatever
moment, its pipe ends, and the parent knows which task it held. A pool whose processes
share queues can wait for ever on a lock or a half-written result that the dead one left.
"""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkerStartError(Exception):
    """A worker process died before it could take a task."""


@dataclass(frozen=True, slots=True)
class Death(Generic[Task]):
    """What a task has instead of a result when its worker died."""

    task: Task
    exit_code: int

    @property
    def by_exception(self) -> bool:
        """Whether Python ended the process for an uncaught exception, whose traceback it wrote."""
        return self.exit_code == 1

    @property
    def cause(self) -> str:
        """How the process ended, in words."""
        return _cause(self.exit_code)


@dataclass(slots=True)
class _Worker(Generic[Task]):
    process: SpawnProcess
    connection: Connection
    index: int = -1
    task: Task | None = None


class Workers(Generic[Task, Result]):
    """Processes that run `work`, a picklable callable, on the tasks they are given."""

    def __init__(self, work: Callable[[Task], Result], count: int) -> None:
        self._work = work
        self._count = count
        self._idle: list[_Worker[Task]] = []
        self._busy: dict[Connection, _Worker[Task]] = {}  # with those that are still starting

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        workers = [*self._idle, *self._busy.values()]
        for worker in workers:  # they hold nothing that would need an orderly end
            worker.process.kill()
            worker.connection.close()
        for worker in workers:
            worker.process.join()

    def map(self, tasks: Iterable[Task], ahead: int) -> Iterator[Result | Death[Task]]:
        """Yields the result of each task, or its worker's death, in the order of `tasks`.

        At most `ahead` tasks are taken in advance of the one that is yielded next, which
        bounds the memory when one task takes much longer than those behind it.

        Raises:
            WorkerStartError: a worker cannot even start.
        """
        while len(self._idle) + len(self._busy) < self._count:
            self._start()
        done: dict[int, Result | Death[Task]] = {}
        source = iter(tasks)
        following = next(source, None)
        given = yielded = 0
        while following is not None or yielded < given:
            while following is not None and self._idle and given - yielded < ahead:
                self._give(self._idle.pop(), given, following, done)
                given += 1
                following = next(source, None)
            if yielded in done:
                yield done.pop(yielded)
                yielded += 1
            else:
                ready = wait(self._busy)
                for connection in [one for one in self._busy if one in ready]:
                    self._take(self._busy.pop(connection), done)

    def _start(self) -> None:
        with _signals_held():
            ours, theirs = _SPAWN.Pipe()
            process = _SPAWN.Process(target=_serve, args=(theirs, self._work), daemon=True)
            try:
                process.start()
            except OSError as error:
                raise WorkerStartError(
                    f"a worker process cannot start: {error.strerror}"
                ) from error
            theirs.close()  # or the pipe would outlive the process
            self._busy[ours] = _Worker(process, ours)

    def _give(
        self, worker: _Worker[Task], index: int, task: Task, done: dict[int, Result | Death[Task]]
    ) -> None:
        worker.index, worker.task = index, task
        try:
            worker.connection.send(task)
        except OSError:
            self._bury(worker, done)
        else:
            self._busy[worker.connection] = worker

    def _take(self, worker: _Worker[Task], done: dict[int, Result | Death[Task]]) -> None:
        try:
            reply = worker.connection.recv()
        except (EOFError, OSError):
            self._bury(worker, done)
            return
        if worker.task is not None:  # the first message only says that the worker is up
            done[worker.index] = reply
            worker.task = None
        self._idle.append(worker)

    def _bury(self, worker: _Worker[Task], done: dict[int, Result | Death[Task]]) -> None:
        worker.connection.close()
        worker.process.join()
        exit_code = worker.process.exitcode or 0
        if worker.task is None:
            raise WorkerStartError(f"a worker process cannot start: {_cause(exit_code)}")
        done[worker.index] = Death(worker.task, exit_code)
        self._start()


_SPAWN = get_context("spawn")  # a fork would copy the threads' locks of pyarrow as they are


def _serve(connection: Connection, work: Callable[[Any], Any]) -> None:
    with suppress(EOFError, ConnectionError):  # the parent is gone, and so is the reason to work
        connection.send(None)
        while True:
            connection.send(work(connection.recv()))


def _cause(exit_code: int) -> str:
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        return f"killed by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"killed by signal {-exit_code}"


@contextmanager
def _signals_held() -> Iterator[None]:
    """Holds Ctrl-C and SIGTERM back while a process starts, which would be left half started.

    The process inherits a blocked SIGINT: Ctrl-C reaches it too, but is for the parent to answer.
    """
    came: list[int] = []
    handlers = {
        signum: signal.signal(signum, lambda signum, _: came.append(signum))
        for signum in (signal.SIGINT, signal.SIGTERM)
    }
    resource_tracker.ensure_running()  # which would let the signal through again as it starts
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for signum, handler in handlers.items():
            signal.signal(signum, handler)
        for one in came:
            signal.raise_signal(one)


def cores() -> int:
    """How many processes can run at a time."""
    if hasattr(os, "sched_getaffinity"):  # a container may own fewer than the machine has
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
