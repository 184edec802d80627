"""`winnow show`: one page of an output, found without reading the others."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors import EXTRACTORS
from pipelines.cli import main
from tests.pipeline.outputs import write_output
from tests.pipeline.shards import page, write_shard
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.output_rows import Row, plain_row, row_of

Show = Callable[..., tuple[int, str, str]]

HTML = (
    b"<html lang=en><title>Ferries</title><meta name=robots content=noindex><body>"
    b"<nav><a href=/>Home</a></nav><h1>Ferries \x1b[31mreturn</h1>"
    b"<p>The ferry to the island sails again after eleven years, on every day of the week.</p>"
    b"<ul><li>It is faster than the old one, and its deck is open to all.</ul>"
)


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two shards; their pages have the same URLs, and what they say of /1 differs."""
    folder = tmp_path_factory.mktemp("show")
    write_shard(folder / "a.warc.gz", [page("a"), HTML, page("c")])
    write_shard(folder / "b.warc.gz", [page("another a"), page("b")])
    chosen = tuple(EXTRACTORS[name]() for name in ("cectd-ds", "density"))
    shards = [folder / "a.warc.gz", folder / "b.warc.gz"]
    write_output(folder / "out", shards, extractors=chosen, nodes="all")
    return folder / "out"


@pytest.fixture
def show(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Show:
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object) -> tuple[int, str, str]:
        code = main(["show", *map(str, words)])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


URL = "https://example.org/1"


def offset(output: Path, shard: str) -> int:
    (path,) = (output / "pages").glob(f"{shard}-*")
    table = pq.read_table(path)
    found: int = table["warc_record_offset"][1].as_py()
    return found


def test_a_page_is_shown_with_its_fields_and_blocks(show: Show, output: Path) -> None:
    code, out, err = show(output, URL, "--offset", offset(output, "a"))
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"{URL}  (capture 1 of 1)"
    for name, value in {
        "url_surtkey": "org,example)/1",
        "status": "ok",
        "fetch_time": "2026-01-02T03:04:05+00:00",
        "policy": "noindex (meta)",
        "title": "Ferries",
        "digest_ok": "true",
        "lang_declared": "en",
    }.items():
        assert f"  {name:28s}{value}" in lines
    assert out.endswith(
        "\n"
        "  [paragraph]\n"
        "    The ferry to the island sails again after eleven years, on every day of the\n"
        "    week.\n"
        "\n"
        "  [list-item]\n"
        "    It is faster than the old one, and its deck is open to all.\n"
    )


def test_what_a_page_says_cannot_order_the_terminal_about(show: Show, output: Path) -> None:
    assert "\x1b" not in show(output, URL, "--nodes")[1]


def test_all_captures_are_shown(show: Show, output: Path) -> None:
    out = show(output, URL)[1]
    assert [line for line in out.splitlines() if line.startswith("https:")] == [
        f"{URL}  (capture 1 of 2)",
        f"{URL}  (capture 2 of 2)",
    ]


def test_the_newest_capture_is_the_last(show: Show, tmp_path: Path) -> None:
    def aged(capture: Capture, config: CleanConfig) -> Row:
        row = row_of(capture, config)
        row.url_surtkey = "org,example)/"
        number = int((capture.url or "")[-1])
        row.fetch_time = (
            row.fetch_time
            and [
                row.fetch_time.replace(year=2025),
                None,
                row.fetch_time.replace(year=2024),
            ][number]
        )
        return row

    write_shard(tmp_path / "a.warc.gz", [page("a"), page("b"), page("c")])
    write_output(tmp_path / "out", [tmp_path / "a.warc.gz"], aged)
    out = show(tmp_path / "out", "https://example.org/", "--json")[1]
    urls = [json.loads(line)["url"] for line in out.splitlines()]
    assert urls == [f"https://example.org/{number}" for number in (1, 2, 0)]


@pytest.mark.parametrize(
    "url", ["http://example.org/1", "https://www.example.org/1/", "HTTPS://EXAMPLE.ORG:443/1#top"]
)
def test_urls_that_an_index_takes_for_the_same_are_the_same(
    show: Show, output: Path, url: str
) -> None:
    assert show(output, url) == show(output, URL)


def test_nodes_are_shown_with_votes_and_reasons(show: Show, output: Path) -> None:
    out = show(output, URL, "--offset", offset(output, "a"), "--nodes")[1]
    table = out[out.index("\n    node") :].splitlines()
    assert table[1].split() == "node tag chars score cectd-ds density reason".split()
    words = {line.split()[-1]: line.split() for line in table[1:]}
    assert words["Home"] == ["8", "#text", "4", "0.00", "x", "-", "kept", "Home"]
    assert words["not-shown"] == ["3", "#text", "7", "0.00", "-", "-", "not-shown"]
    assert table[7].startswith("       5   body   ")
    assert table[-4].endswith(
        "  x         x     kept          The ferry to the island sails again after ele..."
    )


def test_json_has_all_columns_and_names_for_codes(show: Show, output: Path) -> None:
    at = offset(output, "a")
    found = json.loads(show(output, URL, "--offset", at, "--nodes", "--json")[1])
    assert found["blocks"][-1]["labels"] == ["list-item"]
    assert len(found["doc_id"]) == len(found["text_hash"]) == 32
    assert found["policy"]["noindex"] is True
    (text,) = (node for node in found["nodes"] if node["text_end"] == len(found["text"]))
    assert text["tag"] in {"#text", "li", "ul", "body", "html"}
    assert {vote for node in found["nodes"] for vote in node["votes"]} <= {"cectd-ds", "density"}
    assert {node["reason"] for node in found["nodes"]} >= {"kept", "not-shown"}
    assert "nodes" not in json.loads(show(output, URL, "--offset", at, "--json")[1])


def test_a_page_without_text_has_its_status(show: Show, tmp_path: Path) -> None:
    def crash(capture: Capture, _: CleanConfig) -> Row:
        return plain_row(capture, "crash", "killed by SIGSEGV")

    write_shard(tmp_path / "a.warc.gz", [page("a")])
    write_output(tmp_path / "out", [tmp_path / "a.warc.gz"], crash, nodes="none")
    code, out, _ = show(tmp_path / "out", "https://example.org/0", "--nodes")
    assert code == 0
    assert f"  {'error':28s}killed by SIGSEGV" in out.splitlines()
    assert json.loads(show(tmp_path / "out", "https://example.org/0", "--json")[1])["blocks"] == []


def test_only_groups_that_may_hold_the_page_are_read(
    show: Show, output: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(output, tmp_path / "out")
    for path in (tmp_path / "out").glob("*/*.parquet"):
        pq.write_table(pq.read_table(path), path, row_group_size=1)
    read: list[int] = []
    whole = pq.ParquetFile.read_row_group

    def note(file: pq.ParquetFile, group: int, columns: list[str] | None = None) -> pa.Table:
        read.append(group)
        return whole(file, group, columns=columns)

    monkeypatch.setattr(pq.ParquetFile, "read_row_group", note)
    assert show(tmp_path / "out", "https://example.org/2")[0] == 0
    assert read == [2, 2]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(
            ["https://example.org/11"],
            "https://example.org/11: not in {output}; nearest there: "
            "https://example.org/1 and https://example.org/2",
            id="between",
        ),
        pytest.param(
            ["https://example.com/"],
            "https://example.com/: not in {output}; nearest there: https://example.org/0",
            id="before all",
        ),
        pytest.param(
            ["zebra"], "zebra: not in {output}; nearest there: https://example.org/2", id="no URL"
        ),
        pytest.param(
            [URL, "--offset", "1"],
            f"{URL}: no capture at offset 1; there are {{offsets}}",
            id="offset",
        ),
        pytest.param([URL, "--node"], "unknown option '--node'; did you mean --nodes?", id="typo"),
        pytest.param(
            [URL, "--offset", "x"],
            "argument --offset: 'x' is not an offset (see winnow show --help)",
            id="no offset",
        ),
        pytest.param(
            [],
            "the following arguments are required: URL (see winnow show --help)",
            id="no page named",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    show: Show, output: Path, words: list[str], message: str
) -> None:
    code, out, err = show(output, *words)
    offsets = ", ".join(str(offset(output, shard)) for shard in "ab")
    assert code != 0
    assert (out, err) == (
        "",
        f"winnow: error: {message.format(output=output, offsets=offsets)}\n",
    )


def test_without_an_output_nothing_is_shown(show: Show, tmp_path: Path) -> None:
    said = f"winnow: error: {tmp_path}: no output of winnow clean, or none that is finished\n"
    assert show(tmp_path, URL) == (1, "", said)
