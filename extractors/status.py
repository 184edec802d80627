"""How a page ended: the closed list of statuses."""

from enum import StrEnum


class Status(StrEnum):
    """What became of a page. The values are written to outputs and never renamed."""

    OK = "ok"  # an extractor kept something
    EMPTY = "empty"  # no bytes, or nothing but white space
    NO_TEXT = "no_text"  # a page, but it shows no text
    NO_CONTENT = "no_content"  # there is text, and the extractor kept nothing of it
    NOT_HTML = "not_html"  # an image, a PDF, an archive: bytes that are no text
    TOO_LARGE = "too_large"  # more bytes than the limit
    TOO_MANY_NODES = "too_many_nodes"  # more nodes than the limit
    TOO_DEEP = "too_deep"  # nested deeper than the limit


class PageError(Exception):
    """A page that is not extracted, for a reason that is a status."""

    def __init__(self, status: Status) -> None:
        super().__init__(status)
        self.status = status
