## For whoever changes something:
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

.PHONY: check lint lower whole site verify proofs portable bench lock environments

# --- environments ---
# Each has a lock, which names all of its packages with their hashes. `locked` says that these are installed.
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

# Two also get this package. (rfc3987-syntax only delays each start of Jupyter: no notebook has addresses to check.)
.venv/ready build/peers-venv/ready: %/ready: %/locked pyproject.toml $(shell find tools/jupyter -type f)
	$*/bin/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@$*/bin/python -m pip uninstall --quiet --yes rfc3987-syntax
	@sh tools/jupyter/install.sh $* && touch $@
build/peers-venv/ready: | .venv/ready # not at the same time: both write orchard.egg-info

STORM := $(if $(filter Linux,$(shell uname)),verify)# there are wheels of Storm for Linux alone,
LOWER := $(if $(findstring Python 3.11.,$(shell $(PYTHON) --version)),lower)# and of old versions for Python 3.11
environments: .venv/ready build/site-venv/locked $(if $(STORM),build/peers-venv/ready) $(if $(LOWER),build/lower-venv/locked)

# --- checks ---
check:
	@for part in test lint $(LOWER) figures whole site $(STORM) $(ALSO); do $(MAKE) GAMES=$(or $(GAMES),40) $$part || exit; done

lint: .venv/ready
	$(VENV) -m ruff check . && $(VENV) -m ruff format --check . && .venv/bin/lint-imports --no-cache --no-logo

lower: build/lower-venv/locked # not what newer versions computed and is committed; and old ones warn of one another
	$(<D)/bin/python -m pytest -n auto --dist loadfile -W default::DeprecationWarning --ignore tests/committed

# A file's tests stay on one core, for they share a server or a build, but those of ALONE share nothing.
ALONE ?= tests/whole/test_pages.py
WHOLE ?= tests/whole
LITE ?= build/lite/index.html
whole: .venv/ready $(LITE)
	$(if $(ALONE),$(VENV) -m pytest -n auto --dist worksteal $(ALONE))
	$(VENV) -m pytest -n auto --dist loadfile $(WHOLE) $(addprefix --ignore ,$(ALONE))

verify: build/peers-venv/ready
	$(<D)/bin/python tools/verify.py $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED))
proofs:
	$(PYTHON) tools/proofs.py
portable: .venv/ready
	PYTHON=$(PYTHON) sh tools/portable.sh
bench: build/peers-venv/ready
	$(<D)/bin/python tools/bench.py

# --- site ---
# JupyterLab in the browser, from these notebooks and this package; where its files cannot be had, it says so and goes on.
build/lite/index.html: build/site-venv/locked pyproject.toml $(wildcard tools/lite/* notebooks/*.ipynb) \
  $(shell find orchard data site/board tools/jupyter -type f -not -name '*.pyc')
	build/site-venv/bin/python tools/lite/build.py build/lite-files build/lite

SHOWN := README.md CHANGELOG.md LICENSE CITATION.cff notebooks figures data tests proofs
site: build/site-venv/locked $(LITE)
	@rm -rf build/site build/site-source && mkdir -p build/site-source/contribute
	@cp -Rp site/. $(SHOWN) build/site-source && cp -p .github/*.md build/site-source/contribute
	@sed '/^\[!\[/d' README.md >build/site-source/README.md # badges, which other hosts draw
	$(<D)/bin/python -m sphinx --quiet --fail-on-warning --keep-going -d build/site-source/doctrees build/site-source build/site
	@rm -rf build/site/_static/locales && find build/site -name '*.map' -delete # of the theme; a quarter of the site
	$(<D)/bin/python -m pytest -n auto --dist worksteal site

# --- locks ---
# One version of each package for all these Pythons: with another NumPy come other random numbers.
compile := uv pip compile --universal --fork-strategy fewest --python-version 3.11 --generate-hashes --quiet \
  --no-emit-index-url --no-emit-find-links --no-annotate --no-header
notebooks := pyproject.toml --extra notebooks --extra dev
lock:
	$(compile) $(notebooks) --extra dask -o requirements.lock
	$(compile) $(notebooks) --resolution lowest-direct -o tests/lower.lock
	$(compile) --group site -c requirements.lock -o site/requirements.lock
	$(compile) $(notebooks) --extra verify --group bench -c requirements.lock -o tools/requirements.lock
