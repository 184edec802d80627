"""HTML files to standard output, in the format asked for."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from extractors import FORMATS, Comparison, Extraction, Extractor, Status, extract, extract_many
from pipelines.errors import CommandError, UsageError, unknown
from pipelines.stdout import write_stdout
from transforms.lines import json_line

STDIN = "-"
PARQUET = b"PAR1"  # how every Parquet file begins


def extract_files(
    files: Sequence[str],
    extractors: Sequence[Extractor],
    form: str,
    url: str | None,
    charset: str | None,
) -> int:
    """Writes what the extractors keep of each file; a file that cannot be read costs only itself.

    Returns:
        The exit code: 1 if a file could not be read.

    Raises:
        UsageError: there is no format `form`.
    """
    if form not in FORMATS:
        raise UsageError(f"--format: {unknown('format', form, FORMATS)}")
    exit_code = 0
    written = 0
    for file in files:
        name = _name(file)
        try:
            html = _read(file)
        except CommandError as error:
            sys.stderr.write(f"winnow: error: {name}: {error}\n")
            exit_code = error.exit_code
            continue
        extraction = extract_page(html, extractors, url, charset)
        if len(files) > 1:
            write_stdout(_header(name, form, first=written == 0).encode())
        write_stdout(_render(extraction, name, form).encode())
        written += 1
        if extraction.status is not Status.OK:
            sys.stdout.flush()  # on a terminal the note follows its page
            sys.stderr.write(f"winnow: note: {name}: status {extraction.status}\n")
    return exit_code


def extract_page(
    html: bytes | str, extractors: Sequence[Extractor], url: str | None, charset: str | None
) -> Extraction:
    """Extracts one page; several extractors share one parse and can be compared."""
    if len(extractors) == 1:
        return extract(html, extractors[0], url=url, charset=charset)
    return extract_many(html, extractors, url=url, charset=charset)


def agreement(extraction: Extraction) -> dict[str, float]:
    """Returns what several extractors add to a line of output: how far they agree."""
    return {"agreement": extraction.agreement} if isinstance(extraction, Comparison) else {}


def _read(file: str) -> bytes:
    if file == STDIN:
        return sys.stdin.buffer.read()
    try:
        html = Path(file).read_bytes()
    except OSError as error:
        raise CommandError(error.strerror) from error
    if html.startswith(PARQUET):
        raise CommandError("a Parquet file; it goes with --input")
    return html


def _name(file: str) -> str:
    if file == STDIN:
        return "standard input"
    return os.fsencode(file).decode("utf-8", "replace")  # a name may be any bytes


def _header(name: str, form: str, *, first: bool) -> str:
    if form == "json":
        return ""
    line = f"==> {name} <==" if form == "text" else f"<!-- {name} -->"
    return f"{line}\n" if first else f"\n{line}\n"


def _render(extraction: Extraction, name: str, form: str) -> str:
    if form == "json":
        values = {"file": name, **extraction.as_dict(), **agreement(extraction)}
        return json_line(values).decode()
    text = extraction.render(form)
    return text if not text or text.endswith("\n") else f"{text}\n"
