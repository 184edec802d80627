"""Worker processes that are slow, that die, and that never start."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from pipelines.workers import Death, Workers, WorkerStartError


def square(task: int) -> int:
    time.sleep(0.05 if task % 5 == 0 else 0)
    return task * task


def large(task: bytes) -> bytes:
    return task * 2


def fragile(task: int) -> int:
    if task < 0:
        os.kill(os.getpid(), -task)
    if task == 1:
        raise SystemExit(1)
    if task == 3:
        os._exit(3)
    return task


class Unloadable:
    """Work that a worker cannot even unpickle."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (7,)

    def __call__(self, task: int) -> int:
        return task


def test_results_come_in_the_order_of_their_tasks() -> None:
    with Workers[int, int](square, 3) as workers:
        assert list(workers.map(range(20), 12)) == [task * task for task in range(20)]


def test_one_pool_can_map_again() -> None:
    with Workers[int, int](square, 2) as workers:
        assert [list(workers.map([2, 3], 4)) for _ in range(2)] == [[4, 9], [4, 9]]


def test_messages_may_be_larger_than_a_pipe() -> None:
    tasks = [bytes([value]) * 3_000_000 for value in range(6)]
    with Workers[bytes, bytes](large, 2) as workers:
        assert list(workers.map(tasks, 4)) == [task * 2 for task in tasks]


def test_no_more_tasks_are_taken_than_asked_for() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for task in range(30):
            taken.append(task)
            yield task

    with Workers[int, int](square, 2) as workers:
        for yielded, _ in enumerate(workers.map(tasks(), 4)):
            assert len(taken) <= yielded + 4 + 1  # one more waits to be given


@pytest.mark.parametrize(
    ("task", "exit_code", "cause"),
    [
        pytest.param(-signal.SIGKILL, -9, "killed by SIGKILL", id="killed"),
        pytest.param(-signal.SIGSEGV, -11, "killed by SIGSEGV", id="segmentation fault"),
        pytest.param(3, 3, "exit code 3", id="exit"),
    ],
)
def test_a_death_costs_one_task(task: int, exit_code: int, cause: str) -> None:
    tasks = [10, 11, task, 12, 13, 14]
    with Workers[int, int](fragile, 2) as workers:
        results = list(workers.map(tasks, 8))
    assert results == [10, 11, Death(task, exit_code), 12, 13, 14]
    death = results[2]
    assert isinstance(death, Death)
    assert death.cause == cause
    assert not death.by_exception


def test_every_task_may_be_deadly() -> None:
    with Workers[int, int](fragile, 2) as workers:
        assert list(workers.map([-9] * 5, 3)) == [Death(-9, -9)] * 5


def test_an_exception_is_told_from_a_kill() -> None:
    with Workers[int, int](fragile, 1) as workers:
        (death,) = workers.map([1], 1)
    assert isinstance(death, Death)
    assert death.by_exception


def test_workers_that_never_start_are_an_error() -> None:
    with (
        Workers[int, int](Unloadable(), 2) as workers,
        pytest.raises(WorkerStartError, match="cannot start: exit code 7"),
    ):
        list(workers.map(range(3), 4))
