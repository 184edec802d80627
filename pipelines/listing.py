"""The list of the extractors: what each follows, and what can be set."""

import inspect
import json
import sys
import textwrap
from dataclasses import asdict
from typing import Any

from extractors import EXTRACTORS, Extractor
from pipelines.settings import Parameter, parameters

WIDTH = 88


def list_extractors(*, as_json: bool) -> None:
    """Writes the extractors to standard output, for people or as JSON."""
    if as_json:
        listing = [_describe(name, extractor) for name, extractor in EXTRACTORS.items()]
        sys.stdout.write(json.dumps(listing, ensure_ascii=False, indent=2) + "\n")
        return
    entries = [_entry(name, extractor) for name, extractor in EXTRACTORS.items()]
    sys.stdout.write("\n".join(entries))


def _describe(name: str, extractor: type[Extractor]) -> dict[str, Any]:
    return {
        "name": name,
        "summary": _summary(extractor),
        "paper": extractor.paper,
        "parameters": [asdict(parameter) for parameter in parameters(extractor)],
    }


def _entry(name: str, extractor: type[Extractor]) -> str:
    known = parameters(extractor)
    return "".join(
        [
            f"{name}\n",
            _wrap(_summary(extractor), "  "),
            _wrap(f"Paper: {extractor.paper}", "  "),
            *(_wrap(_parameter(parameter), "    ", "      ") for parameter in known),
        ]
    )


def _parameter(parameter: Parameter) -> str:
    kind = "|".join(parameter.choices) or parameter.type
    return f"{parameter.name} = {parameter.default} ({kind}): {parameter.help}"


def _summary(extractor: type[Extractor]) -> str:
    return (inspect.getdoc(extractor) or "").partition("\n")[0]


def _wrap(text: str, indent: str, rest: str | None = None) -> str:
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent if rest is None else rest
    )
    return "".join(f"{line}\n" for line in lines)
