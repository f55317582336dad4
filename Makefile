# Every target sets up what it needs; nothing but Python >= 3.11 has to be there.
#
#   PYTHON  the interpreter that makes the environment        (python3)
#   VENV    where the environment lives                       (.venv)
#   JOBS    processes for the tests: a number, or auto        (auto)
#   MUTANTS options for the mutation tests, such as --sample  (none)
#   CI      1 or true: nothing may be left out, and hypothesis draws the same examples each time

PYTHON ?= python3
VENV ?= .venv
JOBS ?= auto

BIN := $(VENV)/bin
# what runs the commands, and what runs the tests as well
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready

# The tests start hundreds of processes; each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup verify formal site recheck test style types tests benchmark mutants clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*  ## /\1|/p' $(firstword $(MAKEFILE_LIST)) | \
	    while IFS='|' read -r goal does; do printf '  make %-10s %s\n' "$$goal" "$$does"; done

setup: $(INSTALLED)  ## make the environment, with the command recency in it

verify: $(INSTALLED)  ## check every claim, one line each
	@echo "Verifying every claim (recency verify)."
	@$(BIN)/recency verify

formal: $(INSTALLED)  ## build the Coq development (needs coq and libcoq-coquelicot)
	@echo "Building the Coq development (proofs/formal)."
	@$(BIN)/recency formal

site: $(INSTALLED)  ## write everything as pages, to be opened from site/index.html
	@echo "Writing the site (recency site)."
	@$(BIN)/recency site

recheck: formal  ## check what was built once more, with Coq's own checker (minutes)
	@coqchk -silent -R build/formal/library Recency \
	    $(patsubst %.v,Recency.%,$(filter %.v,$(shell cat proofs/formal/_CoqProject))) && echo "coqchk: all modules check."

# A check that needs a tool outside Python belongs in a test that skips, with the reason, when the
# tool is missing: pytest then lists it under "short test summary", and with CI set it is a failure.
test: $(READY)  ## style, types, doctests and tests
	@$(MAKE) --no-print-directory --jobs 3 style types tests

style: $(READY)  ## check style alone
	@echo "Checking style (ruff)."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .

types: $(READY)  ## check types alone
	@echo "Checking types (mypy --strict)."
	@$(BIN)/mypy --strict --no-error-summary

tests: $(READY)  ## run doctests and tests alone
	@echo "Running tests and doctests (pytest, in as many processes as there are cores; some minutes)."
	@$(BIN)/pytest --quiet -p no:benchmark --numprocesses $(JOBS)

benchmark: $(READY)  ## time the commands; reports, never fails on a time
	@echo "Timing (pytest tests/benchmarks)."
	@$(BIN)/pytest --quiet tests/benchmarks

mutants: $(READY)  ## change the trusted code in small ways; do the tests notice? (an hour or more)
	@echo "Mutation testing (tests/mutation); MUTANTS='--sample 300' tries some."
	@$(BIN)/python -m tests.mutation $(MUTANTS)

clean:  ## remove the environment and all caches
	@if [ -f "$(INSTALLED)" ]; then rm -rf "$(VENV)"; fi
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .coverage htmlcov build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): pyproject.toml
	@command -v "$(PYTHON)" >/dev/null || \
	    { echo "There is no '$(PYTHON)' here: install Python 3.11 or newer, or name one: make PYTHON=..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "Python 3.11 or newer is needed; '$(PYTHON)' is $$("$(PYTHON)" --version 2>&1): name another with make PYTHON=..." >&2; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
	    { echo "'$(PYTHON)' has no venv module: install it (Debian, Ubuntu: apt install python3-venv)." >&2; exit 1; }
	@echo "Setting up $(VENV) with the packages that recency needs (once; half a minute)."
	@"$(PYTHON)" -m venv "$(VENV)"
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --editable .
	@touch "$@"

$(READY): $(INSTALLED)
	@echo "Adding the packages that its tests need (once; about a minute)."
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --editable '.[test]'
	@touch "$@"
