"""Dates: every way of writing one down that leaves no doubt, and those that are left out."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.dates import milliseconds

MAY = datetime(2024, 5, 1, tzinfo=UTC)
NOON = MAY.replace(hour=12, minute=30)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2024-05-01", MAY),
        ("20240501", MAY),
        (" 2024-5-1 ", MAY),
        ("2024/05/01", MAY),
        ("2024.05.01", MAY),
        ("May 1, 2024", MAY),
        ("1 May 2024", MAY),
        ("2024-05-01T12:30:00Z", NOON),
        ("2024-05-01T14:30:00+02:00", NOON),
        ("2024-05-01T14:30:00+0200", NOON),
        ("2024-05-01 12:30", NOON),
        ("2024/05/01 12:30:00", NOON),
        ("2024-05-01 14:30:00 +02:00", NOON),
        ("2024-05-01T08:30EDT", NOON),
        ("2024-05-01T12:30:00GMT", NOON),
        ("Wed, 01 May 2024 12:30:00 GMT", NOON),
        ("Wed, 1 May 2024 14:30:00 +0200", NOON),
        ("Wed May 01 08:30:00 EDT 2024", NOON),
        ("May 1, 2024, 12:30 PM", NOON),
        ("May 1, 2024 12:30 p.m.", NOON),
        ("May 1, 2024, 12:30 am", MAY.replace(minute=30)),
    ],
)
def test_a_date_is_a_moment(value: str, expected: datetime) -> None:
    assert milliseconds(value) == expected.timestamp() * 1000


def test_milliseconds_are_kept() -> None:
    assert milliseconds("2024-05-01T12:30:00.250Z") == NOON.timestamp() * 1000 + 250


@pytest.mark.parametrize(
    "value",
    [
        *("", "yesterday", "2 hours ago", "2024", "2024-05", "05/01/2024", "1.5.2024", "12:30"),
        *("2024-13-01", "2024-00-05", "2024-02-30", "2024-05-01T25:61:00", "2024/05/01 at noon"),
        *("1970-01-01", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-12:00", "1899-12-30"),
        *("1714566600", "2024-05-01" * 20, "\0", "٢٠٢٤-٠٥-٠١x"),
    ],
)
def test_what_is_none_or_implausible_is_none(value: str) -> None:
    assert milliseconds(value) is None


PARTS = st.sampled_from(["2024", "-", "/", ":", "T", " ", "May", "1", "30", "pm", "+02:00", "EDT"])


@given(st.text(max_size=40) | st.lists(PARTS, max_size=12).map("".join))
def test_never_raises(value: str) -> None:
    found = milliseconds(value)
    assert found is None or datetime.fromtimestamp(found / 1000, UTC).year in range(1989, 2101)
