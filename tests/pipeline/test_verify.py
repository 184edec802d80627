"""`winnow verify`: a good output passes, and whatever is wrong with another is named."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors import EXTRACTORS
from extractors.density import DensityRegion
from pipelines.cli import main
from pipelines.dataset import Part
from pipelines.replay import pick
from pipelines.run_clean import run_clean
from tests.crawls.shards import write_crawl
from tests.pipeline.outputs import replace_column, replace_metadata, rewrite, write_output
from tests.pipeline.shards import page, write_shard
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.output_rows import Row, plain_row, row_of

Change = Callable[[Path], None]  # of the folder that has `crawl` and `out`


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A crawl of two shards, and its output."""
    (tmp_path / "crawl").mkdir()
    write_shard(tmp_path / "crawl" / "a.warc.gz", [page(f"a {number}") for number in range(6)])
    write_shard(tmp_path / "crawl" / "b.warc.gz", [page(f"b {number}") for number in range(4)])
    write_output(tmp_path / "out", sorted((tmp_path / "crawl").iterdir()))
    return tmp_path


def verify(capsys: pytest.CaptureFixture[str], output: Path, *options: str) -> tuple[int, str, str]:
    code = main(["verify", str(output), *options])
    return code, *capsys.readouterr()


def the(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def change_json(path: Path, change: Callable[[dict[str, object]], None]) -> None:
    values = json.loads(path.read_bytes())
    change(values)
    path.write_text(json.dumps(values))


def test_what_a_run_wrote_is_found_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_crawl(tmp_path, pages=70, shards=7, seed=3)
    chosen = tuple(EXTRACTORS[name]() for name in ("density", "cectd-ds"))
    config = CleanConfig(str(tmp_path / "out"), chosen, nodes="all", unit_bytes=20_000)
    assert run_clean(config, [str(tmp_path / "shards")], 1, overwrite=False) == 0
    capsys.readouterr()
    code, out, err = verify(capsys, tmp_path / "out", "--sample", "all")
    assert (code, err) == (0, "")
    assert "\nextracted again 70 rows\n  equal         70 in every column\n" in out
    assert out.endswith("\ndifferences     0\n")


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"nodes": "none"}, id="no nodes"),
        pytest.param({"check_digests": False}, id="no digests"),
        pytest.param({"unit_bytes": 300}, id="many units"),
        pytest.param({"extractors": (DensityRegion(c1=0.4),)}, id="a parameter"),
    ],
)
def test_rows_are_made_again_with_the_settings_of_the_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: dict[str, Any]
) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a"), page("b")])
    write_output(tmp_path / "out", [tmp_path / "a.warc.gz"], **settings)
    code, out, err = verify(capsys, tmp_path / "out")
    assert (code, err) == (0, "")
    assert "equal         2 in every column" in out


@pytest.mark.parametrize(("count", "rows"), [("0", 0), ("3", 3), ("100", 10), ("all", 10)])
def test_the_sample_has_as_many_rows_as_wanted(
    folder: Path, capsys: pytest.CaptureFixture[str], count: str, rows: int
) -> None:
    code, out, _ = verify(capsys, folder / "out", "--sample", count)
    assert (code, f"extracted again {rows} rows" in out) == (0, True)


def test_without_a_sample_no_shard_is_needed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(folder / "crawl")
    assert verify(capsys, folder / "out", "--sample", "0")[0] == 0


def test_a_missing_shard_is_named_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shard = folder / "crawl" / "a.warc.gz"
    shard.unlink()
    code, out, err = verify(capsys, folder / "out")
    assert (code, err) == (1, f"winnow: error: {shard}: No such file or directory\n")
    assert "equal         4 in" in out
    assert "not read      6" in out


def other_page(folder: Path) -> None:
    write_shard(folder / "crawl" / "a.warc.gz", [page(f"c {number}") for number in range(6)])


def other_text(folder: Path) -> None:
    path = the(folder, "out/pages/b-*")
    texts = pq.read_table(path)["text"].to_pylist()
    rewrite(path, replace_column("text", [*texts[:3], texts[3] + "!"]))


def other_score(folder: Path) -> None:
    path = the(folder, "out/nodes/b-*")
    scores = pq.read_table(path)["score"].to_pylist()
    scores[0][-1] += 1
    rewrite(path, replace_column("score", scores))


def other_order(folder: Path) -> None:
    rewrite(the(folder, "out/nodes/b-*"), lambda table: table.take([1, 0, 2, 3]))


def fewer_rows(folder: Path) -> None:
    rewrite(the(folder, "out/pages/b-*"), lambda table: table.slice(1))


def fewer_nodes(folder: Path) -> None:
    rewrite(the(folder, "out/nodes/b-*"), lambda table: table.slice(0, 3))


def other_columns(folder: Path) -> None:
    rewrite(the(folder, "out/pages/b-*"), lambda table: table.drop_columns(["lang"]))


def other_settings(folder: Path) -> None:
    metadata = {b"winnow.settings_digest": b"0123"}
    rewrite(the(folder, "out/pages/b-*"), replace_metadata(metadata))


def no_books(folder: Path) -> None:
    rewrite(the(folder, "out/pages/b-*"), replace_metadata({b"winnow.unit": b"{}"}))


def unknown_extractor(folder: Path) -> None:
    path = the(folder, "out/pages/b-*")
    settings = json.loads(pq.read_schema(path).metadata[b"winnow.settings"])
    settings["extractors"][0]["name"] = "cectd-dss"
    rewrite(path, replace_metadata({b"winnow.settings": json.dumps(settings).encode()}))


def other_schema(folder: Path) -> None:
    rewrite(
        the(folder, "out/pages/b-*"),
        replace_metadata({b"winnow.settings": b'{"schema_version": "9"}'}),
    )


def no_parquet(folder: Path) -> None:
    the(folder, "out/nodes/a-*").write_bytes(b"nothing of the kind")


def no_manifest(folder: Path) -> None:
    the(folder, "out/manifest/a-*").write_text("{")


def other_total(folder: Path) -> None:
    change_json(folder / "out" / "_SUCCESS", lambda totals: totals.update(rows=11))


def other_count(folder: Path) -> None:
    change_json(the(folder, "out/manifest/a-*"), lambda books: books.update(records=12))


def other_end(folder: Path) -> None:
    change_json(the(folder, "out/manifest/a-*"), lambda books: books.update(size=1 << 20))


def other_shard(folder: Path) -> None:
    path = the(folder, "out/manifest/a-*")
    path.rename(path.with_name("z.json"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        pytest.param(other_page, "a.warc.gz at ", id="another page"),
        pytest.param(
            other_text, "text: ... for b 3!' in the output, ... for b 3' from", id="another text"
        ),
        pytest.param(other_score, "score: ", id="another score"),
        pytest.param(other_order, "its doc_ids are not those in the manifest", id="order"),
        pytest.param(fewer_rows, "3 rows, and 4 in the manifest", id="fewer rows"),
        pytest.param(fewer_nodes, "3 rows, and 4 in the manifest", id="fewer nodes"),
        pytest.param(other_columns, "its columns are not those of the schema", id="columns"),
        pytest.param(other_settings, "written with other settings", id="settings"),
        pytest.param(no_books, "its footer is of another unit", id="footer"),
        pytest.param(
            unknown_extractor,
            "unknown extractor 'cectd-dss'; did you mean cectd-ds?",
            id="extractor",
        ),
        pytest.param(other_schema, "schema version 9, and this is 1", id="schema version"),
        pytest.param(
            lambda folder: the(folder, "out/pages/a-*").unlink(),
            "No such file or directory",
            id="no file",
        ),
        pytest.param(no_parquet, "Parquet magic bytes not found", id="no Parquet"),
        pytest.param(no_manifest, ".json: no manifest (Expecting property name", id="manifest"),
        pytest.param(other_total, "_SUCCESS: 11 rows, and 10 in the manifests", id="total"),
        pytest.param(
            other_count, "12 records that are not without a row, and 6 rows", id="records"
        ),
        pytest.param(other_end, "the shard at 1,048,576", id="a gap"),
        pytest.param(other_shard, "manifest/z.json: is of another shard", id="name"),
    ],
)
def test_what_is_wrong_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], change: Change, said: str
) -> None:
    change(folder)
    code, out, err = verify(capsys, folder / "out")
    assert code == 1
    assert said in err
    lines = err.splitlines()
    assert len(lines) == len(set(lines))
    assert all(line.startswith(("winnow: error: ", "winnow: warning: ")) for line in lines)
    assert not out.endswith("differences     0\n")


def test_many_differences_are_told_in_few_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = tmp_path / "a.warc"
    write_shard(shard, [page(f"{number:04}") for number in range(30)])
    write_output(tmp_path / "out", [shard])
    shard.write_bytes(shard.read_bytes().replace(b"A title", b"A tilte"))
    code, out, err = verify(capsys, tmp_path / "out")
    assert (code, len(err.splitlines())) == (1, 21)
    assert err.splitlines()[-1] == "winnow: error: and 40 more"
    assert "\n  different     30\n  not read      0\n  seconded      30: " in out
    assert out.endswith("\nwarnings        0\ndifferences     60\n")


def test_what_no_manifest_names_is_only_a_warning(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(the(folder, "out/pages/a-*"), folder / "out" / "pages" / "z.parquet")
    (folder / "out" / "_SUCCESS").unlink()
    code, _, err = verify(capsys, folder / "out")
    assert (code, err.splitlines()) == (
        0,
        [
            "winnow: warning: pages/z.parquet: in no manifest",
            "winnow: warning: no _SUCCESS: the last run has not finished",
        ],
    )


def crash_of_1(capture: Capture, config: CleanConfig) -> Row:
    if capture.url == "https://example.org/1":
        return plain_row(capture, "crash", "killed by SIGSEGV")
    return row_of(capture, config)


def test_a_page_that_did_harm_is_not_extracted_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a"), page("b"), page("c")])
    write_output(tmp_path / "out", [tmp_path / "a.warc.gz"], crash_of_1)
    extracted: list[str | None] = []

    def note(capture: Capture, config: CleanConfig) -> Row:
        extracted.append(capture.url)
        return row_of(capture, config)

    monkeypatch.setattr("pipelines.replay.row_of", note)
    code, out, _ = verify(capsys, tmp_path / "out")
    assert (code, extracted) == (0, ["https://example.org/0", "https://example.org/2"])
    assert "equal         2 in" in out
    assert "provenance    1 that" in out
    urls = ["https://example.org/0", "https://example.org/9", "https://example.org/2"]
    rewrite(the(tmp_path, "out/pages/*"), replace_column("url", urls))
    code, _, err = verify(capsys, tmp_path / "out")
    assert code == 1
    assert "url: 'https://example.org/9' in the output, 'https://example.org/1' from" in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param([], "the following arguments are required: OUT", id="no folder"),
        pytest.param(["nowhere"], "nowhere: no output of winnow clean", id="no output"),
        pytest.param(["out", "--smaple", "3"], "did you mean --sample?", id="typo"),
        pytest.param(["out", "--sample", "some"], "'some' is neither a number", id="sample"),
        pytest.param(["out", "--seed", "x"], "'x' is not a whole number", id="seed"),
    ],
)
def test_what_is_wrong_with_the_command_is_said_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    argv: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["verify", *argv]) != 0
    err = capsys.readouterr().err
    assert message in err
    assert len(err.splitlines()) == 1


def part(rows: int) -> Part:
    return Part("pages", "", rows, 0, 0, 0, 0, "")


@given(st.lists(st.integers(0, 30), max_size=8), st.integers(0, 100), st.integers(0, 9))
def test_rows_are_picked_as_evenly_as_can_be(rows: list[int], count: int, seed: int) -> None:
    parts = [part(there) for there in rows]
    picked = pick(parts, count, seed)
    assert picked == pick(parts, count, seed)
    assert sum(len(one.rows) for one in picked) == min(count, sum(rows))
    for one in picked:
        assert list(one.rows) == sorted(set(one.rows))
        assert set(one.rows) <= {*range(one.part.rows)}
    shares = [len(one.rows) for one in picked]
    unfilled = [len(one.rows) for one in picked if len(one.rows) < one.part.rows]
    assert not unfilled or max(shares) - min(unfilled) <= 1


def test_every_row_can_be_picked() -> None:
    seen = {row for seed in range(60) for row in pick([part(9)], 2, seed)[0].rows}
    assert seen == {*range(9)}
