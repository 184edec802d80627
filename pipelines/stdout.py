"""Standard output as bytes: UTF-8 whatever the locale, and all of it."""

import sys


def write_stdout(data: bytes) -> None:
    """Writes `data` to standard output to its end, or raises."""
    rest = memoryview(data)
    while rest:  # under `python -u` a write may take a part only, and say so to nobody
        rest = rest[sys.stdout.buffer.write(rest) :]
