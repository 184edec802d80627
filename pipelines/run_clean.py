"""`winnow clean`: from the command line's words to a finished output, on this machine."""

import fcntl
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tqdm import tqdm

from pipelines import local
from pipelines.errors import CommandError
from pipelines.inputs import Input, find_inputs, prepare
from pipelines.progress import Progress
from pipelines.signals import sigterm_interrupts
from pipelines.workers import cores
from transforms.config import CleanConfig
from transforms.output import FAILURES, STATE, SUCCESS, Output

WORTH_A_SPEED = 10.0  # seconds; a shorter run is mostly the start of Beam
MOST_LANGUAGES = 8
MOST_FAILURES = 10


def run_clean(
    config: CleanConfig, patterns: Sequence[str], workers: int | None, *, overwrite: bool
) -> int:
    """Cleans the shards of `patterns` into the output, and says how it went.

    Returns:
        The exit code: 1 if a shard failed.

    Raises:
        CommandError: the input or the output is at fault.
    """
    inputs = find_inputs(patterns)
    with _alone(config.output):
        todo = prepare(config, inputs, overwrite=overwrite)
        output = Output(config.output)
        if not todo and output.exists(SUCCESS):
            sys.stderr.write(f"winnow: nothing to do: {len(inputs):,} shards are done\n")
            _print_totals(output.read_json(SUCCESS), config.output)
            return 0
        return _run(config, inputs, todo, workers or cores())


def _run(config: CleanConfig, inputs: list[Input], todo: list[Input], workers: int) -> int:
    done = f", {len(inputs) - len(todo):,} more are done" if len(todo) < len(inputs) else ""
    size = sum(item.size for item in todo)
    sys.stderr.write(
        f"winnow: {len(todo):,} shards of {_bytes(size)} to clean with {workers} workers{done}\n"
    )
    with closing(Progress(size)) as progress, sigterm_interrupts():
        try:
            local.run(config, workers, progress)
        except KeyboardInterrupt:
            progress.close()
            sys.stderr.write("winnow: what is done is kept: the same command again goes on\n")
            raise
    output = Output(config.output)
    totals = output.read_json(SUCCESS)
    if totals is None:
        return _report_failures((output.read_json(FAILURES) or {}).get("failures", []))
    _print_totals(totals, config.output)
    if len(todo) == len(inputs) and progress.seconds >= WORTH_A_SPEED:
        _print_speed(totals["rows"] / progress.seconds, workers)
    return 0


def _report_failures(failures: list[dict[str, Any]]) -> int:
    for failure in failures[:MOST_FAILURES]:
        sys.stderr.write(f"winnow: error: {failure['message']}\n")
    if len(failures) > MOST_FAILURES:
        sys.stderr.write(f"winnow: error: and {len(failures) - MOST_FAILURES:,} more\n")
    raise CommandError(
        f"{len(failures):,} shards failed; the others are done. Mend them, or leave them out, and "
        "run the same command again"
    )


def _print_totals(totals: dict[str, Any], where: str) -> None:
    lines = [
        f"{totals['rows']:,} rows of {totals['records']:,} records in {totals['shards']:,} shards",
        "",
        *_counts("status", totals["statuses"], totals["rows"]),
        "",
        *_counts("language", totals["languages"], sum(totals["languages"].values())),
        "",
        f"without a row   {_list(totals['rowless'])}",
        f"pages           {_bytes(totals['payload_bytes'])}",
        f"text            {_bytes(totals['text_bytes'])}",
    ]
    if totals["skipped_regions"]:
        lines.append(
            f"damage          {totals['skipped_regions']:,} (status corrupt), "
            f"{_bytes(totals['skipped_bytes'])} skipped"
        )
    if totals["truncated_shards"]:
        lines.append(f"cut off shards  {totals['truncated_shards']:,} (status truncated)")
    lines.append(f"output          {where}")
    sys.stdout.write("\n".join(lines) + "\n")


def _print_speed(speed: float, workers: int) -> None:
    sys.stdout.write(
        f"speed           {speed:,.0f} pages a second, {speed / workers:,.0f} a core\n"
    )


def _counts(title: str, counts: dict[str, int], total: int) -> Iterator[str]:
    """Lines of a table, the greatest count first; the rest of a long one in one line."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    yield f"{title:16s}{'rows':>12s}"
    for name, count in ordered[:MOST_LANGUAGES] if title == "language" else ordered:
        yield f"  {name:14s}{count:12,}  {count / total:6.1%}"
    if title == "language" and (rest := ordered[MOST_LANGUAGES:]):
        yield f"  {f'{len(rest)} others':14s}{sum(count for _, count in rest):12,}"


def _list(counts: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items()) or "none"


def _bytes(count: int) -> str:
    return f"{tqdm.format_sizeof(count)}B" if count else "none"


@contextmanager
def _alone(root: str) -> Iterator[None]:
    """Keeps a second run out of the same folder while this one writes to it."""
    output = Output(root)
    if not output.is_local:
        yield
        return
    path = Path(output.path(STATE))
    try:
        path.mkdir(parents=True, exist_ok=True)
        lock = (path / "lock").open("w")
    except OSError as error:
        raise CommandError(f"cannot write {error.filename}: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise CommandError(f"{root}: another run is writing to it") from error
        yield
