# Two commands on a fresh clone: `make demo` shows it working, `make test` passes the tests.
# Nothing is installed outside .venv and build.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# The first that is there and new enough; a name on PATH may be a stub that cannot run.
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
    && { echo $$python; break; }; done)
FUZZ_PAGES ?= 1000000

VENV_PYTHON := .venv/bin/python
PIP := $(VENV_PYTHON) -m pip --quiet --disable-pip-version-check
KERNELS := $(wildcard extractors/*.pyx extractors/*.pxd)
STUBS := $(patsubst extractors/%.pyi,extractors.%,$(wildcard extractors/_*.pyi))
PACKAGES := extractors transforms pipelines tests

.PHONY: help
help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: build  ## write a small crawl, clean it, and judge what came out
	@$(VENV_PYTHON) -m pipelines.demo

.PHONY: test
test: build  ## run the tests, without the slow ones
	@$(VENV_PYTHON) -m pytest -n 2 -m "not slow"

.PHONY: test-slow
test-slow: build  ## run the tests that take minutes
	@$(VENV_PYTHON) -m pytest -n 2 -m slow

.PHONY: lint
lint: build  ## lint, format, types, stubs against the kernels
	@$(VENV_PYTHON) -m ruff check
	@$(VENV_PYTHON) -m ruff format --check
	@PATH="$(CURDIR)/.venv/bin:$$PATH" cython-lint extractors
	@$(VENV_PYTHON) -m mypy
	@$(VENV_PYTHON) -m mypy.stubtest --mypy-config-file pyproject.toml --ignore-missing-stub $(STUBS)

.PHONY: check
check: lint test  ## all of that, then the tests

.PHONY: format
format: .venv/ready  ## put the code in shape
	@$(VENV_PYTHON) -m ruff check --fix
	@$(VENV_PYTHON) -m ruff format

.PHONY: bench
bench: build .venv/bench  ## measure the speed of the extractors and of the crawl job
	@$(VENV_PYTHON) -m tests.bench.speed
	@$(VENV_PYTHON) -m tests.bench.crawl

.PHONY: fuzz
fuzz: build/asan/ready  ## feed FUZZ_PAGES mutated pages to an address-sanitizer build
	@cd build/asan && \
	    LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	    ../../$(VENV_PYTHON) -m tests.fuzz.run --pages $(FUZZ_PAGES)

.PHONY: build
build: build/ready  ## set up .venv and compile what changed

.PHONY: clean
clean:  ## remove everything that make made
	@rm -rf .venv build *.egg-info extractors/*.so .hypothesis .*_cache
	@find $(PACKAGES) -name __pycache__ -prune -exec rm -rf {} +

# The kernels are compiled before pip's turn, because pip hides what a compiler says; then nothing is
# left for pip to compile. By force, because another setup.py may mean other flags.
.venv/ready: setup.py pyproject.toml
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { echo \
	    "winnow: no Python >= 3.11 found; install one, or name it: make PYTHON=python3.11" >&2; exit 1; }
	@echo "setting up .venv"
	@"$(PYTHON)" -m venv .venv
	@$(PIP) install $$($(VENV_PYTHON) -c 'import tomllib; \
	    print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@echo "compiling the kernels"
	@$(VENV_PYTHON) setup.py --quiet build_ext --inplace --force
	@echo "installing the dependencies"
	@$(PIP) install --no-build-isolation --editable '.[dev]'
	@touch $@

.venv/bench: .venv/ready
	@$(PIP) install --no-build-isolation --editable '.[bench]'
	@touch $@

build/ready: .venv/ready $(KERNELS)
	@$(VENV_PYTHON) setup.py --quiet build_ext --inplace
	@touch $@

# A whole package of its own, with the tests linked into it: run from there, Python finds no other.
build/asan/ready: .venv/ready $(KERNELS) $(wildcard extractors/*.py extractors/*.pyi)
	@echo "compiling the kernels for the address sanitizer"
	@CC="$(CC)" WINNOW_SANITIZE=address $(VENV_PYTHON) setup.py --quiet build \
	    --build-base build/asan-objects --build-lib build/asan
	@ln -sfn ../../tests build/asan/tests
	@touch $@
