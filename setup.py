"""The distribution: its version, its dependencies, and how its kernels are compiled.

Every `extractors/_*.pyx` becomes an extension module of its own, so a new kernel needs no change
here. `WINNOW_SANITIZE=address` builds the kernels for the fuzzer (`make fuzz`).
"""

import os
import shlex
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

VERSION = "0.2.0"

# The tests ran with the lowest and the newest of each; DECISIONS.md says why these libraries.
REQUIRES = [
    "apache-beam>=2.77,<2.78",
    "brotli>=1.2,<2",  # before it, nothing bounded what a body decompresses to
    "chardetng-py>=0.3.5,<0.4",
    "endec>=0.6,<0.7",
    "fsspec>=2024.6,<2027",
    "isal>=1.8,<2",
    "lz4>=4.4,<5",
    "numpy>=1.26,<2.5",
    "publicsuffixlist>=1.1.2,<1.2",
    "pyarrow>=18,<26",
    "pycld2>=0.42,<0.43",
    "selectolax>=1.0.0,<1.0.3",  # the kernels read its structs: only releases that were compared
    "tqdm>=4.70,<5",  # before it, an interrupt while a bar is made prints a traceback
    "warcio>=1.8,<2",
    "webencodings>=0.6,<0.7",
    "zstandard>=0.23,<1",
]

EXTRAS = {
    "gcs": ["gcsfs>=2024.6,<2027"],
    "http": ["aiohttp>=3.9,<4"],
    "s3": ["s3fs>=2024.6,<2027"],
    "dev": [
        "FastWARC>=2.0,<3",
        "aiohttp>=3.9,<4",
        "duckdb>=1.2,<3",
        "cython-lint>=0.22,<0.23",
        "hypothesis>=6.150,<7",
        "mypy>=2.4,<2.5",
        "pytest>=9.0,<10",
        "pytest-timeout>=2.4,<3",
        "pytest-xdist>=3.8,<4",
        "ruff>=0.17,<0.18",
        "types-tqdm>=4.66,<5",
        "types-webencodings>=0.5,<0.7",
    ],
    "bench": [
        "datatrove[io,processing]>=0.10,<0.11",
        "lxml_html_clean>=0.4,<0.5",  # which datatrove's trafilatura imports and does not ask for
        "resiliparse>=2.0,<3",
        "turbohtml>=1.15,<2",
    ],
}

NO_COMPILER = (
    "winnow: no C compiler found; install one: apt-get install gcc libc6-dev (Debian, Ubuntu), "
    "dnf install gcc (Fedora), xcode-select --install (macOS)"
)
NO_HEADERS = (
    "winnow: no Python.h for this Python; install its headers: apt-get install python3-dev "
    "(Debian, Ubuntu), dnf install python3-devel (Fedora)"
)

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "freethreading_compatible": True,
}

# A score must be the same number on every machine: no -march=native, no -ffast-math, and no
# fusing of a multiplication with an addition, which rounds once instead of twice.
PORTABLE = ["-O3", "-g0", "-ffp-contract=off"]


def flags() -> tuple[list[str], list[str]]:
    """Returns what the compiler and the linker are told."""
    sanitizer = os.environ.get("WINNOW_SANITIZE")
    if not sanitizer:
        return PORTABLE, []
    checked = [f"-fsanitize={sanitizer}", "-fno-omit-frame-pointer", "-g", "-O1"]
    return [*checked, "-ffp-contract=off"], checked[:1]


def kernels() -> list[Extension]:
    """Returns one extension for every kernel there is."""
    compile_args, link_args = flags()
    declarations = sorted(str(path) for path in Path("extractors").glob("*.pxd"))
    return [
        Extension(
            f"extractors.{source.stem}",
            [str(source)],
            depends=declarations,
            extra_compile_args=compile_args,
            extra_link_args=link_args,
        )
        for source in sorted(Path("extractors").glob("_*.pyx"))
    ]


class BuildKernels(build_ext):
    """Compiles the kernels, or says in one line why it cannot."""

    def finalize_options(self) -> None:
        """Gives pip's editable install and `build_ext --inplace` one place to build in."""
        super().finalize_options()
        self.parallel = self.parallel or True  # as many compilers at a time as there are cores
        if self.inplace:
            self.build_lib = self.build_temp = "build/kernels"

    def build_extensions(self) -> None:
        """Translates what changed to C, then compiles what changed in C."""
        compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
        if not shutil.which(compiler):
            raise SystemExit(NO_COMPILER)
        if not Path(sysconfig.get_path("include"), "Python.h").exists():
            raise SystemExit(NO_HEADERS)
        translated = cythonize(
            self.extensions,
            build_dir="build/cython",
            compiler_directives=DIRECTIVES,
            force=self.force,
            quiet=True,
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().build_extensions()


setup(
    name="winnow-crawl",
    version=VERSION,
    description="Cleans web crawls: the main content of every page, by published algorithms.",
    long_description=Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="Apache-2.0",
    license_files=["LICENSE"],
    python_requires=">=3.11",
    packages=find_packages(include=["extractors*", "transforms*", "pipelines*"]),
    package_data={"": ["py.typed", "*.pyi", "*.md"]},
    ext_modules=kernels(),
    cmdclass={"build_ext": BuildKernels},
    install_requires=REQUIRES,
    extras_require=EXTRAS,
    entry_points={"console_scripts": ["winnow = pipelines.cli:main"]},
)
