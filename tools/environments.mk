# Environments, each a folder with a Python and the packages that a lock names, with hashes. The empty file `locked` says
# that these are installed, and `ready` that this package is, too. A changed lock makes the folder anew.
.PHONY: environments

# Each folder, and the lock that it is made from:
FOLDERS := .venv build/site-venv build/peers-venv build/lower-venv
.venv/locked: requirements.lock
build/site-venv/locked: site/requirements.lock
build/peers-venv/locked: tools/requirements.lock
build/lower-venv/locked: tests/lower.lock
CHECK_PYTHON := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))
$(FOLDERS:%=%/locked):
	@$(PYTHON) -c '$(CHECK_PYTHON)' || { echo "PYTHON=$(PYTHON) must be a Python 3.11 to 3.14 with venv and ensurepip"; exit 1; }
	@echo "Setting up $(@D): takes a few minutes, once, and says nothing while it loads packages"
	$(PYTHON) -m venv --clear $(@D)
	$(@D)/bin/python -m pip install --no-compile --disable-pip-version-check --quiet --no-deps --require-hashes -r $<
	@touch $@

# rfc3987-syntax only delays each start of Jupyter, for no notebook has addresses to check. install.sh: Jupyter's settings.
.venv/ready: .venv/locked pyproject.toml $(shell find tools/jupyter -type f)
	$(@D)/bin/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	@$(@D)/bin/python -m pip uninstall --quiet --yes rfc3987-syntax
	@sh tools/jupyter/install.sh $(@D) && touch $@

environments: .venv/ready build/site-venv/locked build/peers-venv/locked
