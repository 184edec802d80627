"""How the algorithms compare numbers that were computed in some order."""


def greater(x: float, y: float) -> bool:
    """Whether x exceeds y by more than rounding."""
    return x > y + 1e-9 * max(1.0, abs(y))
