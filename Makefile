## make figures   execute the notebooks that changed, or what they read and import, on all cores;
##                writes notebooks/, data/results/ and figures/
##                NOTEBOOK=1-simulation: only that one; QUICK=1: with small samples, into build/tweaked;
##                NOTEBOOK=5-landscape PARAMS="game=orchard strategy=random": with other values, there, too
## make test      run the tests of what is computed
## make lab       open the notebooks in JupyterLab, on this machine only; begin with explore.ipynb; PORT=8899
##
## Each sets up what it needs, once: the first of them .venv, with PYTHON=python3 (3.11 to 3.14).
## make clean     remove .venv, build and caches; nothing that is committed
##
PYTHON ?= python3
VENV := .venv/bin/python
.DELETE_ON_ERROR:
.PHONY: help figures test lab clean
help:
	@sed -n 's/^## \{0,1\}//p' Makefile tools/checks.mk

include tools/checks.mk

# --- make figures ---
PAGES := $(basename $(notdir $(wildcard notebooks/*.ipynb)))
CHOSEN := $(or $(basename $(notdir $(NOTEBOOK))),$(PAGES))
OTHER := $(QUICK:0=)$(PARAMS)# values than the committed ones, if this is not empty

# With the committed values a page leaves a stamp in build/stamps. With others it is executed each time.
figures: $(if $(OTHER),$(CHOSEN:%=tweaked-%),$(CHOSEN:%=build/stamps/%))
	$(if $(OTHER),,@echo "$(or $(NOTEBOOK),all notebooks): up to date")

# The runner puts a page into place, with its tables and figures, when it ran to its end; if not, they stay as they were.
# The page is written by that, so it and its stamp get the time at which the run began: what is edited meanwhile is newer.
DATA := $(wildcard data/published*.csv data/errata.csv data/marincek*.csv site/board/*.png site/board/shapes.js)
build/stamps/%: notebooks/%.ipynb tools/notebooks/execute.py .venv/locked $(DATA)
	@mkdir -p $(@D) && touch $@.begun
	@$(VENV) tools/notebooks/execute.py $<
	@touch -r $@.begun $< && mv $@.begun $@

tweaked-%: notebooks/%.ipynb .venv/ready # PARAMS comes by the environment, so that the shell expands nothing in it
	@$(VENV) tools/notebooks/execute.py $< $(if $(QUICK:0=),quick) "$$PARAMS"

# A stamp depends on the modules that its page imports, too. They are listed in a file that is included, and made first.
MODULES := $(shell find orchard -name '*.py' -o -type d ! -name __pycache__)
build/reads.mk: tools/notebooks/reads.py $(wildcard notebooks/*.ipynb) $(MODULES) | .venv/ready
	@mkdir -p $(@D) && $(VENV) $< >$@

ifneq ($(filter figures,$(MAKECMDGOALS)),) # the other targets need none of this
  # Mistakes are told before anything is set up. First a dollar sign, which make itself would expand.
  $(if $(findstring $$,$(value PARAMS)),$(error PARAMS has a dollar sign, which no value has))
  $(if $(filter-out $(PAGES),$(CHOSEN)),$(error NOTEBOOK=$(NOTEBOOK) is not there; allowed: $(PAGES)))
  $(if $(filter-out 0 1,$(QUICK)),$(error QUICK=$(QUICK): allowed is 0 or 1))
  $(if $(PARAMS),$(if $(NOTEBOOK),,$(error PARAMS needs NOTEBOOK, one of: $(PAGES))))
  MAKEFLAGS += --keep-going -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
  ifeq ($(OTHER),)
    include build/reads.mk
  endif
endif

# --- make test, lab, clean ---
test: .venv/ready
	$(VENV) -m pytest -n auto --dist loadfile # a file's tests share what takes seconds
lab: .venv/ready
	@$(VENV) -m jupyter trust notebooks/*.ipynb >/dev/null # or their drawings are words until a page is run
	$(VENV) -m jupyterlab --ip=127.0.0.1 --LabApp.default_url=/lab/tree/notebooks/explore.ipynb \
	  $(if $(filter 0,$(shell id -u)),--allow-root) $(if $(PORT),--port=$(PORT))
clean:
	rm -rf .venv build *.egg-info .pytest_cache .ruff_cache .hypothesis
	find . '(' -name __pycache__ -o -name .ipynb_checkpoints ')' -prune -exec rm -rf {} +
