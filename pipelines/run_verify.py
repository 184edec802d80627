"""`winnow verify`: an output against its own books, and against the crawl."""

import sys
from collections.abc import Iterable, Sequence
from typing import TypeVar

from tqdm import tqdm

from pipelines.books import Books, check_folder, check_shard
from pipelines.dataset import Dataset, Manifest
from pipelines.errors import CommandError
from pipelines.replay import Replay, pick
from transforms.config import code_version

T = TypeVar("T")

_OUTCOMES = ("equal", "provenance", "different", "unread")

MOST_LINES = 20  # of differences; more of them say nothing new


def run_verify(root: str, sample: int | None, seed: int) -> int:
    """Checks the output of a run, and says what was checked.

    Args:
        root: the folder of the run.
        sample: how many rows to extract again; None for all.
        seed: decides which.

    Returns:
        The exit code: 1 if anything differs.

    Raises:
        CommandError: there is no output.
    """
    dataset = Dataset(root)
    books, manifests = Books(), []
    for name in _progress(dataset.manifests, "files", " shards"):
        try:
            manifest = dataset.manifest(name)
        except CommandError as error:
            books.differences.append(str(error))
        else:
            manifests.append(manifest)
            check_shard(dataset, name, manifest, books)
    check_folder(dataset, manifests, books)
    replay = Replay(dataset)
    differences = _replay(replay, manifests, sample, seed)
    _warn([*books.warnings, *_versions(replay)])
    _print_table(len(dataset.manifests), books, replay)
    return _report(list(dict.fromkeys([*books.differences, *differences])))


def _replay(replay: Replay, manifests: list[Manifest], sample: int | None, seed: int) -> list[str]:
    parts = [part for manifest in manifests for part in manifest.files]
    picked = pick(parts, sample, seed)
    return [line for rows in _progress(picked, "sample", " files") for line in replay.compare(rows)]


def _progress(items: Sequence[T], what: str, unit: str) -> Iterable[T]:
    return tqdm(items, desc=what, unit=unit, leave=False, disable=not sys.stderr.isatty())


def _versions(replay: Replay) -> list[str]:
    return [
        f"written by version {version}, and this is {code_version()}: it may extract otherwise"
        for version in sorted(replay.versions)
    ]


def _print_table(shards: int, books: Books, replay: Replay) -> None:
    found = replay.outcomes
    lines = [
        f"manifests       {shards:,}: units tile their shards, counts balance",
        f"files           {books.files:,}: there, of the schema, of the unit they are named for",
        f"rows            {books.rows:,}: counts, doc_ids, pages beside their nodes",
        f"extracted again {sum(found[outcome] for outcome in _OUTCOMES):,} rows",
        f"  equal         {found['equal']:,} in every column",
        f"  provenance    {found['provenance']:,} that did harm: where they are from, no more",
        f"  different     {found['different']:,}",
        f"  not read      {found['unread']:,}",
        f"  seconded      {found['seconded']:,}: their records are the same as warcio reads them",
        f"warnings        {len(books.warnings):,}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


def _warn(warnings: list[str]) -> None:
    for line in _bounded(warnings):
        sys.stderr.write(f"winnow: warning: {line}\n")


def _report(differences: list[str]) -> int:
    for line in _bounded(differences):
        sys.stderr.write(f"winnow: error: {line}\n")
    sys.stdout.write(f"differences     {len(differences):,}\n")
    return 1 if differences else 0


def _bounded(lines: list[str]) -> list[str]:
    if len(lines) <= MOST_LINES:
        return lines
    return [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES:,} more"]
