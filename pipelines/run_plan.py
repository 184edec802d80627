"""`winnow plan`: what a run would have to do, and about what it would take."""

import math
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from tqdm import tqdm

from pipelines.errors import CommandError
from pipelines.inputs import Input, look_at, unfinished
from pipelines.survey import Head, Heads, Sums, extrapolate, look_into, sample
from pipelines.workers import cores
from transforms.config import MIB, CleanConfig
from transforms.crawl.shards import find_shards
from transforms.crawl.storage import ShardError
from transforms.crawl.units import Compression, Form

NIGHT = 8  # hours
MOST_NAMES = 10
_HOUR = 3600


def run_plan(
    config: CleanConfig, patterns: Sequence[str], workers: int | None, *, overwrite: bool
) -> int:
    """Says what a run with this configuration would do. It writes nothing that stays.

    Returns:
        The exit code: 1 if a shard cannot be read, so that a run would fail.

    Raises:
        CommandError: the patterns stand for nothing, or the output has other settings.
    """
    inputs, missing = _look(patterns)
    todo = unfinished(config, inputs) if config.output and not overwrite else inputs
    heads = look_into(todo, config)
    heads.unreadable.extend(missing)
    found = sample(heads.looked, config)
    lines = [
        *_shard_lines(heads, done=len(inputs) - len(todo)),
        *_estimates(heads, found, config, workers or cores()),
        *_names("cannot be cut", [head.item.shard for head in heads.looked if head.is_whole]),
        *_names("cannot be read", sorted(heads.unreadable)),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if heads.unreadable else 0


def _look(patterns: Sequence[str]) -> tuple[list[Input], list[str]]:
    """The shards that are there, and why others cannot be had."""
    inputs, missing = [], []
    try:
        shards = find_shards(patterns)
    except ShardError as error:
        raise CommandError(str(error)) from error
    for shard in shards:
        try:
            inputs.append(look_at(shard))
        except ShardError as error:
            missing.append(str(error))
    return inputs, missing


def _shard_lines(heads: Heads, done: int) -> Iterator[str]:
    inputs = [*(head.item for head in heads.looked), *heads.unseen]
    size = f", {_bytes(sum(item.size for item in inputs))}" if inputs else ""
    yield _line("shards", f"{len(inputs):,} to clean{size}")
    if done:
        yield _line("", f"{done:,} more are done")
    natures = Counter(_nature(head) for head in heads.looked)
    kinds = ", ".join(f"{count:,} {nature}" for nature, count in sorted(natures.items()))
    seen = f" (of {len(heads.looked):,} looked into)" if heads.unseen else ""
    if kinds:
        yield _line("", f"{kinds}{seen}")


def _estimates(
    heads: Heads, found: dict[Form, Sums], config: CleanConfig, workers: int
) -> Iterator[str]:
    if not (heads.looked or heads.unseen):
        return
    units = sum(len(head.units) for head in heads.looked)
    units += sum(math.ceil(item.size / config.unit_bytes) for item in heads.unseen)
    total = extrapolate(heads, found)
    yield _line("units", f"{units:,} of up to {config.unit_bytes // MIB:,} MiB")
    if not total.rows:
        yield _line("estimates", "none: the sample has no pages")
        return
    hours = total.seconds / _HOUR
    parallel = min(workers, units)
    output = total.output + total.footer * units
    yield _line("records", f"about {_round(total.records)}, {_round(total.rows)} of them a row")
    yield _line("with text", f"about {_round(total.texts)}")
    yield _line("output", f"about {_bytes(output)}")
    yield _line(
        "time",
        f"about {_hours(hours)} on one core like this machine's ({_per_row(total)} a row; what the "
        "runner does comes on top)",
    )
    yield _line("", f"about {_hours(hours / parallel)} with {parallel:,} at a time")
    yield _line("workers", f"{max(math.ceil(hours / NIGHT), 1):,} for a night of {NIGHT} hours")
    covered = sum(sums.covered for sums in found.values())
    rows = sum(sums.rows for sums in found.values())
    yield _line("from a sample", f"{rows:,.0f} rows in {_bytes(covered)}, cleaned just now")


def _nature(head: Head) -> str:
    unit = head.units[0]
    packed = "" if unit.compression is Compression.NONE else f" in {unit.compression}"
    return f"{unit.form}{packed}"


def _names(title: str, names: list[str]) -> Iterator[str]:
    for number, name in enumerate(names[:MOST_NAMES]):
        yield _line(title if number == 0 else "", name)
    if len(names) > MOST_NAMES:
        yield _line("", f"and {len(names) - MOST_NAMES:,} more")


def _line(title: str, value: str) -> str:
    return f"{title:16s}{value}"


def _per_row(total: Sums) -> str:
    return f"{total.seconds / total.rows * 1e3:.2g} ms"


def _hours(hours: float) -> str:
    """A time in the unit that suits it."""
    for unit, size in (("hours", 1.0), ("minutes", 60.0)):
        if hours * size >= 1:
            return f"{hours * size:,.1f} {unit}"
    return f"{hours * _HOUR:,.1f} seconds"


def _round(count: float) -> str:
    """Three digits: a sample knows no more."""
    digits = max(len(str(int(count))) - 3, 0)
    return f"{round(count, -digits):,.0f}"


def _bytes(count: float) -> str:
    return f"{tqdm.format_sizeof(count)}B"
