# Each target sets up what it needs in .venv.
#   make demo         extract the article from a bundled page
#   make test         the tests, on all cores (WORKERS sets how many)
#   make check        format, lint, types, import layers, docs, and the tests on the built wheel
#   make format       format the code, and apply the linter's fixes
#   make docs         the documentation site, in build/site
#   make soak         long tests: BROADSHEET_KILLS=50 kills of each run, long streams; SOAK selects tests
#   make fuzz         the whole library on mutated pages: FUZZ="--seed 2 --minutes 60 --corpora corpora"
#   make sanitize     the engine with sanitizers, on its tests, bundled and mutated pages, and corpora (SANITIZE= for none)
#   make fuzz-engine  the engine with sanitizers and libFuzzer for MINUTES; needs clang
#   make linear       count instructions on growing hostile pages, with valgrind; LINEAR selects the generators
#   make api          Schemathesis against the server's API description
#   make integrations the tests that need Ray, Spark (and Java), Scrapy and datatrove: large installs
#   make bench        accuracy and speed compared with other libraries, on the corpora in BROADSHEET_CORPORA
#   make wheel        source distribution and wheel in dist/; the wheel is tested with each installed Python
#   make lowest, make newest  tests with the lowest and newest versions that pyproject.toml allows
#   make lock         renew the locked versions
#   make clean        delete the environments, dist/ and build/
# "make test LOCKED=" installs the newest versions instead of the locked ones.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
BENCH  ?=
FUZZ   ?= --largest 200000
LOCKED ?= locked
# Tests of "make lowest" and "make newest"; by default those of what the core and the extras batch and serve do.
RANGE  ?=
LINEAR ?= --every 20
WORKERS ?= auto
SOAK   ?= tests
SANITIZE_TESTS ?= tests/page tests/body/fusion
MUTANTS ?= 300
MINUTES ?= 20
# Tests of what the wheel holds, without those of what only a checkout has.
WHEEL_TESTS ?= tests/page tests/article tests/metadata tests/methods tests/verdict tests/test_pipeline.py

export BROADSHEET_CORPORA ?= ../shared/corpora
# The corpora that "make sanitize" reads: those that are there.
SANITIZE ?= $(wildcard $(BROADSHEET_CORPORA))
export PIP_DISABLE_PIP_VERSION_CHECK = 1

# The dependencies of a group of pyproject.toml: from its lock, or the newest.
group = $(BIN)/pip install --quiet $(if $(LOCKED),--require-hashes --requirement $(LOCKED)/$(1).txt,$$($(BIN)/python tools/groups.py $(1)))

# The lines above, up to the first empty one.
help:
	@sed -n '/^#/!q; s/^# //p' $(firstword $(MAKEFILE_LIST))

.PHONY: help demo test soak integrations check docs bench lowest newest lock format clean linear api fuzz sanitize fuzz-engine wheel
.DEFAULT_GOAL := help

$(BIN)/python:
	@echo "Making an environment in $(VENV), and installing pip" >&2
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "No venv module: install python3-venv (Debian, Ubuntu) or set PYTHON" >&2; exit 1; }
	@# The pip that comes with Python 3.11 fails on requirements with extras of two spellings (extra "compare").
	@$(BIN)/python -m pip install --quiet $(if $(LOCKED),--require-hashes --requirement $(LOCKED)/pip.txt,--upgrade pip) || { rm -rf $(VENV); exit 1; }

$(VENV)/.core: $(if $(LOCKED),$(LOCKED)/core.txt) pyproject.toml hatch_build.py $(wildcard src/broadsheet/engine/*.[ch]) | $(BIN)/python
	@echo "Installing the libraries that broadsheet needs, into $(VENV)" >&2
	$(if $(LOCKED),@$(BIN)/pip install --quiet --require-hashes --requirement $(LOCKED)/core.txt)
	@echo "Building the engine, and installing broadsheet from this folder" >&2
	@$(BIN)/pip install --quiet $(if $(LOCKED),--no-deps --no-build-isolation) --editable .
	@touch $@

$(VENV)/.test: $(if $(LOCKED),$(LOCKED)/test.txt) tools/groups.py $(VENV)/.core
	$(call group,test)
	@touch $@

# Chromium is a package of the system: only root can install it, and without it the tests that look at pages are skipped.
$(VENV)/.chromium: tools/chromium.sh | $(BIN)/python
	@tools/chromium.sh
	@touch $@

$(VENV)/.check: $(if $(LOCKED),$(LOCKED)/check.txt) tools/groups.py $(VENV)/.test
	$(call group,check)
	@touch $@

$(VENV)/.docs: $(if $(LOCKED),$(LOCKED)/docs.txt) tools/groups.py $(VENV)/.core
	$(call group,docs)
	@touch $@

$(VENV)/.compare: $(VENV)/.core
	$(BIN)/pip install --quiet --editable '.[compare]'
	@touch $@

$(VENV)/.integrations: tools/groups.py $(VENV)/.test
	$(BIN)/pip install --quiet --editable '.[ray]' $$($(BIN)/python tools/groups.py integrations)
	@touch $@

$(VENV)/.api: tools/groups.py $(VENV)/.test
	$(BIN)/pip install --quiet $$($(BIN)/python tools/groups.py api)
	@touch $@

$(VENV)/.release: tools/groups.py $(VENV)/.core
	$(BIN)/pip install --quiet $$($(BIN)/python tools/groups.py release)
	@touch $@

demo: $(VENV)/.core
	@$(BIN)/broadsheet extract demo/article.html --format md

# Each process is given tests that follow each other, so that a fixture of a module is made about once.
test: $(VENV)/.test $(VENV)/.chromium
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rs

soak: $(VENV)/.test
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest -m soak $(SOAK)

fuzz: $(VENV)/.test
	OMP_NUM_THREADS=1 $(BIN)/python -m tests.fuzz $(FUZZ)

sanitize: $(VENV)/.test
	$(BIN)/python tools/instrumented.py -m pytest $(SANITIZE_TESTS)
	$(BIN)/python tools/instrumented.py -m tests.fuzz.engine --mutants $(MUTANTS)
	$(if $(SANITIZE),$(BIN)/python tools/instrumented.py -m tests.fuzz.engine --corpora $(SANITIZE))

fuzz-engine: $(VENV)/.test
	$(BIN)/python tools/instrumented.py --fuzzer -m tests.fuzz.engine --minutes $(MINUTES)

wheel: $(VENV)/.release
	tools/wheel.sh $(BIN) $(WHEEL_TESTS)

integrations: $(VENV)/.integrations
	$(BIN)/python -m pytest tests/crawl/integrations tests/crawl/batch/test_ray.py

linear: $(VENV)/.test
	$(BIN)/python -m tests.instructions $(LINEAR)

api: $(VENV)/.api
	$(BIN)/python tools/check_api.py

docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

check: $(VENV)/.check docs
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/test_docs.py tests/test_site.py
	$(BIN)/python -m pytest --doctest-modules src/broadsheet --ignore=src/broadsheet/crawl/integrations
	$(BIN)/python tools/check_wheel.py

bench: $(VENV)/.compare
	$(BIN)/broadsheet bench $(BENCH) "$(BROADSHEET_CORPORA)"

lowest newest: | $(BIN)/python
	tools/ranges.sh $(BIN) $@ $(VENV)-$@ $(RANGE)

lock: | $(BIN)/python
	tools/lock.sh $(BIN)

format: $(VENV)/.check
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

clean:
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-newest dist build .mypy_cache .ruff_cache .import_linter_cache
