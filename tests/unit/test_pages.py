"""Parquet columns as pages, and their values as JSON."""

import json
from contextlib import suppress
from datetime import UTC, datetime, time
from decimal import Decimal
from pathlib import Path
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from transforms.crawl.pages import PageRow, PagesFile
from transforms.crawl.storage import ShardError
from transforms.lines import json_line, write_whole


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pages.parquet"


def write(path: Path, row_group_size: int | None = None, **columns: object) -> None:
    pq.write_table(pa.table(columns), path, row_group_size=row_group_size)


def read(path: Path | str, *keep: str) -> list[PageRow]:
    with PagesFile(str(path), keep) as pages:
        rows = list(pages)
        assert len(rows) == pages.rows
        return rows


@pytest.mark.parametrize(
    ("values", "written"),
    [
        pytest.param(pa.array([7]), 7, id="integer"),
        pytest.param(pa.array([True]), True, id="boolean"),
        pytest.param(pa.array([None], pa.int8()), None, id="null"),
        pytest.param(pa.array([float("nan")]), None, id="not a number"),
        pytest.param(pa.array([[1.5, float("inf")]]), [1.5, None], id="list"),
        pytest.param(pa.array([{"a": {"b": "ü"}}]), {"a": {"b": "ü"}}, id="struct"),
        pytest.param(pa.array([Decimal("1.10")]), "1.10", id="decimal"),
        pytest.param(pa.array([b"caf\xc3\xa9"]), "café", id="binary that is text"),
        pytest.param(pa.array([b"\xff\x00"]), {"base64": "/wA="}, id="binary"),
        pytest.param(
            pa.array([datetime(2024, 5, 1, 12, 30, tzinfo=UTC)]),
            "2024-05-01T12:30:00+00:00",
            id="timestamp",
        ),
        pytest.param(
            pa.array([1_714_566_600_000_000_001], pa.timestamp("ns")),
            "2024-05-01T12:30:00.000000001",
            id="nanoseconds",
        ),
        pytest.param(pa.array([19_844], pa.date32()), "2024-05-01", id="date"),
        pytest.param(pa.array([1_500], pa.duration("ms")), 1.5, id="duration"),
        pytest.param(pa.array([time(12, 30)]), "12:30:00", id="time"),
        pytest.param(
            pa.array([1], pa.time64("ns")), "00:00:00.000000001", id="time in nanoseconds"
        ),
        pytest.param(
            pa.array([UUID(int=1).bytes], pa.uuid()),
            "00000000-0000-0000-0000-000000000001",
            id="UUID",
        ),
        pytest.param(pa.array(["x"]).dictionary_encode(), "x", id="dictionary"),
    ],
)
def test_a_kept_value_is_json(path: Path, values: pa.Array, written: object) -> None:
    write(path, html=["<p>"], value=values)
    (page,) = read(path, "value")
    line = json_line(page.kept)
    assert json.loads(line) == {"value": written}
    assert line.endswith(b"}\n")
    assert line.count(b"\n") == 1


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.large_string(),
        pa.binary(),
        pa.large_binary(),
        pa.binary(5),
        pa.dictionary(pa.int32(), pa.string()),
    ],
    ids=str,
)
def test_html_is_text_or_bytes(path: Path, kind: pa.DataType) -> None:
    write(path, html=pa.array(["<p>ab", None]).cast(kind))
    is_text = "string" in str(kind)
    assert [page.html for page in read(path)] == ["<p>ab" if is_text else b"<p>ab", None]


def test_rows_are_numbered_across_row_groups(path: Path) -> None:
    write(path, 30, html=[str(row) for row in range(100)])
    assert [(page.row, page.html) for page in read(path)] == [(i, str(i)) for i in range(100)]


def test_hints_are_used_where_they_are_text(path: Path) -> None:
    write(path, html=["a", "b", "c"], url=[b"u\xff", None, ""], charset=[1, 2, 3])
    assert read(path) == [PageRow(0, "a", "u\ufffd"), PageRow(1, "b"), PageRow(2, "c")]


def test_a_hint_may_be_kept_as_well(path: Path) -> None:
    write(path, html=["a"], url=["u"])
    assert read(path, "url", "html") == [PageRow(0, "a", "u", None, {"url": "u", "html": "a"})]


def test_a_url_is_opened_by_fsspec(path: Path) -> None:
    write(path, html=["a"])
    assert read(f"file://{path}") == [PageRow(0, "a")]


@pytest.mark.parametrize(
    ("url", "message"),
    [
        pytest.param("nowhere://a/b", "nowhere://a/b: Protocol not known: nowhere", id="protocol"),
        pytest.param("memory://a/b", "memory://a/b: /a/b", id="missing"),
    ],
)
def test_a_url_that_does_not_open(url: str, message: str) -> None:
    with pytest.raises(ShardError) as caught:
        PagesFile(url)
    assert str(caught.value) == message


def test_a_damaged_file_names_itself(path: Path) -> None:
    write(path, html=[str(row) * 50 for row in range(1000)])
    damaged = bytearray(path.read_bytes())
    damaged[100:1100] = bytes(1000)
    path.write_bytes(damaged)
    with pytest.raises(ShardError) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: row group 0: ")
    assert "\n" not in str(caught.value)


def test_what_python_has_no_value_for_names_its_column(path: Path) -> None:
    write(path, html=["a"], when=pa.array([1 << 50], pa.timestamp("ms")))
    with pytest.raises(ShardError, match="column when: "):
        read(path, "when")


def test_a_file_is_whole_or_absent(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    with suppress(ZeroDivisionError), write_whole(path) as stream:
        stream.write(b"half")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    with write_whole(path) as stream:
        stream.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    with write_whole(link) as stream:
        stream.write(b"new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_a_device_is_written_to_as_it_is() -> None:
    with write_whole(Path("/dev/null")) as stream:
        stream.write(b"gone")
    assert Path("/dev/null").is_char_device()
