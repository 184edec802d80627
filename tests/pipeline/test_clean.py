"""Whole runs of `winnow clean`: every record exactly once, whatever happens on the way."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from extractors import EXTRACTORS
from pipelines.cli import main
from pipelines.errors import CommandError
from pipelines.run_clean import run_clean
from tests.crawls.shards import write_crawl
from tests.pipeline.shards import page, write_shard
from transforms.config import CleanConfig
from transforms.crawl.shards import find_shards
from transforms.schema import NODES, PAGES

ROOT = Path(__file__).parents[2]
NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
SHARED = ROOT.parent / "shared" / "crawls"


def run(folder: Path, source: object, **settings: Any) -> int:  # noqa: ANN401 - as they come
    workers = settings.pop("workers", 1)
    overwrite = settings.pop("overwrite", False)
    config = CleanConfig(str(folder), **settings)
    return run_clean(config, [str(source)], workers, overwrite=overwrite)


def rows(folder: Path, dataset: str = "pages") -> list[dict[str, Any]]:
    """The rows that the manifests vouch for, in the order of shard and offset."""
    table = pq.ParquetDataset(sorted((folder / dataset).glob("*.parquet"))).read()
    return table.to_pylist()


def files(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in found
        if "_winnow" not in path.parts
    }


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A crawl of every form, one shard corrupt and one cut off."""
    folder = tmp_path_factory.mktemp("crawl")
    write_crawl(folder, pages=210, shards=7, seed=5)
    return folder / "shards"


@pytest.fixture(scope="module")
def cleaned(crawl: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("cleaned") / "out"
    assert run(output, crawl, workers=2) == 0
    return output


def test_every_record_is_one_row(crawl: Path, cleaned: Path) -> None:
    gold = pq.read_table(crawl.parent / "gold.parquet").to_pylist()
    found = {(Path(r["warc_filename"]).name, r["warc_record_offset"]): r for r in rows(cleaned)}
    assert len(found) == len(rows(cleaned))
    for wanted in gold:
        row = found.pop((Path(wanted["shard"]).name, wanted["offset"]))
        assert (row["url"], row["status"]) == (wanted["url"], wanted["status"]), wanted
    assert not found


def test_nodes_stand_beside_their_pages(cleaned: Path) -> None:
    for path in sorted((cleaned / "pages").glob("*.parquet")):
        pages, nodes = pq.read_table(path), pq.read_table(cleaned / "nodes" / path.name)
        assert (pages.schema, nodes.schema) == (PAGES, NODES)
        assert pages["doc_id"].equals(nodes["doc_id"])
        for row, beside in zip(pages.to_pylist(), nodes.to_pylist(), strict=True):
            text = (row["text"] or "").encode()
            for block in row["blocks"]:
                assert 0 <= block["text_start"] <= block["text_end"] <= len(text)
            lengths = {len(beside[name]) for name in beside if name != "doc_id"}
            assert len(lengths) == 1


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("parts", [1, 7, 64])
def test_rows_do_not_depend_on_units_or_workers(
    crawl: Path, cleaned: Path, tmp_path: Path, parts: int, workers: int
) -> None:
    shard = crawl / "crawl-00000.warc.gz"
    size = -(-shard.stat().st_size // parts)
    assert run(tmp_path / "out", shard, unit_bytes=size, workers=workers) == 0
    wanted = [row for row in rows(cleaned) if row["warc_filename"] == str(shard)]
    assert rows(tmp_path / "out") == wanted
    assert len(list((tmp_path / "out" / "pages").iterdir())) == parts


def test_same_units_same_bytes(crawl: Path, cleaned: Path, tmp_path: Path) -> None:
    assert run(tmp_path / "out", crawl, workers=1) == 0
    assert files(tmp_path / "out") == files(cleaned)


def test_a_finished_run_does_nothing_again(
    crawl: Path, cleaned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = files(cleaned)
    began = {path: path.stat().st_mtime_ns for path in cleaned.rglob("*.parquet")}
    assert run(cleaned, crawl) == 0
    assert "nothing to do: 7 shards are done" in capsys.readouterr().err
    assert files(cleaned) == before
    assert {path: path.stat().st_mtime_ns for path in cleaned.rglob("*.parquet")} == began


def test_a_broken_run_redoes_the_broken_units(crawl: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    shard = crawl / "crawl-00000.warc.gz"
    unit_bytes = shard.stat().st_size // 5
    assert run(output, shard, unit_bytes=unit_bytes) == 0
    whole = files(output)
    pages = sorted((output / "pages").iterdir())
    untouched = {path: path.stat().st_mtime_ns for path in pages if path != pages[2]}
    pages[2].unlink()
    (output / "_SUCCESS").unlink()
    for manifest in (output / "manifest").iterdir():
        manifest.unlink()
    assert run(output, shard, unit_bytes=unit_bytes) == 0
    assert files(output) == whole
    assert {path: path.stat().st_mtime_ns for path in untouched} == untouched


def test_a_new_shard_is_added_and_a_changed_one_done_again(tmp_path: Path) -> None:
    crawl, output = tmp_path / "crawl", tmp_path / "out"
    crawl.mkdir()
    write_shard(crawl / "a.warc.gz", [page("a")])
    assert run(output, crawl) == 0
    kept = next((output / "pages").iterdir())
    written = kept.stat().st_mtime_ns
    write_shard(crawl / "b.warc.gz", [page("b"), page("c")])
    assert run(output, crawl) == 0
    assert (len(rows(output)), kept.stat().st_mtime_ns) == (3, written)
    write_shard(crawl / "b.warc.gz", [page("another b")])
    assert run(output, crawl) == 0
    assert (len(rows(output)), kept.stat().st_mtime_ns) == (2, written)


def test_other_settings_are_refused_or_overwrite(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    output = tmp_path / "out"
    assert run(output, tmp_path / "a.warc.gz") == 0
    density = (EXTRACTORS["density"](),)
    with pytest.raises(CommandError, match=r"written with other settings \(extractors: .*density"):
        run(output, tmp_path / "a.warc.gz", extractors=density)
    assert run(output, tmp_path / "a.warc.gz", extractors=density, overwrite=True) == 0
    metadata = pq.read_schema(next((output / "pages").iterdir())).metadata
    assert metadata[b"winnow.extractors"] == b'["density"]'


def test_all_votes_are_kept(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    names = ("cectd-ds", "density", "full")
    chosen = tuple(EXTRACTORS[name]() for name in names)
    assert run(tmp_path / "out", tmp_path / "a.warc.gz", extractors=chosen, nodes="all") == 0
    (row,), (nodes,) = rows(tmp_path / "out"), rows(tmp_path / "out", "nodes")
    assert len(row["extractor_chars"]) == 3
    assert 0 < row["agreement"] <= 1
    assert len(nodes["node"]) == row["dom_nodes"]
    assert {1, 2, 4} <= {vote & bit for vote in nodes["votes"] for bit in (1, 2, 4)}


def test_without_nodes_there_is_no_such_folder(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    assert run(tmp_path / "out", tmp_path / "a.warc.gz", nodes="none") == 0
    assert not (tmp_path / "out" / "nodes").exists()


def test_a_cut_at_a_false_record_is_noticed_and_mended(tmp_path: Path) -> None:
    false = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n" * 40
    write_shard(tmp_path / "a.warc", [page("a"), b"<p>" + false + b"</p>", page("c")])
    assert run(tmp_path / "out", tmp_path / "a.warc", unit_bytes=900) == 0
    assert [row["url"] for row in rows(tmp_path / "out")] == [
        f"https://example.org/{number}" for number in range(3)
    ]


def test_a_corrupt_member_costs_one_record_of_2_000(tmp_path: Path) -> None:
    shard = tmp_path / "a.warc.gz"
    write_shard(shard, [page(str(number)) for number in range(2_000)])
    assert run(tmp_path / "whole", shard, nodes="none") == 0
    victim = rows(tmp_path / "whole")[1_000]
    damaged = bytearray(shard.read_bytes())
    middle = victim["warc_record_offset"] + victim["warc_record_length"] // 2
    for place in range(middle, middle + 60):
        damaged[place] ^= 0x5A
    shard.write_bytes(damaged)
    assert run(tmp_path / "out", shard, nodes="none", unit_bytes=len(damaged) // 13, workers=2) == 0
    found = rows(tmp_path / "out")
    assert [row["warc_record_offset"] for row in found if row["status"] != "ok"] == [
        victim["warc_record_offset"]
    ]
    wanted = [row["url"] for row in rows(tmp_path / "whole") if row != victim]
    assert [row["url"] for row in found if row["status"] == "ok"] == wanted
    assert json.loads((tmp_path / "out" / "_SUCCESS").read_bytes())["skipped_bytes"] > 0


@pytest.mark.skipif(not SHARED.exists(), reason="no shared crawls here")
def test_real_and_broken_crawls_balance(tmp_path: Path) -> None:
    shards = find_shards([str(SHARED)])
    assert len(shards) > 100
    assert run(tmp_path / "out", SHARED, workers=2) == 0
    assert len(list((tmp_path / "out" / "manifest").iterdir())) == len(shards)


@pytest.fixture
def heard() -> Iterator[None]:
    """A shell starts its background jobs deaf to Ctrl-C, and their children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def start(crawl: Path, output: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "pipelines.cli", "clean", "--input", crawl, "--output", output],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def slow_shard(folder: Path) -> Path:
    """A shard that keeps a worker busy for some seconds."""
    folder.mkdir()
    shard = folder / "slow.warc.gz"
    write_shard(shard, [page(f"{number}") * 40 for number in range(4_000)])
    return shard


def running() -> dict[int, tuple[int, str]]:
    """The parent and the command line of every process that is not dead."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
            continue
        if state != "Z":
            found[int(folder.name)] = int(parent), " ".join(words)
    return found


def workers_of(process: "subprocess.Popen[bytes]") -> list[int]:
    """The processes that extract for a run: Beam's workers among its descendants."""
    processes = running()
    family = {process.pid}
    for _ in range(4):
        family |= {pid for pid, (parent, _) in processes.items() if parent in family}
    commands = {pid: args for pid, (_, args) in processes.items() if pid in family}
    workers = {pid for pid, args in commands.items() if "sdk_worker_main" in args}
    return sorted(pid for pid in workers if " -c " not in commands[pid])  # which is a shell


def busy_workers(process: "subprocess.Popen[bytes]", output: Path) -> list[int]:
    """Waits until the workers of a run are writing."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        workers = workers_of(process)
        if workers and any(output.glob("_winnow/tmp/*")):
            return workers
        time.sleep(0.01)
    raise AssertionError("no worker has begun to write")


@NEEDS_PROC
@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(
    ("signum", "code", "word"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted", id="Ctrl-C"),
        pytest.param(signal.SIGTERM, 143, "terminated", id="SIGTERM"),
    ],
)
def test_an_interrupted_run_stops_and_goes_on(
    tmp_path: Path, signum: signal.Signals, code: int, word: str
) -> None:
    shard = slow_shard(tmp_path / "crawl")
    output = tmp_path / "out"
    with start(shard, output) as process:
        workers = busy_workers(process, output)
        began = time.monotonic()
        process.send_signal(signum)
        _, said = process.communicate(timeout=30)
        took = time.monotonic() - began
    assert (process.returncode, said.decode().splitlines()[-1]) == (
        code,
        f"winnow: error: {word}",
    )
    assert took < 10
    assert not set(workers) & set(running())
    assert not [args for _, args in running().values() if str(tmp_path) in args]  # guardians too
    assert not list(output.glob("_winnow/tmp/*"))
    assert not (output / "_SUCCESS").exists()
    with start(shard, output) as process:
        assert process.wait() == 0
    assert len(rows(output)) == 4_000


@NEEDS_PROC
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    shard = slow_shard(tmp_path / "crawl")
    with start(shard, tmp_path / "out") as process:
        os.kill(busy_workers(process, tmp_path / "out")[0], signal.SIGKILL)
        assert process.wait(timeout=100) == 0
    found = rows(tmp_path / "out")
    assert [row["url"] for row in found] == [f"https://example.org/{n}" for n in range(4_000)]
    assert {row["status"] for row in found} == {"ok"}


@NEEDS_PROC
def test_a_run_that_is_killed_leaves_no_process_and_goes_on(tmp_path: Path) -> None:
    shard = slow_shard(tmp_path / "crawl")
    with start(shard, tmp_path / "out") as process:
        busy_workers(process, tmp_path / "out")
        process.kill()
    deadline = time.monotonic() + 20
    while any(str(tmp_path) in args for _, args in running().values()):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    with start(shard, tmp_path / "out") as process:
        assert process.wait() == 0
    assert len(rows(tmp_path / "out")) == 4_000
    assert not list((tmp_path / "out").glob("_winnow/tmp/*"))
    assert {path.name for path in tmp_path.glob("out/*")} >= {"pages", "nodes", "_SUCCESS"}


def test_a_full_disk_ends_the_run_and_another_completes_it(tmp_path: Path) -> None:
    shard = slow_shard(tmp_path / "crawl")
    limited = [
        "import resource, runpy, sys",
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))",
        f"sys.argv = ['winnow', 'clean', '--input', {str(shard)!r}, '--output', 'out']",
        "runpy.run_module('pipelines.cli', run_name='__main__')",
    ]
    run_limited = subprocess.run(
        [sys.executable, "-c", "\n".join(limited)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert run_limited.returncode == 1
    assert run_limited.stderr.splitlines()[-1].startswith("winnow: error: cannot write ")
    assert run_limited.stderr.endswith(f"{os.strerror(errno.EFBIG)}\n")
    output = tmp_path / "out"
    assert [path for path in output.rglob("*") if path.suffix == ".parquet"] == []
    assert not list(output.glob("_winnow/tmp/*"))
    with start(shard, output) as process:
        assert process.wait() == 0
    assert len(rows(output)) == 4_000


@NEEDS_PROC
def test_a_shard_that_shrinks_while_it_is_read_is_noticed(tmp_path: Path) -> None:
    shard = slow_shard(tmp_path / "crawl")
    whole = shard.read_bytes()
    with start(shard, tmp_path / "out") as process:
        busy_workers(process, tmp_path / "out")
        os.truncate(shard, len(whole) // 2)
        process.wait()
    shard.write_bytes(whole)
    assert run(tmp_path / "out", shard) == 0
    assert len(rows(tmp_path / "out")) == 4_000
    assert {row["status"] for row in rows(tmp_path / "out")} == {"ok"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        pytest.param(
            "--input nothing*.warc.gz --output out", "nothing*.warc.gz: ", id="no such input"
        ),
        pytest.param("--input a.warc.gz", "--output", id="no output"),
        pytest.param(
            "--input a.warc.gz --output out --extracter full", "did you mean --extractor", id="typo"
        ),
        pytest.param(
            "--input a.warc.gz --output out --extractor densty", "did you mean density", id="name"
        ),
        pytest.param("--input a.warc.gz --output /proc/out", "cannot write /proc/out", id="place"),
        pytest.param("--input a.pdf --output out", "a.pdf: ", id="no shard"),
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
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 " * 100)
    assert main(["clean", *line.split()]) != 0
    said = [word for word in capsys.readouterr().err.splitlines() if "error" in word]
    assert message in said[0]
    assert not list(tmp_path.glob("out/pages/*"))
