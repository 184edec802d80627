"""`make demo` in a source tree: it runs to its end, and what it shows is what is there."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.readme import ROOT, Example, examples, script, shows

WIDTH, LINES = 80, 60


def python(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that is a source tree as far as the demo can tell."""
    folder = tmp_path_factory.mktemp("tree")
    (folder / "tests").symlink_to(ROOT / "tests")
    return folder


@pytest.fixture(scope="module")
def shown(tree: Path) -> str:
    (tree / "build" / "demo" / "out").mkdir(parents=True)
    (tree / "build" / "demo" / "out" / "stale").touch()  # of an earlier demo
    run = python(tree, "-m", "pipelines.demo")
    assert (run.returncode, run.stderr.count("\n")) == (0, 1)
    return run.stdout


def test_every_record_is_accounted_for(tree: Path, shown: str) -> None:
    totals = json.loads((tree / "build" / "demo" / "out" / "_SUCCESS").read_text())
    assert f"\n{totals['rows']} rows of {totals['records']} records in 7 shards\n" in shown
    assert f"\n{totals['rows']} rows as expected, 0 with another status, 0 missing, " in shown
    assert len(re.findall(r"(?m)^  (corrupt|truncated) +crawl-0000[12].warc.gz at ", shown)) == 2
    assert not (tree / "build" / "demo" / "out" / "stale").exists()


def test_it_fits_on_a_screen(shown: str) -> None:
    assert max(map(len, shown.splitlines())) < WIDTH
    assert shown.count("\n") < LINES


def test_the_commands_to_look_further_run(tree: Path, shown: str) -> None:
    commands = shown.partition("# look further\n")[2]
    assert commands.count("\nwinnow ") == 3
    program = f"set -e\nwinnow() {{ '{sys.executable}' -m pipelines.cli \"$@\"; }}\n"
    run = subprocess.run(
        ["bash", "-c", program + commands.replace("\npython ", f"\n'{sys.executable}' ")],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_the_readme_shows_what_it_shows(shown: str) -> None:
    (example,) = (each for each in examples() if each.command == "make demo")
    assert shows(example.output, shown)


@pytest.mark.usefixtures("shown")
@pytest.mark.parametrize("example", [each for each in examples() if each.needs_demo])
def test_the_examples_on_its_output(tree: Path, example: Example) -> None:
    words = shlex.split(example.command)
    run = python(tree, *(["-m", "pipelines.cli"] if words[0] == "winnow" else []), *words[1:])
    assert shows(example.output, run.stdout + run.stderr)


@pytest.mark.usefixtures("shown")
def test_the_pipeline_of_the_readme(tree: Path) -> None:
    example = script("import apache_beam as beam")
    run = python(tree, "-c", example.command)
    assert run.returncode == 0
    assert shows(example.output, run.stdout)
    assert not (tree / "build" / "demo" / "german").exists()


def test_outside_of_a_source_tree_it_says_so(tmp_path: Path) -> None:
    run = python(tmp_path, "-m", "pipelines.demo")
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr == "winnow: error: the demo needs a source tree: run `make demo` in one\n"
