"""A second opinion on a record: warcio reads it too, with no line of code in common with ours."""

import io
from typing import cast

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from transforms.crawl.captures import Capture
from transforms.crawl.storage import open_shard

_ENCODINGS = ("transfer-encoding", "content-encoding")


def dissent(capture: Capture) -> str | None:
    """Says in what warcio reads the record of a sound capture differently; "" if in nothing.

    None: it has no opinion, because it does not read this form, or would have to undo an encoding
    of the body, of which readers have different ideas.
    """
    if capture.flaw or not capture.length or not isinstance(capture.payload, bytes):
        return None
    with open_shard(capture.shard) as stream:
        stream.seek(capture.offset)
        member = stream.read(capture.length)
    try:
        record = next(iter(ArchiveIterator(io.BytesIO(member))))
        body = cast(bytes, record.raw_stream.read())
    except (ArchiveLoadFailed, StopIteration, EOFError):
        return None
    if record.http_headers is None or any(map(record.http_headers.get_header, _ENCODINGS)):
        return None
    if record.raw_stream.limit:  # it lost its way, as in a record over several members
        return None
    return _difference(capture, record, body)


def _difference(capture: Capture, record: ArcWarcRecord, body: bytes) -> str:
    if body != capture.payload:
        return f"warcio reads {len(body):,} bytes of body, not these {len(capture.payload):,}"
    status = record.http_headers.get_statuscode()
    if status != str(capture.http_status):
        return f"warcio reads the HTTP status {status}, not {capture.http_status}"
    return ""
