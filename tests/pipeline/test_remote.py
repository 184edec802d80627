"""Shards and outputs that are URLs."""

import re
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pyarrow.parquet as pq
import pytest

from pipelines.cli import main
from tests.pipeline.shards import page, write_shard


class Shelf(BaseHTTPRequestHandler):
    """Serves one file, whole or a range of it, as a store of crawls does."""

    content: ClassVar[bytes]
    asked: ClassVar[list[str]] = []

    def do_HEAD(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Length", str(len(self.content)))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"one"')
        self.end_headers()

    def do_GET(self) -> None:
        found = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not found:
            self.do_HEAD()
            self.wfile.write(self.content)
            return
        first, last = int(found[1]), int(found[2] or len(self.content) - 1)
        part = self.content[first : last + 1]
        self.asked.append(found[0])
        self.send_response(HTTPStatus.PARTIAL_CONTENT)
        self.send_header("Content-Length", str(len(part)))
        end = first + len(part) - 1
        self.send_header("Content-Range", f"bytes {first}-{end}/{len(self.content)}")
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *_: object) -> None:
        """Says nothing: a test's output is for what is wrong."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    write_shard(tmp_path / "a.warc.gz", [page(str(number)) for number in range(300)])
    Shelf.content = (tmp_path / "a.warc.gz").read_bytes()
    with ThreadingHTTPServer(("127.0.0.1", 0), Shelf) as shelf:
        thread = threading.Thread(target=shelf.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{shelf.server_port}"
        shelf.shutdown()
        thread.join()


def test_a_shard_behind_http_is_read_by_ranges(server: str, tmp_path: Path) -> None:
    output = tmp_path / "out"
    assert main(["clean", "--input", f"{server}/a.warc.gz", "--output", str(output)]) == 0
    found = pq.read_table(output / "pages").to_pylist()
    assert [row["url"] for row in found] == [f"https://example.org/{n}" for n in range(300)]
    assert {row["warc_filename"] for row in found} == {f"{server}/a.warc.gz"}
    assert Shelf.asked
    assert main(["verify", str(output)]) == 0


def test_a_folder_can_be_a_url(tmp_path: Path) -> None:
    write_shard(tmp_path / "a.warc.gz", [page("a")])
    output = (tmp_path / "out").as_uri()
    shard = (tmp_path / "a.warc.gz").as_uri()
    assert main(["clean", "--input", shard, "--output", output]) == 0
    assert pq.read_table(tmp_path / "out" / "pages")["warc_filename"].to_pylist() == [shard]
    assert main(["verify", output]) == 0


def test_a_shard_that_is_not_there_is_said_in_one_line(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"{server.rpartition(':')[0]}:9/a.warc.gz"
    assert main(["clean", "--input", url, "--output", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err.splitlines()
    assert said[-1].startswith(f"winnow: error: {url}: ")
