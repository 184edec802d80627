"""The shards an input stands for: files, directories, patterns, and lists of these."""

import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from transforms.crawl.storage import ShardError, file_system, open_shard, shard_error

_SHARD = re.compile(r"(?!.*/[._][^/]*$)[^._].*\.(?:(?:w?arc|wet|wat)(?:\.(?:gz|zst|lz4))?|parquet)")
_LIST = re.compile(r".*\.paths(?:\.gz)?")
_MAGIC = re.compile(r"[*?\[]")
_GZIP = b"\x1f\x8b"


def find_shards(inputs: Sequence[str]) -> list[str]:
    """Returns the shards that `inputs` stand for, each once, in order of their names.

    An input is a file, a URL that fsspec knows, a pattern with `*`, `?`, `[...]` or `**`, a
    directory, or a list: a file with one of these a line, given as `@file` or named `*.paths` or
    `*.paths.gz`. A directory stands for all files below it that are named like shards. What a
    list names, and a URL that is named like a shard, is not looked for: planning opens it.

    Raises:
        ShardError: an input stands for nothing.
    """
    return sorted({shard for name in inputs for shard in _expand(name)})


def looks_like_shard(name: str) -> bool:
    """Whether a file is named like a shard of a crawl; hidden and temporary ones are not."""
    return _SHARD.fullmatch(name.rpartition("/")[2]) is not None


def _expand(name: str) -> list[str]:
    if name.startswith("@") or _LIST.fullmatch(name):
        shards = [shard for line in _lines(name.removeprefix("@")) for shard in _listed(line)]
    else:
        shards = _remote(name) if "://" in name else _local(name)
    if not shards:
        raise ShardError(f"{name}: no shards found")
    return shards


def _listed(name: str) -> list[str]:
    return _expand(name) if _MAGIC.search(name) else [_plain(name)]


def _lines(path: str) -> Iterator[str]:
    with open_shard(path) as stream:
        try:
            text = stream.read()
            lines = gzip.decompress(text) if text.startswith(_GZIP) else text
        except (OSError, EOFError) as error:
            raise shard_error(path, error) from error
    for line in lines.decode("utf-8", "surrogateescape").splitlines():
        if (stripped := line.strip()) and not stripped.startswith("#"):
            yield stripped


def _plain(name: str) -> str:
    return name if "://" in name else str(Path(name))


def _local(name: str) -> list[str]:
    path = Path(name)
    try:
        if path.is_dir():
            found = [file for file in path.rglob("*") if looks_like_shard(file.as_posix())]
        elif path.exists() or not _MAGIC.search(name):
            path.stat()  # says why it cannot be had
            return [str(path)]
        else:
            found = _glob(path)
        return [str(file) for file in found if not file.is_dir()]
    except (OSError, ValueError) as error:
        raise shard_error(name, error) from error


def _glob(path: Path) -> list[Path]:
    """Returns the matches of a pattern; hidden files as a shell does, if they are asked for."""
    matches = Path(path.anchor).glob(str(path.relative_to(path.anchor)))
    hidden = path.name.startswith(".")
    return [match for match in matches if hidden or not match.name.startswith(".")]


def _remote(url: str) -> list[str]:
    if not _MAGIC.search(url) and looks_like_shard(url):
        return [url]
    try:
        system, name = file_system(url)
        if system.isfile(name):
            return [url]
        if _MAGIC.search(url):
            found = [file for file in system.glob(name) if not system.isdir(file)]
        else:
            found = [file for file in system.find(name) if looks_like_shard(file)]
        return [str(system.unstrip_protocol(file)) for file in found]
    except Exception as error:  # every file system has errors of its own
        raise shard_error(url, error) from error
