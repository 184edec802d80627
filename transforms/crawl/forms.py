"""What a shard is, told by its first bytes; by its name only if those are damaged."""

import re
from typing import NamedTuple

from transforms.crawl.arc import ARC
from transforms.crawl.codecs import GZIP, LZ4, SKIPPABLE, ZSTD
from transforms.crawl.heads import Format
from transforms.crawl.plaintext import Cut, Damaged, Plaintext, plaintext_of
from transforms.crawl.storage import ShardError, Source
from transforms.crawl.units import Compression, Form
from transforms.crawl.warc import WARC

FORMATS: dict[Form, Format] = {Form.WARC: WARC, Form.ARC: ARC}
PARQUET = b"PAR1"

_ACCEPTED = "WARC and ARC (plain, gzip, zstd or lz4) and Parquet are read"
_COMPRESSIONS = {
    GZIP[:2]: Compression.GZIP,
    LZ4: Compression.LZ4,
    ZSTD: Compression.ZSTD,
    **dict.fromkeys(SKIPPABLE, Compression.ZSTD),
}
_OTHERS = {
    b"%PDF": "a PDF file",
    b"PK\x03\x04": "a zip file, as WACZ is",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "a 7z file",
    b"SQLite": "an SQLite database",
    b"ORC": "an ORC file",
    b"{": "JSON",
    b"[": "JSON",
    b"<": "HTML or XML",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
}
_NAMED = re.compile(r"\.(?P<form>arc|warc|wet|wat)(?:\.(?P<suffix>gz|zst|lz4)?|$)", re.IGNORECASE)
_SUFFIXES = {"gz": Compression.GZIP, "zst": Compression.ZSTD, "lz4": Compression.LZ4}


class Nature(NamedTuple):
    """What a shard is made of, and how it is compressed."""

    form: Form
    compression: Compression


def detect(source: Source) -> Nature:
    """Returns what a shard is; an empty one is a WARC with nothing in it.

    Raises:
        ShardError: it is no crawl.
    """
    head = source.read(0, 8)
    if head.startswith(PARQUET):
        return Nature(Form.PARQUET, Compression.NONE)
    if not head:
        return Nature(Form.WARC, Compression.NONE)
    found = (kind for magic, kind in _COMPRESSIONS.items() if head.startswith(magic))
    compression = next(found, Compression.NONE)
    texts = {form: _opening(plaintext_of(source, compression, FORMATS[form])) for form in FORMATS}
    for form, text in texts.items():
        if FORMATS[form].start.match(text):
            return Nature(form, compression)
    text = texts[Form.WARC]
    for form, opened in FORMATS.items():
        if text.startswith(opened.opening[:1]):
            return Nature(form, compression)
    return _by_name(source, text, compression)


def _opening(text: Plaintext) -> bytes:
    """Returns how the plaintext begins, as far as it can be had."""
    try:
        text.advance()
        text.at_record()
    except (Cut, Damaged):
        pass
    return text.data[text.cursor :]


def _by_name(source: Source, text: bytes, compression: Compression) -> Nature:
    kind = next((kind for magic, kind in _OTHERS.items() if text.startswith(magic)), None)
    named = _NAMED.search(source.path.rpartition("/")[2].lower())
    if kind is None and named:
        form = Form.ARC if named["form"] == "arc" else Form.WARC
        return Nature(form, _SUFFIXES.get(named["suffix"], compression))
    packed = f"{compression} of " if compression is not Compression.NONE else ""
    raise ShardError(f"{source.path}: {packed}{kind or 'unknown bytes'}, no crawl; {_ACCEPTED}")
