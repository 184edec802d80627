"""Processes of our own beside this one."""

import os
import sys
from pathlib import Path


def environment() -> dict[str, str]:
    """Where they find the packages that this process does, whatever folder they start in."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path),
    }
