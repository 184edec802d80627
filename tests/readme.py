"""The README's examples: commands with what they print, a line `...` for what is left out."""

import re
from collections.abc import Iterator
from itertools import chain, starmap
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = re.findall(r"```console\n(.*?)```", README, re.DOTALL)


class Example(NamedTuple):
    """A command and what it prints."""

    command: str
    output: str

    @property
    def needs_demo(self) -> bool:
        """Whether it looks at what `make demo` wrote."""
        return "build/demo" in self.command


def examples() -> list[Example]:
    """The commands of the console examples."""
    return list(chain.from_iterable(map(_commands, CONSOLE)))


def _commands(block: str) -> Iterator[Example]:
    """Every command of a block; the demo is one, whatever commands it shows."""
    command = r"\A\$ (.*)\n" if block.startswith("$ make demo\n") else r"^\$ (.*)\n"
    _, *parts = re.split(command, block, flags=re.MULTILINE)
    return starmap(Example, zip(parts[::2], parts[1::2], strict=True))


def script(first_line: str) -> Example:
    """The Python example that begins so, as a script, and what it prints."""
    shown = rf"```python\n({re.escape(first_line)}\n.*?)```\n\n```text\n(.*?)```"
    code, output = re.findall(shown, README, re.DOTALL)[0]
    return Example(code, output)


def shows(example: str, output: str) -> bool:
    """Whether `output` is what an example shows of it."""
    pattern = re.escape(example).replace(re.escape("...\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern, output) is not None
