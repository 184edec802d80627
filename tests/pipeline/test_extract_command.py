"""`winnow extract` as a user runs it: Parquet to JSON lines, processes, pipes and signals."""

import json
import os
import pty
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors import extract, extract_many
from pipelines import batch
from pipelines.batch import Lines
from pipelines.cli import main
from transforms.crawl.pages import PageRow

ROOT = Path(__file__).parents[2]
PAGES = 200
SENTENCE = "A sentence of some length, with commas and words enough to be kept, for page"
BAD: dict[int, tuple[bytes | None, str]] = {
    0: (b"", "empty"),
    17: (None, "empty"),
    18: (b" \r\n ", "empty"),
    50: (b"\x89PNG\r\n\x1a\n" + bytes(300), "not_html"),
    51: (b"<html><body><img src=a.png></body></html>", "no_text"),
    199: (b"\xef\xbb\xbf", "empty"),
}
HUGE = 100  # one page that takes much longer than those behind it


def html(row: int) -> bytes:
    if row in BAD:
        return BAD[row][0] or b""
    paragraphs = 20_000 if row == HUGE else 1 + row % 7
    body = "".join(f"<p>{SENTENCE} {row}, paragraph {i}.</p>" for i in range(paragraphs))
    return f"<title>Página {row}</title><div><a href=/>Home</a></div><div>{body}</div>".encode()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = range(PAGES)
    table = pa.table(
        {
            "id": [f"page-{row}" for row in rows],
            "html": pa.array(
                [None if row in BAD and BAD[row][0] is None else html(row) for row in rows],
                pa.binary(),
            ),
            "dataset": pa.array(["one", "two"] * (PAGES // 2)).dictionary_encode(),
            "unused": [b"\xff" * 100] * PAGES,
        }
    )
    path = tmp_path_factory.mktemp("pages") / "pages.parquet"
    pq.write_table(table, path, row_group_size=70)
    return path


def write(path: Path, **columns: Any) -> Path:  # noqa: ANN401
    pq.write_table(pa.table(columns), path)
    return path


def run(source: Path, output: Path | str, *more: str) -> int:
    return main(["extract", "--input", str(source), "--output", str(output), *more])


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def command(*argv: str | Path) -> list[str]:
    return [sys.executable, "-m", "pipelines.cli", *map(str, argv)]


def test_every_page_is_one_line_in_order(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert run(pages, output, "--keep", "id,dataset") == 0
    rows = rows_of(output)
    assert [row["id"] for row in rows] == [f"page-{row}" for row in range(PAGES)]
    assert [row["dataset"] for row in rows] == ["one", "two"] * (PAGES // 2)
    assert {tuple(row) for row in rows} == {("id", "dataset", "text", "title", "status", "ms")}
    expected = [extract(html(row)) for row in range(PAGES)]
    assert [row["text"] for row in rows] == [extraction.text for extraction in expected]
    assert [row["title"] for row in rows] == [extraction.title for extraction in expected]
    assert {row: rows[row]["status"] for row in BAD} == {row: bad[1] for row, bad in BAD.items()}
    assert sum(row["status"] == "ok" for row in rows) == PAGES - len(BAD)
    assert all(row["ms"] >= 0 for row in rows)


def test_the_number_of_workers_changes_nothing_but_the_time(pages: Path, tmp_path: Path) -> None:
    outputs = []
    for workers in ("1", "3"):
        output = tmp_path / f"{workers}.jsonl"
        assert run(pages, output, "--workers", workers, "--extractor", "density") == 0
        outputs.append([{**row, "ms": 0} for row in rows_of(output)])
    assert outputs[0] == outputs[1]


def test_several_extractors_add_their_agreement(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert run(pages, output, "--extractor", "density,full", "--workers", "1") == 0
    expected = [extract_many(html(row), ["density", "full"]) for row in range(PAGES)]
    rows = rows_of(output)
    assert [row["text"] for row in rows] == [extraction.text for extraction in expected]
    assert [row["agreement"] for row in rows] == pytest.approx([e.agreement for e in expected])


def test_url_and_charset_columns_are_used(tmp_path: Path) -> None:
    text = "Съешь ещё этих мягких французских булок, да выпей чаю"
    source = write(
        tmp_path / "pages.parquet",
        html=[f"<p>{text}</p>".encode(name) for name in ("koi8-r", "windows-1251", "utf-8")],
        charset=["koi8-r", "windows-1251", None],
        url=["https://a.example/", None, ""],
    )
    output = tmp_path / "out.jsonl"
    assert run(source, output, "--extractor", "full") == 0
    assert [row["text"] for row in rows_of(output)] == [text] * 3

    assert run(source, output, "--extractor", "full", "--charset", "windows-1251") == 0
    assert [row["text"] for row in rows_of(output)] == [
        text.encode(name).decode("windows-1251", "replace")
        for name in ("koi8-r", "windows-1251", "utf-8")
    ]


def test_an_address_is_read_through_fsspec(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    assert main(["extract", "--input", f"file://{pages}", "--output", str(output)]) == 0
    assert len(rows_of(output)) == PAGES


def test_no_pages_are_no_lines(tmp_path: Path) -> None:
    source = write(tmp_path / "pages.parquet", html=pa.array([], pa.binary()))
    assert run(source, tmp_path / "out.jsonl") == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


@pytest.mark.parametrize(
    ("more", "make", "message"),
    [
        pytest.param([], lambda path: None, "{source}: No such file or directory", id="missing"),
        pytest.param([], lambda path: path.mkdir(), "{source}: Is a directory", id="directory"),
        pytest.param(
            [],
            lambda path: path.write_text("<p>not Parquet"),
            "{source}: not a Parquet file (",
            id="not Parquet",
        ),
        pytest.param(
            [],
            lambda path: write(path, id=["a"], text=["b"]),
            "{source}: no column html; the columns are id, text",
            id="no html",
        ),
        pytest.param(
            [],
            lambda path: write(path, html=[1]),
            "{source}: column html is int64, not binary or string",
            id="html is a number",
        ),
        pytest.param(
            ["--keep", "id,datset"],
            lambda path: write(path, id=["a"], html=["b"], dataset=["c"]),
            "{source}: no column datset; the columns are id, html, dataset",
            id="kept column",
        ),
        pytest.param(
            ["--keep", "when"],
            lambda path: write(path, html=["b"], when=pa.array([1 << 50], pa.timestamp("ms"))),
            "{source}: column when: ",
            id="year beyond reason",
        ),
    ],
)
def test_an_impossible_input_is_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    make: Callable[[Path], object],
    message: str,
) -> None:
    source = tmp_path / "source"
    make(source)
    assert run(source, tmp_path / "out.jsonl", *more) == 1
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.startswith("winnow: error: " + message.format(source=source))
    assert written.err.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} <= {"source"}


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        pytest.param("missing/out.jsonl", "No such file or directory", id="no such folder"),
        pytest.param(".", "Is a directory", id="directory"),
        pytest.param("pages.parquet", "it is the input", id="input"),
    ],
)
def test_an_impossible_output_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], output: str, reason: str
) -> None:
    source = write(tmp_path / "pages.parquet", html=["<p>text"])
    before = source.read_bytes()
    path = tmp_path / output
    assert run(source, path) == 1
    assert capsys.readouterr().err == f"winnow: error: cannot write {path}: {reason}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["pages.parquet"]
    assert source.read_bytes() == before


def test_an_output_is_replaced_with_the_usual_permissions(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    output.write_text("old")
    plain = tmp_path / "plain"
    plain.touch()
    assert run(pages, output) == 0
    assert len(rows_of(output)) == PAGES
    assert output.stat().st_mode == plain.stat().st_mode


# What a worker process runs in place of the extractors: a page can kill it, as a bug in native
# code or a full memory would.


def fragile_chunk(pages: list[PageRow], **options: Any) -> Lines:  # noqa: ANN401
    for page in pages:
        if page.html == b"<p>kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if page.html == b"<p>raise":
            raise ZeroDivisionError("a bug")
    return batch.extract_chunk(pages, **options)


def fragile_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, pages: list[bytes]
) -> tuple[int, Path]:
    rows = [str(row) for row in range(len(pages))]
    source = write(tmp_path / "pages.parquet", id=rows, html=pages)
    output = tmp_path / "out.jsonl"
    monkeypatch.setattr(batch, "extract_chunk", fragile_chunk)  # here; not in the workers
    return run(source, output, "--keep", "id", "--extractor", "full"), output


def test_a_page_that_kills_its_worker_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = [b"<p>fine"] * 40
    pages[3] = pages[39] = b"<p>kill"
    code, output = fragile_run(monkeypatch, tmp_path, pages)
    assert code == 0
    rows = rows_of(output)
    assert [row["id"] for row in rows] == [str(row) for row in range(40)]
    assert [row for row in rows if row["status"] != "ok"] == [
        {"id": str(row), "text": "", "title": "", "status": "crashed", "ms": None}
        for row in (3, 39)
    ]
    assert capsys.readouterr().err == "".join(
        f"winnow: note: row {row}: crashed, worker killed by SIGKILL\n" for row in (3, 39)
    )


def test_an_exception_in_a_worker_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    code, output = fragile_run(monkeypatch, tmp_path, [b"<p>fine", b"<p>raise"])
    assert code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["pages.parquet"]
    *traceback, last = capfd.readouterr().err.splitlines()
    assert last == "winnow: error: an extractor failed on rows 0 to 1; its traceback is above"
    assert traceback[-1] == "ZeroDivisionError: a bug"
    assert not output.exists()


def test_standard_input_and_output() -> None:
    page = b"<title>T</title><p>One paragraph, caf\xc3\xa9.</p>"
    done = subprocess.run(
        command("extract", "-", "--extractor", "full"),
        input=page,
        cwd=ROOT,
        capture_output=True,
        check=True,
        env={**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    )
    assert (done.stdout, done.stderr) == ("One paragraph, café.\n".encode(), b"")


def test_nothing_but_lines_when_there_is_no_terminal(pages: Path) -> None:
    done = subprocess.run(
        command("extract", "--input", pages, "--output", "-"),
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert done.stdout.count(b"\n") == PAGES
    assert done.stderr == b""


def test_progress_on_a_terminal(pages: Path, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 100))
    process = subprocess.Popen(
        command("extract", "--input", pages, "--output", tmp_path / "out.jsonl"),
        cwd=ROOT,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 4096):
            shown += data
    except OSError:  # how a terminal says that the other side is closed
        pass
    finally:
        os.close(ours)
    assert process.wait() == 0
    assert b"100%" in shown
    assert b"200/200" in shown
    assert f"200 pages: {PAGES - len(BAD)} ok, 4 empty, 1 not_html, 1 no_text".encode() in shown


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("what", ["file", "batch"])
def test_a_reader_that_leaves_early_is_no_error(
    pages: Path, tmp_path: Path, what: str, unbuffered: str
) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(html(HUGE))
    argv: list[str | Path] = ["extract", page, "--extractor", "full"]
    if what == "batch":
        argv = ["extract", "--input", pages, "--output", "-"]
    with subprocess.Popen(
        command(*argv),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.fixture
def heard() -> Iterator[None]:
    """A shell starts its background jobs deaf to Ctrl-C, and their children inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(
    ("signum", "code", "word"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted", id="Ctrl-C"),
        pytest.param(signal.SIGTERM, 143, "terminated", id="SIGTERM"),
    ],
)
def test_an_interrupted_run_leaves_nothing_behind(
    pages: Path, tmp_path: Path, signum: signal.Signals, code: int, word: str
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    many = tmp_path / "many.parquet"  # so many that a busy machine does not finish them first
    pq.write_table(pa.concat_tables([pq.read_table(pages)] * 200), many)
    with subprocess.Popen(
        command("extract", "--input", many, "--output", folder / "out.jsonl"),
        cwd=ROOT,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + 30
        while not list(folder.iterdir()) and time.monotonic() < deadline:
            time.sleep(0.002)
        assert [path.suffix for path in folder.iterdir()] == [".part"]
        os.killpg(process.pid, signum)  # as a terminal does: to the workers as well
        assert process.stderr
        said = process.stderr.read().decode()
    assert (process.returncode, said) == (code, f"winnow: error: {word}\n")
    assert list(folder.iterdir()) == []
