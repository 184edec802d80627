"""What one page may cost."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """What one page may cost before it is given up."""

    seconds: float = 30.0
    memory: int = 1 << 30  # by which the process may grow

    def __post_init__(self) -> None:
        for name in ("seconds", "memory"):
            if getattr(self, name) <= 0:
                raise ValueError(f"{name} must be positive, got {getattr(self, name)!r}")
