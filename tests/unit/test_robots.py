"""Wishes about robots: what asks for what, and of whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.robots import directives, header_directives, reservation


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("noindex", {"noindex"}),
        (" NoIndex , NOFOLLOW", {"noindex", "nofollow"}),
        ("none", {"noindex", "nofollow"}),
        ("all", set()),
        ("index, follow, max-snippet:-1", set()),
        ("max-snippet: 0", {"nosnippet"}),
        ("nocache, noarchive", {"noarchive"}),
        ("noai,noimageai", {"noai", "noimageai"}),
        ("noindexed", set()),
        ("", set()),
    ],
)
def test_a_list_asks(content: str, expected: set[str]) -> None:
    assert directives(content) == expected


@pytest.mark.parametrize(
    ("value", "asked"),
    [
        ("noindex, noai", {"noindex", "noai"}),
        ("googlebot: noindex, nofollow", set()),
        ("googlebot: nofollow, *: noindex", {"noindex"}),
        ("noarchive, otherbot: noindex, nofollow", {"noarchive"}),
        ("unavailable_after: 25-Jun-2030 15:00:00 EST, noindex", {"noindex"}),
        ("unavailable_after: Wed, 25 Jun 2030 15:00:00 GMT, noai", {"noai"}),
        ("max-snippet:0, max-image-preview:large", {"nosnippet"}),
        ("robots: none", {"noindex", "nofollow"}),
    ],
)
def test_a_header_asks_everyone(value: str, asked: set[str]) -> None:
    assert header_directives([value]) == asked


def test_a_name_holds_for_its_own_header_only() -> None:
    assert header_directives(["googlebot: noindex", "noai"]) == {"noai"}


@pytest.mark.parametrize(
    ("value", "reserved"),
    [("1", True), (" 1 ", True), ("0", False), ("yes", None), ("", None), (None, None)],
)
def test_mining(value: str | None, reserved: bool | None) -> None:
    assert reservation(value) is reserved


@given(st.text(), st.lists(st.text()))
def test_never_raises(content: str, headers: list[str]) -> None:
    directives(content)
    header_directives(headers)
    reservation(content)
