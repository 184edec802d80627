"""`python -m tests.crawls.judge CRAWL OUT`: what a run made of a crawl whose truth is known."""

import json
import sys
import textwrap
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from tests.crawls.contents import Kind
from tests.crawls.score import Extracted, summarize
from transforms.crawl.captures import Flaw

DAMAGED = (Flaw.CORRUPT, Flaw.TRUNCATED)
WIDTH = 76
MOST_NAMED = 5

Row = Mapping[str, Any]


class Place(NamedTuple):
    """What tells a record from all others of a crawl."""

    shard: str
    offset: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """The records of a crawl, by what a run made of them."""

    as_expected: list[Place]
    wrong_status: list[Place]
    missing: list[Place]
    twice: list[Place]
    unexpected: list[Place]

    @property
    def is_complete(self) -> bool:
        """Whether every record is one row with the right status, and there are no others."""
        return not (self.wrong_status or self.missing or self.twice or self.unexpected)


def main(argv: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="tests.crawls.judge", description=__doc__)
    parser.add_argument("crawl", type=Path, metavar="CRAWL", help="as tests.crawls wrote it")
    parser.add_argument("out", type=Path, metavar="OUT", help="what a run made of its shards")
    options = parser.parse_args(argv)
    gold = pq.read_table(options.crawl / "gold.parquet").to_pylist()
    rows = read_rows(options.out)
    verdict = judge(gold, rows)
    lines = [*_account(verdict), *_damage(rows), *_scores(gold, rows)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0 if verdict.is_complete else 1


def read_rows(out: Path) -> list[Row]:
    """The rows that the manifests of a run vouch for."""
    columns = ["warc_filename", "warc_record_offset", "warc_record_length", "status", "text"]
    rows: list[Row] = []
    for path in sorted(out.glob("manifest/*.json")):
        for file in json.loads(path.read_text())["files"]:
            rows += pq.read_table(out / file["pages"], columns=columns).to_pylist()
    return rows


def judge(gold: Iterable[Row], rows: Iterable[Row]) -> Verdict:
    """Compares the rows of a run to those that it must have."""
    wanted = {Place(row["shard"], row["offset"]): row["status"] for row in gold}
    found = Counter(map(_place, rows))
    statuses = {_place(row): row["status"] for row in rows}
    there = [place for place in wanted if place in found]
    return Verdict(
        as_expected=[place for place in there if statuses[place] == wanted[place]],
        wrong_status=[place for place in there if statuses[place] != wanted[place]],
        missing=[place for place in wanted if place not in found],
        twice=[place for place, count in found.items() if count > 1],
        unexpected=[place for place in found if place not in wanted],
    )


def _place(row: Row) -> Place:
    return Place(Path(row["warc_filename"]).name, row["warc_record_offset"])


def _account(verdict: Verdict) -> Iterator[str]:
    faults = {
        "with another status": verdict.wrong_status,
        "missing": verdict.missing,
        "twice": verdict.twice,
        "unexpected": verdict.unexpected,
    }
    counts = ", ".join(f"{len(places):,} {fault}" for fault, places in faults.items())
    yield f"{len(verdict.as_expected):,} rows as expected, {counts}"
    for fault, places in faults.items():
        for shard, offset in places[:MOST_NAMED]:
            yield f"  {fault:20s}{shard} at {offset:,}"


def _damage(rows: Iterable[Row]) -> Iterator[str]:
    for row in rows:
        if row["status"] in DAMAGED:
            shard, offset = _place(row)
            length = row["warc_record_length"]
            yield f"  {row['status']:12s}{shard} at {offset:,}, {length:,} bytes"


def _scores(gold: Iterable[Row], rows: Iterable[Row]) -> Iterator[str]:
    texts = {_place(row): row["text"] or "" for row in rows}
    groups = summarize(
        Extracted(row["kind"], row["language"], row["gold_text"], text)
        for row in gold
        if row["gold_text"] is not None
        and row["status"] not in DAMAGED
        and (text := texts.get(Place(row["shard"], row["offset"]))) is not None
    )
    yield f"\n{'words of the text':20s}{'pages':>8s}{'precision':>12s}{'recall':>8s}{'F1':>8s}"
    languages = []
    for name, pages, score in groups:
        if name == "all" or name in set(Kind):
            precision, recall, f1 = score
            yield f"  {name:18s}{pages:8,}{precision:12.3f}{recall:8.3f}{f1:8.3f}"
        else:
            languages.append(f"{name}\N{NO-BREAK SPACE}{score.f1:.3f}")
    by_language = textwrap.fill(
        f"F1 by language: {', '.join(languages)}",
        WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
    )
    yield by_language.replace("\N{NO-BREAK SPACE}", " ")


if __name__ == "__main__":
    sys.exit(main())
