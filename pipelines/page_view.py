"""One capture in words: codes become names, and text is cut out of the page by its offsets."""

import json
import shutil
import textwrap
from collections.abc import Iterator
from datetime import datetime
from functools import cached_property
from typing import Any

from pipelines.finding import Found

_NAME = 28  # columns for the name of a field
_INDENT = " " * 4
_SNIPPET = 48  # characters of a node's text
_DEEPEST = 12  # levels that are indented
_LONG = ("text", "blocks")  # fields that have a section of their own


class PageView:
    """Reads one capture with the tables in the footer of its file."""

    def __init__(self, found: Found) -> None:
        self._page = found.page
        self._nodes = found.nodes
        self._metadata = found.metadata
        self._text = (found.page["text"] or "").encode()

    def as_dict(self) -> dict[str, Any]:
        """The columns of the output, with names for codes; JSON can hold it."""
        values = {name: _plain(value) for name, value in self._page.items()}
        values["blocks"] = [
            {**block, "labels": self._labels(block["labels"])}
            for block in self._page["blocks"] or ()
        ]
        if self._nodes is not None:
            values["nodes"] = list(self._node_dicts())
        return values

    def lines(self, title: str) -> Iterator[str]:
        """The capture as lines for a terminal."""
        width = max(shutil.get_terminal_size().columns, 2 * _NAME)
        yield f"{_shown(self._page['url'])}  ({title})"
        for name, value in self._page.items():
            if name not in (*_LONG, "url") and (word := self._word(name, value)):
                yield f"  {name:{_NAME}s}{word}"
        yield from self._block_lines(width)
        if self._nodes is not None:
            yield from self._node_lines()

    def _word(self, name: str, value: Any) -> str:  # noqa: ANN401 - any column's
        """A field's value in a few words; none if there is nothing to say."""
        if name == "policy":
            stated = [fact for fact, holds in value.items() if holds is True]
            return ", ".join(stated) + (f" ({value['source']})" if value["source"] else "")
        if name == "extractor_chars" and value is not None:
            counts = zip(self._extractors, value, strict=True)
            return ", ".join(f"{extractor} {count:,}" for extractor, count in counts)
        if name == "simhash64" and value is not None:
            return f"{value:016x}"
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, float):
            return f"{value:.3f}"
        return "" if value is None else _shown(str(_plain(value)))

    def _block_lines(self, width: int) -> Iterator[str]:
        for block in self._page["blocks"] or ():
            labels = " ".join(self._labels(block["labels"]))
            level = f" {block['level']}" if block["level"] else ""
            yield f"\n  [{labels}{level}]"
            for line in self._cut(block["text_start"], block["text_end"]).splitlines():
                yield from textwrap.wrap(
                    _shown(line), width, initial_indent=_INDENT, subsequent_indent=_INDENT
                )

    def _node_lines(self) -> Iterator[str]:
        names = self._extractors
        votes = "  ".join(names)
        yield f"\n  {'node':>6s}  {'tag':24s}{'chars':>7s}{'score':>9s}  {votes}  reason"
        depths: dict[int, int] = {}
        for node in self._node_dicts():
            depth = depths.get(node["parent"], -1) + 1
            depths[node["node"]] = depth
            tag = f"{' ' * min(depth, _DEEPEST)}{node['tag']}"
            voted = "  ".join(
                f"{'x' if name in node['votes'] else '-':^{len(name)}s}" for name in names
            )
            text = _shown(" ".join(self._cut(node["text_start"], node["text_end"]).split()))
            snippet = text if len(text) <= _SNIPPET else f"{text[: _SNIPPET - 3]}..."
            line = (
                f"  {node['node']:6d}  {tag:24s}{node['chars']:7d}{node['score']:9.2f}  {voted}  "
                f"{node['reason']:12s}  {snippet}"
            )
            yield line.rstrip()

    def _node_dicts(self) -> Iterator[dict[str, Any]]:
        columns = {name: values for name, values in (self._nodes or {}).items() if name != "doc_id"}
        for values in zip(*columns.values(), strict=True):
            node = dict(zip(columns, values, strict=True))
            node["tag"] = self._tags[node["tag"]] or "#text"
            node["votes"] = [
                name for bit, name in enumerate(self._extractors) if node["votes"] >> bit & 1
            ]
            node["flags"] = [name for name, bit in self._flags.items() if node["flags"] & bit]
            node["reason"] = self._reasons[node["reason"]]
            yield node

    def _cut(self, start: int, end: int) -> str:
        return self._text[start:end].decode("utf-8", "replace")

    def _labels(self, bits: int) -> list[str]:
        return [_spoken(name) for name, bit in self._table("labels").items() if bits & bit]

    @cached_property
    def _extractors(self) -> list[str]:
        return list(self._table("extractors"))

    @cached_property
    def _tags(self) -> list[str]:
        return list(self._table("tags"))

    @cached_property
    def _flags(self) -> dict[str, int]:
        return dict(self._table("flags"))

    @cached_property
    def _reasons(self) -> dict[int, str]:
        return {code: _spoken(name) for name, code in self._table("reasons").items()}

    def _table(self, name: str) -> Any:  # noqa: ANN401 - a list or a mapping
        return json.loads(self._metadata[name])


def _spoken(name: str) -> str:
    return name.lower().replace("_", "-")


def _plain(value: Any) -> Any:  # noqa: ANN401 - any column's
    if isinstance(value, bytes):
        return value.hex()
    return value.isoformat() if isinstance(value, datetime) else value


def _shown(text: str) -> str:
    """The text without what a terminal would take for orders."""
    return "".join(c if c.isprintable() else " " for c in text)
