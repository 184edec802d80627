"""The one seam of the project: what every extractor is."""

from typing import ClassVar, Protocol, runtime_checkable

from extractors.page import Page
from extractors.selection import Selection


@runtime_checkable
class Extractor(Protocol):
    """Says of every node of a page whether it is content.

    Implementations are frozen dataclasses whose fields are the method's parameters: they are
    deterministic, hold no open resources, and pickle as their arguments.
    """

    name: ClassVar[str]
    paper: ClassVar[str]

    def select(self, page: Page) -> Selection:
        """A verdict on every node of `page`; total, so no page makes it raise."""
        ...
