"""Pages of our own and what is made of them, to the letter.

A change of these files is a change of behaviour: `pytest tests/golden --regold`, and read the diff.
"""

from pathlib import Path

import pytest

from extractors import EXTRACTORS, extract

PAGES = sorted((Path(__file__).parent / "pages").iterdir())
FORMATS = {"markdown": "md", "html": "html", "json": "json"}
URL = "https://example.org/section/page.html"


def check(golden: Path, made: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regold"):
        golden.write_text(made, encoding="utf-8")
    assert made == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.parametrize("name", EXTRACTORS)
def test_text(page: Path, name: str, request: pytest.FixtureRequest) -> None:
    text = extract((page / "page.html").read_bytes(), name).text
    check(page / f"{name}.txt", text + "\n", request)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
@pytest.mark.parametrize("form", FORMATS)
def test_formats(page: Path, form: str, request: pytest.FixtureRequest) -> None:
    made = extract((page / "page.html").read_bytes(), url=URL).render(form)
    check(page / f"extraction.{FORMATS[form]}", made.rstrip("\n") + "\n", request)
