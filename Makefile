# Each target sets up what it needs in .venv and does not ask for anything else.
#   make demo    extract the article of a bundled page
#   make test    the tests
#   make fuzz    mutated pages through the whole library: FUZZ="--seed 2 --minutes 60 --corpora corpora"
#   make integrations  the tests that need Ray, Spark (and Java), Scrapy and datatrove: large installs
#   make check   format, lint, types, import layers, docs, and the tests on the built wheel
#   make bench   accuracy and speed beside the libraries, on the corpora at BROADSHEET_CORPORA

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
BENCH  ?=
FUZZ   ?= --largest 200000

export BROADSHEET_CORPORA ?= ../shared/corpora
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: demo test fuzz integrations check bench format clean
.DEFAULT_GOAL := demo

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "No venv module: install python3-venv (Debian, Ubuntu) or set PYTHON" >&2; exit 1; }
	@# The pip that comes with Python 3.11 fails on requirements with extras of two spellings (extra "compare").
	@$(BIN)/python -m pip install --quiet --upgrade pip || { rm -rf $(VENV); exit 1; }

$(VENV)/.core: pyproject.toml hatch_build.py src/broadsheet/page/kernel.c src/broadsheet/methods/fusion/kernel.c $(wildcard src/broadsheet/methods/fusion/*.h) | $(BIN)/python
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/.test: tools/groups.py $(VENV)/.core
	$(BIN)/pip install --quiet $$($(BIN)/python tools/groups.py test)
	@touch $@

# Chromium is a package of the system: only root can install it, and without it the tests that look at pages are skipped.
$(VENV)/.chromium: tools/chromium.sh | $(BIN)/python
	@tools/chromium.sh
	@touch $@

$(VENV)/.check: tools/groups.py $(VENV)/.test
	$(BIN)/pip install --quiet $$($(BIN)/python tools/groups.py check)
	@touch $@

$(VENV)/.compare: $(VENV)/.core
	$(BIN)/pip install --quiet --editable '.[compare]'
	@touch $@

$(VENV)/.integrations: tools/groups.py $(VENV)/.test
	$(BIN)/pip install --quiet --editable '.[ray]' $$($(BIN)/python tools/groups.py integrations)
	@touch $@

demo: $(VENV)/.core
	@$(BIN)/broadsheet extract demo/article.html --format md

test: $(VENV)/.test $(VENV)/.chromium
	$(BIN)/python -m pytest

fuzz: $(VENV)/.test
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.fuzz $(FUZZ)

integrations: $(VENV)/.integrations
	$(BIN)/python -m pytest tests/integrations tests/batch/test_ray.py

check: $(VENV)/.check
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest --doctest-modules src/broadsheet --ignore=src/broadsheet/methods/outside --ignore=src/broadsheet/integrations
	$(BIN)/python tools/check_wheel.py

bench: $(VENV)/.compare
	$(BIN)/broadsheet bench $(BENCH) "$(BROADSHEET_CORPORA)"

format: $(VENV)/.check
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .import_linter_cache
