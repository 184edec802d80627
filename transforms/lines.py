"""JSON lines out: values of any Parquet column as JSON, and files that are whole or absent."""

import json
import math
import os
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, time, timedelta
from pathlib import Path
from typing import BinaryIO


def json_line(values: Mapping[str, object]) -> bytes:
    """Returns `values` as one line of UTF-8 JSON; what JSON has no word for becomes text."""
    try:
        line = _encode(values)
    except ValueError:
        line = _encode(_without_nan(values))
    return line.encode("utf-8", "replace") + b"\n"


@contextmanager
def write_whole(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that appears under its name when it is complete, or not at all.

    A device or a pipe is written to as it is: nothing may be renamed over it.
    """
    target = path.resolve()  # a link stays a link, and its target is replaced
    if target.exists() and not target.is_file():
        with target.open("wb") as stream:
            yield stream
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _encode(values: object) -> str:
    return json.dumps(values, ensure_ascii=False, allow_nan=False, default=_as_text)


def _without_nan(value: object) -> object:
    match value:
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {key: _without_nan(item) for key, item in value.items()}
        case list() | tuple():
            return [_without_nan(item) for item in value]
        case _:
            return value


def _as_text(value: object) -> object:
    match value:
        case bytes():
            return _bytes(value)
        case date() | time():  # a datetime is a date
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case _:
            return str(value)  # decimals stay exact, UUIDs readable


def _bytes(value: bytes) -> str | dict[str, str]:
    try:
        return value.decode("utf-8")  # many writers store their strings as plain binary
    except UnicodeDecodeError:
        return {"base64": b64encode(value).decode("ascii")}
