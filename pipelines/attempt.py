"""One attempt at the job on this machine, in a process of its own that may die.

    python -m pipelines.attempt CONFIG SLOTS WORKERS

Beam's local runner waits for ever for a worker that was killed, and cannot be interrupted in every
state. So it runs in here, and `pipelines.local` outside looks on, restarts it, or ends it.
"""

import logging
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

WORKER_DIED = 3
WORKER_THREAD = "run_worker"  # the runner's threads that wait for a worker; nobody listens to them


def main(argv: Sequence[str]) -> None:
    """Runs the job once."""
    config, slots, workers = argv
    threading.excepthook = _on_thread_exception
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _hush_beam()
    from pipelines.embedded import run_embedded

    run_embedded(pickle.loads(Path(config).read_bytes()), slots, int(workers))


def _hush_beam() -> None:
    """Keeps Beam, when it is imported, from warning that Google's extras are not there."""
    logging.getLogger().addFilter(lambda record: "apitools" not in record.getMessage())


def _on_thread_exception(event: threading.ExceptHookArgs) -> None:
    sys.__excepthook__(event.exc_type, event.exc_value or event.exc_type(), event.exc_traceback)
    if event.thread and event.thread.name == WORKER_THREAD:
        _exit(WORKER_DIED)


def _end_with_parent() -> None:
    sys.stdin.buffer.read()  # returns when nobody holds the other end any more
    os.killpg(0, signal.SIGKILL)  # the workers too: this process leads a session of its own


def _exit(code: int) -> NoReturn:
    sys.stderr.flush()
    os._exit(code)  # threads of the runner would keep an orderly exit waiting


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BaseException:  # noqa: BLE001 - it is told, and the process ends
        traceback.print_exc()
        _exit(1)
    _exit(0)
