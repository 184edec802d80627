"""Shards to units: cut without reading them, the same way every time."""

from transforms.crawl.captures import Tally
from transforms.crawl.chain import Chain
from transforms.crawl.forms import FORMATS, detect
from transforms.crawl.pages import PagesFile
from transforms.crawl.plaintext import plaintext_of
from transforms.crawl.storage import Source, open_shard
from transforms.crawl.units import Compression, Form, Unit

UNIT_BYTES = 64 << 20


def plan_units(
    shard: str,
    unit_bytes: int = UNIT_BYTES,
    *,
    whole: bool = False,
    html: str = "html",
    url: str = "url",
) -> list[Unit]:
    """Returns the units of a shard, in order; they tile it.

    A shard is cut every `unit_bytes`, wherever that is in a record; Parquet is cut between row
    groups. A shard that was compressed as a whole is one unit, as it can only be read from its
    start.

    Args:
        shard: a path, or a URL that fsspec knows.
        unit_bytes: compressed bytes of a unit, more or less.
        whole: whether to leave the shard in one piece.
        html: the column of the pages, in Parquet files.
        url: the column of their URLs.

    Raises:
        ShardError: it cannot be read, or is no crawl.
        ValueError: `unit_bytes` is not positive.
    """
    if unit_bytes < 1:
        raise ValueError(f"unit_bytes must be positive, got {unit_bytes}")
    with open_shard(shard) as stream:
        source = Source(shard, stream)
        form, compression = detect(source)
        if form is not Form.PARQUET:
            if not whole and compression is not Compression.NONE:
                text = plaintext_of(source, compression, FORMATS[form])
                whole = not Chain(text, Tally(), 0).is_alone()
            size = source.size
            step = max(size, 1) if whole else unit_bytes
            return [
                Unit(shard, start, end, size, form, compression, end - start)
                for start in range(0, max(size, 1), step)
                for end in [min(start + step, size)]
            ]
    return _plan_rows(shard, unit_bytes, whole=whole, html=html, url=url)


def _plan_rows(shard: str, unit_bytes: int, *, whole: bool, html: str, url: str) -> list[Unit]:
    with PagesFile(shard, html=html, url=url) as pages:
        size, groups = pages.rows, pages.groups()
    units: list[Unit] = []
    start = end = weight = 0
    for rows, compressed in groups:
        end += rows
        weight += compressed
        if (weight >= unit_bytes and not whole) or end == size:
            units.append(Unit(shard, start, end, size, Form.PARQUET, Compression.NONE, weight))
            start, weight = end, 0
            if end == size:
                break
    return units or [Unit(shard, 0, 0, 0, Form.PARQUET, Compression.NONE, 0)]
