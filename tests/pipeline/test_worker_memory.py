"""The memory of a worker does not grow with the shard."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.crawls.shards import write_bench_crawl
from tests.pipeline.test_clean import ROOT, workers_of

GIGABYTE = 1 << 30
MOST = 450 << 20


def resident(pid: int) -> int:
    """Bytes of memory that a process holds; 0 if it is gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    found = [line for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(found[0].split()[1]) << 10 if found else 0


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_gigabyte_takes_no_more_memory_than_450_megabytes(tmp_path: Path) -> None:
    write_bench_crawl(tmp_path / "crawl", pages=2_000, shards=1, seed=3)
    (part,) = (tmp_path / "crawl" / "shards").iterdir()
    shard = tmp_path / "large.warc.gz"
    with shard.open("wb") as stream:  # members in a row are a shard
        while stream.tell() < GIGABYTE:
            stream.write(part.read_bytes())
    command = f"clean --input {shard} --output {tmp_path / 'out'} --workers 2"
    peak = 0
    with subprocess.Popen(
        [sys.executable, "-m", "pipelines.cli", *command.split()], cwd=ROOT, stdout=subprocess.PIPE
    ) as process:
        while process.poll() is None:
            peak = max([peak, *map(resident, workers_of(process))])
            time.sleep(0.2)
        assert process.stdout
        assert f"{stream_rows(shard, part):,} rows" in process.stdout.read().decode()
    print(f"peak of a worker: {peak >> 20} MiB")  # noqa: T201 - a figure for the record
    assert 0 < peak <= MOST


def stream_rows(shard: Path, part: Path) -> int:
    """How many pages the shard holds."""
    return shard.stat().st_size // part.stat().st_size * 2_000
