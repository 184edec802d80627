"""What is remembered of pages that did harm, and what a guardian makes of a slot."""

from pathlib import Path

import pytest

from transforms.guarding.accidents import Record, forgive, recall, remember
from transforms.guarding.slot import COUNTERS, OPEN, Slot, SlotReader
from transforms.output import Output
from transforms.status import STATUSES


@pytest.fixture
def output(tmp_path: Path) -> Output:
    return Output(str(tmp_path))


def record(offset: int, *, certain: bool, shard: str = "a.warc.gz") -> Record:
    return Record(shard, offset, "crash", "Aborted", certain)


def test_a_certain_death_condemns_at_once(output: Output) -> None:
    remember(output, record(7, certain=True))
    assert recall(output, "a.warc.gz")[7].is_condemned


def test_a_suspect_is_condemned_the_second_time(output: Output) -> None:
    remember(output, record(7, certain=False))
    assert not recall(output, "a.warc.gz")[7].is_condemned
    remember(output, record(7, certain=False))
    found = recall(output, "a.warc.gz")[7]
    assert (found.deaths, found.is_condemned) == (2, True)


def test_a_suspect_can_be_forgiven(output: Output) -> None:
    remember(output, record(7, certain=False))
    forgive(output, recall(output, "a.warc.gz")[7])
    assert recall(output, "a.warc.gz") == {}


def test_each_shard_has_its_own_pages(output: Output) -> None:
    remember(output, record(7, certain=True))
    remember(output, record(8, certain=True, shard="b.warc.gz"))
    assert [*recall(output, "a.warc.gz")] == [7]
    assert [*recall(output, "b.warc.gz")] == [8]
    assert recall(output, "c.warc.gz") == {}


def test_a_slot_says_what_its_worker_does(tmp_path: Path) -> None:
    slot = Slot(tmp_path / f"1{OPEN}")
    slot.begin_shard("s3://bucket/ä.warc.gz")
    with SlotReader(slot.path) as reader:
        assert not reader.read().is_busy
        slot.enter(12)
        busy = reader.read()
        assert (busy.is_busy, busy.offset, busy.shard) == (True, 12, "s3://bucket/ä.warc.gz")
        slot.leave()
        slot.count(3, 100)
        slot.count(3, 50)
        slot.add_bytes(1)
        done = reader.read()
        assert (done.is_busy, done.pages, done.bytes, done.counters[3]) == (False, 2, 151, 2)
    slot.close()


def test_every_status_has_a_counter() -> None:
    assert len(STATUSES) <= COUNTERS
