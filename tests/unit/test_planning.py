"""Shards to units: by what is in them, not by what they are called."""

from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.records import PAGE, arc, crawl, dictionary_shard, member, pack, read, record
from transforms.crawl.planning import plan_units
from transforms.crawl.storage import ShardError
from transforms.crawl.units import Compression, Form, Unit


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shard"


def plan(path: Path, content: bytes, unit_bytes: int = 100) -> list[Unit]:
    path.write_bytes(content)
    return plan_units(str(path), unit_bytes)


@pytest.mark.parametrize("compression", Compression)
@pytest.mark.parametrize(("form", "records"), [(Form.WARC, crawl(2)), (Form.ARC, arc(2))])
def test_units_tile_a_shard(
    path: Path, form: Form, records: list[bytes], compression: Compression
) -> None:
    content = pack(records, compression)
    units = plan(path, content)
    size = len(content)
    assert [unit.start for unit in units] == list(range(0, size, 100))
    assert all(before.end == after.start for before, after in pairwise(units))
    assert units[-1].end == size
    assert {(unit.form, unit.compression, unit.size) for unit in units} == {
        (form, compression, size)
    }
    assert sum(unit.weight for unit in units) == size
    assert plan_units(str(path), size) == plan_units(str(path), 100, whole=True)


@pytest.mark.parametrize("packed", [True, False])
def test_a_dictionary_does_not_hinder(path: Path, packed: bool) -> None:
    units = plan(path, dictionary_shard(crawl(2), packed=packed))
    assert {(unit.form, unit.compression) for unit in units} == {(Form.WARC, Compression.ZSTD)}
    assert len(units) > 10


@pytest.mark.parametrize("compression", [Compression.GZIP, Compression.ZSTD, Compression.LZ4])
def test_what_was_compressed_as_a_whole_is_one_unit(path: Path, compression: Compression) -> None:
    assert len(plan(path, pack(crawl(9), compression, whole=True))) == 1
    assert len(plan(path, pack(arc(9), compression, whole=True))) == 1


def test_nothing_is_a_unit_of_nothing(path: Path) -> None:
    (unit,) = plan(path, b"")
    assert unit == Unit(str(path), 0, 0, 0, Form.WARC, Compression.NONE, 0)
    assert read(unit)[1].next == 0


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"%PDF-1.4 and so on", "a PDF file"),
        (b"PK\x03\x04 and so on", "a zip file, as WACZ is"),
        (b'{"url": "http://a/"}\n', "JSON"),
        (member(b'{"url": "http://a/"}\n'), "gzip of JSON"),
        (member(PAGE, Compression.ZSTD), "zstd of HTML or XML"),
        (b"some words", "unknown bytes"),
    ],
)
def test_what_is_no_crawl_says_what_it_is(path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(ShardError) as caught:
        plan(path, content)
    assert str(caught.value) == (
        f"{path}: {reason}, no crawl; WARC and ARC (plain, gzip, zstd or lz4) and Parquet are read"
    )


@pytest.mark.parametrize(
    ("name", "form", "compression"),
    [
        ("a.warc.gz", Form.WARC, Compression.GZIP),
        ("a.warc.zst", Form.WARC, Compression.ZSTD),
        ("A.ARC.GZ", Form.ARC, Compression.GZIP),
        ("a.warc.lz4.open", Form.WARC, Compression.LZ4),
        ("a.wet", Form.WARC, Compression.NONE),
    ],
)
def test_a_damaged_start_leaves_the_name(
    tmp_path: Path, name: str, form: Form, compression: Compression
) -> None:
    records = arc(1) if form is Form.ARC else [record()]
    (unit,) = plan(tmp_path / name, b"damaged!" * 9 + b"\n" + pack(records, compression), 1 << 20)
    assert (unit.form, unit.compression) == (form, compression)
    captures, tally = read(unit)
    assert captures[-1].payload == PAGE
    assert (tally.skipped_bytes, tally.skipped_regions) == (73, 1)


def test_parquet_is_cut_between_row_groups(path: Path) -> None:
    table = pa.table(
        {"html": [b"<p>" + bytes([65 + i]) * 1000 for i in range(10)], "url": ["http://a/"] * 10}
    )
    pq.write_table(table, path, row_group_size=3, compression="none", write_statistics=False)
    units = plan_units(str(path), 4000)
    assert [(unit.start, unit.end, unit.size) for unit in units] == [(0, 6, 10), (6, 10, 10)]
    assert [c.offset for unit in units for c in read(unit)[0]] == list(range(10))
    assert len(plan_units(str(path), 1, whole=True)) == 1
    pq.write_table(table.slice(0, 0), path)
    assert [(unit.start, unit.end, unit.size) for unit in plan_units(str(path))] == [(0, 0, 0)]
    with pytest.raises(ShardError, match="no column body; the columns are html, url"):
        plan_units(str(path), html="body")


def test_what_cannot_be_planned(path: Path) -> None:
    with pytest.raises(ShardError, match="shard: No such file or directory"):
        plan_units(str(path))
    with pytest.raises(ValueError, match="unit_bytes must be positive, got 0"):
        plan_units(str(path), 0)
    damaged = b"\x5d\x2a\x4d\x18\x09\x00\x00\x00" + b"\x28\xb5\x2f\xfd damaged"
    with pytest.raises(ShardError, match="damaged zstd dictionary"):
        plan(path, damaged)
