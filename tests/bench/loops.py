"""The plainest loops over a crawl, as yardsticks: `python -m tests.bench.loops WHAT SHARDS OUT`.

`parse` reads with FastWARC and parses with selectolax, and does nothing with it: the limit of what
is possible. `clean` reads with FastWARC and writes what the job writes, without Beam, units, guard
or audit.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType
from selectolax.lexbor import LexborHTMLParser

from transforms.config import CleanConfig
from transforms.crawl.captures import Capture, Tally
from transforms.crawl.units import Compression, Form, Unit
from transforms.output_rows import extracted_row
from transforms.reports import UnitEnd
from transforms.unit_files import UnitFiles


def parse(shards: Path) -> None:
    """Reads and parses, nothing else."""
    for path in sorted(shards.iterdir()):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
                LexborHTMLParser(record.reader.read())


def clean(shards: Path, out: str) -> None:
    """Reads, extracts and writes the same rows."""
    config = CleanConfig(out)
    for path in sorted(shards.iterdir()):
        size = path.stat().st_size
        unit = Unit(str(path), 0, size, size, Form.WARC, Compression.GZIP, size)
        files = UnitFiles(config, unit)
        rows = 0
        for capture in _captures(path):
            files.add(extracted_row(capture, config.extractors, config.limits, config.nodes))
            rows += 1
        files.publish(UnitEnd(unit, Tally(records=rows, rows=rows)))


def _captures(path: Path) -> Iterator[Capture]:
    with path.open("rb") as stream:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            digest_ok = record.verify_payload_digest()
            payload = record.reader.read()
            headers = record.headers
            yield Capture(
                str(path),
                record.stream_pos,
                len(payload),
                record_id=record.record_id,
                url=headers.get("WARC-Target-URI"),
                fetch_time=record.record_date,
                http_status=record.http_headers.status_code,
                mime=record.http_content_type,
                charset=record.http_charset,
                digest=headers.get("WARC-Payload-Digest"),
                digest_ok=digest_ok,
                payload=payload,
                payload_bytes=len(payload),
            )


if __name__ == "__main__":
    what, shards, out = sys.argv[1:]
    if what == "parse":
        parse(Path(shards))
    else:
        clean(Path(shards), out)
