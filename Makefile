## make figures   execute each notebook that changed, or whose data or modules did, on all cores;
##                writes notebooks/, data/results/ and figures/
##                NOTEBOOK=1-simulation: only that one; QUICK=1: with small samples, into build/tweaked;
##                NOTEBOOK=5-landscape PARAMS="game=orchard strategy=random": with other values, into build/tweaked
##                make -n --trace figures says which pages would run, and because of which file
## make test      run the tests of what is computed
## make lab       open the notebooks in JupyterLab, on this machine only; begin with explore.ipynb; PORT=8899 takes that port
##
## Each sets up what it needs, once. PYTHON=python3 (3.11 to 3.14) is the Python that .venv is made with.
## make clean     remove .venv, build and caches; nothing that is committed
##
PYTHON ?= python3
VENV := .venv/bin/python
.DELETE_ON_ERROR:
.PHONY: help figures test lab clean
help:
	@sed -n 's/^## \{0,1\}//p' Makefile tools/checks.mk

# A dollar sign is refused before anything is run: make would run what is in $(shell ...). `value` reads it as it is.
ifneq ($(findstring $$,$(value PARAMS)$(value NOTEBOOK)$(value QUICK)),)
  $(error PARAMS, NOTEBOOK or QUICK has a dollar sign, which no value has)
endif

# So is a file whose name make would take for two, or for a pattern, since the rules below have it. make itself would stop
# without saying which it is.
ODD := $(shell find -L data figures notebooks orchard site/board tools/jupyter -not -path '*/.*' | grep -v '^[A-Za-z0-9._/+-]*$$')
ifneq ($(ODD),)
  $(error $(ODD): make may not read this name, rename it with A-Z a-z 0-9 . _ + - alone)
endif

include tools/environments.mk # .venv/ready: the locked packages are installed, and this one
include tools/checks.mk

# --- make figures ---
PAGES := $(basename $(notdir $(wildcard notebooks/*.ipynb)))
CHOSEN := $(if $(NOTEBOOK),$(patsubst %.ipynb,%,$(notdir $(NOTEBOOK))),$(PAGES))

# These mistakes are told before anything is set up; names and values in PARAMS by execute.py.
ifneq ($(filter figures,$(MAKECMDGOALS)),)
  ifneq ($(word 2,$(NOTEBOOK)),)
    $(error NOTEBOOK=$(NOTEBOOK) are several; allowed is one of: $(PAGES))
  endif
  ifneq ($(filter-out $(PAGES),$(or $(CHOSEN),nothing)),) # NOTEBOOK=" "
    $(error NOTEBOOK=$(NOTEBOOK) is not there; allowed is one of: $(PAGES))
  endif
  ifneq ($(filter-out 0 1,$(QUICK))$(word 2,$(QUICK)),)
    $(error QUICK=$(QUICK): allowed is 0 or 1)
  endif
  ifneq ($(PARAMS),)
    ifeq ($(NOTEBOOK),)
      $(error PARAMS needs NOTEBOOK, one of: $(PAGES))
    endif
  endif
endif
ifeq ($(MAKECMDGOALS),figures) # and nothing else: with -j `make test figures` would make both at the same time
  MAKEFLAGS += --keep-going -j$(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
endif

ifeq ($(strip $(filter-out 0,$(QUICK)) $(PARAMS)),)
figures: $(CHOSEN:%=build/stamps/%)
	@echo "$(if $(NOTEBOOK),$(CHOSEN),all notebooks): up to date"
else
figures: $(CHOSEN:%=tweaked-%)
endif

# A page with other values always runs. `$$PARAMS` is the shell's, which make hands over what stands on its command line:
# so blanks and quotes in it do no harm.
.PHONY: $(CHOSEN:%=tweaked-%)
$(CHOSEN:%=tweaked-%): tweaked-%: notebooks/%.ipynb .venv/ready
	@$(VENV) tools/notebooks/execute.py $< $(if $(filter 1,$(QUICK)),quick) "$$PARAMS"

# What a page may read besides Python: if it reads anything else, add it here. (Not data/results: a page that reads what
# another writes would not run again after it.) If one of these files changes all pages run again, and build/inputs, which
# lists them, is written anew when one comes or goes.
LIST := find -L data orchard/pages/plots/*.toml site/board/*.png site/board/*.js -type f -not -path 'data/results/*' -not -path '*/.*'
INPUTS := $(shell $(LIST))
build/inputs: FORCE # made by make -n, too, which needs it: hence the plus
	+@mkdir -p $(@D) && $(LIST) | sort >$@.new && { cmp -s $@.new $@ || cp $@.new $@; }
FORCE:

# After a whole good run with the committed values execute.py leaves a stamp, and beside it, as a C compiler does, a list of
# the modules that the page imports and of the files that it saved. A page runs if it has no stamp, or if one of these, or of
# the files below, is newer or gone. A new lock makes all pages run; to install this package again does not.
$(CHOSEN:%=build/stamps/%): build/stamps/%: notebooks/%.ipynb tools/notebooks/execute.py .venv/locked $(INPUTS) build/inputs | .venv/ready
	@$(if $(wildcard $@),echo "$*: again because of $?";) $(VENV) tools/notebooks/execute.py $<

-include $(CHOSEN:%=build/stamps/%.d) # such as `build/stamps/explore: orchard/rules.py ...`

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
