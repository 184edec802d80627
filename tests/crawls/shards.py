"""Whole crawls: shards as crawlers write them, some damaged, and what a run must make of them.

`gold.parquet` has a row for every record that becomes a row of output. It lies beside the folder of
the shards and not in it, so that the folder can be given to a run as it is.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import zstandard
from warcio.statusandheaders import StatusAndHeaders

from tests.crawls.fetches import ARC_DECK, PAGES, WARC_DECK, Fetch, fetch_all, gzip
from tests.crawls.records import Gold, Record, arc_records, gold_row, warc_records
from transforms.crawl.captures import Flaw

BENCH_BYTES = 70_000  # of a page: about what one has in a crawl of the web
CORRUPT, TRUNCATED = 1, 2  # the shards that are damaged
SUFFIXES = ("warc.gz", "warc.gz", "warc.gz", "warc", "warc.zst", "arc.gz", "parquet")

_NO_HEAD = StatusAndHeaders("200 OK", [])  # a Parquet file of pages keeps none of them
_ROW_GROUP = 50  # pages

SCHEMA = pa.schema(
    {
        **dict.fromkeys(Gold.__slots__, pa.string()),
        "fetch_time": pa.timestamp("ms", "UTC"),
        "offset": pa.int64(),
        "length": pa.int64(),
        "robots": pa.list_(pa.string()),
        "tdm_reservation": pa.bool_(),
    }
)


def write_crawl(
    folder: Path, pages: int, shards: int, seed: int, *, damage: bool = True
) -> list[Gold]:
    """Writes `folder`/shards and `folder`/gold.parquet; returns the rows of the latter.

    Args:
        folder: is made if it is not there.
        pages: how many fetches, not all of which got a page.
        shards: with 7 or more there is one of every form.
        seed: the same seed gives the same records.
        damage: corrupts a member of one shard and truncates another.

    Raises:
        FileExistsError: there are shards in the folder, which would be taken for this crawl's.
    """
    gold: list[Gold] = []
    into = _make(folder)
    for index, numbers in enumerate(_split(pages, shards)):
        suffix = SUFFIXES[index] if index < len(SUFFIXES) else SUFFIXES[0]
        path = into / _name(index, suffix)
        rows = _write_shard(path, suffix, numbers, seed)
        pages_there = [row for row in rows if row.gold_text]
        if damage and pages_there and index == CORRUPT:
            rows = _corrupt(path, rows, pages_there[len(pages_there) // 2])
        if damage and pages_there and index == TRUNCATED:
            rows = _truncate(path, rows, pages_there[-1])
        gold += rows
    return _write_gold(folder, gold)


def write_bench_crawl(
    folder: Path, pages: int = 20_000, shards: int = 10, seed: int = 0
) -> list[Gold]:
    """The same with nothing but pages of about `BENCH_BYTES` in `.warc.gz` shards."""
    gold: list[Gold] = []
    into = _make(folder)
    for index, numbers in enumerate(_split(pages, shards)):
        path = into / _name(index, "warc.gz")
        fetches = fetch_all(numbers, seed, PAGES, BENCH_BYTES)
        gold += _write_records(path, warc_records(path.name, fetches), gzip)
    return _write_gold(folder, gold)


def _split(pages: int, shards: int) -> Iterator[range]:
    for index in range(shards):
        yield range(index * pages // shards, (index + 1) * pages // shards)


def _make(folder: Path) -> Path:
    shards = folder / "shards"
    shards.mkdir(parents=True)
    return shards


def _name(index: int, suffix: str) -> str:
    return f"crawl-{index:05}.{suffix}"


def _write_shard(path: Path, suffix: str, numbers: range, seed: int) -> list[Gold]:
    if suffix == "parquet":
        return _write_parquet(path, fetch_all(numbers, seed, PAGES))
    records = warc_records
    deck = WARC_DECK
    pack: Callable[[bytes], bytes] = gzip
    match suffix:
        case "arc.gz":
            records, deck = arc_records, ARC_DECK
        case "warc":
            pack = bytes
        case "warc.zst":
            pack = zstandard.ZstdCompressor().compress
    return _write_records(path, records(path.name, fetch_all(numbers, seed, deck)), pack)


def _write_gold(folder: Path, gold: list[Gold]) -> list[Gold]:
    table = pa.Table.from_pylist([asdict(row) for row in gold], SCHEMA)
    pq.write_table(table, folder / "gold.parquet", compression="zstd")
    return gold


def _write_records(
    path: Path, records: Iterable[Record], pack: Callable[[bytes], bytes]
) -> list[Gold]:
    rows = []
    with path.open("wb") as stream:
        for record, row in records:
            member = pack(record)
            if row:
                rows.append(replace(row, offset=stream.tell(), length=len(member)))
            stream.write(member)
    return rows


def _write_parquet(path: Path, fetches: Iterable[Fetch]) -> list[Gold]:
    held = list(fetches)
    pages = [fetch.page for fetch in held]
    declared = (page.content_type.partition("charset=")[2] or None for page in pages)
    table = pa.table(
        {
            "url": [page.url for page in pages],
            "fetch_time": pa.array([fetch.when for fetch in held], pa.timestamp("ms", "UTC")),
            "charset": pa.array(declared, pa.string()),
            "html": pa.array([page.html for page in pages], pa.binary()),
        }
    )
    pq.write_table(table, path, row_group_size=_ROW_GROUP, compression="zstd")
    rows = (gold_row(path.name, replace(fetch, head=_NO_HEAD), None) for fetch in held)
    return [replace(row, offset=number) for number, row in enumerate(rows)]


def _corrupt(path: Path, rows: list[Gold], victim: Gold) -> list[Gold]:
    """Flips bytes in the middle of one record."""
    shard = bytearray(path.read_bytes())
    middle = victim.offset + victim.length // 2
    for at in range(middle, middle + 4):
        shard[at] ^= 0xFF
    path.write_bytes(shard)
    return [replace(row, status=Flaw.CORRUPT) if row is victim else row for row in rows]


def _truncate(path: Path, rows: list[Gold], victim: Gold) -> list[Gold]:
    """Ends the shard in the middle of one record: of those after it, nothing is left."""
    left = victim.length // 2
    path.write_bytes(path.read_bytes()[: victim.offset + left])
    cut = replace(victim, length=left, status=Flaw.TRUNCATED)
    return [*rows[: rows.index(victim)], cut]
