from typing import Any

from numpy.typing import NDArray

from extractors._core import Columns

def select(
    page: Columns,
    kept: NDArray[Any],
    score: NDArray[Any],
    reason: NDArray[Any],
    c: int,
    tr: float,
    hr: int,
    cjk: bool,
) -> None: ...
def measure(page: Columns, c: int, tr: float, hr: int, cjk: bool) -> dict[str, Any]: ...
