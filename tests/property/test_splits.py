"""However a shard is cut into units, each record is read once; where it is not, it shows."""

import gzip
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records import RESPONSE, arc, crawl, dictionary_shard, member, pack, read, record
from transforms.crawl.captures import Capture, Tally
from transforms.crawl.planning import plan_units
from transforms.crawl.units import Compression, Unit

FAKES = b"\x1f\x8b\x08\x00\x28\xb5\x2f\xfd\x04\x22\x4d\x18" * 9 + bytes(range(256))


def damaged(content: bytes, at: int) -> bytes:
    return content[:at] + bytes(byte ^ 0x5A for byte in content[at : at + 12]) + content[at + 12 :]


RECORDS = crawl(3, FAKES)
SHARDS = {
    **{f"crawl.{kind}": pack(RECORDS, kind) for kind in Compression},
    **{f"arc.{kind}": pack(arc(3), kind) for kind in Compression},
    "dictionary": dictionary_shard(RECORDS, packed=True),
    "plain dictionary": dictionary_shard(RECORDS, packed=False),
    "damaged gzip": damaged(pack(RECORDS, Compression.GZIP), 1100),
    "damaged zstd": damaged(pack(RECORDS, Compression.ZSTD), 900),
    "damaged lz4": damaged(pack(RECORDS, Compression.LZ4), 1000),
    "damaged plain": damaged(pack(RECORDS, Compression.NONE), 1300),
    "damaged start.warc.gz": damaged(pack(RECORDS, Compression.GZIP), 0),
    "garbage": member(RECORDS[0]) + b"garbage" * 9 + member(RECORDS[2]) + bytes(99),
    "truncated": pack(RECORDS, Compression.GZIP)[:-40],
    "records over members": b"".join(
        member(part) for part in (RECORDS[0], RECORDS[2][:99], RECORDS[2][99:], RECORDS[5])
    ),
    "several in a member": b"".join(
        member(part) for part in (RECORDS[0], RECORDS[2] + RECORDS[5], RECORDS[8])
    ),
    "surplus": b"".join(part + b"surplus" * 5 for part in RECORDS),
}


def read_cut(path: Path, cuts: list[int]) -> tuple[list[Capture], list[Tally]]:
    (whole,) = plan_units(str(path), whole=True)
    captures, tallies = [], []
    bounds = [0, *sorted(cuts), whole.size]
    for start, end in pairwise(bounds):
        if start == end:
            continue
        unit = Unit(whole.shard, start, end, whole.size, whole.form, whole.compression, end - start)
        part, tally = read(unit)
        captures += part
        tallies.append(tally)
    return captures, tallies


def tiles(tallies: list[Tally]) -> bool:
    return all(before.next == after.first for before, after in pairwise(tallies))


@pytest.mark.parametrize("name", SHARDS)
def test_every_cut_gives_every_record_once(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(SHARDS[name])
    expected, (tally,) = read_cut(path, [])
    for cut in range(1, len(SHARDS[name]), 7):
        captures, tallies = read_cut(path, [cut])
        assert captures == expected, cut
        assert tiles(tallies), cut
        assert sum(part.records for part in tallies) == tally.records
        assert sum(part.skipped_bytes for part in tallies) == tally.skipped_bytes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shards")
    for name, content in SHARDS.items():
        (folder / name).write_bytes(content)
    return folder


@given(name=st.sampled_from(sorted(SHARDS)), parts=st.lists(st.floats(0, 1), max_size=20))
def test_many_cuts_do_too(folder: Path, name: str, parts: list[float]) -> None:
    path = folder / name
    expected, _ = read_cut(path, [])
    captures, tallies = read_cut(path, [int(part * len(SHARDS[name])) for part in parts])
    assert captures == expected
    assert tiles(tallies)


@pytest.mark.parametrize("compression", [Compression.NONE, Compression.GZIP])
def test_a_record_inside_a_record_is_read_once_or_it_shows(
    tmp_path: Path, compression: Compression
) -> None:
    inner = b"".join(member(record(RESPONSE), compression) for _ in range(3))
    outer = record(inner, "resource", Content_Type="application/warc")
    stored = outer if compression is Compression.NONE else stored_member(outer)
    path = tmp_path / "shard"
    path.write_bytes(member(RECORDS[2], compression) + stored + member(RECORDS[5], compression))
    expected, _ = read_cut(path, [])
    assert len(expected) == 3
    wrong = 0
    for cut in range(1, path.stat().st_size):
        captures, tallies = read_cut(path, [cut])
        assert captures == expected or not tiles(tallies), cut
        wrong += captures != expected
    assert wrong


def stored_member(text: bytes) -> bytes:
    return gzip.compress(text, 0, mtime=0)


@given(
    content=st.binary(max_size=200),
    at=st.integers(0, 2000),
    compression=st.sampled_from(Compression),
)
def test_no_damage_raises_or_unbalances(
    folder: Path, content: bytes, at: int, compression: Compression
) -> None:
    shard = SHARDS[f"crawl.{compression}"]
    path = folder / "drawn.warc"
    path.write_bytes(shard[:at] + content + shard[at + len(content) :])
    expected, _ = read_cut(path, [])
    captures, tallies = read_cut(path, [at + 1, at + 300] if at + 300 < path.stat().st_size else [])
    assert captures == expected or not tiles(tallies)


@pytest.mark.parametrize("compression", [Compression.GZIP, Compression.ZSTD, Compression.LZ4])
def test_no_damaged_page_passes_as_whole(folder: Path, compression: Compression) -> None:
    words = " ".join(f"word{number * number}" for number in range(300)).encode()
    shard = pack(crawl(2, words), compression)
    pages = [words + b"0", words + b"1"]
    path = folder / "flipped.warc"
    for at in range(0, len(shard), 3):
        path.write_bytes(damaged(shard, at))
        captures, _ = read_cut(path, [])
        whole = [capture.payload for capture in captures if capture.flaw is None]
        assert [page for page in pages if page in whole] == whole, at
