"""How Hypothesis searches."""

from hypothesis import settings

# A test run must say the same twice; to search on, `pytest --hypothesis-profile=explore`.
settings.register_profile("repeat", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", max_examples=5_000, deadline=None)
settings.load_profile("repeat")
