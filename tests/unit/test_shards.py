"""Inputs to shards, and shards wherever they lie."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import fsspec
import pytest

from tests.records import crawl, pack, read
from transforms.crawl.captures import Capture
from transforms.crawl.planning import plan_units
from transforms.crawl.shards import find_shards, looks_like_shard
from transforms.crawl.storage import ShardError, Source, open_shard
from transforms.crawl.units import Compression

NAMES = ["b.warc.gz", "a.warc", "deep/er/c.arc.gz", "deep/d.parquet"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*NAMES, "notes.txt", ".hidden.warc", "_part.parquet", "deep/e.cdx"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"WARC/1.0\r\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("inputs", "shards"),
    [
        (["a.warc"], ["a.warc"]),
        (["./a.warc", "a.warc"], ["a.warc"]),
        (["."], sorted(NAMES)),
        (["deep"], ["deep/d.parquet", "deep/er/c.arc.gz"]),
        (["*.warc*"], ["a.warc", "b.warc.gz"]),
        (["**/*.arc.gz", "[b]*"], ["b.warc.gz", "deep/er/c.arc.gz"]),
        (["notes.txt"], ["notes.txt"]),
        (
            ["b.warc.gz", "deep", "deep/*.parquet"],
            ["b.warc.gz", "deep/d.parquet", "deep/er/c.arc.gz"],
        ),
        (["s3://bucket/a.warc.gz"], ["s3://bucket/a.warc.gz"]),
    ],
)
def test_inputs_stand_for_shards(folder: Path, inputs: list[str], shards: list[str]) -> None:
    assert find_shards(inputs) == shards


@pytest.mark.usefixtures("folder")
def test_lists_name_shards() -> None:
    text = "# the crawl\n\n b.warc.gz \ns3://bucket/a.warc\nmissing.warc\n*.warc\n"
    Path("list.txt").write_text(text)
    Path("list.paths").write_text(text)
    Path("list.paths.gz").write_bytes(gzip.compress(text.encode()))
    for name in ("@list.txt", "list.paths", "list.paths.gz", "@list.paths.gz"):
        assert find_shards([name]) == [
            "a.warc", "b.warc.gz", "missing.warc", "s3://bucket/a.warc"
        ]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.warc", "missing.warc: No such file or directory"),
        ("*.wet", "*.wet: no shards found"),
        ("empty", "empty: no shards found"),
        ("@empty.txt", "@empty.txt: no shards found"),
        ("@missing.txt", "missing.txt: No such file or directory"),
        ("bad.paths.gz", "bad.paths.gz: "),
        ("nowhere://a/*", "nowhere://a/*: Protocol not known: nowhere"),
        ("memory://nowhere/*.warc", "memory://nowhere/*.warc: no shards found"),
    ],
)
def test_an_input_that_stands_for_nothing_is_named(name: str, message: str) -> None:
    Path("empty").mkdir()
    Path("empty.txt").write_text("\n# nothing\n")
    Path("bad.paths.gz").write_bytes(b"\x1f\x8b\x08 damaged")
    with pytest.raises(ShardError, match="^" + re.escape(message)) as caught:
        find_shards(["a.warc", name])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("a.warc", True),
        ("a.warc.gz", True),
        ("a.warc.zst", True),
        ("a.warc.lz4", True),
        ("a.arc", True),
        ("a.arc.gz", True),
        ("a.wet.gz", True),
        ("a.wat.gz", True),
        ("a.warc.wet.gz", True),
        ("x/a.parquet", True),
        ("x/.a.parquet", False),
        ("x/_a.parquet", False),
        ("a.parquet.gz", False),
        ("a.warc.gz.part", False),
        ("warc", False),
        ("a.txt", False),
    ],
)
def test_names_of_shards(name: str, verdict: bool) -> None:
    assert looks_like_shard(name) is verdict


def test_urls_are_read_like_files(tmp_path: Path) -> None:
    content = pack(crawl(5), Compression.GZIP)
    (tmp_path / "a.warc.gz").write_bytes(content)
    with fsspec.open("memory://crawl/a.warc.gz", "wb") as stream:
        stream.write(content)
    expected = [capture.payload for capture in _captures(str(tmp_path / "a.warc.gz"))]
    for url in (f"file://{tmp_path}/a.warc.gz", "memory://crawl/a.warc.gz"):
        assert find_shards([url]) == [url]
        assert [capture.payload for capture in _captures(url)] == expected
    assert find_shards(["memory://crawl"]) == ["memory:///crawl/a.warc.gz"]
    assert find_shards(["memory://crawl/*.gz"]) == ["memory:///crawl/a.warc.gz"]


def test_what_fails_while_it_is_read_is_named() -> None:
    class Broken:
        def seek(self, offset: int, whence: int = 0) -> int:
            return 100

        def read(self, count: int) -> bytes:
            raise TimeoutError(110, "Connection timed out")

    source = Source("http://a/b.warc", Broken())  # type: ignore[arg-type]
    with pytest.raises(ShardError) as caught:
        source.read(0, 10)
    assert str(caught.value) == "http://a/b.warc: Connection timed out"


def test_a_source_reads_any_bytes(tmp_path: Path) -> None:
    content = bytes(range(256)) * 9000
    (tmp_path / "a").write_bytes(content)
    with open_shard(str(tmp_path / "a")) as stream:
        source = Source("a", stream)
        for at in (0, 100, 2_200_000, 1_048_570, 3, 2_303_990, 2_304_000, 9_000_000):
            assert source.read(at, 50) == content[at : at + 50]
        assert source.size == len(content)


def test_a_plain_path_needs_no_file_system_layer(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(pack(crawl(1), Compression.NONE))
    code = (
        "import sys; from transforms.crawl.shards import find_shards; "
        "from transforms.crawl.storage import open_shard; "
        "open_shard(find_shards(sys.argv[1:])[0]).close(); sys.exit('fsspec' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    assert (
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)], cwd=root, check=False
        ).returncode
        == 0
    )


def _captures(shard: str) -> list[Capture]:
    return [capture for unit in plan_units(shard, 200) for capture in read(unit)[0]]
