"""What the crawl job costs: against loops without Beam, and against the toolkit in common use.

Run by `make bench-crawl`. A crawl is generated, and every competitor reads the same shards in a
process of its own, in turns. CPU time is that of the process with all it started.
"""

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.speed import cpu
from tests.crawls.shards import write_bench_crawl

REPORT = Path("build/bench-crawl.json")
FOLDER = Path("build/bench-crawl")
ROUNDS = 3
PR_SET_CHILD_SUBREAPER = 36


@dataclass(frozen=True)
class Competitor:
    """A command that reads all shards of a folder; `{shards}` and `{out}` stand for the places."""

    name: str
    command: tuple[str, ...]


@dataclass
class Cost:
    """The best of several rounds."""

    cpu_seconds: float = float("inf")
    seconds: float = float("inf")

    def add(self, cpu_seconds: float, seconds: float) -> None:
        self.cpu_seconds = min(self.cpu_seconds, cpu_seconds)
        self.seconds = min(self.seconds, seconds)


LOOP = "loop: read, extract, write, without Beam"
LIMIT = "loop: FastWARC and bare parse, nothing else"
ONE = "winnow clean, one worker"
TWO = "winnow clean, two workers"
DATATROVE = "datatrove: WarcReader, trafilatura, ParquetWriter"


def competitors() -> list[Competitor]:
    """All that run, the quickest first."""
    loops = (sys.executable, "-m", "tests.bench.loops")
    clean = (sys.executable, "-m", "pipelines.cli", "clean", "--input", "{shards}")
    return [
        Competitor(LIMIT, (*loops, "parse", "{shards}", "{out}")),
        Competitor(LOOP, (*loops, "clean", "{shards}", "{out}")),
        Competitor(ONE, (*clean, "--output", "{out}", "--workers", "1")),
        Competitor(TWO, (*clean, "--output", "{out}", "--workers", "2")),
        Competitor(
            DATATROVE,
            (sys.executable, "-m", "tests.bench.datatrove_loop", "{shards}", "{out}"),
        ),
    ]


def measure(competitor: Competitor, shards: Path) -> tuple[float, float]:
    """CPU and wall seconds of one run."""
    out = FOLDER / "out"
    shutil.rmtree(out, ignore_errors=True)
    command = [word.format(shards=shards, out=out) for word in competitor.command]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    _reap()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode:
        raise SystemExit(f"{competitor.name} failed:\n{result.stderr[-2000:]}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, seconds


def _reap() -> None:
    """Counts what the run left behind: workers that outlived their parent by a moment."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def main(argv: Sequence[str] | None = None) -> None:
    """Generates the crawl, runs everything in turns, prints the table, writes the report."""
    parser = ArgumentParser(prog="python -m tests.bench.crawl", description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--without-datatrove", action="store_true", help="it takes long")
    options = parser.parse_args(argv)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # orphans are counted here too
    shards = FOLDER / f"crawl-{options.pages}"
    if not shards.exists():
        print(f"generating {options.pages:,} pages")
        write_bench_crawl(shards, pages=options.pages, shards=10, seed=1)
    chosen = competitors()[: -1 if options.without_datatrove else None]
    costs = {each.name: Cost() for each in chosen}
    for number in range(options.rounds):
        for each in chosen:
            if each.name == DATATROVE and number:
                continue  # once is enough for what takes so long
            print(f"round {number + 1} of {options.rounds}: {each.name}", file=sys.stderr)
            costs[each.name].add(*measure(each, shards / "shards"))
    report = {
        "cpu": cpu(),
        "pages": options.pages,
        "costs": {name: vars(cost) for name, cost in costs.items()},
        "checks": checks(costs),
    }
    _print(report)
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=2) + "\n")


def checks(costs: dict[str, Cost]) -> dict[str, dict[str, float | str]]:
    """What the project promises, each as a ratio and its limit."""
    one, two, loop, limit = costs[ONE], costs[TWO], costs[LOOP], costs[LIMIT]
    found: dict[str, dict[str, float | str]] = {
        "CPU of one worker / loop without Beam": _at_most(one.cpu_seconds / loop.cpu_seconds, 1.3),
        "pages/s of one worker / reading and parsing": _at_least(limit.seconds / one.seconds, 0.5),
        "pages/s of two workers / one": _at_least(one.seconds / two.seconds, 1.55),
    }
    if DATATROVE in costs:
        ratio = costs[DATATROVE].cpu_seconds / one.cpu_seconds
        found["pages per CPU second / datatrove's"] = _at_least(ratio, 12.0)
    return found


def _at_most(ratio: float, limit: float) -> dict[str, float | str]:
    return {"ratio": ratio, "at most": limit, "verdict": "ok" if ratio <= limit else "OVER"}


def _at_least(ratio: float, limit: float) -> dict[str, float | str]:
    return {"ratio": ratio, "at least": limit, "verdict": "ok" if ratio >= limit else "UNDER"}


def _print(report: dict[str, object]) -> None:
    costs, found = report["costs"], report["checks"]
    assert isinstance(costs, dict)
    assert isinstance(found, dict)
    print(f"{report['cpu']}: {report['pages']:,} pages of about 70 KB in 10 shards")
    print(f"  {'':52s}{'CPU us/page':>12s}{'us/page':>10s}")
    pages = int(str(report["pages"]))
    for name, cost in costs.items():
        micro = {key: value / pages * 1e6 for key, value in cost.items()}
        print(f"  {name:52s}{micro['cpu_seconds']:12,.0f}{micro['seconds']:10,.0f}")
    for name, check in found.items():
        bound = ", ".join(f"{key} {value}" for key, value in check.items() if key.startswith("at "))
        print(f"  {name:52s}{check['ratio']:12.2f} ({bound}) {check['verdict']}")


if __name__ == "__main__":
    main()
