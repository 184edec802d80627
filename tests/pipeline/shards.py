"""Small shards for whole runs."""

import io
from collections.abc import Iterable
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

SENTENCE = "A sentence of some length, with commas and words enough to be kept, for "


def page(topic: str, title: str = "A title") -> bytes:
    """A page whose main content is about `topic`."""
    text = (SENTENCE + topic + " ") * 3
    return f"<title>{title}</title><body><nav><a href=/>Home</a></nav><p>{text}</p>".encode()


def write_shard(path: Path, pages: Iterable[bytes]) -> None:
    """Writes the pages as responses of https://example.org/0, /1 and so on."""
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=path.suffix == ".gz")
        for number, html in enumerate(pages):
            headers = StatusAndHeaders(
                "200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1"
            )
            record = writer.create_warc_record(
                f"https://example.org/{number}",
                "response",
                payload=io.BytesIO(html),
                http_headers=headers,
                warc_headers_dict={
                    "WARC-Date": "2026-01-02T03:04:05Z",
                    "WARC-Record-ID": f"<urn:uuid:00000000-0000-4000-8000-{number:012d}>",
                },
            )
            writer.write_record(record)
            record.raw_stream.close()  # a temporary file, which nobody else closes
