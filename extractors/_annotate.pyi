from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors._core import Columns

NODE: np.dtype[np.void]

def annotate(
    page: Columns,
    votes: Sequence[NDArray[Any]],
    spans: NDArray[np.int32],
    score: NDArray[np.float32],
    reason: NDArray[np.uint8],
    all_nodes: bool,
    no_nodes: bool,
) -> tuple[NDArray[np.void], int, list[int], int]: ...
