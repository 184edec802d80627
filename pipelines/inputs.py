"""The inputs of a run against those of the run before: what is new, changed, or done."""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pipelines.errors import CommandError
from transforms.config import CleanConfig, differences
from transforms.crawl.shards import find_shards
from transforms.crawl.storage import ShardError, file_system, shard_error
from transforms.output import (
    DATA,
    INPUTS,
    SETTINGS,
    STATE,
    SUCCESS,
    Output,
    shard_name,
)


@dataclass(frozen=True, slots=True)
class Input:
    """A shard as it was when the run began."""

    shard: str
    size: int  # in bytes
    version: str  # changes when the content does: a time, or a tag of the store


def find_inputs(patterns: Sequence[str]) -> list[Input]:
    """The shards that `patterns` stand for.

    Raises:
        CommandError: a pattern stands for nothing, or a shard is not there.
    """
    try:
        return [look_at(shard) for shard in find_shards(patterns)]
    except ShardError as error:
        raise CommandError(str(error)) from error


def unfinished(config: CleanConfig, inputs: Sequence[Input]) -> list[Input]:
    """The shards that a run would clean: those that are new, have changed, or are not done.

    Raises:
        CommandError: the output was written with other settings.
    """
    output = Output(config.output)
    _check_settings(output, config)
    return _unfinished(output, inputs, _before(output))


def prepare(config: CleanConfig, inputs: Sequence[Input], *, overwrite: bool) -> list[Input]:
    """Makes the output ready for a run, and returns the shards that are not done.

    Raises:
        CommandError: the output was written with other settings, or cannot be written at all.
    """
    output = Output(config.output)
    try:
        if overwrite:
            _clear(output)
        _check_settings(output, config)
        before = _before(output)
        todo = _unfinished(output, inputs, before)
        for item in todo:
            if _has_changed(item, before):
                output.remove_shard(item.shard)  # what was read of it is void
        if todo or {item.shard for item in inputs} != set(before):
            output.remove(SUCCESS)
        output.write_json(SETTINGS, config.describe())
        output.write_json(INPUTS, [asdict(item) for item in inputs])
    except OSError as error:
        name = error.filename or config.output
        raise CommandError(f"cannot write {name}: {error.strerror or error}") from error
    return todo


def look_at(shard: str) -> Input:
    """A shard as it is now.

    Raises:
        ShardError: it is not there, or may not be read.
    """
    try:
        if "://" not in shard:
            found = Path(shard).stat()
            if not os.access(shard, os.R_OK):
                raise PermissionError(13, "Permission denied", shard)
            return Input(shard, found.st_size, str(found.st_mtime_ns))
        system, name = file_system(shard)
        info = system.info(name)
        version = next((info[key] for key in _VERSIONS if info.get(key)), "")
        return Input(shard, int(info.get("size") or 0), str(version))
    except OSError as error:
        raise shard_error(shard, error) from error


_VERSIONS = ("ETag", "etag", "md5Hash", "generation", "LastModified", "last_modified", "mtime")


def _unfinished(
    output: Output, inputs: Sequence[Input], before: Mapping[str, dict[str, Any]]
) -> list[Input]:
    done = set(output.list("manifest"))
    return [
        item
        for item in inputs
        if f"{shard_name(item.shard)}.json" not in done or _has_changed(item, before)
    ]


def _before(output: Output) -> dict[str, dict[str, Any]]:
    """The inputs of the run before, by shard."""
    return {entry["shard"]: entry for entry in output.read_json(INPUTS) or []}


def _has_changed(item: Input, before: Mapping[str, dict[str, Any]]) -> bool:
    return item.shard in before and before[item.shard] != asdict(item)


def _check_settings(output: Output, config: CleanConfig) -> None:
    written = output.read_json(SETTINGS)
    now = json.loads(json.dumps(config.describe()))
    if written is None:
        if any(output.list(folder) for folder in DATA):
            raise CommandError(f"{config.output}: holds data of something else; choose another")
    elif written != now:
        changed = "; ".join(differences(written, now))
        raise CommandError(
            f"{config.output} was written with other settings ({changed}): "
            "choose another --output, or --overwrite it"
        )


def _clear(output: Output) -> None:
    """Forgets all that an earlier run wrote, what vouches for it first."""
    if output.read(SETTINGS) is None:
        return
    for name in (SUCCESS, *reversed(DATA), STATE):
        output.remove(name)
