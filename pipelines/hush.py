"""Silence where Beam speaks of what nobody asked for."""

import logging


def hush_beam() -> None:
    """Keeps Beam, when it is imported, from warning that Google's extras are not there."""
    logging.getLogger().addFilter(lambda record: "apitools" not in record.getMessage())
