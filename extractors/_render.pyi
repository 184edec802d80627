from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors._core import Columns

BLOCK: np.dtype[np.void]

def render(
    page: Columns, kept: NDArray[Any]
) -> tuple[bytes, NDArray[np.void], NDArray[np.int32]]: ...
