"""Pages that crash, hang, eat memory or raise: they cost their own row, and nothing else."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from pipelines.run_clean import run_clean
from tests import poison
from tests.pipeline.shards import page, write_shard
from transforms.config import CleanConfig
from transforms.guarding.budget import Budget
from transforms.output import ACCIDENTS, Output

GOOD = [page(f"a good page, the {number}.") for number in range(12)]


def clean(folder: Path, *titles: str, workers: int = 1) -> dict[str, tuple[str, str | None]]:
    """Cleans good pages with bad ones among them; returns status and error by URL."""
    pages = [*GOOD[:6], *(page("Bad.", title=title) for title in titles), *GOOD[6:]]
    write_shard(folder / "one.warc.gz", pages)
    config = CleanConfig(
        str(folder / "out"),
        (poison.Poison(),),
        budget=Budget(seconds=1.0, memory=256 << 20),
    )
    assert run_clean(config, [str(folder / "one.warc.gz")], workers, overwrite=False) == 0
    table = pq.read_table(folder / "out" / "pages")
    assert table["url"].to_pylist() == [f"https://example.org/{n}" for n in range(len(pages))]
    rows = zip(*(table[name].to_pylist() for name in ("url", "status", "error")), strict=True)
    return {url: (status, error) for url, status, error in rows if status != "ok"}


@pytest.mark.parametrize(
    ("title", "status", "error"),
    [
        pytest.param(poison.ABORT, "crash", "Fatal Python error: Aborted", id="abort"),
        pytest.param(poison.LOOP, "timeout", "over 1 seconds", id="loop that holds the GIL"),
        pytest.param(poison.EAT, "memory", "over 256 MiB", id="memory"),
        pytest.param(poison.KILL, "crash", "the process was killed", id="killed, twice"),
        pytest.param(poison.RAISE, "crash", "ZeroDivisionError: a bug", id="exception"),
    ],
)
def test_a_bad_page_costs_its_own_row(tmp_path: Path, title: str, status: str, error: str) -> None:
    assert clean(tmp_path, title) == {"https://example.org/6": (status, error)}


def test_many_bad_pages_among_good_ones(tmp_path: Path) -> None:
    found = clean(tmp_path, poison.ABORT, poison.LOOP, poison.EAT, poison.RAISE, workers=2)
    assert [status for status, _ in found.values()] == ["crash", "timeout", "memory", "crash"]


def test_a_worker_killed_from_outside_costs_nothing(tmp_path: Path) -> None:
    assert clean(tmp_path, poison.KILL_ONCE + str(tmp_path / "killed")) == {}
    assert (tmp_path / "killed").exists()
    assert Output(str(tmp_path / "out")).list(ACCIDENTS) == []  # a suspect no more
