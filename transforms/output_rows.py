"""One row of the output: a capture and what the extractors made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from extractors import Comparison, Extraction, Extractor, Limits, Page, extract, extract_many
from extractors.annotations import NodesMode, annotate
from extractors.facts import Policy, page_facts, policy
from transforms.config import CleanConfig
from transforms.crawl.captures import Capture
from transforms.status import Accident
from transforms.urls import url_keys


@dataclass(slots=True)
class Row:
    """One record of the output; the fields are columns of `schema.PAGES`.

    What follows from the text alone is not among them: `batches` adds it.
    """

    doc_id: bytes
    url: str | None
    url_surtkey: str | None
    url_host_name: str | None
    url_host_registered_domain: str | None
    record_id: str | None
    warc_filename: str
    warc_record_offset: int
    warc_record_length: int
    status: str
    error: str | None
    fetch_time: datetime | None
    fetch_status: int | None
    content_mime_type: str | None
    content_digest: str | None
    digest_ok: bool | None
    content_truncated: str | None
    payload_bytes: int
    policy: Policy
    charset: str | None = None
    charset_source: str | None = None
    replacement_chars: int | None = None
    canonical_url: str | None = None
    published: int | None = None
    author: str | None = None
    title: str | None = None
    text: bytes | None = None
    blocks: NDArray[np.void] | None = None
    lang_declared: str | None = None
    n_words: int | None = None
    main_ratio: float | None = None
    agreement: float | None = None
    extractor_chars: list[int] | None = None
    dom_nodes: int | None = None
    nodes: NDArray[np.void] | None = None  # a table of `annotations.NODE`

    @property
    def weight(self) -> int:
        """About how many bytes the row holds: what a buffer of rows is bounded by."""
        tables = (table.nbytes for table in (self.blocks, self.nodes) if table is not None)
        return 1_000 + len(self.text or b"") + sum(tables)


def row_of(capture: Capture, config: CleanConfig) -> Row:
    """The row that a run with this configuration makes of a capture; total, short of a crash."""
    if capture.flaw:
        return plain_row(capture, str(capture.flaw), capture.error)
    try:
        return extracted_row(capture, config.extractors, config.limits, config.nodes)
    except MemoryError:
        return plain_row(capture, Accident.MEMORY, "out of memory")
    except Exception as error:  # noqa: BLE001 - a bug costs the page it shows on, and is seen
        return plain_row(capture, Accident.CRASH, f"{type(error).__name__}: {error}")


def plain_row(capture: Capture, status: str, error: str | None = None) -> Row:
    """The row of a capture without a page: what the crawl knows of it, and its status."""
    keys = url_keys(capture.url) if capture.url else None
    return Row(
        doc_id=doc_id(capture),
        url=capture.url,
        url_surtkey=keys.surtkey if keys else None,
        url_host_name=keys.host if keys else None,
        url_host_registered_domain=keys.registered_domain if keys else None,
        record_id=capture.record_id,
        warc_filename=capture.shard,
        warc_record_offset=capture.offset,
        warc_record_length=capture.length,
        status=status,
        error=error,
        fetch_time=capture.fetch_time,
        fetch_status=capture.http_status,
        content_mime_type=capture.mime,
        content_digest=capture.digest,
        digest_ok=capture.digest_ok,
        content_truncated=capture.truncated,
        payload_bytes=capture.payload_bytes,
        policy=policy(None, capture.robots, capture.tdm_reservation),
    )


def extracted_row(
    capture: Capture, extractors: Sequence[Extractor], limits: Limits, nodes: NodesMode
) -> Row:
    """The row of a page, extracted with one parse however many extractors there are."""
    extraction = _extract(capture, extractors, limits)
    row = plain_row(capture, str(extraction.status))
    if extraction.page is not None:
        _add_page(row, capture, extraction.page)
        _add_text(row, extraction, nodes)
    return row


def doc_id(capture: Capture) -> bytes:
    """A name for the record that no other has: from its own id, or else from where it is."""
    name = capture.record_id or f"{capture.shard}\n{capture.offset}"
    return blake2b(name.encode("utf-8", "surrogateescape"), digest_size=16).digest()


def _extract(capture: Capture, extractors: Sequence[Extractor], limits: Limits) -> Extraction:
    url, charset = capture.url, capture.charset
    if len(extractors) == 1:
        return extract(capture.payload, extractors[0], url=url, charset=charset, limits=limits)
    return extract_many(capture.payload, extractors, url=url, charset=charset, limits=limits)


def _add_page(row: Row, capture: Capture, page: Page) -> None:
    facts = page_facts(page)
    row.charset = page.charset.name
    row.charset_source = str(page.charset.rule)
    row.replacement_chars = page.charset.replaced
    row.policy = policy(facts, capture.robots, capture.tdm_reservation)
    row.canonical_url = facts.canonical
    row.published = facts.published
    row.author = facts.author
    row.lang_declared = facts.lang
    row.title = page.title or None
    row.dom_nodes = len(page.columns)


def _add_text(row: Row, extraction: Extraction, nodes: NodesMode) -> None:
    annotations = annotate(extraction, nodes)
    row.text = extraction.text_bytes
    row.blocks = extraction.blocks.titled_table()
    row.extractor_chars = annotations.kept_chars
    row.main_ratio = annotations.main_ratio
    row.n_words = annotations.words
    row.nodes = annotations.nodes
    if isinstance(extraction, Comparison):
        row.agreement = extraction.agreement
