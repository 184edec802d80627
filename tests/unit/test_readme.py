"""The README's examples, run: what it shows is what users get."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = "".join(re.findall(r"```console\n(.*?)```", README, re.DOTALL))
EXAMPLES = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", CONSOLE, re.MULTILINE)


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


def test_the_two_commands_come_first() -> None:
    assert README.index("make demo") < README.index("winnow extract") < README.index(">>> ")
