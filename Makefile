# make run     the dashboard on the recorded game, at http://localhost:8765
# make test    everything that is checked: style, types, tests
# Both make their own virtual environment; nothing is installed again while pyproject.toml stays as it is.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11 python3.10 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then echo $$python; break; fi; done)
PIP_FLAGS := --quiet --disable-pip-version-check
PLAY := .venv
TEST := .venv-test
.DELETE_ON_ERROR:
.PHONY: run test check-style check-types check-tests screenshots clean

run: $(PLAY)/installed
	$(PLAY)/bin/muggins demo $(DEMO_FLAGS)

test: check-style check-types check-tests

$(PLAY)/installed: pyproject.toml
	$(call make-environment,$(PLAY))
	@echo "Installing muggins into $(PLAY) (about 500 MB, once) ..."
	$(PLAY)/bin/pip install $(PIP_FLAGS) --editable .
	@touch $@

$(TEST)/installed: pyproject.toml
	$(call make-environment,$(TEST))
	@echo "Installing muggins and what its tests need into $(TEST) (once) ..."
	$(TEST)/bin/pip install $(PIP_FLAGS) --editable '.[test]'
	@touch $@

# Types and tests look at an installed copy, as a player has it: mypy does not follow an editable install, and a file
# forgotten in pyproject.toml shows itself here alone.
.PHONY: copy
copy: $(TEST)/installed
	@rm -rf build
	$(TEST)/bin/pip install $(PIP_FLAGS) --no-deps --force-reinstall .
	@rm -rf build

check-style: $(TEST)/installed
	$(TEST)/bin/ruff check .

check-types: copy
	$(TEST)/bin/mypy -p muggins.scorer -p muggins.vision

check-tests: copy
	$(TEST)/bin/python -m pytest $(PYTEST_FLAGS)

# The pictures of the README, from the recorded game.
screenshots: copy
	$(TEST)/bin/python docs/screenshots.py

clean:
	rm -rf $(PLAY) $(TEST) build *.egg-info

define make-environment
	@test -n "$(PYTHON)" || { echo "muggins needs Python 3.10 or newer; none was found. Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(1) || { echo "$(PYTHON) could not make a virtual environment in $(1). On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
endef
