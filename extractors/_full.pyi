from typing import Any

from numpy.typing import NDArray

from extractors._core import Columns

def select(
    page: Columns,
    kept: NDArray[Any],
    score: NDArray[Any],
    reason: NDArray[Any],
    drop_hidden: bool,
) -> None: ...
