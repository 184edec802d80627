"""What a crawl has of one page: a record with its payload, or the reason why there is none."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class Flaw(StrEnum):
    """Why a record has no page to extract. Written to outputs as a status: never renamed."""

    REVISIT = "revisit"  # the crawl saw it unchanged and did not store it again
    HTTP_STATUS = "http_status"  # the server answered with something else than 2xx
    NOT_HTML = "not_html"  # declared as something else, or bytes that are no text
    TOO_LARGE = "too_large"  # more bytes than the limit, also when unpacked
    TRUNCATED = "truncated"  # the file ends before the record does
    CORRUPT = "corrupt"  # bytes that cannot be decompressed, or are no record
    UNDECODABLE = "undecodable"  # a transfer or content encoding that cannot be undone


@dataclass(slots=True)
class Capture:
    """One record of a crawl that becomes one row."""

    shard: str
    offset: int  # of the compressed record in the shard; of a Parquet file, the row
    length: int  # bytes of the compressed record; 1 for a row
    record_id: str | None = None
    url: str | None = None
    fetch_time: datetime | None = None  # aware, in UTC
    http_status: int | None = None
    mime: str | None = None  # as declared, lower case, without parameters
    charset: str | None = None  # as the HTTP header declares it
    robots: tuple[str, ...] = ()  # X-Robots-Tag, one entry a header line
    tdm_reservation: str | None = None  # the HTTP header of that name
    digest: str | None = None  # of the payload, as the record declares it
    digest_ok: bool | None = None  # None: not declared, or in a way that cannot be checked
    truncated: str | None = None  # WARC-Truncated: why the crawler cut the page
    payload: bytes | str = b""  # the page, all encodings but the charset undone; none with a flaw
    payload_bytes: int = 0  # its length, also where a flaw left no payload
    flaw: Flaw | None = None
    error: str | None = None  # the flaw in words


@dataclass(slots=True)
class Tally:
    """The books of one unit: what was read, and where. The audit balances them."""

    first: int = 0  # where the first record begins that is the unit's own; `next` if it has none
    next: int = 0  # where the first record begins that is the next unit's; the size if none does
    records: int = 0  # all records read: each is a row or counted in `rowless`
    rows: int = 0
    rowless: Counter[str] = field(default_factory=Counter)  # by record type: request, warcinfo, ...
    skipped_bytes: int = 0  # bytes in which no record could be found
    skipped_regions: int = 0
    truncated: bool = False  # the shard ends in the middle of a record
