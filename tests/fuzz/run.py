"""Feeds mutated documents to the kernels, a process a core, until one of them slips.
`make fuzz` does it with the address sanitizer; `--replay` runs a document that was kept again.
"""

import base64
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import SystemRandom
from time import monotonic, sleep

from tests.fuzz.check import check
from tests.fuzz.documents import document
from tests.fuzz.sanitizer import complaint

FOUND = Path(__file__).resolve().parents[2] / "build" / "fuzz"
PATIENCE = 60.0  # seconds for one document
TICK = 0.2
REPORTED = 5.0  # seconds between two lines of progress


@dataclass
class Worker:
    """A process that takes every so-manyth document; `at` is the number of the current one."""

    process: SpawnProcess
    at: "Synchronized[int]"
    first: int
    seen: int = -1
    since: float = field(default_factory=monotonic)

    def done(self, step: int) -> int:
        return max(self.at.value - self.first, 0) // step

    def slip(self) -> str:
        """What went wrong; "" if nothing did so far."""
        if self.process.exitcode:
            return f"exit status {self.process.exitcode}"
        if self.at.value != self.seen:
            self.seen, self.since = self.at.value, monotonic()
        if self.process.is_alive() and monotonic() - self.since > PATIENCE:
            return f"no answer in {PATIENCE:g} s"
        return ""


def work(seed: int, first: int, step: int, pages: int, at: "Synchronized[int]") -> None:
    """Checks the documents first, first + step, ... below `pages`, or until it is stopped."""
    numbers = range(first, pages, step)
    for number in numbers:
        at.value = number
        check(document(seed, number))
    at.value = first + step * len(numbers)


def run(pages: int, seconds: float, seed: int, workers: int) -> int:
    """Runs the workers to their end, or the first slip; returns the exit status."""
    context = get_context("spawn")
    started = reported = monotonic()
    crew = [_hire(context, seed, first, workers, pages) for first in range(workers)]
    try:
        while any(worker.process.is_alive() for worker in crew) and monotonic() - started < seconds:
            sleep(TICK)
            if any(worker.slip() for worker in crew):
                break
            if monotonic() - reported > REPORTED:
                reported = monotonic()
                _progress(crew, reported - started, pages)
        for worker in crew:
            if what := worker.slip():
                return _report(seed, worker.at.value, what)
    finally:
        for worker in crew:
            worker.process.kill()
    count, took = sum(worker.done(workers) for worker in crew), monotonic() - started
    print(f"{count:,} documents, no slip: {took:.0f} s, {count / took:,.0f} a second, seed {seed}")
    return 0


def _hire(context: SpawnContext, seed: int, first: int, step: int, pages: int) -> Worker:
    at: Synchronized[int] = context.Value("q", first)
    process = context.Process(target=work, args=(seed, first, step, pages, at), daemon=True)
    process.start()
    return Worker(process, at, first)


def _progress(crew: Sequence[Worker], took: float, pages: int) -> None:
    count = sum(worker.done(len(crew)) for worker in crew)
    print(f"{count:,} of {pages:,} documents, {count / took:,.0f} a second", file=sys.stderr)


def _report(seed: int, number: int, what: str) -> int:
    html = document(seed, number)
    FOUND.mkdir(parents=True, exist_ok=True)
    path = FOUND / f"{seed}-{number}.b64"
    path.write_bytes(base64.encodebytes(html))
    print(f"{what} at document {number} of seed {seed}: {html!r}", file=sys.stderr)
    print(f"again: python -m tests.fuzz.run --replay {path}", file=sys.stderr)
    return 1


def replay(path: Path) -> int:
    """Runs one kept document, in this process."""
    check(base64.decodebytes(path.read_bytes()), thoroughly=True)
    print("no slip")
    return 0


def parse(argv: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="tests.fuzz.run", description=__doc__.partition("\n")[0])
    parser.add_argument("--pages", type=int, default=1_000_000, help="how many documents")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at most so long")
    parser.add_argument("--seed", type=int, help="the same documents as in the run that says so")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="only this kept document")
    parser.add_argument(
        "--plain", action="store_true", help="without the address sanitizer: sees crashes only"
    )
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = parse(argv)
    if options.replay:
        return replay(options.replay)
    if not options.plain and (why := complaint()):
        print(f"tests.fuzz.run: {why}\nrun `make fuzz`, or say --plain", file=sys.stderr)
        return 2
    seed = SystemRandom().randrange(1 << 32) if options.seed is None else options.seed
    return run(options.pages, options.seconds, seed, options.workers)


if __name__ == "__main__":
    sys.exit(main())
