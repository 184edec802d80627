"""The README's examples, run: what it shows is what users get.

Those that look at what the demo wrote are run after it, in `tests/pipeline/test_demo.py`.
"""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import README, ROOT, examples, shows

EXAMPLES = [each for each in examples() if not each.needs_demo and each.command != "make demo"]


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_console(command: str, output: str) -> None:
    program = f"{sys.executable} -m pipelines.cli"
    run = subprocess.run(
        command.replace("winnow", program, 1),
        shell=True,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    assert run.stdout.decode() == output


def test_python() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 8
    assert results.failed == 0


def test_what_it_names_is_there() -> None:
    prose = re.sub(r"```.*?```", "", README, flags=re.DOTALL)
    names = re.findall(r"\]\(([^)#:]+)\)", prose)
    assert len(names) > 8
    assert [name for name in names if not Path(ROOT, name).exists()] == []


def test_the_two_commands_come_first() -> None:
    firsts = ["make demo", "make test", "winnow clean", "winnow extract", ">>> ", "import apache"]
    places = [README.index(first) for first in firsts]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("example", "output", "verdict"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\nb\n", "a\nb\n", True),
        ("a\n...\n", "a\n", True),
        ("a\nc\n", "a\nb\nc\n", False),
        ("a\n...\n", "b\na\n", False),
        ("a.\n", "ab\n", False),
    ],
)
def test_a_line_of_dots_stands_for_what_is_left_out(
    example: str, output: str, verdict: bool
) -> None:
    assert shows(example, output) is verdict
