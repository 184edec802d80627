"""Markdown: the kept blocks with headings, lists, tables, code, quotes, links and pictures."""

import re
from collections.abc import Iterator
from itertools import groupby

import numpy as np

from extractors.blocks import MEDIA, Block, Blocks, Label
from extractors.cleaned import safe_address
from extractors.nodes import Nodes
from extractors.page import Page
from extractors.tags import CODE

_MARKS = {
    **dict.fromkeys([CODE["b"], CODE["strong"]], "**"),
    **dict.fromkeys([CODE["i"], CODE["em"], CODE["cite"], CODE["dfn"]], "*"),
    **dict.fromkeys([CODE["code"], CODE["kbd"], CODE["samp"], CODE["tt"]], "`"),
    **dict.fromkeys([CODE["s"], CODE["del"], CODE["strike"]], "~~"),
}
_LISTS = (CODE["ul"], CODE["ol"], CODE["dl"], CODE["menu"], CODE["dir"])
_ITEMS = (CODE["li"], CODE["dd"], CODE["dt"])
_PIECES_OF_A_CELL = 2  # a cell with more of them is a part of the page, not of a table
_TICKS = re.compile("`+")
_SPECIAL = re.compile(r"([\\`*_\[\]<>|~])")
_STARTS = re.compile(r"^(\d{0,9})((?<=\d)[.)]|(?<!\d)[-+]|(?<!\d)#{1,6}|=+$)(?=\s|$)", re.MULTILINE)


def to_markdown(page: Page, text: bytes, blocks: Blocks, nodes: Nodes) -> str:
    """The blocks of a page as CommonMark with tables."""
    return _Writer(page, text, blocks, nodes).write()


class _Writer:
    def __init__(self, page: Page, text: bytes, blocks: Blocks, nodes: Nodes) -> None:
        self.page = page
        self.text = text
        self.blocks = blocks
        self.nodes = nodes
        self.parent = nodes.parent.tolist()
        self.tag = nodes.tag.tolist()
        self.seen_items: set[int] = set()
        self.numbers: dict[int, int] = {}  # of the items of a list written so far

    def write(self) -> str:
        pieces: list[str] = []
        tight = False
        for table, group in groupby(range(len(self.blocks)), self._table_of):
            indexes = list(group)
            rows = self._data_rows(indexes) if table >= 0 else None
            if rows:
                pieces += ["\n\n" if pieces else "", _pipe_table(rows)]
                tight = False
                continue
            for index in indexes:
                written, is_item = self._block(index)
                if written:
                    if pieces:
                        pieces.append("\n" if tight and is_item else "\n\n")
                    pieces.append(written)
                    tight = is_item
        return "".join(pieces) + ("\n" if pieces else "")

    def _ancestors(self, row: int) -> Iterator[int]:
        while row >= 0:
            yield row
            row = self.parent[row]

    def _nearest(self, row: int, codes: tuple[int, ...]) -> int:
        return next((above for above in self._ancestors(row) if self.tag[above] in codes), -1)

    def _table_of(self, index: int) -> int:
        bits, node = self.blocks.table["labels"][index], int(self.blocks.table["node"][index])
        return self._nearest(node, (CODE["table"],)) if bits & Label.CELL else -1

    def _data_rows(self, indexes: list[int]) -> list[list[str]] | None:
        """The cells of a table that holds data; None for one that lays out the page."""
        rows: dict[int, dict[int, list[str]]] = {}
        for index in indexes:
            node = int(self.blocks.table["node"][index])
            row = self._nearest(node, (CODE["tr"],))
            cell = self._nearest(node, (CODE["td"], CODE["th"]))
            if row < 0 or cell < 0:
                return None
            rows.setdefault(row, {}).setdefault(cell, []).append(self._inline(index))
        cells = [[" ".join(parts) for parts in row.values()] for row in rows.values()]
        pieces = [len(parts) for row in rows.values() for parts in row.values()]
        is_grid = len(cells) > 1 and max(map(len, cells)) > 1
        return cells if is_grid and max(pieces) <= _PIECES_OF_A_CELL else None

    def _block(self, index: int) -> tuple[str, bool]:
        """One block, and whether it is an item of a list."""
        block = self.blocks[index]
        bits = int(self.blocks.table["labels"][index])
        if bits & MEDIA:
            return self._medium(block, bits), False
        if bits & Label.CODE:
            longest = max(map(len, _TICKS.findall(block.text)), default=0)
            fence = "`" * max(3, longest + 1)
            written = f"{fence}\n{block.text}\n{fence}"
        else:
            written = self._inline(index)
            if bits & Label.HEADING:
                written = f"{'#' * (block.level or 1)} {' '.join(written.split())}"
            else:  # what would begin a list or a heading is text here
                written = _STARTS.sub(r"\1\\\2", written)
        is_item = bool(bits & Label.LIST_ITEM)
        if is_item:
            written = self._item(block.node, written)
        if bits & Label.QUOTE:
            written = "\n".join(f"> {line}".rstrip() for line in written.split("\n"))
        return written, is_item

    def _item(self, node: int, written: str) -> str:
        item = self._nearest(node, _ITEMS)
        depth = sum(self.tag[above] in _LISTS for above in self._ancestors(item)) or 1
        indent = "    " * (depth - 1)
        mark = "    "  # a further block of an item that has its mark already
        if item not in self.seen_items:
            self.seen_items.add(item)
            above = self._nearest(item, _LISTS)
            mark = "- "
            if above >= 0 and self.tag[above] == CODE["ol"]:
                self.numbers[above] = self.numbers.get(above, 0) + 1
                mark = f"{self.numbers[above]}. "
        lines = written.split("\n")
        return "\n".join([indent + mark + lines[0], *(f"{indent}    {line}" for line in lines[1:])])

    def _medium(self, block: Block, bits: int) -> str:
        picture = bool(bits & Label.IMAGE)
        source = safe_address(block.source, self.page.url, picture=picture)
        if not source or source.startswith("data:"):
            return ""
        alt = self.nodes.attribute(block.node, "alt") or ""
        label = " ".join(alt.split()) or block.labels[0]
        return f"{'!' if picture else ''}[{_escaped(label)}]({_target(source)})"

    def _inline(self, index: int) -> str:
        """The text of a block with its links and emphases."""
        start, _, node, first, last, _, _ = self.blocks.table[index].item()
        out: list[str] = []
        open_rows: list[int] = []
        at = start
        inside = np.arange(first, last + 1)
        kept = inside[
            (self.nodes.text_end[first : last + 1] > self.nodes.text_start[first : last + 1])
        ]
        for row in kept.tolist():
            span = int(self.nodes.text_start[row]), int(self.nodes.text_end[row])
            wanted = [
                above
                for above in self._ancestors(self.parent[row])
                if above > node and self._mark(above)
            ][::-1]
            common = 0
            while open_rows[common : common + 1] == wanted[common : common + 1] != []:
                common += 1
            out += [self._closing(above) for above in reversed(open_rows[common:])]
            gap = self.text[at : span[0]].decode()
            out.append(gap.replace("\n", "  \n"))
            out += [self._mark(above) for above in wanted[common:]]
            open_rows = wanted
            text = self.text[span[0] : span[1]].decode()
            out.append(text if any(self._mark(a) == "`" for a in wanted) else _escaped(text))
            at = span[1]
        out += [self._closing(above) for above in reversed(open_rows)]
        return "".join(out)

    def _mark(self, row: int) -> str:
        if self.tag[row] == CODE["a"]:
            return "[" if self._address(row) else ""
        return _MARKS.get(self.tag[row], "")

    def _closing(self, row: int) -> str:
        if self.tag[row] == CODE["a"]:
            return f"]({_target(self._address(row))})"
        return _MARKS[self.tag[row]]

    def _address(self, row: int) -> str:
        return safe_address(self.nodes.attribute(row, "href") or "", self.page.url) or ""


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _target(address: str) -> str:
    return re.sub(r"[\s()<>]", lambda c: "".join(f"%{byte:02X}" for byte in c[0].encode()), address)


def _pipe_table(rows: list[list[str]]) -> str:
    width = max(map(len, rows))
    lines = [
        "| "
        + " | ".join([cell.replace("\n", " ") for cell in row] + [""] * (width - len(row)))
        + " |"
        for row in rows
    ]
    lines.insert(1, "|" + " --- |" * width)
    return "\n".join(lines)
