"""The judge of generated crawls: what is missing, wrong, twice or nobody's is found."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.crawls.judge import Place, Verdict, judge, main

GOLD = [
    {"shard": "a.warc", "offset": 0, "status": "ok"},
    {"shard": "a.warc", "offset": 90, "status": "revisit"},
    {"shard": "b.warc", "offset": 0, "status": "corrupt"},
]
FIRST, SECOND, THIRD = (Place(row["shard"], row["offset"]) for row in GOLD)  # type: ignore[arg-type]
STRANGER = Place("c.warc", 7)


def row(place: Place, status: str, text: str | None = None) -> dict[str, object]:
    return {
        "warc_filename": f"some/where/{place.shard}",
        "warc_record_offset": place.offset,
        "warc_record_length": 1234,
        "status": status,
        "text": text,
    }


ROWS = [row(FIRST, "ok", "a b c d"), row(SECOND, "revisit"), row(THIRD, "corrupt")]


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        pytest.param(ROWS, Verdict([FIRST, SECOND, THIRD], [], [], [], []), id="complete"),
        pytest.param(
            ROWS[::-1], Verdict([FIRST, SECOND, THIRD], [], [], [], []), id="another order"
        ),
        pytest.param(ROWS[1:], Verdict([SECOND, THIRD], [], [FIRST], [], []), id="missing"),
        pytest.param(
            [*ROWS, ROWS[1]], Verdict([FIRST, SECOND, THIRD], [], [], [SECOND], []), id="twice"
        ),
        pytest.param(
            [ROWS[0], row(SECOND, "ok"), ROWS[2]],
            Verdict([FIRST, THIRD], [SECOND], [], [], []),
            id="another status",
        ),
        pytest.param(
            [*ROWS, row(STRANGER, "ok")],
            Verdict([FIRST, SECOND, THIRD], [], [], [], [STRANGER]),
            id="unexpected",
        ),
        pytest.param([], Verdict([], [], [FIRST, SECOND, THIRD], [], []), id="nothing"),
    ],
)
def test_verdict(rows: list[dict[str, object]], verdict: Verdict) -> None:
    assert judge(GOLD, rows) == verdict
    assert verdict.is_complete == (len(rows) == 3 and len(verdict.as_expected) == 3)


def write(folder: Path, rows: list[dict[str, object]]) -> list[str]:
    page = {"kind": "article", "language": "en", "gold_text": "a b"}
    (folder / "out" / "manifest").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist([GOLD[0] | page, *GOLD[1:]]), folder / "gold.parquet")
    pq.write_table(pa.Table.from_pylist(rows), folder / "out" / "pages.parquet")
    pq.write_table(pa.Table.from_pylist(ROWS), folder / "out" / "nobody-s.parquet")
    books = json.dumps({"files": [{"pages": "pages.parquet"}]})
    (folder / "out" / "manifest" / "a.json").write_text(books)
    return [str(folder), str(folder / "out")]


def test_a_complete_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, ROWS)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "3 rows as expected, 0 with another status, 0 missing, 0 twice, 0 unexpected",
        "  corrupt     b.warc at 0, 1,234 bytes",
        "",
        "words of the text      pages   precision  recall      F1",
        "  all                      1       0.500   1.000   0.667",
        "  article                  1       0.500   1.000   0.667",
        "  F1 by language: en 0.667",
    ]


def test_a_run_that_lost_something(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(write(tmp_path, [*ROWS[:2], row(STRANGER, "ok")])) == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "2 rows as expected, 0 with another status, 1 missing, 0 twice, 1 unexpected",
        "  missing             b.warc at 0",
        "  unexpected          c.warc at 7",
    ]
