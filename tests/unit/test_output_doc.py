"""`OUTPUT.md` is the output: every column, type, status and key in it, and examples that run."""

import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pipelines.cli import main
from tests.crawls.shards import write_crawl
from transforms.schema import NODES, PAGES, SCHEMA_VERSION
from transforms.status import STATUSES

DOC = (Path(__file__).parents[2] / "transforms" / "OUTPUT.md").read_text(encoding="utf-8")


def table(heading: str, text: str = DOC) -> list[tuple[str, ...]]:
    """The cells of the tables whose first column is headed so, `code` without its marks."""
    rows, inside = [], False
    for line in text.splitlines():
        cells = tuple(cell.strip() for cell in line.strip("|").split(" | "))
        if not line.startswith("|"):
            inside = False
        elif cells[0] == heading:
            inside = True
        elif inside and not cells[0].startswith("---"):
            names = re.findall(r"`([^`]+)`", cells[0])
            rows += [(name, *cells[1:]) for name in names]
    return rows


def section(title: str) -> str:
    return DOC.split(f"\n## {title}\n")[1].split("\n## ")[0]


def said(kind: pa.DataType) -> str:
    """A type as the document says it."""
    if pa.types.is_dictionary(kind):
        return said(kind.value_type)
    if pa.types.is_list(kind):
        return f"list of {said(kind.value_type)}"
    if pa.types.is_struct(kind):
        return "struct"
    if pa.types.is_timestamp(kind):
        return f"timestamp[{kind.unit}, {kind.tz}]"
    names = {pa.binary(16): "bytes[16]", pa.float32(): "float32"}
    return names.get(kind, str(kind))


def fields(of: "pa.Schema | pa.StructType") -> list[tuple[str, str]]:
    return [(field.name, said(field.type)) for field in of]


@pytest.mark.parametrize(
    ("heading", "where", "wanted"),
    [
        pytest.param("column", "Pages", fields(PAGES), id="pages"),
        pytest.param("column", "Nodes", fields(NODES), id="nodes"),
        pytest.param("field of `policy`", "Pages", fields(PAGES.field("policy").type), id="policy"),
        pytest.param(
            "field of `blocks`", "Pages", fields(PAGES.field("blocks").type.value_type), id="blocks"
        ),
    ],
)
def test_every_column_is_there_in_order(
    heading: str, where: str, wanted: list[tuple[str, str]]
) -> None:
    rows = table(heading, section(where))
    assert [row[:2] for row in rows] == wanted
    assert all(len(row) == 3 and row[2] for row in rows)


def test_every_status_is_there() -> None:
    rows = table("status")
    assert sorted(name for name, _ in rows) == sorted(STATUSES)
    assert all(meaning for _, meaning in rows)


def test_the_version_is_that_of_the_schema() -> None:
    assert f"\nSchema version {SCHEMA_VERSION}. " in DOC


@pytest.fixture(scope="module")
def cleaned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an output of every form of shard."""
    folder = tmp_path_factory.mktemp("cleaned")
    write_crawl(folder, pages=70, shards=7, seed=3)
    shards, out = str(folder / "shards"), str(folder / "out")
    assert main(["clean", "--input", shards, "--output", out, "--workers", "1"]) == 0
    return folder


def test_every_key_is_there(cleaned: Path) -> None:
    out = cleaned / "out"
    footer = pq.read_metadata(next((out / "pages").iterdir())).metadata
    assert {name for name, _ in table("key", section("Footers"))} == {
        key.decode() for key in footer if key.startswith(b"winnow.")
    }
    books = section("Manifests and `_SUCCESS`")
    both = {name for name, where, _ in table("key", books) if where == "both"}
    ours = {name for name, where, _ in table("key", books) if where == "manifest"}
    assert both == set(json.loads((out / "_SUCCESS").read_text()))
    manifest = json.loads(next((out / "manifest").iterdir()).read_text())
    assert both | ours == set(manifest)
    assert {name for name, _ in table("key of a file")} == set(manifest["files"][0])


def test_what_is_always_there_is(cleaned: Path) -> None:
    for folder, heading in {"pages": "Pages", "nodes": "Nodes"}.items():
        always = [row[0] for row in table("column", section(heading)) if row[2][:6] == "always"]
        for path in (cleaned / "out" / folder).iterdir():
            found = pq.read_table(path, columns=always)
            assert [name for name in always if found[name].null_count] == []


def test_without_a_page_there_is_nothing_of_one(cleaned: Path) -> None:
    names = [field.name for field in PAGES]
    absent = [*names[names.index("canonical_url") :], "charset", "charset_source"]
    absent.remove("blocks")
    rows = pq.read_table(cleaned / "out" / "pages").to_pylist()
    assert {row["status"] for row in rows} > {"ok", "corrupt", "truncated", "http_status"}
    for row in rows:
        if row["status"] not in {"ok", "no_text", "no_content"}:
            assert [name for name in absent if row[name] is not None] == []
            assert row["blocks"] == []
        else:
            assert None not in (row["text"], row["lang"], row["charset"], row["dom_nodes"])


def test_the_python_examples_run(
    cleaned: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(cleaned)
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```", DOC, re.DOTALL)
    assert len(examples) == 4
    printed = []
    for example in examples:
        exec(example, names)  # in one another's names, as a reader has them
        printed.append(capsys.readouterr().out)
    rows = pq.read_table("out/pages").to_pylist()
    german = [row for row in rows if row["lang"] == "de" and not row["policy"]["noindex"]]
    assert printed[0] == f"{len(german)} of {len(rows)}\n"
    assert printed[1].startswith("1 ")
    assert "\ntext 1 " in printed[2]


def test_the_sql_examples_run(cleaned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    monkeypatch.chdir(cleaned)
    (examples,) = re.findall(r"```sql\n(.*?)```", DOC, re.DOTALL)
    connection = duckdb.connect()
    answers = [connection.execute(each).fetchall() for each in examples.split(";\n")[:-1]]
    rows = pq.read_table("out/pages").to_pylist()
    assert sum(count for _, count, _ in answers[0]) == sum(row["status"] == "ok" for row in rows)
    assert all(text for _, text in answers[1])
    assert sum(count for _, count in answers[3]) == len(rows)
