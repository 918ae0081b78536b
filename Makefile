## make figures   execute the notebooks that changed, or what they import of orchard/, on all cores;
##                writes notebooks/, data/results/ and figures/
##                NOTEBOOK=1-simulation: only that one; QUICK=1: small samples, into build/quick;
##                NOTEBOOK=1-simulation PARAMS="samples=1000 seed=2": other values, into build/tweaked
## make test      run the tests of what is computed
## make lab       open the notebooks in JupyterLab, on this machine only; begin with explore.ipynb; PORT=8899
##
## For those who change something:
##
## make check     make test, then the parts below, and whether all that leaves every file as it was;
##                ALSO=proofs: that part, too
## make lint        check style and format
## make lower       make test, with the oldest Python and the oldest versions that pyproject.toml allows
## make whole       runner, command line, browser, wheel and exercises, as a user meets them
## make site        the notebooks as a website, into build/site, and a check of it
## make verify      hold random games, in fractions, to the model checker Storm (Linux only); GAMES=300 SEED=1
## make proofs    compile the proofs of proofs/ with Coq, and ask it what each theorem rests on
## make portable  execute all committed notebooks again under the newest other Python, in a clone, and compare
## make bench     time what is computed beside what others made, into build/benchmark.csv
## make environments  set up everything that make check needs; each target also does so for itself
## make lock      refresh the four locks (requirements.lock, also in site and tools; tests/lower.lock) from pyproject.toml (needs uv)
## make clean     remove .venv, build and caches; nothing that is committed
##
## The first of them sets up .venv, once, with PYTHON=python3 (3.11 to 3.14).

PYTHON ?= python3
UV ?= uv

.DELETE_ON_ERROR:
.PHONY: help figures test lab check lint lower whole site verify proofs portable bench environments lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# --- the notebooks ---
VENV_PYTHON := .venv/bin/python
READY := .venv/ready
EXECUTE := $(VENV_PYTHON) tools/notebooks/execute.py
READ := $(wildcard data/published*.csv data/errata.csv tools/notebooks/*) $(wildcard site/board/*.png site/board/shapes.js) .venv/locked
ALL := $(sort $(basename $(notdir $(wildcard notebooks/*.ipynb))))
override PARAMS := $(value PARAMS)# as it is: the runner reads it, and neither make nor the shell does
export PARAMS
MAKEOVERRIDES =# the makes below would read it again; they have all that is set here from the environment
CHOSEN := $(if $(NOTEBOOK),$(basename $(notdir $(NOTEBOOK))),$(ALL))
$(if $(filter-out $(ALL),$(CHOSEN)),$(error NOTEBOOK=$(NOTEBOOK) is not there; allowed: $(ALL)))
$(if $(PARAMS),$(if $(NOTEBOOK),,$(error PARAMS needs to know for which notebook; NOTEBOOK= one of: $(ALL))))
options := $(if $(QUICK),--quick) $(if $(PARAMS),--set "$$PARAMS")
cores = $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)

figures: $(READY)
	@$(if $(strip $(options)),,mkdir -p build && $(VENV_PYTHON) tools/notebooks/reads.py >build/reads.mk)
	@+exec env RUN_BY=$$PPID $(MAKE) --silent --keep-going $(if $(filter -j%,$(MAKEFLAGS)),,-j$(cores)) \
	  $(if $(strip $(options)),$(CHOSEN:%=other-%),$(CHOSEN:%=build/stamps/%))
	@echo "figures: $(if $(strip $(options)),what other values give is in build/$(if $(PARAMS),tweaked,quick),$(if $(NOTEBOOK),$(CHOSEN) is,all $(words $(ALL)) notebooks are) up to date)"

# A stamp says that since a notebook was executed nothing has changed that it reads or imports.
-include $(if $(RUN_BY),$(wildcard build/reads.mk))
build/stamps/%: notebooks/%.ipynb $(READ)
	$(EXECUTE) $<
	mkdir -p $(@D)
	touch $@

other-%: notebooks/%.ipynb
	$(EXECUTE) $< $(options)

# --- what a user needs besides ---
test: $(READY)
	$(VENV_PYTHON) -m pytest -n auto --dist loadfile # a file's tests share what takes seconds

# What tools/jupyter/install.sh puts into the environment holds for a plain `jupyter lab` there, too.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)
lab: $(READY)
	@$(VENV_PYTHON) -m jupyter trust notebooks/*.ipynb >/dev/null # or their drawings are words until a page is run
	$(VENV_PYTHON) -m jupyterlab --ip=127.0.0.1 --LabApp.default_url=/lab/tree/notebooks/explore.ipynb \
	  $(AS_ROOT) $(if $(PORT),--port=$(PORT))

# --- the environments: only a whole one has its two stamps ---
PEERS_PYTHON := build/peers-venv/bin/python
PEERS_READY := build/peers-venv/ready
SITE_PYTHON := build/site-venv/bin/python
fitting := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))
complete := import venv, ensurepip
runs = $(shell $(PYTHON) -c '$(1)' >/dev/null 2>&1 && echo yes)
found = $(shell $(PYTHON) --version 2>&1 | head -n 1)
needs_fitting = PYTHON=$(PYTHON) is no Python 3.11 to 3.14 ("$(found)"); install one, or name it: make test PYTHON=python3.13
needs_venv = PYTHON=$(PYTHON) lacks the modules venv and ensurepip; install them, on Debian and Ubuntu: apt install python3-venv
check_python = $(if $(call runs,$(fitting)),$(if $(call runs,$(complete)),,$(error $(needs_venv))),$(error $(needs_fitting)))

# The lower bounds have wheels for no newer Python.
given := $(PYTHON)
is_oldest := import sys; sys.exit(sys.version_info[:2] != (3, 11))
oldest = $(firstword $(foreach each,$(given) python3.11,$(shell $(each) -c '$(is_oldest)' >/dev/null 2>&1 && echo $(each))))
build/lower-venv/locked: override PYTHON = $(oldest)

.venv/locked: requirements.lock
build/lower-venv/locked: tests/lower.lock
build/site-venv/locked: site/requirements.lock
build/peers-venv/locked: tools/requirements.lock
# Without compiling all that nobody imports it takes half as long.
.venv/locked build/lower-venv/locked build/site-venv/locked build/peers-venv/locked:
	$(check_python)@echo "Setting up $(@D): takes a few minutes, once, and says nothing while it loads packages"
	@rm -rf $(@D)
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --no-compile --disable-pip-version-check --quiet --require-hashes -r $<
	@touch $@

# It checks addresses of a kind that no notebook has; reading its grammar takes a second in every start of Jupyter and of a
# run (https://github.com/python-jsonschema/jsonschema/issues/1428).
slow_and_unused := rfc3987-syntax

$(READY) $(PEERS_READY): %/ready: %/locked pyproject.toml $(wildcard tools/jupyter/*.py tools/jupyter/lab*/*.json tools/jupyter/lab*/*/*)
	$*/bin/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@$*/bin/python -m pip uninstall --quiet --yes $(slow_and_unused)
	@sh tools/jupyter/install.sh $*
	@touch $@

# --- the checks ---
storm := $(if $(filter Linux,$(shell uname)),verify) # its wheels are for Linux
beside := $(if $(filter output-sync,$(.FEATURES)),-j2 --output-sync=target) # the site is built on one core
tree = git status --short --untracked-files=all; git diff HEAD | git hash-object --stdin; \
  git ls-files --others --exclude-standard | git hash-object --stdin-paths

check:
	@mkdir -p build
	@{ $(tree); } >build/tree-before
	@for part in test lint lower figures whole; do $(MAKE) --no-print-directory $$part || exit; done # each on all cores
	@$(MAKE) --no-print-directory $(beside) site $(storm) $(ALSO) GAMES=$(or $(GAMES),40)
	@{ $(tree); } >build/tree-after
	@diff build/tree-before build/tree-after || { echo "make check changed files: what make figures writes was not up to date"; exit 1; }

environments:
	@$(MAKE) --no-print-directory -j2 .venv/locked build/site-venv/locked $(if $(oldest),build/lower-venv/locked) $(if $(storm),build/peers-venv/locked)
	@$(MAKE) --no-print-directory $(READY) $(if $(storm),$(PEERS_READY)) # each of these writes into this folder

lint: $(READY)
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .

# What is committed was computed by newer versions; and of what old ones do, other libraries may warn.
lower:
	@$(if $(oldest),$(MAKE) --no-print-directory build/lower-venv/locked,echo "left out, for want of a Python 3.11: make lower")
	$(if $(oldest),build/lower-venv/bin/python -m pytest -n auto --dist loadfile -W default::DeprecationWarning --ignore tests/committed)

ALONE := tests/whole/test_exercises.py tests/whole/test_knobs.py
whole: $(READY) # a file's tests stay on one core, for they share a server or a build; those of ALONE share nothing
	$(VENV_PYTHON) -m pytest -n auto --dist worksteal $(ALONE)
	$(VENV_PYTHON) -m pytest -n auto --dist loadfile tests/whole $(addprefix --ignore ,$(ALONE))

SHOWN := README.md CHANGELOG.md LICENSE CITATION.cff notebooks figures data tests proofs
site: build/site-venv/locked
	@rm -rf build/site build/site-source
	@mkdir -p build/site build/site-source
	@mkdir -p build/site-source/contribute
	@cp -Rp site/. $(SHOWN) build/site-source
	@cp -p .github/*.md build/site-source/contribute
	@sed '/^\[!\[/d' README.md >build/site-source/README.md # badges, which other hosts draw
	$(SITE_PYTHON) -m sphinx --quiet --fail-on-warning --keep-going -d build/site-source/doctrees build/site-source build/site
	@find build/site -name '*.map' -delete # a quarter of the site, for those who debug the theme
	@rm -rf build/site/_static/locales # the theme's words in other languages
	$(SITE_PYTHON) -m pytest -n auto --dist worksteal site

verify: $(PEERS_READY)
	@$(PEERS_PYTHON) tools/verify.py $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))

proofs:
	@$(PYTHON) tools/proofs.py

portable: $(READY)
	@PYTHON=$(PYTHON) sh tools/portable.sh

# --- the rest ---
bench: $(PEERS_READY)
	@$(PEERS_PYTHON) tools/bench.py

# One version of each package for all these Pythons: with another NumPy come other random numbers.
compile := --universal --fork-strategy fewest --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet
project := pyproject.toml --extra notebooks --extra dev
lock:
	$(if $(shell $(UV) --version 2>/dev/null),,$(error UV=$(UV) is not there; install uv, or name it: make lock UV=path/to/uv))
	$(UV) pip compile $(project) --extra dask $(compile) -o requirements.lock
	$(UV) pip compile $(project) $(compile) --resolution lowest-direct -o tests/lower.lock
	$(UV) pip compile --group site -c requirements.lock $(compile) -o site/requirements.lock
	$(UV) pip compile $(project) --extra verify --group bench -c requirements.lock $(compile) -o tools/requirements.lock

clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . '(' -name __pycache__ -o -name .ipynb_checkpoints ')' -prune -exec rm -rf {} +
