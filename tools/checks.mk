## For whoever changes something:
## make check     test, lint, lower, figures, site and whole, verify; with ALSO=proofs that, too
## make short     check without its longest parts
## make lint      check style, format, and who may import whom
## make lower     make test, with the oldest versions that pyproject.toml allows (Python 3.11 only)
## make whole     test runner, command line, browser, wheel and exercises, as a user meets them
## make site      the notebooks as a website, into build/site, and a check of it
## make verify    hold random games, in fractions, to the model checker Storm (Linux only); GAMES=300 SEED=1
## make proofs    compile the proofs of proofs/ with Coq, and ask it what each theorem rests on
## make portable  execute all notebooks again under the newest other Python, in a clone, and compare
## make bench     time what is computed beside what others made, into build/benchmark.csv
## make lock      bring the locks up to date with pyproject.toml (four, for the four environments); needs uv

.PHONY: check short lint lower whole whole-short site verify proofs portable bench lock

LITE := build/lite/index.html # JupyterLab in the browser; `LITE=` leaves it out

# --- checks ---
# Old versions have wheels for Python 3.11 only, and Storm for Linux only. Elsewhere that part is left out.
LOWER := $(if $(findstring Python 3.11.,$(shell $(PYTHON) --version)),lower)
STORM := $(if $(filter Linux,$(shell uname)),verify)
check:
	@$(MAKE) test
	@$(MAKE) lint
	@$(if $(LOWER),$(MAKE) $(LOWER))
	@$(MAKE) figures NOTEBOOK= QUICK= PARAMS=
	@$(MAKE) -j2 site whole
	@$(if $(STORM),$(MAKE) $(STORM) GAMES=40)
	@$(if $(ALSO),$(MAKE) $(ALSO))

# What .ci/run has the minutes for. Without JupyterLab in the browser, which takes a quarter of an hour.
short:
	@$(MAKE) test
	@$(MAKE) lint
	@$(MAKE) figures NOTEBOOK= QUICK= PARAMS=
	@$(MAKE) -j2 site whole-short LITE=

lint: .venv/ready
	$(VENV) -m ruff check . && $(VENV) -m ruff format --check . && .venv/bin/lint-imports --no-cache --no-logo

# Without tests/committed, which newer versions computed. Old packages warn of one another: no warning is an error here.
lower: build/lower-venv/locked
	$(<D)/bin/python -m pytest -n auto --dist loadfile -W default::DeprecationWarning --ignore tests/committed

# First the tests of this file, which share nothing and run on all cores; then the other files, each of which stays on one
# core, since its tests share a server or a build.
PAGES_WHOLE := tests/whole/test_pages.py
SHORT := $(addprefix tests/whole/test_,execute.py make.py recipes.py elsewhere.py)
whole: .venv/ready $(LITE)
	$(VENV) -m pytest -n auto --dist worksteal $(PAGES_WHOLE)
	$(VENV) -m pytest -n auto --dist loadfile tests/whole --ignore $(PAGES_WHOLE)
whole-short: .venv/ready
	@mkdir -p build
	$(VENV) -m pytest -n auto --dist loadfile $(SHORT)
	@$(VENV) -m pytest --collect-only -q tests/whole >build/collected || { cat build/collected; exit 1; } # the other tests at least import

# This package is not installed beside its peers.
verify: build/peers-venv/locked
	PYTHONPATH=. $(<D)/bin/python tools/verify.py $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))
proofs:
	$(PYTHON) tools/proofs.py
portable: .venv/ready
	PYTHON=$(PYTHON) sh tools/portable.sh
bench: build/peers-venv/locked
	PYTHONPATH=. $(<D)/bin/python tools/bench.py

# --- site ---
# JupyterLab in the browser, from these notebooks and this package. Where its files cannot be had build.py says so, and
# the site is made without; index.html is missing then, and is tried again the next time.
build/lite/index.html: build/site-venv/locked pyproject.toml $(wildcard tools/lite/* notebooks/*.ipynb) \
  $(shell find orchard data site/board tools/jupyter -type f -not -name '*.pyc')
	build/site-venv/bin/python tools/lite/build.py build/lite-files build/lite

SHOWN := README.md CHANGELOG.md LICENSE CITATION.cff notebooks figures data tests proofs
site: build/site-venv/locked $(LITE)
	@rm -rf build/site build/site-source && mkdir -p build/site-source/contribute
	@cp -Rp site/. build/site-source && cp -p .github/*.md build/site-source/contribute
	@tar -cf build/shown.tar --exclude __pycache__ $(SHOWN) # caches, which tests may be writing at the same time
	@tar -xf build/shown.tar -C build/site-source && rm build/shown.tar
	@sed '/^\[!\[/d' README.md >build/site-source/README.md # badges, which other hosts draw
	$(<D)/bin/python -m sphinx --quiet --fail-on-warning --keep-going -d build/site-source/doctrees build/site-source build/site
	@rm -rf build/site/_static/locales && find build/site -name '*.map' -delete # of the theme; a quarter of the site
	$(<D)/bin/python -m pytest -n auto --dist worksteal site

# --- locks ---
# One version of each package for all these Pythons: with another NumPy come other random numbers.
compile := uv pip compile --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header
of_notebooks := pyproject.toml --extra notebooks --extra dev
lock:
	$(compile) $(of_notebooks) --extra dask -o requirements.lock
	$(compile) $(of_notebooks) --resolution lowest-direct -o tests/lower.lock
	$(compile) --group site -c requirements.lock -o site/requirements.lock
	$(compile) pyproject.toml --extra verify --group bench -c requirements.lock -o tools/requirements.lock
