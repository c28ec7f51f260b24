# Each target works from a fresh clone and does its own set-up: Python 3.11+, make and a package index are enough.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
JOBS   ?= 2

.DEFAULT_GOAL := help

.PHONY: help play test soak browser lint build bench load bench-peers golden pictures clean

help:
	@echo "make play | test | soak | lint | build | bench | load | bench-peers | golden | pictures | clean"

play: $(VENV)/play build
	@$(PY) -m chateaux play

# Tables, pages and the toy game are not compiled, so they are tested once; engine, rules and bots both ways. The
# referees look at the compiled rules only: that the interpreted ones are the same is tested with the rest.
test: $(VENV)/test lint build browser
	CHATEAUX_PURE=1 $(PY) -m pytest -n $(JOBS) --ignore tests/tables --ignore tests/web --ignore tests/browser \
		--ignore tests/test_conformance_can_fail.py --ignore tests/referee
	$(PY) -m pytest -n $(JOBS) --dist loadgroup --ignore tests/browser
	$(PY) -m pytest -n $(JOBS) --reruns 2 -rR tests/browser

soak: $(VENV)/test build
	CHATEAUX_CRASH_GAMES=100 $(PY) -m pytest tests/web/test_crash.py
	CHATEAUX_REFEREE_GAMES=30 $(PY) -m pytest -n $(JOBS) tests/referee

# The browser tests use the system's Chromium; where it is missing and may be installed, it is.
browser:
	@command -v chromium chromium-browser google-chrome > /dev/null 2>&1 \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq && apt-get install -y -qq chromium > /dev/null; } \
	|| echo "There is no Chromium here: the browser tests are skipped."

lint: $(VENV)/test
	$(PY) -m ruff check
	$(PY) -m mypy

build: $(VENV)/play
	@$(PY) src/chateaux/_compiled.py || $(PY) setup.py -q build_ext --inplace --parallel $(JOBS)

bench: $(VENV)/play build
	$(PY) -m bench.speed
	$(PY) -m bench.search

load: $(VENV)/play build
	$(PY) -m bench.load

bench-peers: $(VENV)/play
	$(PY) -m pip install -q open_spiel

golden: $(VENV)/test build
	$(PY) -m pytest -q tests/test_conformance.py -k golden --golden

# Screenshots of every page, by day, by night and on a phone.
pictures: $(VENV)/test build browser
	$(PY) -m tests.browser.pictures docs/pictures

clean:
	rm -rf build src/*.so src/chateaux/_compiled.json
	find src -name '*.so' -delete

$(VENV)/base:
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q 'setuptools>=80'
	@touch $@

$(VENV)/play: $(VENV)/base pyproject.toml
	CHATEAUX_PURE=1 $(PY) -m pip install -q --no-build-isolation -e '.[serve,build]'
	@touch $@

$(VENV)/test: $(VENV)/play pyproject.toml
	CHATEAUX_PURE=1 $(PY) -m pip install -q --no-build-isolation -e '.[test]'
	@touch $@
