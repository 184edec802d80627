"""Whether a slip of the kernels would be noticed: a fuzzer that cannot fail is worthless."""

import os
import subprocess
import sys
from pathlib import Path

import extractors

# A kernel is handed an array that is far too short; what it writes beyond must be found out.
_SLIP = """
import numpy as np
from extractors import Page, _full
columns = Page.parse("<p>x" * 100).columns
kept, score, reason = (np.zeros(n, t) for n, t in ((1, "?"), (999, "f4"), (999, "u1")))
_full.select(columns, kept, score, reason, False)
"""


def complaint() -> str | None:
    """Why slips would go unnoticed, or None if they would not."""
    kernels = sorted(Path(extractors.__file__).parent.glob("_*.so"))
    plain = [path.name for path in kernels if b"__asan_init" not in path.read_bytes()]
    if plain or not kernels:
        return f"not built for the address sanitizer: {', '.join(plain) or 'no kernels at all'}"
    if os.environ.get("PYTHONMALLOC") != "malloc":
        return "PYTHONMALLOC is not malloc: slips inside Python's own arenas would go unnoticed"
    slip = subprocess.run([sys.executable, "-c", _SLIP], capture_output=True, check=False)
    if slip.returncode == 0 or b"AddressSanitizer: heap-buffer-overflow" not in slip.stderr:
        return f"a slip on purpose went unnoticed: {slip.stderr.decode(errors='replace')[-500:]}"
    return None
