"""What a run of the crawl job does: everything that decides the bytes it writes."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from extractors import EXTRACTORS, Extractor, Limits
from extractors.annotations import NodesMode
from transforms.guarding.budget import Budget
from transforms.schema import SCHEMA_VERSION

MOST_EXTRACTORS = 16  # a vote is a bit of a 16-bit column

MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class CleanConfig:
    """The settings of a run. Two runs with the same `digest` write the same bytes."""

    output: str
    extractors: tuple[Extractor, ...] = field(default_factory=lambda: (EXTRACTORS["cectd-ds"](),))
    nodes: NodesMode = "kept"
    limits: Limits = field(default_factory=Limits)
    unit_bytes: int = 64 * MIB
    html_column: str = "html"
    url_column: str = "url"
    check_digests: bool = True
    budget: Budget = field(default_factory=Budget)

    def __post_init__(self) -> None:
        names = [extractor.name for extractor in self.extractors]
        if not names or len(names) > MOST_EXTRACTORS:
            raise ValueError(f"there can be 1 to {MOST_EXTRACTORS} extractors, not {len(names)}")
        if len(set(names)) < len(names):
            raise ValueError(f"an extractor is named twice: {', '.join(names)}")
        if self.unit_bytes < 1:
            raise ValueError(f"unit_bytes must be positive, got {self.unit_bytes}")

    def describe(self) -> dict[str, Any]:
        """The settings as plain values, but for where the output goes."""
        return {
            "schema_version": SCHEMA_VERSION,
            "code_version": code_version(),
            "extractors": [
                {"name": extractor.name, **asdict(cast(Any, extractor))}
                for extractor in self.extractors
            ],
            "nodes": self.nodes,
            "limits": asdict(self.limits),
            "unit_bytes": self.unit_bytes,
            "html_column": self.html_column,
            "url_column": self.url_column,
            "check_digests": self.check_digests,
            "budget": asdict(self.budget),
        }

    @property
    def digest(self) -> str:
        """A name for the settings: outputs of different digests never mix."""
        return digest(self.describe())


def digest(settings: Mapping[str, Any]) -> str:
    """Names settings by their content."""
    return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Says which settings changed, as `name: before -> now`."""
    return [
        f"{name}: {json.dumps(before.get(name))} -> {json.dumps(now.get(name))}"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]


def code_version() -> str:
    """The version of the code that writes the rows."""
    try:
        return version("winnow-crawl")
    except PackageNotFoundError:
        return "source"
