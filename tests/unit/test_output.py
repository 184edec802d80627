"""The folder of a run: names, and files that are whole or absent."""

import pickle
from pathlib import Path

import pytest

from transforms.crawl.units import Compression, Form, Unit
from transforms.output import TEMPORARY, Output, shard_name, unit_name


@pytest.fixture(params=["local", "file URL", "memory"])
def output(tmp_path: Path, request: pytest.FixtureRequest) -> Output:
    roots = {
        "local": str(tmp_path / "out"),
        "file URL": (tmp_path / "out").as_uri(),
        "memory": f"memory://{tmp_path}/out",
    }
    return Output(roots[request.param])


def test_a_file_appears_when_it_is_complete(output: Output) -> None:
    with output.publish("pages/a.parquet") as stream:
        stream.write(b"whole")
        assert not output.exists("pages/a.parquet")
    assert output.read("pages/a.parquet") == b"whole"
    assert output.list("pages") == ["a.parquet"]
    assert output.list(TEMPORARY) == []


def write_half(output: Output, name: str) -> None:
    with output.publish(name) as stream:
        stream.write(b"half")
        raise ZeroDivisionError


def test_a_file_that_was_not_completed_never_was(output: Output) -> None:
    with pytest.raises(ZeroDivisionError):
        write_half(output, "pages/a.parquet")
    assert output.read("pages/a.parquet") is None
    assert output.list("pages") == []
    assert output.list(TEMPORARY) == []


def test_a_file_is_replaced_in_one_step(output: Output) -> None:
    output.write_json("a.json", {"version": 1})
    output.write_json("a.json", {"version": 2})
    assert output.read_json("a.json") == {"version": 2}


def test_what_is_not_there_can_be_removed(output: Output) -> None:
    output.remove("pages")
    output.write_json("pages/a.json", {})
    output.remove("pages")
    assert output.list("pages") == []
    assert output.read_json("pages/a.json") is None


def test_it_travels_as_its_path(output: Output) -> None:
    output.write_json("a.json", 1)
    assert pickle.loads(pickle.dumps(output)).read_json("a.json") == 1


def test_a_shard_is_forgotten_with_all_its_files(output: Output) -> None:
    for shard in ("crawl/a.warc.gz", "crawl/b.warc.gz"):
        unit = Unit(shard, 0, 5, 5, Form.WARC, Compression.GZIP, 5)
        for name in (
            f"manifest/{shard_name(shard)}.json",
            f"pages/{unit_name(unit)}.parquet",
            f"nodes/{unit_name(unit)}.parquet",
        ):
            output.write_json(name, {})
    output.remove_shard("crawl/a.warc.gz")
    for folder in ("manifest", "pages", "nodes"):
        assert [name.startswith("b-") for name in output.list(folder)] == [True]


@pytest.mark.parametrize(
    ("shard", "stem"),
    [
        pytest.param("crawl/CC-MAIN-1.warc.gz", "CC-MAIN-1", id="WARC"),
        pytest.param("s3://bucket/a/b.warc.zst", "b", id="URL"),
        pytest.param("pages.parquet", "pages", id="Parquet"),
        pytest.param("crawl/a b?c.arc", "a-b-c", id="characters that need quoting"),
        pytest.param("crawl/.warc.gz", "shard", id="no name"),
    ],
)
def test_names_are_recognised_and_of_one_shard(shard: str, stem: str) -> None:
    assert shard_name(shard).rpartition("-")[0] == stem
    assert shard_name(shard) != shard_name(f"other/{shard}")
