# What one can do here; `make` alone prints the lines that begin with two hashes.

PYTHON ?= python3
UV ?= uv

# --- what there is ---
## make figures   execute the notebooks that changed; writes notebooks/, data/results/ and figures/
##                QUICK=1: small samples, into build/quick; NOTEBOOK=1-simulation: only that one;
##                NOTEBOOK=1-simulation PARAMS="games=1000000 seed=2": other values, into build/tweaked
## make sweep     the win probability of ranges of games, into build/sweep; stopped, it goes on where it was
##                RANGES="trees=1-10 fruits=1-10 raven_steps=1-12 basket_picks=1,2 strategies=max,min"
##                SCHEDULER=tcp://host:8786: on that Dask cluster, whose workers have this package too
## make test      run the tests
## make verify    hold hundreds of random games, in fractions, to the model checker Storm (Linux only)
##                GAMES=300 SEED=1: how many, and which ones
## make bench     time everything, and what others made beside it, into build/bench
##                ONLY="solver played cold": some of it; ROUNDS=5: turns of each; ONLY=notebook: at full length
## make faults    hurt `make figures` at random moments, in a copy, and see that nothing is lost; RUNS=40 SEED=1
## make fuzz      give every function and the command line what they were not made for; EXAMPLES=2000 of each
## make site      the notebooks as a website, into build/site, and a check of it
## make lab       open the notebooks in JupyterLab, on this machine only; begin with explore.ipynb
## make app       the interactive board alone, as a page without code, on this machine only
## make lint      check style and format
## make lock      refresh the three requirements*.lock from pyproject.toml (needs uv)
## make clean     remove .venv, build and caches; nothing that is committed
##
## The first of them sets up .venv, once, with PYTHON=python3 (3.11 or newer); the site has a build/site-venv, and what is
## compared with others a build/peers-venv.

.DELETE_ON_ERROR:
.PHONY: help figures sweep test verify faults fuzz bench site lab app lint lock clean

help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# --- the environment: only a whole one has its two stamps ---
VENV_PYTHON := .venv/bin/python
READY := .venv/ready
PEERS_PYTHON := build/peers-venv/bin/python
PEERS_READY := build/peers-venv/ready
recent := import sys; sys.exit(sys.version_info < (3, 11))
complete := import venv, ensurepip
runs = $(shell $(PYTHON) -c '$(1)' >/dev/null 2>&1 && echo yes)
found = $(shell $(PYTHON) --version 2>&1 | head -n 1)
needs_recent = PYTHON=$(PYTHON) is no Python 3.11 or newer ("$(found)"); install one, or name it: make test PYTHON=python3.12
needs_venv = PYTHON=$(PYTHON) lacks the modules venv and ensurepip; install them, on Debian and Ubuntu: apt install python3-venv
check_python = $(if $(call runs,$(recent)),$(if $(call runs,$(complete)),,$(error $(needs_venv))),$(error $(needs_recent)))

.venv/locked: requirements.lock
build/site-venv/locked: requirements-site.lock
build/peers-venv/locked: requirements-peers.lock
.venv/locked build/site-venv/locked build/peers-venv/locked:
	$(check_python)@echo "Setting up $(@D): takes a minute or two, once"
	@rm -rf $(@D)
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes -r $<
	@touch $@

$(READY) $(PEERS_READY): %/ready: %/locked pyproject.toml
	$*/bin/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@touch $@

# --- the notebooks ---
ALL := $(basename $(notdir $(wildcard notebooks/*.ipynb)))
CHOSEN := $(if $(NOTEBOOK),$(basename $(notdir $(NOTEBOOK))),$(ALL))
unknown := $(filter-out $(ALL),$(CHOSEN))
$(if $(unknown),$(error NOTEBOOK=$(NOTEBOOK) is not there; allowed: $(ALL)))
$(if $(PARAMS),$(if $(NOTEBOOK),,$(error PARAMS needs to know for which notebook; NOTEBOOK= one of: $(ALL))))

STAMPS := $(addprefix build/stamps/,$(CHOSEN))
UNSTAMPED := $(addprefix run-,$(CHOSEN))
SOURCES := $(wildcard orchard/*.py orchard/*/*.py data/*.csv tools/*.py) tools/matplotlibrc
options = $(if $(QUICK),--quick) $(if $(PARAMS),--set $(foreach setting,$(PARAMS),'$(setting)'))

figures: $(if $(QUICK)$(PARAMS),$(UNSTAMPED),$(STAMPS))

build/stamps/%: notebooks/%.ipynb $(SOURCES) .venv/locked | $(READY)
	@$(VENV_PYTHON) tools/execute.py $<
	@mkdir -p $(@D)
	@touch $@

.PHONY: $(UNSTAMPED)
$(UNSTAMPED): run-%: notebooks/%.ipynb $(READY)
	@$(VENV_PYTHON) tools/execute.py $< $(options)

# --- the site ---
SITE_PYTHON := build/site-venv/bin/python
SHOWN := README.md CONTRIBUTING.md SECURITY.md LICENSE CITATION.cff notebooks figures data tests benchmark

site: build/site-venv/locked
	@rm -rf build/site build/site-source
	@mkdir -p build/site build/site-source
	@cp -Rp site/. $(SHOWN) build/site-source
	$(SITE_PYTHON) -m sphinx --quiet --fail-on-warning --keep-going -d build/site-source/doctrees build/site-source build/site
	@find build/site -name '*.map' -delete # a quarter of the site, for those who debug the theme
	$(SITE_PYTHON) -m pytest site

# --- the rest ---
sweep: $(READY)
	@$(VENV_PYTHON) tools/sweep.py $(if $(SCHEDULER),--scheduler $(SCHEDULER)) $(RANGES)

test: $(READY)
	$(VENV_PYTHON) -m pytest

verify: $(PEERS_READY)
	@$(PEERS_PYTHON) tools/verify.py $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))

bench: $(PEERS_READY)
	@$(PEERS_PYTHON) tools/bench.py $(if $(ONLY),--only $(ONLY)) $(if $(ROUNDS),--rounds $(ROUNDS))

faults: $(READY)
	$(VENV_PYTHON) tools/faults.py $(if $(RUNS),--runs $(RUNS)) $(if $(SEED),--seed $(SEED))

fuzz: $(READY)
	ORCHARD_EXAMPLES=$(or $(EXAMPLES),2000) $(VENV_PYTHON) -m pytest tests/test_fuzz.py

lint: $(READY)
	$(VENV_PYTHON) -m ruff check .
	$(VENV_PYTHON) -m ruff format --check .

# What Jupyter reads from tools/jupyter keeps both from asking for anything outside this machine, and widgets from being
# told of changes in two threads at once.
lab: $(READY)
	JUPYTER_CONFIG_PATH=tools/jupyter $(VENV_PYTHON) -m jupyterlab --ip=127.0.0.1 --LabApp.default_url=/lab/tree/notebooks

app: $(READY)
	JUPYTER_PATH=tools/jupyter $(VENV_PYTHON) -m voila notebooks/explore.ipynb --template=orchard \
	  --Voila.ip=127.0.0.1 --Voila.auto_token=True

compile := --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet
lock:
	$(if $(shell $(UV) --version 2>/dev/null),,$(error UV=$(UV) is not there; install uv, or name it: make lock UV=path/to/uv))
	$(UV) pip compile pyproject.toml --extra app --extra dask --extra dev $(compile) -o requirements.lock
	$(UV) pip compile --group site -c requirements.lock $(compile) -o requirements-site.lock
	$(UV) pip compile pyproject.toml --extra dev --extra verify --group bench -c requirements.lock $(compile) \
	  -o requirements-peers.lock

clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .hypothesis
	rm -rf orchard/__pycache__ tests/__pycache__ tools/__pycache__ notebooks/.ipynb_checkpoints
