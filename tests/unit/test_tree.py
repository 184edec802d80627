"""The tree is what CONTRIBUTING.md says, and holds nothing of the machine it was written on."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP_LEVEL = {
    *("pipelines", "transforms", "extractors", "tests", "deploy"),
    *("setup.py", "pyproject.toml", "Makefile", ".ci", ".gitignore"),
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "DECISIONS.md", "LICENSE"),
}

UNWANTED = {
    "a path of one machine": re.compile(r"(?<![\w.~-])/(?:work|tmp|root|Users)/"),
    "a registry's host": re.compile(
        r"pypi\.org|pythonhosted\.org|crates\.io|npmjs\.(?:org|com)|maven\.(?:org|apache)"
        r"|golang\.org|debian\.org",
    ),
    "annotations as strings": re.compile(r"from\s+__future__\s+import\b.*\bannotations"),
}

DOCSTRING = re.compile(r'(?:\s*#[^\n]*\n)*\s*r?"""\S')


@pytest.fixture(scope="module")
def files() -> list[Path]:
    """Every file that git tracks or would add: a slip is found before it is committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"not a git checkout: {error}")
    names = listing.stdout.decode().rstrip("\0").split("\0")
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def unwanted(text: str) -> Iterator[str]:
    for what, pattern in UNWANTED.items():
        if match := pattern.search(text):
            yield f"{what}: {match.group()!r} in line {text.count(chr(10), 0, match.start()) + 1}"


def has_docstring(suffix: str, source: str) -> bool:
    if suffix == ".py":
        return ast.get_docstring(ast.parse(source)) is not None
    return DOCSTRING.match(source) is not None


def test_top_level_is_the_agreed_one(files: list[Path]) -> None:
    assert {path.relative_to(ROOT).parts[0] for path in files} == TOP_LEVEL


def test_nothing_unwanted_is_written_anywhere(files: list[Path]) -> None:
    found = []
    for path in files:
        raw = path.read_bytes()
        if b"\0" not in raw:
            text = raw.decode("utf-8", "replace")
            found += [f"{path.relative_to(ROOT)}: {hit}" for hit in unwanted(text)]
    assert found == []


def test_every_module_says_what_it_is(files: list[Path]) -> None:
    silent = []
    for path in files:
        if path.suffix in {".py", ".pyx", ".pxd"}:  # a stub leaves it to its module
            source = path.read_text(encoding="utf-8")
            if source and not has_docstring(path.suffix, source):
                silent.append(str(path.relative_to(ROOT)))
    assert silent == []


@pytest.mark.parametrize(
    ("line", "what"),
    [
        pytest.param(f"cd {'/'}work/main", "a path of one machine", id="path"),
        pytest.param(f'href="{"/"}tmp/x', "a path of one machine", id="quoted path"),
        pytest.param(f"from {'__future__'} import x", "", id="another future"),
        pytest.param(
            f"from {'__future__'} import division, annotations",
            "annotations as strings",
            id="annotations",
        ),
        pytest.param(f"https://{'pypi'}.org/simple", "a registry's host", id="registry"),
        pytest.param("https://a.org/work/ ~/tmp/ work/", "", id="no machine's path"),
    ],
)
def test_unwanted_lines_are_found(line: str, what: str) -> None:
    assert [hit.partition(":")[0] for hit in unwanted(line)] == ([what] if what else [])


@pytest.mark.parametrize(
    ("suffix", "source", "expected"),
    [
        pytest.param(".py", '"""Says."""\n', True, id="python"),
        pytest.param(".py", "import re\n", False, id="silent python"),
        pytest.param(".pyx", '# cython: cdivision=True\n"""Says."""\n', True, id="cython"),
        pytest.param(".pyx", 'import re\n"""Late."""\n', False, id="silent cython"),
    ],
)
def test_docstrings_are_seen(suffix: str, source: str, expected: bool) -> None:
    assert has_docstring(suffix, source) is expected
