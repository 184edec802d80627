"""The generated crawls are what their gold says: pages, shards, damage, scores."""

import hashlib
import zlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from statistics import mean

import brotli
import pyarrow.parquet as pq
import pytest
import zstandard
from warcio.archiveiterator import ArchiveIterator
from warcio.recordloader import ArcWarcRecord

from extractors import EXTRACTORS, CharsetRule, Status, extract
from tests.crawls.__main__ import main
from tests.crawls.contents import Kind
from tests.crawls.pages import (
    LARGEST,
    SMALLEST,
    Declared,
    GeneratedPage,
    generate_page,
    generate_pages,
)
from tests.crawls.records import Gold
from tests.crawls.score import Extracted, Score, score, summarize, words
from tests.crawls.shards import SCHEMA, write_bench_crawl, write_crawl
from tests.crawls.vocabulary import LANGUAGES
from transforms.crawl.captures import Flaw

PAGES, SHARDS, SEED = 350, 8, 4
CHARSETS = [
    (tag, charset)
    for tag, language in LANGUAGES.items()
    for charset in ("utf-8", "utf-16le", "utf-16be", *language.charsets.split())
]
RULES = {
    Declared.HEADER: CharsetRule.HTTP,
    Declared.META: CharsetRule.META,
    Declared.BOM: CharsetRule.BOM,
    Declared.NOWHERE: CharsetRule.DETECTED,
}
URI = {"warc": "WARC-Target-URI", "arc": "uri"}
OUTCOMES = {Status.OK, Status.EMPTY, Flaw.HTTP_STATUS, Flaw.NOT_HTML, Flaw.REVISIT}
DAMAGE = {Flaw.CORRUPT, Flaw.TRUNCATED}
UNPACK: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda member: zlib.decompress(member, wbits=31),
    ".zst": lambda member: zstandard.ZstdDecompressor().decompressobj().decompress(member),
    ".warc": bytes,
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Gold]]:
    folder = tmp_path_factory.mktemp("sound")
    return folder / "shards", write_crawl(folder, PAGES, SHARDS, SEED, damage=False)


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Gold]]:
    folder = tmp_path_factory.mktemp("damaged")
    return folder / "shards", write_crawl(folder, PAGES, SHARDS, SEED)


def shows(html: bytes, content_type: str | None, gold_text: str) -> bool:
    """Whether a page shows the words of its gold text, in this order."""
    shown = iter(words(extract(html, "full", charset=content_type).text))
    return all(word in shown for word in words(gold_text))


def member(folder: Path, row: Gold) -> bytes:
    """The record of a row, unpacked."""
    path = folder / row.shard
    held = path.read_bytes()[row.offset : row.offset + row.length]
    assert len(held) == row.length
    return UNPACK[path.suffix](held)


def test_pages_are_the_same_on_every_machine() -> None:
    pages = hashlib.sha256(b"".join(page.html for page in generate_pages(50, SEED)))
    assert pages.hexdigest() == ("96178ee875b46f97360d399257bd51f967aece2a0140f5ddd353b7569154fd2f")


@pytest.mark.parametrize(("language", "charset"), CHARSETS)
def test_a_page_reads_as_it_was_meant(language: str, charset: str) -> None:
    for number, kind in enumerate(Kind):
        page = generate_page(Random(number), kind, language, charset, 20_000)
        extraction = extract(page.html, "full", url=page.url, charset=page.content_type)
        assert extraction.charset is not None
        assert extraction.charset.replaced == 0
        assert extraction.charset.rule is RULES[page.declared]
        assert extraction.title == page.title
        assert shows(page.html, page.content_type, page.gold_text)


def test_every_kind_language_charset_and_declaration_occurs() -> None:
    pages = list(generate_pages(1500, SEED, SMALLEST))
    assert {page.kind for page in pages} == set(Kind)
    assert {page.language for page in pages} == set(LANGUAGES)
    assert {page.charset for page in pages} == {charset for _, charset in CHARSETS}
    assert {page.declared for page in pages} == set(Declared)
    assert len({page.url for page in pages}) == len(pages)
    assert mean(page.charset == "utf-8" for page in pages) > 0.85


def test_a_page_has_the_size_asked_for() -> None:
    pages = list(generate_pages(100, SEED, 70_000))
    assert mean(len(page.html) for page in pages) == pytest.approx(70_000, rel=0.03)
    shares = [len(page.gold_text.encode()) / len(page.html) for page in pages]
    assert 0.05 < mean(shares) < 0.1
    sizes = [len(page.html) for page in generate_pages(200, SEED)]
    assert SMALLEST * 0.9 < min(sizes) < 2 * SMALLEST
    assert LARGEST / 2 < max(sizes) < LARGEST * 1.1


def test_extractors_neither_fail_on_the_pages_nor_find_them_trivial() -> None:
    pages = list(generate_pages(60, SEED))
    for name in EXTRACTORS:
        assert 0.4 < mean(_f1(page, name) for page in pages) < 0.97


def _f1(page: GeneratedPage, name: str) -> float:
    extraction = extract(page.html, name, url=page.url, charset=page.content_type)
    return score(extraction.text, page.gold_text).f1


def test_warcio_reads_what_is_not_damaged(sound: tuple[Path, list[Gold]]) -> None:
    folder, gold = sound
    for shard in sorted({row.shard for row in gold} - {"crawl-00006.parquet"}):
        rows = {row.url: row for row in gold if row.shard == shard}
        with _open(folder / shard) as stream:
            for record in ArchiveIterator(stream):
                if record.rec_type in {"response", "revisit"}:
                    _compare(record, rows.pop(record.rec_headers.get_header(URI[record.format])))
        assert not rows


def _open(path: Path) -> AbstractContextManager[object]:
    packed = path.open("rb")
    if path.suffix == ".zst":
        return zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
    return packed


def _compare(record: ArcWarcRecord, row: Gold) -> None:
    assert (record.rec_type == "revisit") == (row.status == Flaw.REVISIT)
    assert record.rec_headers.get_header("WARC-Record-ID") == row.record_id
    assert record.http_headers.get_header("X-Robots-Tag") == row.x_robots_tag
    if row.gold_text is not None:
        if record.http_headers.get_header("Content-Encoding") == "br":
            html = brotli.decompress(record.raw_stream.read())  # warcio cannot with this brotli
        else:
            html = record.content_stream().read()
        assert shows(html, record.http_headers.get_header("Content-Type"), row.gold_text)


def test_a_row_says_where_its_record_is(sound: tuple[Path, list[Gold]]) -> None:
    folder, gold = sound
    for row in gold:
        if not row.shard.endswith(".parquet"):
            record = member(folder, row)
            assert (row.record_id or row.url).encode() in record
            assert record.count(b"\r\nWARC-Type:") == (row.record_id is not None)


def test_a_parquet_shard_holds_pages(sound: tuple[Path, list[Gold]]) -> None:
    folder, gold = sound
    rows = [row for row in gold if row.shard.endswith(".parquet")]
    pages = pq.read_table(folder / rows[0].shard).to_pylist()
    assert [page["url"] for page in pages] == [row.url for row in rows]
    assert [row.offset for row in rows] == list(range(len(pages)))
    for page, row in zip(pages, rows, strict=True):
        assert shows(page["html"], page["charset"], row.gold_text or "")


def test_only_what_the_gold_says_is_damaged(
    sound: tuple[Path, list[Gold]], damaged: tuple[Path, list[Gold]]
) -> None:
    for path in sorted(sound[0].iterdir()):
        whole, held = path.read_bytes(), (damaged[0] / path.name).read_bytes()
        harmed = [row for row in damaged[1] if row.shard == path.name and row.status in DAMAGE]
        if not harmed:
            assert held == whole
            continue
        (row,) = harmed
        end = row.offset + row.length
        if row.status == Flaw.TRUNCATED:
            assert len(held) == end < len(whole)
            assert whole.startswith(held)
            continue
        assert held[: row.offset] + held[end:] == whole[: row.offset] + whole[end:]
        with pytest.raises(zlib.error):
            member(damaged[0], row)


def test_damage_changes_two_rows_and_loses_those_behind_the_cut(
    sound: tuple[Path, list[Gold]], damaged: tuple[Path, list[Gold]]
) -> None:
    before = {row.url: row for row in sound[1]}
    changed = [row for row in damaged[1] if row != before[row.url]]
    assert [row.status for row in changed] == [Flaw.CORRUPT, Flaw.TRUNCATED]
    assert {row.status for row in damaged[1]} == {*OUTCOMES, *DAMAGE}
    assert len(before) == PAGES
    cut = changed[1]
    lost = before.keys() - {row.url for row in damaged[1]}
    assert all(before[url].shard == cut.shard for url in lost)
    assert all(before[url].offset > cut.offset for url in lost)


def test_the_gold_is_written_as_it_is_returned(damaged: tuple[Path, list[Gold]]) -> None:
    folder, gold = damaged
    table = pq.read_table(folder.parent / "gold.parquet")
    assert table.schema == SCHEMA
    rows = [Gold(**row | {"robots": tuple(row["robots"])}) for row in table.to_pylist()]
    assert rows == gold


def test_a_crawl_to_measure_on_is_plain(tmp_path: Path) -> None:
    gold = write_bench_crawl(tmp_path, 30, 2)
    assert [row.status for row in gold] == [Status.OK] * 30
    assert {row.shard for row in gold} == {"crawl-00000.warc.gz", "crawl-00001.warc.gz"}
    bodies = [member(tmp_path / "shards", row).split(b"\r\n\r\n", 2)[2] for row in gold]
    assert mean(map(len, bodies)) == pytest.approx(70_000, rel=0.1)


@pytest.mark.parametrize(("pages", "shards"), [(0, 1), (0, 9), (1, 9), (3, 3), (9, 9)])
def test_a_crawl_may_be_tiny(tmp_path: Path, pages: int, shards: int) -> None:
    assert len(write_crawl(tmp_path, pages, shards, SEED)) == pages
    assert len(list((tmp_path / "shards").iterdir())) == shards


def test_the_command_counts_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path), "--pages", "4", "--shards", "1", "--plain"]) == 0
    assert capsys.readouterr().out == "       4 ok\n"


def test_two_crawls_do_not_mix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_crawl(tmp_path, 1, 1, SEED)
    with pytest.raises(FileExistsError):
        write_bench_crawl(tmp_path, 1, 1)
    with pytest.raises(SystemExit):
        main([str(tmp_path)])
    assert capsys.readouterr().err.endswith("is there already\n")


@pytest.mark.parametrize(
    ("text", "gold_text", "expected"),
    [
        pytest.param("a b c", "a b c", Score(1, 1, 1), id="equal"),
        pytest.param("A  b\nc", "c b a", Score(1, 1, 1), id="order, case and space aside"),
        pytest.param("a b c d", "a b", Score(0.5, 1, 2 / 3), id="too much"),
        pytest.param("a", "a a a", Score(1, 1 / 3, 0.5), id="repeated words count"),
        pytest.param("x", "a", Score(0, 0, 0), id="nothing shared"),
        pytest.param("", "a", Score(0, 0, 0), id="nothing found"),
        pytest.param("a", "", Score(0, 0, 0), id="nothing wanted"),
        pytest.param("", " ", Score(1, 1, 1), id="nothing at all"),
        pytest.param(
            "古い港", "古い", Score(2 / 3, 1, 0.8), id="characters of a script without spaces"
        ),
        pytest.param("नया काम", "नया", Score(0.5, 1, 2 / 3), id="vowel signs do not split words"),
    ],
)
def test_score(text: str, gold_text: str, expected: Score) -> None:
    assert score(text, gold_text) == pytest.approx(expected)


def test_summary() -> None:
    pages = [
        Extracted("thread", "en", "a", "a"),
        Extracted("article", "en", "a", ""),
        Extracted("article", "de", "a", "a b"),
    ]
    third = Score(0.5, 2 / 3, 5 / 9)
    assert [(row.group, row.pages) for row in summarize(pages)] == [
        ("all", 3),
        ("article", 2),
        ("thread", 1),
        ("de", 1),
        ("en", 2),
    ]
    assert summarize(pages)[0].score == pytest.approx(third)
    assert summarize([]) == []
