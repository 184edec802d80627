"""`winnow plan`: what a run would do, told from heads and samples."""

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines import survey
from pipelines.cli import main
from pipelines.inputs import look_at
from pipelines.survey import extrapolate, look_into, sample, spread
from tests.crawls.shards import write_crawl
from tests.pipeline.outputs import write_output
from tests.pipeline.shards import page, write_shard
from transforms.config import CleanConfig


def plan(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    code = main(["plan", *map(str, words)])
    return code, *capsys.readouterr()


def test_a_small_crawl_is_counted_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_crawl(tmp_path, pages=70, shards=7, seed=3)
    inputs = [look_at(str(path)) for path in sorted((tmp_path / "shards").iterdir())]
    code, out, err = plan(capsys, "--input", tmp_path / "shards")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("shards          7 to clean, ")
    assert lines[1:3] == [
        "                1 arc in gzip, 1 parquet, 1 warc, 3 warc in gzip, 1 warc in zstd",
        "units           7 of up to 64 MiB",
    ]
    assert ", 70 of them a row" in lines[3]
    config = CleanConfig("")
    heads = look_into(inputs, config)
    total = extrapolate(heads, sample(heads.looked, config))
    assert round(total.rows) == 70


def test_the_rest_of_a_crawl_is_like_its_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(8):
        write_shard(tmp_path / f"{number}.warc.gz", [page(f"{n}") for n in range(300)])
    inputs = [look_at(str(path)) for path in sorted(tmp_path.iterdir())]
    monkeypatch.setattr(survey, "MOST_HEADS", 4)
    monkeypatch.setattr(survey, "SLICE_BYTES", 900)
    config = CleanConfig("")
    heads = look_into(inputs, config)
    assert (len(heads.looked), len(heads.unseen)) == (4, 4)
    found = sample(heads.looked, config)
    assert 100 < sum(sums.rows for sums in found.values()) < 500
    total = extrapolate(heads, found)
    assert 2_200 < total.rows < 2_600
    assert total.records == pytest.approx(total.rows)
    again = extrapolate(heads, sample(heads.looked, config))
    assert (again.rows, again.records, again.output) == (total.rows, total.records, total.output)


def test_the_size_of_the_output_is_what_it_will_be(tmp_path: Path) -> None:
    shard = tmp_path / "a.warc.gz"
    write_shard(shard, [page(f"{number}" * 40, f"{number}") for number in range(200)])
    write_output(tmp_path / "out", [shard])
    real = sum(path.stat().st_size for path in (tmp_path / "out").rglob("*.parquet"))
    config = CleanConfig("")
    heads = look_into([look_at(str(shard))], config)
    total = extrapolate(heads, sample(heads.looked, config))
    assert total.output + total.footer == pytest.approx(real, rel=0.05)


def test_what_is_done_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "abc":
        write_shard(tmp_path / f"{name}.warc.gz", [page(name)])
    shards = sorted(tmp_path.iterdir())
    output = tmp_path / "out"
    write_output(output, shards[:2])
    words = "--input", *shards, "--output", output
    before = sorted(tmp_path.rglob("*"))
    assert "shards          1 to clean, " in (out := plan(capsys, *words)[1])
    assert "\n                2 more are done\n" in out
    assert "shards          3 to clean, " in plan(capsys, *words, "--overwrite")[1]
    write_shard(shards[0], [page("changed")])
    assert "shards          2 to clean, " in plan(capsys, *words)[1]
    assert sorted(tmp_path.rglob("*")) == before
    code, _, err = plan(capsys, *words, "--nodes", "all")
    assert code == 1
    assert 'was written with other settings (nodes: "kept" -> "all")' in err


def test_a_plan_with_nothing_to_do_estimates_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shard = tmp_path / "a.warc.gz"
    write_shard(shard, [page("a")])
    write_output(tmp_path / "out", [shard])
    assert plan(capsys, "--input", shard, "--output", tmp_path / "out") == (
        0,
        "shards          0 to clean\n                1 more are done\n",
        "",
    )


def test_a_shard_that_cannot_be_cut_is_named_and_sampled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(survey, "MOST_ROWS", 50)
    plain, packed = tmp_path / "a.warc", tmp_path / "a.warc.gz"
    write_shard(plain, [page(f"{n}", f"{n * n}") * 40 for n in range(3_000)])
    packed.write_bytes(gzip.compress(plain.read_bytes(), 1, mtime=0))
    plain.unlink()
    assert packed.stat().st_size > 1 << 17
    config = CleanConfig("", unit_bytes=1 << 16)
    heads = look_into([look_at(str(packed))], config)
    assert [head.is_whole for head in heads.looked] == [True]
    total = extrapolate(heads, sample(heads.looked, config))
    assert total.rows > 100
    monkeypatch.setattr("transforms.config.MIB", 1 << 16)
    out = plan(capsys, "--input", packed, "--unit-mib", "1")[1]
    assert f"cannot be cut   {packed}\n" in out


def test_what_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    (tmp_path / "b.warc.gz").write_bytes(b"%PDF-1.7 and so on")
    (tmp_path / "list").write_text(f"{tmp_path}/a.warc.gz\n{tmp_path}/b.warc.gz\n{tmp_path}/c.warc")
    code, out, err = plan(capsys, "--input", f"@{tmp_path}/list")
    assert (code, err) == (1, "")
    assert out.startswith("shards          1 to clean, ")
    assert f"cannot be read  {tmp_path}/b.warc.gz: a PDF file, no crawl; " in out
    assert out.endswith(f"\n                {tmp_path}/c.warc: No such file or directory\n")


@pytest.mark.parametrize("content", [b"", b"WARC/1.0\r\nWARC-Type: warcinfo\r\n"])
def test_a_crawl_without_pages_has_no_estimates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (tmp_path / "a.warc").write_bytes(content)
    code, out, _ = plan(capsys, "--input", tmp_path / "a.warc")
    assert code == 0
    assert "estimates       none: the sample has no pages\n" in out


def test_nothing_stays_of_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "tmp"))
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    assert main(["plan", "--input", str(tmp_path / "a.warc.gz")]) == 0
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param("", "the following arguments are required: --input", id="no input"),
        pytest.param("--input no*.warc", "no*.warc: ", id="no shards"),
        pytest.param("--input a --extracter full", "did you mean --extractor?", id="typo"),
        pytest.param("--input a --extractor densty", "did you mean density?", id="name"),
        pytest.param("--input a --unit-mib 0", "'0' is not a whole number above 0", id="value"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = plan(capsys, *line.split())
    assert code != 0
    assert out == ""
    assert message in err
    assert len(err.splitlines()) == 1


@given(st.integers(0, 300), st.integers(0, 8))
def test_every_beginning_of_an_order_is_spread(count: int, bits: int) -> None:
    order = spread(count)
    assert sorted(order) == [*range(count)]
    if count == 256:
        gap = count >> bits
        assert sorted(order[: 1 << bits]) == [*range(0, count, gap)]
