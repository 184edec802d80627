"""The output of a run, read again: what its manifests vouch for, and how it was made."""

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from extractors import EXTRACTORS, Extractor, Limits
from pipelines.errors import CommandError, unknown
from transforms.config import CleanConfig
from transforms.crawl.storage import first_line
from transforms.guarding.budget import Budget
from transforms.output import Output
from transforms.schema import NODES, PAGES, SCHEMA_VERSION

_KEY = "winnow."
_SCHEMAS = {"pages": PAGES, "nodes": NODES}


@dataclass(frozen=True, slots=True)
class Part:
    """The files of one unit, as the manifest has them."""

    pages: str
    nodes: str  # none if empty
    rows: int
    start: int
    end: int
    first: int
    next: int
    doc_ids: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The books of one shard."""

    shard: str
    size: int
    form: str
    settings_digest: str
    records: int
    rows: int
    rowless: Mapping[str, int]
    statuses: Mapping[str, int]
    files: tuple[Part, ...]

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Manifest":
        """Takes from a manifest what is needed; readers put up with more than they know."""
        parts = tuple(Part(**_known(Part, part)) for part in values["files"])
        return cls(**{**_known(cls, values), "files": parts})


class Dataset:
    """The folder of a run, for reading."""

    def __init__(self, root: str) -> None:
        """Looks whether there is an output.

        Raises:
            CommandError: there is none, or it cannot be read.
        """
        self.output = Output(root)
        try:
            self.manifests = self.output.list("manifest")
        except OSError as error:
            raise CommandError(f"cannot read {root}: {error.strerror or error}") from error
        if not self.manifests:
            raise CommandError(f"{root}: no output of winnow clean, or none that is finished")

    def manifest(self, name: str) -> Manifest:
        """One of `manifests`.

        Raises:
            CommandError: it is no manifest.
        """
        try:
            return Manifest.of(self.output.read_json(f"manifest/{name}"))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"manifest/{name}: no manifest ({first_line(error)})") from error

    @contextmanager
    def open(self, name: str) -> Iterator[pq.ParquetFile]:
        """Opens a file of pages or nodes.

        Raises:
            CommandError: it is not there, is none, or reading it fails.
        """
        try:
            with self.output.filesystem.open(self.output.path(name), "rb") as stream:
                file = pq.ParquetFile(stream, page_checksum_verification=True)
                if not file.schema_arrow.equals(_SCHEMAS[name.partition("/")[0]]):
                    raise CommandError(f"{name}: its columns are not those of the schema")
                yield file
        except (OSError, pa.ArrowException) as error:
            reason = getattr(error, "strerror", None) or first_line(error)
            raise CommandError(f"{name}: {reason}") from error


def metadata(file: pq.ParquetFile) -> dict[str, str]:
    """What the footer of a file says of it, under the names that its writer gave it."""
    found = file.metadata.metadata or {}
    return {
        key.decode().removeprefix(_KEY): value.decode()
        for key, value in found.items()
        if key.startswith(_KEY.encode())
    }


def read_rows(file: pq.ParquetFile, rows: Sequence[int]) -> Iterator[tuple[int, pa.Table]]:
    """Yields each of `rows`, which ascend, as a table of one row; groups without any are not read.

    Row groups are read one at a time, so memory follows the largest of them.
    """
    lengths = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    for group, (begin, end) in enumerate(pairwise(accumulate(lengths, initial=0))):
        if wanted := rows[bisect_left(rows, begin) : bisect_left(rows, end)]:
            table = file.read_row_group(group)
            yield from ((row, table.slice(row - begin, 1)) for row in wanted)


def config_of(settings: Mapping[str, Any], root: str) -> CleanConfig:
    """The configuration that a file was written with, from the settings in its footer.

    Raises:
        CommandError: this version of the code cannot do what they say.
    """
    version = settings.get("schema_version")
    if version != SCHEMA_VERSION:
        raise CommandError(f"schema version {version}, and this is {SCHEMA_VERSION}")
    try:
        return CleanConfig(
            **{
                **_known(CleanConfig, settings),
                "output": root,
                "extractors": tuple(map(_extractor, settings["extractors"])),
                "limits": Limits(**settings["limits"]),
                "budget": Budget(**settings["budget"]),
            }
        )
    except (KeyError, TypeError, ValueError) as error:
        raise CommandError(f"settings that are unknown here: {first_line(error)}") from error


def settings_of(file: pq.ParquetFile) -> dict[str, Any]:
    """The settings in the footer of a file.

    Raises:
        CommandError: there are none.
    """
    try:
        settings: dict[str, Any] = json.loads(metadata(file)["settings"])
    except (KeyError, ValueError) as error:
        raise CommandError("no settings in its footer") from error
    return settings


def _extractor(values: Mapping[str, Any]) -> Extractor:
    parameters = {**values}
    name = parameters.pop("name")
    if name not in EXTRACTORS:
        raise CommandError(unknown("extractor", name, EXTRACTORS))
    return EXTRACTORS[name](**parameters)


def _known(kind: Any, values: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a dataclass
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in values.items() if name in names}
