"""Rows made in this process, as a run makes them, but with nobody watching over it."""

from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.output_rows import Row, extracted_row, plain_row
from transforms.status import Accident


def row_of(capture: Capture, config: CleanConfig) -> Row:
    """The row that a run with this configuration makes of a capture."""
    if capture.flaw:
        return plain_row(capture, str(capture.flaw), capture.error)
    try:
        return extracted_row(capture, config.extractors, config.limits, config.nodes)
    except Exception as error:  # noqa: BLE001 - a bug is the page's status, as it is in a run
        return plain_row(capture, Accident.CRASH, f"{type(error).__name__}: {error}")
