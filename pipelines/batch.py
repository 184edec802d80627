"""A Parquet file of pages to JSON lines, on all cores."""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tqdm import tqdm

from extractors import Extractor
from pipelines.errors import CommandError, UsageError
from pipelines.extract import agreement, extract_page
from pipelines.signals import sigterm_interrupts
from pipelines.stdout import write_stdout
from pipelines.workers import Death, Workers, WorkerStartError, cores
from transforms.crawl.pages import PageRow, PagesFile
from transforms.crawl.storage import ShardError
from transforms.lines import json_line, write_whole

CHUNK_PAGES = 16
CHUNK_BYTES = 1 << 20  # a huge page travels alone
CHUNKS_AHEAD = 8  # for each worker: how far the others may run ahead of a slow page
CRASHED = "crashed"  # the status of a page on which its worker was killed, twice

OUR_KEYS = ("text", "title", "status", "ms", "agreement")


@dataclass(frozen=True, slots=True)
class Batch:
    """One run: which pages, which extractors, and where the lines go."""

    input: str
    output: str
    extractors: tuple[Extractor, ...]
    keep: tuple[str, ...] = ()
    charset: str | None = None
    workers: int | None = None


class Lines(NamedTuple):
    """The lines of a chunk and the status of each."""

    data: bytes
    statuses: tuple[str, ...]


Work = Callable[[list[PageRow]], Lines]


def run(batch: Batch) -> None:
    """Extracts every page of `batch`, one line a page in the order of the input.

    Raises:
        CommandError: the input or the output is at fault, or an extractor has a bug.
    """
    for name in batch.keep:
        if name in OUR_KEYS:
            raise UsageError(f"--keep {name}: the output has a {name} of its own")
    if Path(batch.output).resolve() == Path(batch.input).resolve():
        raise CommandError(f"cannot write {batch.output}: it is the input")
    try:
        with PagesFile(batch.input, batch.keep) as pages, _output(batch.output) as write:
            _write_lines(batch, pages, write)
    except (ShardError, WorkerStartError) as error:
        raise CommandError(str(error)) from error


def extract_chunk(
    pages: list[PageRow], extractors: tuple[Extractor, ...], charset: str | None
) -> Lines:
    """Extracts a few pages; this is what the worker processes run."""
    rows = [_row(page, extractors, charset) for page in pages]
    return Lines(b"".join(map(json_line, rows)), tuple(row["status"] for row in rows))


def _row(page: PageRow, extractors: tuple[Extractor, ...], charset: str | None) -> dict[str, Any]:
    start = time.perf_counter()
    extraction = extract_page(page.html or b"", extractors, page.url, charset or page.charset)
    text, title = extraction.text, extraction.title
    milliseconds = (time.perf_counter() - start) * 1000
    return {
        **page.kept,
        "text": text,
        "title": title,
        "status": str(extraction.status),
        "ms": round(milliseconds, 3),
        **agreement(extraction),
    }


def _write_lines(batch: Batch, pages: PagesFile, write: Callable[[bytes], object]) -> None:
    work = partial(extract_chunk, extractors=batch.extractors, charset=batch.charset)
    count = max(1, min(batch.workers or cores(), pages.rows))
    statuses: Counter[str] = Counter()
    with (
        sigterm_interrupts(),
        tqdm(total=pages.rows, unit=" pages", disable=None, file=sys.stderr) as progress,
        Workers(work, count) as workers,
    ):
        for lines in workers.map(_chunks(pages), count * CHUNKS_AHEAD):
            if isinstance(lines, Death):
                lines = _retry(lines, work, batch)
            write(lines.data)
            statuses.update(lines.statuses)
            progress.update(len(lines.statuses))
        on_terminal = not progress.disable
    if on_terminal:
        counts = ", ".join(f"{count} {status}" for status, count in statuses.most_common())
        sys.stderr.write(f"{statuses.total()} pages: {counts}\n")


def _chunks(pages: Iterable[PageRow]) -> Iterator[list[PageRow]]:
    chunk: list[PageRow] = []
    size = 0
    for page in pages:
        length = len(page.html or b"")
        if chunk and (len(chunk) == CHUNK_PAGES or size + length > CHUNK_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(page)
        size += length
    if chunk:
        yield chunk


def _retry(death: Death[list[PageRow]], work: Work, batch: Batch) -> Lines:
    """Extracts the pages of a worker that died one by one: one page must not cost its neighbours.

    The dead worker may also have been a random victim of a full memory, so each page has
    a second chance, alone.
    """
    _refuse_exception(death)
    with Workers[list[PageRow], Lines](work, 1) as alone:
        done = [
            _crashed(lines, batch) if isinstance(lines, Death) else lines
            for lines in alone.map([[page] for page in death.task], 1)
        ]
    statuses = tuple(status for lines in done for status in lines.statuses)
    return Lines(b"".join(lines.data for lines in done), statuses)


def _refuse_exception(death: Death[list[PageRow]]) -> None:
    """A page may crash its process; an exception is a bug of ours, and fails the run."""
    if death.by_exception:
        first, last = death.task[0].row, death.task[-1].row
        rows = f"row {first}" if first == last else f"rows {first} to {last}"
        raise CommandError(f"an extractor failed on {rows}; its traceback is above")


def _crashed(death: Death[list[PageRow]], batch: Batch) -> Lines:
    _refuse_exception(death)
    (page,) = death.task
    note = f"winnow: note: row {page.row}: {CRASHED}, worker {death.cause}"
    tqdm.write(note, file=sys.stderr)
    row = {**page.kept, "text": "", "title": "", "status": CRASHED, "ms": None}
    if len(batch.extractors) > 1:
        row["agreement"] = None
    return Lines(json_line(row), (CRASHED,))


@contextmanager
def _output(path: str) -> Iterator[Callable[[bytes], object]]:
    if path == "-":
        yield write_stdout
        return
    try:
        with write_whole(Path(path)) as stream:
            yield stream.write
    except OSError as error:
        raise CommandError(f"cannot write {path}: {error.strerror or error}") from error
