"""warcio's opinion of what our reader says."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipelines.second_reader import dissent
from tests.pipeline.shards import page, write_shard
from transforms.crawl.captures import Capture, Flaw
from transforms.crawl.planning import plan_units
from transforms.crawl.reading import UnitReader


@pytest.fixture(params=["a.warc.gz", "a.warc"])
def capture(tmp_path: Path, request: pytest.FixtureRequest) -> Capture:
    shard = tmp_path / request.param
    write_shard(shard, [page("a"), page("b")])
    (unit,) = plan_units(str(shard))
    return list(UnitReader(unit))[1]


def test_it_agrees(capture: Capture) -> None:
    assert dissent(capture) == ""


def test_it_disagrees_on_what_was_read_wrongly(capture: Capture) -> None:
    wrong = bytes(capture.payload[:-1]) if isinstance(capture.payload, bytes) else b""
    assert dissent(replace(capture, payload=wrong)) == (
        f"warcio reads {len(wrong) + 1:,} bytes of body, not these {len(wrong):,}"
    )
    assert dissent(replace(capture, http_status=404)) == "warcio reads the HTTP status 200, not 404"


def test_it_has_no_opinion_of_damage_nor_of_rows(capture: Capture) -> None:
    assert dissent(replace(capture, flaw=Flaw.CORRUPT)) is None
    assert dissent(replace(capture, payload="a row of a table")) is None
    assert dissent(replace(capture, length=0)) is None
