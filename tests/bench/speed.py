"""How long a page takes, as a ratio to the bare parse. `make bench` runs it.

Every competitor takes bytes and gives text; ours gives annotations as well. Rounds are
interleaved in one process, so that whatever else the machine does, it does to all of them; of each
page the best round counts. Absolute times are printed for orientation: they say nothing about
your machine.
"""

import gc
import json
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

from resiliparse.extract.html2text import extract_plain_text
from selectolax.lexbor import LexborHTMLParser
from turbohtml import parse as turbo_parse

from extractors import EXTRACTORS, extract, extract_many
from tests.bench import pages

REPORT = Path("build/bench.json")
ROUNDS = 20
THREE = ("cectd-ds", "density", "euclidean")
GROWTH_ROUNDS = {5_000: 60, 50_000: 20, 500_000: 6}
PARSE = "selectolax: bare parse"
TURBO = "turbohtml: parse(...).main_text()"
RESILIPARSE = "resiliparse: extract_plain_text, main content"

Run = Callable[[bytes], object]


def bare_parse(html: bytes) -> object:
    return LexborHTMLParser(html)


def turbohtml(html: bytes) -> object:
    return turbo_parse(html).main_text()


def resiliparse(html: bytes) -> object:
    return extract_plain_text(html.decode("utf-8", "replace"), main_content=True)


def ours(name: str) -> Run:
    def run(html: bytes) -> object:
        extraction = extract(html, name)
        return extraction.text, extraction.blocks, extraction.nodes

    return run


def three_with_votes(html: bytes) -> object:
    comparison = extract_many(html, THREE)
    return comparison.text, comparison.blocks, comparison.nodes, comparison.votes


def interleaved(runs: dict[str, Run], documents: Sequence[bytes], rounds: int) -> dict[str, float]:
    """Milliseconds per document: of each document the best round, all competitors in turn.

    The order changes from round to round: what a competitor leaves in caches and heap helps or
    hurts the one after it.
    """
    order = random.Random(len(documents))
    names = list(runs)
    total = dict.fromkeys(names, 0.0)
    for html in documents:
        best = dict.fromkeys(names, float("inf"))
        gc.collect()
        for _ in range(rounds):
            order.shuffle(names)
            for name in names:
                start = time.perf_counter()
                runs[name](html)
                best[name] = min(best[name], time.perf_counter() - start)
        for name, seconds in best.items():
            total[name] += seconds
    return {name: 1e3 * seconds / len(documents) for name, seconds in total.items()}


def speed(documents: Sequence[bytes]) -> dict[str, Any]:
    """All of ours and the peers on one set of pages."""
    runs: dict[str, Run] = {PARSE: bare_parse}
    runs |= {name: ours(name) for name in EXTRACTORS}
    runs |= {"three, with votes": three_with_votes, TURBO: turbohtml, RESILIPARSE: resiliparse}
    milliseconds = interleaved(runs, documents, ROUNDS)
    size = sum(map(len, documents))
    return {
        "pages": len(documents),
        "kilobytes_per_page": size / len(documents) / 1e3,
        "milliseconds_per_page": milliseconds,
        "ratio_to_bare_parse": {
            name: taken / milliseconds[PARSE] for name, taken in milliseconds.items()
        },
        "checks": checks(milliseconds),
    }


def checks(milliseconds: dict[str, float]) -> dict[str, dict[str, float]]:
    """What the project promises, each as a ratio and its limit."""
    parse, cetd = milliseconds[PARSE], milliseconds["cetd-ds"]
    slowest = max(milliseconds[name] for name in EXTRACTORS)
    one = sum(milliseconds[name] for name in THREE) / len(THREE)
    return {
        "cetd-ds / bare parse": {"ratio": cetd / parse, "limit": 1.5},
        "slowest extractor / bare parse": {"ratio": slowest / parse, "limit": 2.0},
        "cetd-ds / turbohtml": {"ratio": cetd / milliseconds[TURBO], "limit": 1.0},
        "cetd-ds / resiliparse": {"ratio": cetd / milliseconds[RESILIPARSE], "limit": 0.5},
        "three with votes / one": {"ratio": milliseconds["three, with votes"] / one, "limit": 1.6},
    }


def growth() -> dict[str, dict[str, float]]:
    """The time of ten times the nodes over the time of one, for the parse and every extractor."""
    grown = {size: pages.grown(size) for size in GROWTH_ROUNDS}
    found = {}
    for name, run in {PARSE: bare_parse, **{name: ours(name) for name in EXTRACTORS}}.items():
        taken = {
            size: interleaved({name: run}, [grown[size]], rounds)[name]
            for size, rounds in GROWTH_ROUNDS.items()
        }
        found[name] = {
            f"{large:,} / {small:,} nodes": taken[large] / taken[small]
            for small, large in pairwise(GROWTH_ROUNDS)
        }
    return found


def cpu() -> str:
    """The processor's name, where the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def print_speed(title: str, result: dict[str, Any]) -> None:
    print(f"\n{title}: {result['pages']} pages, {result['kilobytes_per_page']:.0f} KB each")
    print(f"  {'':45s} {'ms/page':>8s} {'/ parse':>8s}")
    for name, taken in result["milliseconds_per_page"].items():
        print(f"  {name:45s} {taken:8.3f} {result['ratio_to_bare_parse'][name]:7.2f}x")
    print_checks(result["checks"])


def print_checks(found: dict[str, dict[str, float]]) -> None:
    for name, check in found.items():
        verdict = "ok" if check["ratio"] <= check["limit"] else "OVER"
        print(f"  {name:45s} {check['ratio']:8.2f} (at most {check['limit']:.2f}) {verdict}")


def main() -> None:
    """Measures, prints a table, writes the report."""
    report: dict[str, Any] = {
        "cpu": cpu(),
        "python": sys.version.split()[0],
        "versions": {
            name: version(name)
            for name in ("winnow-crawl", "selectolax", "numpy", "turbohtml", "resiliparse")
        },
        "rounds": ROUNDS,
    }
    print(f"{report['cpu']}, Python {report['python']}")
    print(", ".join(f"{name} {number}" for name, number in report["versions"].items()))
    for title, documents in [
        ("scrapinghub_aeb", pages.shared()),
        ("generated", pages.generated()),
    ]:
        if documents:
            report[title] = speed(documents)
            print_speed(title, report[title])
    report["growth"] = growth()
    print("\nten times the nodes take so many times as long (at most 11):")
    for name, ratios in report["growth"].items():
        print(f"  {name:24s} " + "   ".join(f"{pair} {r:5.1f}" for pair, r in ratios.items()))
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps(report, indent=2) + "\n")
    print(f"\nwritten to {REPORT}")


if __name__ == "__main__":
    main()
