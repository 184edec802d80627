from typing import Any

from numpy.typing import NDArray

from extractors._core import Columns

def select(
    page: Columns,
    kept: NDArray[Any],
    score: NDArray[Any],
    reason: NDArray[Any],
    c1: float,
    c2: int,
) -> None: ...
def measure(page: Columns, c1: float, c2: int) -> dict[str, Any]: ...
