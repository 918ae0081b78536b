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

include tools/environments.mk # .venv/locked has the packages of requirements.lock, .venv/ready this one, too
include tools/checks.mk

# --- make figures: what is asked for ---
PAGES := $(basename $(notdir $(wildcard notebooks/*.ipynb)))
ifneq ($(filter figures,$(MAKECMDGOALS)),)
  # Mistakes are told before anything is set up. First a dollar sign, for make expands what follows it; `value` does not.
  $(if $(findstring $$,$(value PARAMS)),$(error PARAMS has a dollar sign, which no value has))
  CHOSEN := $(or $(basename $(notdir $(NOTEBOOK))),$(PAGES))
  $(if $(filter-out $(PAGES),$(CHOSEN)),$(error NOTEBOOK=$(NOTEBOOK) is not there; allowed: $(PAGES)))
  $(if $(filter-out 0 1,$(QUICK)),$(error QUICK=$(QUICK): allowed is 0 or 1))
  $(if $(PARAMS),$(if $(NOTEBOOK),,$(error PARAMS needs NOTEBOOK, one of: $(PAGES))))
  $(if $(filter clean,$(MAKECMDGOALS)),$(error make clean has to come first, by itself))
  MAKEFLAGS += --keep-going
  ifeq ($(MAKECMDGOALS),figures) # or other goals would be made at the same time
    MAKEFLAGS += -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
  endif
  # Not empty if values other than the committed ones are asked for:
  OTHER := $(strip $(QUICK:0=) $(PARAMS))
endif

# With the committed values a page runs if it has no stamp, or if its stamp is older than the page, what runs it (the packages
# and execute.py), what pages read (READ), or a module of orchard/ that the page imports. With other values it always runs.
figures: $(if $(OTHER),$(CHOSEN:%=tweaked-%),$(CHOSEN:%=build/stamps/%))
	$(if $(OTHER),,@echo "$(or $(NOTEBOOK),all notebooks): up to date")

TWEAKED := $(PAGES:%=tweaked-%)
.PHONY: $(TWEAKED)
$(TWEAKED): tweaked-%: notebooks/%.ipynb .venv/ready
	@$(VENV) tools/notebooks/execute.py $< $(if $(QUICK:0=),quick) "$$PARAMS" # from make's environment: it is one word here

# To add a page, put it into notebooks/; a file that it reads has to be here, and all pages run again when it changes.
READ := $(wildcard data/published*.csv data/errata.csv data/marincek*.csv site/board/*.png site/board/shapes.js orchard/pages/plots/*.toml)
# Page and stamp get the time at which the run began, which `.begun` keeps: so the page is not newer than its stamp, but a
# module or table that somebody edited during the run is. A page that did not run to its end stays as it was. No page reads
# what another wrote. $< is the page, the first name in the rule.
# What is not here: modules, parameters.py among them, which build/reads.mk adds for each page; and .venv/ready, which that
# file waits for, or every page would run again after any change of pyproject.toml.
build/stamps/%: notebooks/%.ipynb tools/notebooks/execute.py .venv/locked $(READ) | build/reads.mk
	@mkdir -p $(@D) && touch $@.begun
	@$(VENV) tools/notebooks/execute.py $<
	@touch -r $@.begun $< && mv $@.begun $@

# The modules that each page imports: lines such as `build/stamps/explore: orchard/rules.py ...` in build/reads.mk. Before it
# includes that file make brings it up to date (a folder is newer when a module of it is gone), and then reads it. Where that
# fails no list is left, and no page runs.
MODULES := $(shell find orchard -name '*.py' -o -type d ! -name __pycache__)
build/reads.mk: tools/notebooks/reads.py $(wildcard notebooks/*.ipynb) $(MODULES) | .venv/ready
	@rm -f $@ && mkdir -p $(@D) && touch $@.new
	@# A file from the future, of another clock or a ZIP, gets the time of now: this list, or a stamp, would stay older.
	@find $^ $(READ) -prune -newer $@.new -exec touch {} +
	@$(VENV) $< >$@.new && mv $@.new $@
ifneq ($(CHOSEN),) # in make figures alone
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
