"""The folder of a run: names that follow from the input, and files that are whole or absent.

- `pages/NAME.parquet`: one row a record
- `nodes/NAME.parquet`: row-aligned with pages, the nodes behind each text
- `manifest/SHARD.json`: the books of one shard, written when they balance
- `_SUCCESS`: the totals, written last
- `_winnow/`: what a rerun needs to know; no reader does
"""

import json
import os
import posixpath
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, BinaryIO, cast
from uuid import uuid4

import fsspec
import pyarrow.parquet as pq

from transforms.crawl.units import Unit
from transforms.reports import UnitReport

SUCCESS = "_SUCCESS"
STATE = "_winnow"
SETTINGS = f"{STATE}/settings.json"
INPUTS = f"{STATE}/inputs.json"
FAILURES = f"{STATE}/failures.json"
TEMPORARY = f"{STATE}/tmp"
ACCIDENTS = f"{STATE}/accidents"
WHOLE = f"{STATE}/whole"
DATA = ("pages", "nodes", "manifest")
REPORT_KEY = b"winnow.unit"
DIGEST_KEY = b"winnow.settings_digest"

_ARCHIVE_SUFFIXES = (".gz", ".zst", ".lz4", ".open", ".warc", ".arc", ".parquet")


def shard_key(shard: str) -> str:
    """A short name for a shard that no other has."""
    return blake2b(shard.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def shard_name(shard: str) -> str:
    """A name for a shard's files: one people recognise, and no other shard has."""
    stem = posixpath.basename(shard.replace("\\", "/"))
    for suffix in _ARCHIVE_SUFFIXES * 2:
        stem = stem.removesuffix(suffix)
    stem = "".join(c if c.isalnum() or c in "-._" else "-" for c in stem)[:80].strip(".")
    return f"{stem or 'shard'}-{shard_key(shard)}"


def unit_name(unit: Unit) -> str:
    """A name for a unit's files, without their suffix."""
    return f"{shard_name(unit.shard)}-{unit.start:012d}-{unit.end:012d}"


@dataclass(frozen=True)
class Output:
    """A folder on any filesystem that fsspec knows. It pickles as its path."""

    root: str

    @cached_property
    def _place(self) -> tuple[fsspec.AbstractFileSystem, str]:
        filesystem, path = fsspec.core.url_to_fs(self.root)
        return filesystem, path.rstrip("/")

    def __getstate__(self) -> dict[str, Any]:
        return {"root": self.root}

    def __setstate__(self, state: dict[str, Any]) -> None:
        object.__setattr__(self, "root", state["root"])

    @property
    def filesystem(self) -> fsspec.AbstractFileSystem:
        """The filesystem of the folder."""
        return self._place[0]

    @property
    def is_local(self) -> bool:
        """Whether files can be renamed into place."""
        return "file" in self.filesystem.protocol

    def path(self, name: str) -> str:
        """The path of a file of the folder, as its filesystem wants it."""
        return f"{self._place[1]}/{name}"

    def exists(self, name: str) -> bool:
        return bool(self.filesystem.exists(self.path(name)))

    def list(self, folder: str) -> list[str]:
        """The names of the files right in `folder`, sorted; none if there is no such folder."""
        try:
            found = self.filesystem.ls(self.path(folder), detail=False, refresh=True)
        except FileNotFoundError:
            return []
        return sorted(posixpath.basename(path.rstrip("/")) for path in found)

    def read(self, name: str) -> bytes | None:
        """The content of a small file; None if there is none."""
        try:
            return cast(bytes, self.filesystem.cat_file(self.path(name)))
        except FileNotFoundError:
            return None

    def read_json(self, name: str) -> Any:  # noqa: ANN401 - whatever JSON has
        content = self.read(name)
        return None if content is None else json.loads(content)

    @contextmanager
    def publish(self, name: str) -> Iterator[BinaryIO]:
        """Opens a file that appears under its name when the block ends well, or not at all."""
        if self.is_local:
            with self._renamed(name) as stream:
                yield stream
            return
        # A store shows an object when it has all of it, and cannot rename one cheaply.
        with NamedTemporaryFile(prefix="winnow-") as part:
            yield cast(BinaryIO, part)
            part.flush()
            self.filesystem.put_file(part.name, self.path(name))

    @contextmanager
    def _renamed(self, name: str) -> Iterator[BinaryIO]:
        final = Path(self.path(name))
        part = Path(self.path(f"{TEMPORARY}/{uuid4().hex}"))
        for path in (final, part):
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(final)
        finally:
            part.unlink(missing_ok=True)

    def write_json(self, name: str, value: object) -> None:
        with self.publish(name) as stream:
            stream.write(json.dumps(value, indent=1, sort_keys=True).encode() + b"\n")

    def remove(self, name: str) -> None:
        """Removes a file or a folder with all that is in it, if it is there."""
        with suppress(FileNotFoundError):
            self.filesystem.rm(self.path(name), recursive=True)

    def finished(self, unit: Unit, digest: str) -> UnitReport | None:
        """The books of a unit that was written with these settings, None if it was not."""
        try:
            with self.filesystem.open(self.path(f"pages/{unit_name(unit)}.parquet"), "rb") as file:
                metadata = pq.ParquetFile(file).metadata.metadata or {}
        except FileNotFoundError:
            return None
        if metadata.get(DIGEST_KEY) != digest.encode() or REPORT_KEY not in metadata:
            return None
        report = UnitReport.from_json(metadata[REPORT_KEY])
        return report if (report.shard, report.size) == (unit.shard, unit.size) else None

    def remove_shard(self, shard: str) -> None:
        """Forgets a shard: the manifest first, so that no reader sees half of it."""
        name = shard_name(shard)
        self.remove(f"manifest/{name}.json")
        for folder in ("pages", "nodes"):
            for file in self.list(folder):
                if file.startswith(f"{name}-"):
                    self.remove(f"{folder}/{file}")
