"""Shards to captures: what is whole is read, what is not costs itself and is counted."""

import random
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fastwarc.warc import ArchiveIterator

from tests.records import (
    PAGE,
    RESPONSE,
    arc,
    crawl,
    dictionary_shard,
    member,
    pack,
    read,
    read_bytes,
    record,
    response,
)
from transforms.crawl.captures import Capture, Flaw
from transforms.crawl.planning import plan_units
from transforms.crawl.reading import read_capture
from transforms.crawl.storage import ShardError
from transforms.crawl.units import Compression, Form

SHARED = Path(__file__).parents[3] / "shared" / "crawls"
COMPRESSED = [Compression.GZIP, Compression.ZSTD, Compression.LZ4]
TIME = datetime(2024, 5, 1, 12, 30, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "shard.warc"


def one(path: Path, content: bytes) -> Capture:
    (capture,), _ = read_bytes(path, content)
    return capture


@pytest.mark.parametrize("compression", Compression)
def test_a_crawl_becomes_its_pages(path: Path, compression: Compression) -> None:
    records = crawl(2)
    captures, tally = read_bytes(path, pack(records, compression))
    lengths = [len(member(part, compression)) for part in records]
    assert [(capture.offset, capture.length) for capture in captures] == [
        (sum(lengths[:2]), lengths[2]),
        (sum(lengths[:5]), lengths[5]),
    ]
    assert captures[0] == Capture(
        shard=str(path),
        offset=captures[0].offset,
        length=captures[0].length,
        record_id="<urn:uuid:00000000-0000-0000-0000-000000000002>",
        url="http://example.org/0",
        fetch_time=TIME,
        http_status=200,
        mime="text/html",
        digest=captures[0].digest,
        digest_ok=True,
        payload=PAGE + b"0",
        payload_bytes=len(PAGE) + 1,
    )
    assert tally.rowless == {"warcinfo": 1, "request": 2, "metadata": 2}
    assert (tally.records, tally.first, tally.next) == (7, 0, sum(lengths))
    assert (tally.skipped_regions, tally.truncated) == (0, False)


@pytest.mark.parametrize("compression", Compression)
def test_an_arc_becomes_its_pages(path: Path, compression: Compression) -> None:
    captures, tally = read_bytes(path, pack(arc(2), compression))
    assert [(capture.url, capture.payload) for capture in captures] == [
        ("http://example.org/0", PAGE),
        ("http://example.org/1", PAGE),
    ]
    assert captures[0].fetch_time == TIME
    assert tally.rowless == {"arc_header": 1}


@pytest.mark.parametrize("packed", [True, False])
def test_a_dictionary_is_used(path: Path, packed: bool) -> None:
    captures, _ = read_bytes(path, dictionary_shard(crawl(2), packed=packed))
    assert [capture.payload for capture in captures] == [PAGE + b"0", PAGE + b"1"]


@pytest.mark.parametrize("compression", COMPRESSED)
def test_a_shard_compressed_as_a_whole_is_streamed(path: Path, compression: Compression) -> None:
    path.write_bytes(pack(crawl(200), compression, whole=True))
    units = plan_units(str(path), 100)
    assert len(units) == 1
    captures, tally = read(units[0])
    assert [capture.payload for capture in captures] == [PAGE + b"%d" % i for i in range(200)]
    assert tally.records == 601
    assert {capture.length for capture in captures} == {0}
    assert [read_capture(str(path), c.offset, c.length) for c in captures[::50]] == captures[::50]


def test_what_was_compressed_as_a_whole_is_read_up_to_the_damage(path: Path) -> None:
    noise = random.Random(4).randbytes(20_000).hex().encode()
    shard = pack(crawl(9, noise), Compression.GZIP, whole=True)
    at = len(shard) // 2
    spoiled = shard[:at] + bytes(60) + shard[at + 60 :]
    for content, flaw in ((spoiled, Flaw.CORRUPT), (shard[:at], Flaw.TRUNCATED)):
        captures, tally = read_bytes(path, content)
        assert flaw in {capture.flaw for capture in captures}
        assert tally.truncated == (flaw is Flaw.TRUNCATED)
        # One checksum for all of it comes too late, so that the digests must tell.
        assert [capture.offset for capture in captures if capture.digest_ok] == [2, 5, 8, 11]
        for capture in captures:
            assert read_capture(str(path), capture.offset, capture.length) == capture


def test_a_long_member_is_not_held(path: Path) -> None:
    noise = random.Random(1).randbytes(1 << 20)
    path.write_bytes(member(b"".join(record(noise, "metadata") for _ in range(40))))
    (unit,) = plan_units(str(path))
    tracemalloc.start()
    try:
        _, tally = read(unit)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert tally.rowless == {"metadata": 40}
    assert peak < 8 << 20


@pytest.mark.parametrize("compression", COMPRESSED)
def test_a_bomb_is_read_past(path: Path, compression: Compression) -> None:
    bomb = record(response(bytes(300_000_000), "Content-Type: text/html"))
    path.write_bytes(member(bomb, compression) + member(record(), compression))
    (unit,) = plan_units(str(path))
    tracemalloc.start()
    try:
        (large, after), _ = read(unit, max_bytes=100_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (large.flaw, large.payload, large.payload_bytes) == (Flaw.TOO_LARGE, b"", 300_000_000)
    assert (large.http_status, large.mime) == (200, "text/html")
    assert after.payload == PAGE
    assert peak < 128 << 20


@pytest.mark.parametrize("compression", COMPRESSED)
def test_a_corrupt_member_costs_itself(path: Path, compression: Compression) -> None:
    noise = random.Random(2).randbytes(600).hex().encode()
    members = [member(part, compression) for part in crawl(50, PAGE + noise)]
    spoiled = members[74]
    at = len(spoiled) - 100
    members[74] = spoiled[:at] + bytes(b ^ 0xA5 for b in spoiled[at : at + 60]) + spoiled[at + 60 :]
    captures, tally = read_bytes(path, b"".join(members))
    flawed = [capture for capture in captures if capture.flaw]
    assert len(captures) == 50
    assert [(c.flaw, c.offset, c.length) for c in flawed] == [
        (Flaw.CORRUPT, sum(map(len, members[:74])), len(spoiled))
    ]
    assert (tally.skipped_bytes, tally.skipped_regions) == (len(spoiled), 1)
    assert tally.records == 151
    if compression is Compression.GZIP:  # the others decompress a page in one block
        assert flawed[0].url == "http://example.org/24"
        assert flawed[0].record_id == "<urn:uuid:00000000-0000-0000-0000-000000000074>"


def test_a_wrong_checksum_is_damage(path: Path) -> None:
    first, second = member(record()), member(record())
    captures, _ = read_bytes(path, first[:-6] + bytes([first[-6] ^ 1]) + first[-5:] + second)
    assert [(c.flaw, c.url, c.payload) for c in captures] == [
        (Flaw.CORRUPT, "http://example.org/", b""),
        (None, "http://example.org/", PAGE),
    ]
    assert captures[0].error == "response: Error -6 Incorrect checksum found"


@pytest.mark.parametrize("garbage", [bytes(200), b"garbage " * 20, b"\x1f\x8b\x08" * 20], ids=str)
@pytest.mark.parametrize("compression", Compression)
def test_garbage_between_records_is_one_row(
    path: Path, compression: Compression, garbage: bytes
) -> None:
    whole = member(record(), compression)
    captures, tally = read_bytes(path, whole + garbage + whole)
    assert [(c.flaw, c.offset, c.length) for c in captures] == [
        (None, 0, len(whole)),
        (Flaw.CORRUPT, len(whole), len(garbage)),
        (None, len(whole) + len(garbage), len(whole)),
    ]
    assert (tally.skipped_bytes, tally.skipped_regions) == (len(garbage), 1)


@pytest.mark.parametrize("compression", Compression)
@pytest.mark.parametrize("kind", ["response", "request"])
def test_a_cut_tail_is_noticed(path: Path, compression: Compression, kind: str) -> None:
    noise = random.Random(3).randbytes(3000)
    whole = member(record(), compression)
    content = whole + member(record(RESPONSE + noise, kind), compression)[:-900]
    captures, tally = read_bytes(path, content)
    assert tally.truncated
    assert tally.records == 2
    assert captures[0].flaw is None
    if kind == "response" or compression in {Compression.ZSTD, Compression.LZ4}:
        # One block holds it all, so its type is not known: rather a row too many.
        (cut,) = captures[1:]
        assert (cut.flaw, cut.offset, cut.length) == (
            Flaw.TRUNCATED,
            len(whole),
            len(content) - len(whole),
        )
    else:
        assert tally.rowless == {"request": 1}


@pytest.mark.parametrize("compression", Compression)
def test_every_cut_is_noticed(path: Path, compression: Compression) -> None:
    whole = member(record(), compression)
    content = whole + whole
    blank = 4 if compression is Compression.NONE else 0  # without them, the record is all there
    for length in range(len(whole) + 1, len(content) - blank):
        path.write_bytes(content[:length])
        (unit,) = plan_units(str(path))
        captures, tally = read(unit)
        assert captures[0].payload == PAGE
        noticed = tally.truncated or tally.skipped_bytes
        assert noticed, length


def test_a_record_may_go_on_in_the_next_member(path: Path) -> None:
    whole = record()
    content = member(whole[:300]) + member(whole[300:350]) + member(whole[350:])
    captures, tally = read_bytes(path, content + member(record()))
    assert [(c.payload, c.length) for c in captures] == [
        (PAGE, len(content)),
        (PAGE, len(member(record()))),
    ]
    assert tally.skipped_bytes == 0


def test_a_record_shorter_than_it_says_is_no_page(path: Path) -> None:
    short = record(Content_Length="5000")
    for compression in Compression:
        captures, tally = read_bytes(
            path, member(short, compression) + member(record(), compression)
        )
        assert [(c.flaw, c.payload) for c in captures] == [(Flaw.TRUNCATED, b""), (None, PAGE)]
        assert not tally.truncated


def test_a_record_longer_than_it_says_costs_nothing_else(path: Path) -> None:
    long = record(RESPONSE + b"longer than it says", Content_Length=str(len(RESPONSE)))
    captures, tally = read_bytes(path, member(long) + member(record()))
    assert [c.payload for c in captures] == [PAGE, PAGE]
    assert (tally.skipped_bytes, tally.skipped_regions) == (23, 1)
    captures, tally = read_bytes(path, long + record())
    assert [(c.flaw, c.length) for c in captures] == [
        (None, len(record()) - 4),
        (Flaw.CORRUPT, 23),
        (None, len(record())),
    ]


VARIANTS = {
    "line feeds only": record(RESPONSE.replace(b"\r\n", b"\n")).replace(b"\r\n", b"\n"),
    "no blank lines after it": record()[:-4],
    "blank lines before it": b"\r\n\r\n" + record(),
    "lower case": record().replace(b"WARC-", b"warc-").replace(b"Content-", b"content-"),
    "upper case": record(kind="RESPONSE").replace(b"WARC-Type", b"WARC-TYPE"),
    "version 0.17": record().replace(b"WARC/1.0", b"WARC/0.17"),
    "version 0.18": record().replace(b"WARC/1.0", b"WARC/0.18"),
    "version 1.1": record().replace(b"WARC/1.0", b"WARC/1.1"),
    "two carriage returns": record().replace(b"\r\n", b"\r\r\n", 7),
    "folded": record().replace(b"WARC-Target-URI: ", b"WARC-Target-URI:\r\n  "),
    "in brackets": record().replace(b"http://example.org/", b"<http://example.org/>", 1),
    "twice": record().replace(b"WARC-Date", b"WARC-Target-URI: http://other/\r\nWARC-Date"),
    "once empty": record().replace(b"WARC-Target", b"WARC-Target-URI: \r\nWARC-Target"),
    "no length": record(Content_Length=""),
    "a length that is none": record(Content_Length="-1"),
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("compression", Compression)
def test_heads_are_taken_as_they_are(path: Path, name: str, compression: Compression) -> None:
    text = VARIANTS[name]
    content = member(text, compression) + member(record(), compression)
    captures, tally = read_bytes(path, content)
    assert [capture.url for capture in captures] == ["http://example.org/"] * 2
    assert [capture.flaw for capture in captures] == [None] * 2
    assert all(capture.payload.strip() == PAGE for capture in captures)
    assert tally.skipped_bytes == 0


def test_what_is_missing_is_none(path: Path) -> None:
    capture = one(path, record(WARC_Target_URI="", WARC_Date="", WARC_Record_ID=""))
    assert (capture.url, capture.fetch_time, capture.record_id) == (None, None, None)
    assert capture.payload == PAGE


@pytest.mark.parametrize(
    ("date", "time"),
    [
        ("2024-05-01T12:30:00Z", TIME),
        ("2024-05-01T12:30:00.250000Z", TIME + timedelta(milliseconds=250)),
        ("2024-05-01T12:30:00.250000123Z", TIME + timedelta(milliseconds=250)),
        ("2024-05-01T14:30:00+02:00", TIME),
        ("2024-05-01T12:30:00", TIME),
        ("2024-05-01T12:30Z", TIME),
        ("2008-10-294T05:21:46-0700", None),
        ("9999-12-31T23:59:59-12:00", None),
        ("yesterday", None),
    ],
)
def test_dates(path: Path, date: str, time: datetime | None) -> None:
    assert one(path, record(WARC_Date=date)).fetch_time == time


@pytest.mark.parametrize(
    ("line", "url", "flaw"),
    [
        (b"http://a/ 10.0.0.1 20240501123000 text/html 142", "http://a/", None),
        (b"http://a/b c?d e 10.0.0.1 20240501123000 text/html 142", "http://a/b c?d e", None),
        (b"http://a/ ::1 20240501123000 text/html; charset=utf-8 142", "http://a/", None),
        (b"http://a/ 10.0.0.1 20240501123000 142", "http://a/", None),
        (b"http://a/ 10.0.0.1 202405011230000000 text/html -1", "http://a/", None),
        (b"http://a/ 10.0.0.1 20240501123000 text/html abc", "http://a/", None),
        (b"http://a/ 10.0.0.1 20240501123000 text/html 900", "http://a/", Flaw.TRUNCATED),
        (b"http://a/ somewhere, some day", None, Flaw.CORRUPT),
    ],
)
def test_arc_lines(path: Path, line: bytes, url: str | None, flaw: Flaw | None) -> None:
    content = arc(0)[0] + line.replace(b" 142", b" %d" % len(RESPONSE)) + b"\n" + RESPONSE + b"\n"
    (first, *others), _ = read_bytes(path, content + arc(1)[1])
    assert (first.url, first.flaw) == (url, flaw)
    assert [other.payload for other in others] == [PAGE]


def test_kinds_of_records(path: Path) -> None:
    kinds = ["request", "metadata", "warcinfo", "conversion", "continuation", "nonsense", ""]
    captures, tally = read_bytes(path, b"".join(record(kind=kind) for kind in kinds))
    assert captures == []
    assert tally.rowless == {
        "request": 1,
        "metadata": 1,
        "warcinfo": 1,
        "conversion": 1,
        "continuation": 1,
        "unknown": 2,
    }


def test_a_revisit_keeps_what_it_says(path: Path) -> None:
    head = response(b"", "Content-Type: text/html; charset=latin1", "X-Robots-Tag: noindex")
    capture = one(path, record(head, "revisit"))
    assert (capture.flaw, capture.url) == (Flaw.REVISIT, "http://example.org/")
    assert (capture.http_status, capture.mime, capture.charset) == (200, "text/html", "latin1")
    assert capture.robots == ("noindex",)
    assert one(path, record(b"", "revisit")).flaw is Flaw.REVISIT


@pytest.mark.parametrize(
    ("content", "mime", "flaw"),
    [
        (PAGE, "text/html", None),
        (PAGE, "application/xhtml+xml; charset=utf-8", None),
        (PAGE, "", None),
        (PAGE, "image/png", Flaw.NOT_HTML),
        (b"%PDF-1.4", "application/pdf", Flaw.NOT_HTML),
        (b"just words", "", Flaw.NOT_HTML),
    ],
)
def test_resources(path: Path, content: bytes, mime: str, flaw: Flaw | None) -> None:
    capture = one(path, record(content, "resource", Content_Type=mime))
    assert (capture.flaw, capture.payload) == (flaw, b"" if flaw else content)
    assert capture.payload_bytes == len(content)


def test_rows_of_parquet(tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    table = pa.table(
        {
            "body": [b"<p>a", None, b"<p>" + b"c" * 99],
            "address": ["http://a/", None, "http://c/"],
            "charset": ["latin1", None, None],
            "fetch_time": pa.array([TIME, None, TIME], pa.timestamp("ns", "UTC")),
        }
    )
    pq.write_table(table, path, row_group_size=1)
    units = plan_units(str(path), 1, html="body", url="address")
    assert [(unit.form, unit.start, unit.end, unit.size) for unit in units] == [
        (Form.PARQUET, row, row + 1, 3) for row in range(3)
    ]
    first = read_capture(str(path), 0, 1, html="body", url="address")
    assert (first.payload, first.url, first.charset) == (b"<p>a", "http://a/", "latin1")
    assert first.fetch_time == TIME
    null = read_capture(str(path), 1, 1, html="body", url="address")
    assert (null.payload, null.url, null.fetch_time, null.flaw) == (b"", None, None, None)
    large = read_capture(str(path), 2, 1, 50, html="body", url="address")
    assert (large.flaw, large.payload, large.payload_bytes) == (Flaw.TOO_LARGE, b"", 102)
    with pytest.raises(ShardError, match="nothing at offset 3"):
        read_capture(str(path), 3, 1, html="body", url="address")


def test_what_is_not_there_is_not_read(path: Path) -> None:
    path.write_bytes(pack(crawl(1), Compression.GZIP))
    with pytest.raises(ShardError, match="no page at offset 0"):
        read_capture(str(path), 0, 10)
    (unit,) = plan_units(str(path))
    path.unlink()
    with pytest.raises(ShardError, match="No such file or directory"):
        read(unit)


def shared(*suffixes: str) -> list[Path]:
    return sorted(file for file in SHARED.rglob("*") if file.is_file() and file.suffix in suffixes)


@pytest.mark.skipif(not SHARED.exists(), reason="no shared crawls here")
def test_shared_crawls_are_read() -> None:
    for file in shared(
        ".warc", ".gz", ".arc", ".zst", ".lz4", ".open", ".bad", ".wet", ".wat", ".txt"
    ):
        if file.parent.name == "hplt-sample100":
            continue
        (unit,) = plan_units(str(file), whole=True)
        captures, _ = read(unit)
        for capture in captures[:: max(len(captures) // 5, 1)]:
            assert read_capture(str(file), capture.offset, capture.length) == capture, file


@pytest.mark.skipif(not SHARED.exists(), reason="no shared crawls here")
@pytest.mark.parametrize(
    "name",
    [
        "aut/example.warc.gz",
        "aut/issue-493.warc",
        "chatnoir-resiliparse/warcfile.warc",
        "chatnoir-resiliparse/warcfile.warc.gz",
        "chatnoir-resiliparse/warcfile.warc.lz4",
        "dolma/sample-0000.warc.gz",
        "incubator-stormcrawler/test.warc.gz",
        "pywb/iana.warc.gz",
        "warcio/example.warc.gz",
    ],
)
def test_shared_crawls_are_read_as_fastwarc_does(name: str) -> None:
    (unit,) = plan_units(str(SHARED / name), whole=True)
    captures, _ = read(unit)
    expected = []
    for found in ArchiveIterator(str(SHARED / name), parse_http=False):
        kind = found.headers["WARC-Type"]
        if kind in {"response", "resource", "revisit"}:
            block = found.reader.read()
            url = found.headers["WARC-Target-URI"].strip("<>")
            expected.append((found.stream_pos, url, block.partition(b"\r\n\r\n")[2]))
    assert [(c.offset, c.url) for c in captures] == [(at, url) for at, url, _ in expected]
    for capture, (_, _, body) in zip(captures, expected, strict=True):
        if capture.flaw is None and capture.mime and len(body) == capture.payload_bytes:
            assert capture.payload == body
