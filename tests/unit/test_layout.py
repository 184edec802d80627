"""A parser whose tree is laid out differently is refused at import, by name and version."""

import subprocess
import sys
from importlib.metadata import version

import pytest

# Stands in for a release that moved things: every node says that one of its neighbours is at
# another address than where the core finds it.
MOVED = """
import selectolax.lexbor as lexbor

class Node:
    def __init__(self, node):
        self.node = node

    def __getattr__(self, name):
        found = getattr(self.node, name)
        if not isinstance(found, lexbor.LexborNode):
            return found
        moved = Node(found)
        if name == {field!r}:
            moved.mem_id = found.mem_id + 8
        return moved

class Parser(lexbor.LexborHTMLParser):
    def css_first(self, query):
        return Node(super().css_first(query))

lexbor.LexborHTMLParser = Parser
import extractors._core
"""


@pytest.mark.parametrize("field", ["parent", "first_child"])
def test_a_moved_field_is_an_import_error(field: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", MOVED.format(field=field)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1  # an exception, not a crash
    assert "ImportError: selectolax" in run.stderr
    assert version("selectolax") in run.stderr
    assert "install selectolax" in run.stderr


def test_the_parser_at_hand_is_accepted() -> None:
    run = subprocess.run([sys.executable, "-c", "import extractors._core"], check=False)
    assert run.returncode == 0
