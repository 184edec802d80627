"""How Hypothesis searches, and how golden files are made anew."""

import pytest
from hypothesis import settings

# A test run must say the same twice; to search on, `pytest --hypothesis-profile=explore`.
settings.register_profile("repeat", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", max_examples=5_000, deadline=None)
settings.load_profile("repeat")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold", action="store_true", help="write the golden files anew; then read the diff"
    )
