## make figures   execute the notebooks that changed, or what they read and import, on all cores;
##                writes notebooks/, data/results/ and figures/
##                NOTEBOOK=1-simulation: only that one; QUICK=1: with small samples, into build/tweaked;
##                NOTEBOOK=5-landscape PARAMS="game=orchard strategy=random": with other values, there, too
## make test      run the tests of what is computed
## make lab       open the notebooks in JupyterLab, on this machine only; begin with explore.ipynb; PORT=8899
##
## make check     test, lint, lower, figures, whole, site and verify, one after the other
## make lint      check style, format, and who may import whom
## make lower     make test, with the oldest versions that pyproject.toml allows (Python 3.11 only)
## make whole     test runner, command line, browser, wheel and exercises, as a user meets them
## make site      the notebooks as a website, into build/site, and a check of it
## make verify    hold random games, in fractions, to the model checker Storm (Linux only); GAMES=300 SEED=1
## make proofs    compile the proofs of proofs/ with Coq, and ask it what each theorem rests on
## make portable  execute all notebooks again under the newest other Python, in a clone, and compare
## make bench     time what is computed beside what others made, into build/benchmark.csv
## make lock      refresh the four locks (requirements.lock, also in site and tools; tests/lower.lock); needs uv
## make environments  set up what make check needs; each target also does so for itself
## make clean     remove .venv, build and caches; nothing that is committed
## The first of them sets up .venv, once, with PYTHON=python3 (3.11 to 3.14).

PYTHON ?= python3
VENV := .venv/bin/python
.DELETE_ON_ERROR:
.PHONY: help environments settings figures test lab lint lower whole site verify proofs portable bench check lock clean
help:
	@sed -n 's/^## \{0,1\}//p' Makefile

# --- environments: each is made from its lock, which names all; the empty file `locked` says that all was installed ---
.venv/locked: requirements.lock
build/site-venv/locked: site/requirements.lock
build/peers-venv/locked: tools/requirements.lock
build/lower-venv/locked: tests/lower.lock
suits := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))
.venv/locked build/site-venv/locked build/peers-venv/locked build/lower-venv/locked:
	@$(PYTHON) -c '$(suits)' || { echo "PYTHON=$(PYTHON) must be a Python 3.11 to 3.14 with venv and ensurepip"; exit 1; }
	@echo "Setting up $(@D): takes a few minutes, once, and says nothing while it loads packages"
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --no-compile --disable-pip-version-check --quiet --no-deps --require-hashes -r $<
	@touch $@

# Two of the four also get this package. rfc3987-syntax only delays each start of Jupyter: no notebook has addresses for it to check.
.venv/ready build/peers-venv/ready: %/ready: %/locked pyproject.toml $(shell find tools/jupyter -type f)
	$*/bin/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@$*/bin/python -m pip uninstall --quiet --yes rfc3987-syntax
	@sh tools/jupyter/install.sh $* && touch $@
build/peers-venv/ready: | .venv/ready # one after the other: both write orchard.egg-info
STORM := $(if $(filter Linux,$(shell uname)),verify)# whose wheels are for Linux
LOWER := $(if $(findstring Python 3.11.,$(shell $(PYTHON) --version)),lower)# for newer Pythons old versions have no wheels
environments: .venv/ready build/site-venv/locked $(STORM:verify=build/peers-venv/ready) $(LOWER:lower=build/lower-venv/locked)

# --- notebooks: make figures ---
# Names and values are looked at, and .venv is set up. Then a second make lists which modules each page imports
# (build/reads.mk), and executes every page that is older than one of them, or than another file that it reads. A page
# that ran to its end is put into place, with its tables and figures, and gets a stamp. One that did not stays as it was.
PAGES := $(basename $(notdir $(wildcard notebooks/*.ipynb)))
CHOSEN := $(or $(basename $(notdir $(NOTEBOOK))),$(PAGES))
settings: # refused before an environment is set up; a dollar sign first, for make itself would expand it
	$(if $(findstring $$,$(value PARAMS)),$(error PARAMS has a dollar sign, which no value has))
	$(if $(filter-out $(PAGES),$(CHOSEN)),$(error NOTEBOOK=$(NOTEBOOK) is not there; allowed: $(PAGES)))
	$(if $(filter-out 0 1,$(QUICK)),$(error QUICK=$(QUICK): allowed is 0 or 1))
	$(if $(PARAMS),$(if $(NOTEBOOK),,$(error PARAMS needs NOTEBOOK, one of: $(PAGES))))

OTHER := $(QUICK:0=)$(PARAMS)# values than the committed ones, if not empty
# A second make executes the pages, on all cores unless -j is given; when a page fails, it goes on with the others.
figures: settings .venv/ready
	@$(MAKE) --silent --keep-going $(if $(filter -j%,$(MAKEFLAGS)),,-j$$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)) \
	  $(if $(OTHER),$(CHOSEN:%=tweaked-%),$(CHOSEN:%=build/stamps/%) IMPORTS=build/reads.mk)
	$(if $(OTHER),,@echo "$(or $(NOTEBOOK),all notebooks): up to date")

# Other values are run each time. The shell takes PARAMS from its environment, so that nothing in it is expanded.
tweaked-%: notebooks/%.ipynb
	$(VENV) tools/notebooks/execute.py $< $(if $(QUICK:0=),quick) "$$PARAMS"

# A stamp has the time at which the last whole run of its page began, and so has the page, which the run wrote. When a
# file that is named here, or a module that the page imports, is newer, even by an edit during that run, it runs again.
DATA := $(wildcard data/published*.csv data/errata.csv data/marincek*.csv site/board/*.png site/board/shapes.js)
build/stamps/%: notebooks/%.ipynb tools/notebooks/execute.py .venv/locked $(DATA) | build/reads.mk
	mkdir -p $(@D) && touch $@.begun
	$(VENV) tools/notebooks/execute.py $<
	touch -r $@.begun $< && mv $@.begun $@

# Which modules each page imports. The second make alone includes this list, which it makes first: help and clean need
# no Python. (The dash: at first it is not there. The `|` above: pages wait for it, but are not older than it.)
-include $(IMPORTS)
build/reads.mk: tools/notebooks/reads.py $(wildcard notebooks/*.ipynb) $(shell find orchard -name '*.py' -o -type d ! -name __pycache__)
	mkdir -p $(@D) && $(VENV) $< >$@

# --- what a user needs besides ---
test: .venv/ready
	$(VENV) -m pytest -n auto --dist loadfile # a file's tests share what takes seconds
lab: .venv/ready
	@$(VENV) -m jupyter trust notebooks/*.ipynb >/dev/null # or their drawings are words until a page is run
	$(VENV) -m jupyterlab --ip=127.0.0.1 --LabApp.default_url=/lab/tree/notebooks/explore.ipynb \
	  $(if $(filter 0,$(shell id -u)),--allow-root) $(if $(PORT),--port=$(PORT))

# --- checks and locks ---
lint: .venv/ready
	$(VENV) -m ruff check . && $(VENV) -m ruff format --check . && .venv/bin/lint-imports --no-cache --no-logo
lower: build/lower-venv/locked # what is committed was computed by newer versions; and of old ones other libraries warn
	$(<D)/bin/python -m pytest -n auto --dist loadfile -W default::DeprecationWarning --ignore tests/committed
ALONE ?= tests/whole/test_pages.py
WHOLE ?= tests/whole
LITE ?= build/lite/index.html
whole: .venv/ready $(LITE) # a file's tests stay on one core, for they share a server or a build; those of ALONE share nothing
	$(if $(ALONE),$(VENV) -m pytest -n auto --dist worksteal $(ALONE))
	$(VENV) -m pytest -n auto --dist loadfile $(WHOLE) $(addprefix --ignore ,$(ALONE))
SHOWN := README.md CHANGELOG.md LICENSE CITATION.cff notebooks figures data tests proofs
# JupyterLab in the browser, from these notebooks and this package; where its files cannot be had, it says so and goes on.
build/lite/index.html: build/site-venv/locked pyproject.toml $(wildcard tools/lite/* notebooks/*.ipynb) \
  $(shell find orchard data site/board tools/jupyter -type f -not -name '*.pyc')
	build/site-venv/bin/python tools/lite/build.py build/lite-files build/lite
site: build/site-venv/locked $(LITE)
	@rm -rf build/site build/site-source && mkdir -p build/site-source/contribute
	@cp -Rp site/. $(SHOWN) build/site-source && cp -p .github/*.md build/site-source/contribute
	@sed '/^\[!\[/d' README.md >build/site-source/README.md # badges, which other hosts draw
	$(<D)/bin/python -m sphinx --quiet --fail-on-warning --keep-going -d build/site-source/doctrees build/site-source build/site
	@rm -rf build/site/_static/locales && find build/site -name '*.map' -delete # of the theme; a quarter of the site
	$(<D)/bin/python -m pytest -n auto --dist worksteal site
verify: build/peers-venv/ready
	$(<D)/bin/python tools/verify.py $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))
proofs:
	$(PYTHON) tools/proofs.py
portable: .venv/ready
	PYTHON=$(PYTHON) sh tools/portable.sh
bench: build/peers-venv/ready
	$(<D)/bin/python tools/bench.py
check:
	@for part in test lint $(LOWER) figures whole site $(STORM) $(ALSO); do $(MAKE) GAMES=$(or $(GAMES),40) $$part || exit; done
# One version of each package for all these Pythons: with another NumPy come other random numbers.
compile := uv pip compile --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header
notebooks := pyproject.toml --extra notebooks --extra dev
lock:
	$(compile) $(notebooks) --extra dask -o requirements.lock
	$(compile) $(notebooks) --resolution lowest-direct -o tests/lower.lock
	$(compile) --group site -c requirements.lock -o site/requirements.lock
	$(compile) $(notebooks) --extra verify --group bench -c requirements.lock -o tools/requirements.lock
clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . '(' -name __pycache__ -o -name .ipynb_checkpoints ')' -prune -exec rm -rf {} +
