"""Units, and single records, as captures."""

from collections.abc import Iterator

from transforms.crawl.captures import Capture, Tally
from transforms.crawl.chain import Chain
from transforms.crawl.forms import FORMATS, detect
from transforms.crawl.plaintext import plaintext_of
from transforms.crawl.rows import Rows
from transforms.crawl.storage import ShardError, Source, open_shard
from transforms.crawl.units import Form, Unit

MAX_BYTES = 32 << 20  # of a page


class UnitReader:
    """The captures of one unit in the order of the shard, for one iteration.

    Nothing a shard holds raises: what cannot be read is a capture that says so. `tally` is
    complete when the iteration is.
    """

    def __init__(
        self,
        unit: Unit,
        max_bytes: int = MAX_BYTES,
        *,
        html: str = "html",
        url: str = "url",
        check_digests: bool = True,
    ) -> None:
        """Takes a unit as `plan_units` has it.

        Args:
            unit: what to read.
            max_bytes: bytes of a page, unpacked or not; larger ones are read past and not held.
            html: the column of the pages, in Parquet files.
            url: the column of their URLs.
            check_digests: whether to compare payloads with the digests that records declare.
        """
        self.unit = unit
        self.tally = Tally()
        self._max_bytes = max_bytes
        self._html = html
        self._url = url
        self._check_digests = check_digests

    def __iter__(self) -> Iterator[Capture]:
        """Reads the unit.

        Raises:
            ShardError: the shard cannot be opened, or reading it fails.
        """
        unit, tally = self.unit, self.tally
        if unit.form is Form.PARQUET:
            rows = Rows(unit.shard, unit.start, unit.end, self._html, self._url)
            yield from rows.captures(self._max_bytes, tally)
            return
        with open_shard(unit.shard) as stream:
            source = Source(unit.shard, stream)
            text = plaintext_of(source, unit.compression, FORMATS[unit.form])
            chain = Chain(text, tally, self._max_bytes, check_digests=self._check_digests)
            yield from chain.captures(unit.start, unit.end)


def read_capture(  # noqa: PLR0913  all but the first three say how, as for a unit
    shard: str,
    offset: int,
    length: int,
    max_bytes: int = MAX_BYTES,
    *,
    html: str = "html",
    url: str = "url",
) -> Capture:
    """Reads one record again, by the offset and the length of its capture.

    Raises:
        ShardError: the shard cannot be read, or there is no such record in it.
    """
    with open_shard(shard) as stream:
        source = Source(shard, stream)
        nature = detect(source)
        if nature.form is Form.PARQUET:
            rows = Rows(shard, offset, offset + 1, html, url)
            captures = rows.captures(max_bytes, Tally())
        else:
            text = plaintext_of(source, nature.compression, FORMATS[nature.form])
            text.reset(text.member_of(offset) if length == 0 else offset)
            captures = Chain(text, Tally(), max_bytes).records(source.size)
        for capture in captures:
            if capture.offset >= offset:
                break
        else:
            raise ShardError(f"{shard}: nothing at offset {offset}")
    if capture.offset != offset:
        raise ShardError(f"{shard}: no page at offset {offset}")
    return capture
