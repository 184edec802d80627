"""From the bytes of a page to its text: `extract`, `extract_many` and what they return."""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors import _render
from extractors.blocks import Blocks
from extractors.cleaned import to_html
from extractors.decode import Charset
from extractors.extractor import Extractor
from extractors.markdown import to_markdown
from extractors.nodes import Nodes
from extractors.page import DEFAULT_LIMITS, Limits, Page
from extractors.registry import find_extractor
from extractors.selection import Selection
from extractors.status import PageError, Status

FORMATS = ("text", "markdown", "html", "json")

_NO_BLOCKS = np.zeros(0, _render.BLOCK)
_NO_SPANS = np.zeros((0, 2), np.int32)


class Extraction:
    """What one extractor made of one page."""

    __slots__ = ("blocks", "extractor", "nodes", "page", "status", "text_bytes", "url")

    def __init__(
        self,
        page: Page | None,
        selection: Selection,
        *,
        extractor: str,
        url: str | None,
        status: Status | None = None,
    ) -> None:
        self.page = page
        self.extractor = extractor
        self.url = url
        if page is None:
            text, table, spans = b"", _NO_BLOCKS, _NO_SPANS
        else:
            text, table, spans = _render.render(page.columns, selection.kept)
        self.text_bytes = text
        self.blocks = Blocks(page, text, table)
        self.nodes = Nodes(page, selection, spans)
        self.status = status or self._found()

    def _found(self) -> Status:
        if self.text_bytes:
            return Status.OK
        return Status.NO_CONTENT if self.nodes.is_text.any() else Status.NO_TEXT

    @property
    def text(self) -> str:
        """The kept text: a line a block, and no white space that says nothing."""
        return self.text_bytes.decode()

    @property
    def title(self) -> str:
        """What the page calls itself."""
        return self.page.title if self.page else ""

    @property
    def charset(self) -> Charset | None:
        """Which encoding the page was read in, and how that was decided; None if it was not."""
        return self.page.charset if self.page else None

    def render(self, form: str = "text") -> str:
        """The kept part of the page in one of `FORMATS`."""
        if form not in FORMATS:
            raise ValueError(f"unknown format {form!r}: there are {', '.join(FORMATS)}")
        if form == "json":
            return json.dumps(self.as_dict(), ensure_ascii=False)
        if form == "text" or self.page is None:
            return self.text
        if form == "markdown":
            return to_markdown(self.page, self.text_bytes, self.blocks, self.nodes)
        return to_html(self.page, self.nodes)

    def as_dict(self) -> dict[str, Any]:
        """The extraction as plain values, blocks included: what the JSON format writes."""
        charset = self.charset
        return {
            "url": self.url,
            "status": str(self.status),
            "title": self.title,
            "extractor": self.extractor,
            "charset": charset.name if charset else None,
            "charset_rule": str(charset.rule) if charset else None,
            "replaced": charset.replaced if charset else 0,
            "text": self.text,
            "blocks": [
                {
                    "start": block.start,
                    "end": block.end,
                    "labels": list(block.labels),
                    **({"level": block.level} if block.level else {}),
                    **({"source": block.source} if block.source else {}),
                }
                for block in self.blocks
            ],
        }


class Comparison(Extraction):
    """What several extractors made of one page: the first one's text, and all votes."""

    __slots__ = ("extractors", "votes")

    def __init__(
        self,
        page: Page | None,
        selections: Sequence[Selection],
        *,
        extractors: tuple[str, ...],
        url: str | None,
        status: Status | None = None,
    ) -> None:
        super().__init__(page, selections[0], extractor=extractors[0], url=url, status=status)
        self.extractors = extractors
        self.votes: NDArray[np.uint8] = np.stack([s.kept for s in selections]).view(np.uint8)

    @property
    def agreement(self) -> float:
        """The share of the page's characters on which all extractors say the same; 1 without."""
        chars = self.nodes.chars * self.nodes.is_text
        total = int(chars.sum())
        if total == 0:
            return 1.0
        unanimous = (self.votes == self.votes[0]).all(axis=0)
        return int(chars[unanimous].sum()) / total


def extract(
    html: bytes | str,
    extractor: str | Extractor = "cectd-ds",
    *,
    url: str | None = None,
    charset: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Extraction:
    """Extracts the main content of one page. No page makes it raise: see `status`.

    Args:
        html: The page as it was fetched; decoding is part of the work. A string is taken as it is.
        extractor: A name of `EXTRACTORS`, or one of them with other parameters.
        url: Where the page is from.
        charset: What the HTTP header says of the encoding.
        limits: How large a page may be.

    Raises:
        UnknownExtractorError: no extractor has this name.
    """
    method = find_extractor(extractor)
    try:
        page = Page.parse(html, url=url, charset=charset, limits=limits)
    except PageError as error:
        return Extraction(
            None, Selection.empty(0), extractor=method.name, url=url, status=error.status
        )
    return Extraction(page, method.select(page), extractor=method.name, url=url)


def extract_many(
    html: bytes | str,
    extractors: Sequence[str | Extractor],
    *,
    url: str | None = None,
    charset: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Comparison:
    """Runs several extractors on one parse; the text is the first one's. See `extract`."""
    if not extractors:
        raise ValueError("extract_many needs at least one extractor")
    methods = [find_extractor(extractor) for extractor in extractors]
    names = tuple(method.name for method in methods)
    try:
        page = Page.parse(html, url=url, charset=charset, limits=limits)
    except PageError as error:
        nothing = [Selection.empty(0)] * len(methods)
        return Comparison(None, nothing, extractors=names, url=url, status=error.status)
    return Comparison(page, [method.select(page) for method in methods], extractors=names, url=url)
