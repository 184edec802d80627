"""Imports point one way: pipelines, transforms, extractors, kernels.

The kernels are `extractors/_*.pyx` with their declarations and stubs. Of the package above them
they may know only each other and its leaves: modules such as a table of tags, which import nothing
of the project themselves.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = {"extractors", "transforms", "pipelines", "tests"}
FILES_AND_ENGINE = {"apache_beam", "fastwarc", "fsspec", "pyarrow", "warcio"}
FORBIDDEN = {
    "extractors": {"transforms", "pipelines", "tests"} | FILES_AND_ENGINE,
    "transforms": {"pipelines", "tests"},
    "pipelines": {"tests"},
}
SUFFIXES = {".py", ".pyi", ".pyx", ".pxd", ".pxi"}

LITERAL = re.compile(r'""".*?"""|\'\'\'.*?\'\'\'', re.DOTALL)
IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^#\n]+)", re.MULTILINE)
FROM = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+c?import[ \t]*(\([^)]*\)|[^#\n]+)", re.MULTILINE)


def python_imports(source: str) -> Iterator[tuple[str, str]]:
    """Yields (module, name) of every import; the name is empty for `import module`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((module, alias.name) for alias in node.names)


def cython_imports(source: str) -> Iterator[tuple[str, str]]:
    """The same for Cython, line by line: no parser of it is at hand that leaves the code be."""
    source = LITERAL.sub('""', source).replace("\\\n", " ")
    for modules in IMPORT.findall(source):
        yield from ((module.split()[0], "") for module in modules.split(","))
    for module, names in FROM.findall(source):
        plain = re.sub(r"#.*", "", names).strip("() \t\n")
        yield from ((module, name.split()[0]) for name in plain.split(",") if name.strip())


def imported(path: Path, root: Path) -> set[str]:
    """Returns the dotted names that a module imports, relative ones resolved."""
    package = path.relative_to(root).parent.parts
    read: Callable[[str], Iterator[tuple[str, str]]] = (
        python_imports if path.suffix in {".py", ".pyi"} else cython_imports
    )
    names = set()
    for module, name in read(path.read_text(encoding="utf-8")):
        bare = module.lstrip(".")
        if level := len(module) - len(bare):
            bare = ".".join([*package[: len(package) - level + 1], *bare.split(".")]).strip(".")
        names.add(".".join(part for part in (bare, name) if part))
    return names


def top(name: str) -> str:
    return name.partition(".")[0]


def is_leaf(module: str, root: Path) -> bool:
    path = root / "extractors" / f"{module}.py"
    return path.is_file() and not {top(name) for name in imported(path, root)} & PROJECT


def may_kernel_import(name: str, root: Path) -> bool:
    if top(name) != "extractors":
        return True
    module = name.split(".")[1] if "." in name else ""
    return bool(re.match("_[a-z]", module)) or is_leaf(module, root)


def modules(root: Path, layer: str) -> list[Path]:
    return sorted(path for path in (root / layer).rglob("*") if path.suffix in SUFFIXES)


def violations(root: Path) -> list[str]:
    """Returns `module imports name` for every import that points the wrong way."""
    found = []
    for layer, forbidden in FORBIDDEN.items():
        for path in modules(root, layer):
            names = imported(path, root)
            wrong = {name for name in names if top(name) in forbidden}
            if re.match("_[a-z]", path.stem):
                wrong |= {name for name in names if not may_kernel_import(name, root)}
            module = path.relative_to(root).as_posix()
            found += [f"{module} imports {name}" for name in sorted(wrong)]
    return found


def test_imports_point_one_way() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize("layer", FORBIDDEN)
def test_every_layer_is_looked_at(layer: str) -> None:
    assert ROOT / layer / "__init__.py" in modules(ROOT, layer)


@pytest.mark.parametrize(
    ("module", "source", "name"),
    [
        pytest.param("extractors/a.py", "import pyarrow.parquet", "pyarrow.parquet", id="import"),
        pytest.param("extractors/a.py", "import re, fsspec", "fsspec", id="second of two"),
        pytest.param("extractors/a.py", "from warcio import x", "warcio.x", id="from"),
        pytest.param("extractors/a.py", "from ..pipelines import x", "pipelines.x", id="relative"),
        pytest.param("extractors/a.py", "from .. import transforms", "transforms", id="parent"),
        pytest.param("extractors/b/a.py", "from ...transforms import x", "transforms.x", id="deep"),
        pytest.param(
            "extractors/a.py", "def f():\n    import apache_beam", "apache_beam", id="late"
        ),
        pytest.param("extractors/a.pyi", "from pyarrow import x", "pyarrow.x", id="stub"),
        pytest.param("extractors/_a.pyx", "cimport pyarrow.lib", "pyarrow.lib", id="cimport"),
        pytest.param(
            "extractors/_a.pyx", "from fastwarc cimport x", "fastwarc.x", id="from cimport"
        ),
        pytest.param("extractors/_a.pxd", "from fsspec cimport (\n    x,\n)", "fsspec.x", id="pxd"),
        pytest.param("extractors/_a.pyx", "  import re, warcio", "warcio", id="kernel, indented"),
        pytest.param("extractors/_a.pyx", "from . import page", "extractors.page", id="upwards"),
        pytest.param(
            "extractors/_a.pyx", "from .page cimport x", "extractors.page.x", id="upwards cimport"
        ),
        pytest.param("extractors/_a.pyx", "import extractors", "extractors", id="whole package"),
        pytest.param(
            "extractors/_a.py", "from extractors.page import x", "extractors.page.x", id="py"
        ),
        pytest.param("transforms/a.py", "import pipelines.cli", "pipelines.cli", id="transforms"),
        pytest.param("pipelines/a.py", "from tests import x", "tests.x", id="tests"),
    ],
)
def test_a_wrong_import_is_found(tmp_path: Path, module: str, source: str, name: str) -> None:
    write(tmp_path, "extractors/page.py", "from extractors import status")
    write(tmp_path, module, source)
    assert violations(tmp_path) == [f"{module} imports {name}"]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        pytest.param("pipelines/a.py", "import transforms, extractors, pyarrow", id="downwards"),
        pytest.param("extractors/a.py", "from . import _core\nimport numpy", id="to a kernel"),
        pytest.param("extractors/_a.pyx", "from extractors._b cimport x", id="kernel to kernel"),
        pytest.param("extractors/_a.pyx", "from extractors import tags", id="kernel to leaf"),
        pytest.param("extractors/_a.pyx", '"""\nimport pyarrow\n"""', id="text"),
        pytest.param(
            "extractors/_a.pyx", "# import pyarrow\nx = 1  # cimport warcio", id="comment"
        ),
    ],
)
def test_a_right_import_is_not(tmp_path: Path, module: str, source: str) -> None:
    write(tmp_path, "extractors/tags.py", "import enum")
    write(tmp_path, module, source)
    assert violations(tmp_path) == []


def write(root: Path, module: str, source: str) -> None:
    path = root / module
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source, encoding="utf-8")
