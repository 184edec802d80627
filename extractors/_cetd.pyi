from typing import Any

from numpy.typing import NDArray

from extractors._core import Columns

def select(
    page: Columns,
    kept: NDArray[Any],
    score: NDArray[Any],
    reason: NDArray[Any],
    coefficient: float,
    composite: bool,
    smoothing: bool,
    code: bool,
) -> None: ...
def measure(
    page: Columns, coefficient: float, composite: bool, smoothing: bool, code: bool
) -> dict[str, Any]: ...
