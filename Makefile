# Each target works from a fresh clone and does its own set-up: Python 3.11+, make and a package index are enough.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
# More than two cores: many tests wait for servers.
JOBS   ?= 3

.DEFAULT_GOAL := help

.PHONY: help play test test-interpreted test-compiled test-browser test-js soak browser lint lint-js format build bench load bench-peers bench-boardgame golden pictures mutants docs lock audit clean

help:
	@echo "make play | test | soak | lint | format | build | bench | load | bench-peers | bench-boardgame | golden | pictures | mutants | docs | lock | audit | clean"

play: $(VENV)/play build
	@$(PY) -m chateaux play

# First, side by side, what keeps one core busy; then the tests, each of which keeps all of them busy.
test:
	@$(MAKE) --no-print-directory -j3 -Otarget lint test-js build browser
	@$(MAKE) --no-print-directory test-interpreted test-compiled test-browser

# Tables, pages, the lab and the toy game are not compiled, so they are tested once; engine, rules and bots both ways. The
# referees look at the compiled rules only: that the interpreted ones are the same is tested with the rest.
test-interpreted: $(VENV)/test
	CHATEAUX_PURE=1 $(PY) -m pytest -n $(JOBS) --ignore tests/tables --ignore tests/web --ignore tests/browser \
		--ignore tests/test_conformance_can_fail.py --ignore tests/test_package.py --ignore tests/referee \
		--ignore tests/test_markup.py --ignore tests/test_own_sets.py --ignore tests/test_terminal.py \
		--ignore tests/lab \
		--ignore-glob 'tests/games/*/test_words_and_view.py' --ignore-glob 'tests/games/*/test_board.py' \
		--ignore tests/insight --ignore tests/environments/test_gymnasium.py --ignore tests/environments/test_openspiel.py \
		--ignore tests/environments/test_pettingzoo.py --ignore tests/environments/test_learning.py

test-compiled: $(VENV)/test build
	$(PY) -m pytest -n $(JOBS) --dist loadgroup --ignore tests/browser

test-browser: $(VENV)/test build
	$(PY) -m pytest -n $(JOBS) tests/browser

# Hours, and it says what it has seen: make soak KILLS=50 REQUESTS=20000 INPUTS=20000 is a short one.
KILLS    ?= 1000
REQUESTS ?= 1000000
INPUTS   ?= 1000000
HOURS    ?= 0
soak: $(VENV)/test build
	$(PY) -m tests.soak --kills $(KILLS) --requests $(REQUESTS) --inputs $(INPUTS) --hours $(HOURS)
	$(PY) -m tests.soak --kills $(KILLS) --postgresql
	$(PY) -m tests.attack
	CHATEAUX_REFEREE_GAMES=30 $(PY) -m pytest -n $(JOBS) tests/referee
	CHATEAUX_CLICKS=500 $(PY) -m pytest -n $(JOBS) tests/browser/test_stage.py
	CHATEAUX_COMPARED=2000 $(PY) -m pytest -n $(JOBS) tests/test_conformance.py -k identical

# The browser tests use the system's Chromium, best the one without windows; where none is and one may be installed, it is.
browser:
	@for found in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v $$found > /dev/null && exit; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null && apt-get update -qq; then \
		for package in chromium-headless-shell chromium; do apt-get install -y -qq $$package > /dev/null && exit; done; fi; \
	echo "There is no Chromium here: the browser tests are skipped."

lint: $(VENV)/test lint-js
	$(VENV)/bin/djangofmt --check src
	$(VENV)/bin/djangofmt check src
	$(PY) -m ruff check
	$(PY) -m mypy

# Templates, scripts and styles are laid out by a program; Python is laid out by hand.
format: $(VENV)/test format-js
	$(VENV)/bin/djangofmt src

# Scripts are checked and tested where Node is installed; nothing that is shipped needs it.
NODE := $(shell command -v node > /dev/null 2>&1 && command -v npm > /dev/null 2>&1 && echo yes)
ifeq ($(NODE),yes)
lint-js: node_modules/.done
	npm run -s lint

format-js: node_modules/.done
	npm run -s format

test-js: node_modules/.done
	npm test -s

node_modules/.done: package.json package-lock.json
	npm install --silent --no-save --no-audit --no-fund  # as the lock says; a system it does not know gets its own files
	@touch $@
else
lint-js format-js test-js:
	@echo "There is no Node here: the scripts are neither checked nor tested by themselves."
endif

build: $(VENV)/play
	@$(PY) src/chateaux/_compiled.py || $(PY) setup.py -q build_ext --inplace --parallel $(JOBS)

bench: $(VENV)/play build
	$(PY) -m bench.speed
	$(PY) -m bench.search
	$(PY) -m bench.insight

load: $(VENV)/play build
	$(PY) -m bench.load

# Beside the libraries people train with, in an environment of their own: they bring what nothing here needs.
bench-peers: build $(VENV)/peers
	PYTHONPATH=src $(VENV)/peers.d/bin/python -m bench.peers

# What a move costs our server beside boardgame.io's, some minutes; needs Node, and installs boardgame.io under build/.
bench-boardgame: $(VENV)/play build
	$(PY) -m bench.boardgame

golden: $(VENV)/test build
	$(PY) -m pytest -q tests/test_conformance.py tests/environments/test_features.py -k golden --golden

# Screenshots of every page, by day, by night and on a phone.
pictures: $(VENV)/test build browser
	$(PY) -m tests.browser.pictures docs/pictures

# Small faults planted in a game's rules, met by its tests; goes on where it was stopped. docs/mutants.md has figures.
GAME   ?= chateau_combo
SAMPLE ?= 400
mutants: $(VENV)/test $(VENV)/tools
	@mkdir -p build/mutants
	$(VENV)/tools.d/bin/python .ci/mutants/plant.py src/chateaux/games/$(GAME) --sample $(SAMPLE) $(FILES) \
		> build/mutants/$(GAME).jsonl
	$(PY) .ci/mutants/meet.py $(GAME) build/mutants/$(GAME).jsonl build/mutants/$(GAME).met --again

# The site of docs/ and the docstrings, into build/site; a warning is an error. The plain sources are read, not imported.
docs: $(VENV)/docs
	$(VENV)/docs.d/bin/zensical build --clean --strict -f mkdocs.yml

# Newest versions that pyproject.toml allows, for every system and Python; test.txt leads, so that all agree.
COMPILE := $(VENV)/tools.d/bin/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 --upgrade
lock: $(VENV)/tools
	$(COMPILE) pyproject.toml --extra test -o requirements/test.txt
	$(COMPILE) pyproject.toml --extra serve --extra build -c requirements/test.txt -o requirements/play.txt
	$(COMPILE) pyproject.toml --extra serve -c requirements/test.txt -o requirements/serve.txt
	$(COMPILE) pyproject.toml --extra docs -c requirements/test.txt -o requirements/docs.txt
	$(COMPILE) pyproject.toml --extra tools -c requirements/test.txt -o requirements/tools.txt

# Known weaknesses of what the server runs with; where no advisory service answers, that is all it says.
audit: $(VENV)/tools
	@$(VENV)/tools.d/bin/python .ci/audit.py requirements/serve.txt requirements/test.txt requirements/docs.txt

clean:
	rm -rf build src/*.so src/chateaux/_compiled.json
	find src -name '*.so' -delete

# What is installed is what requirements/ names, version and hash; the house itself is then added as it stands here.
$(VENV)/base:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/play: $(VENV)/base requirements/play.txt pyproject.toml
	$(PY) -m pip install -q --no-compile --require-hashes -r requirements/play.txt
	CHATEAUX_PURE=1 $(PY) -m pip install -q --no-build-isolation --no-deps -e .
	@touch $@

$(VENV)/test: $(VENV)/play requirements/test.txt
	$(PY) -m pip install -q --no-compile --require-hashes -r requirements/test.txt
	@touch $@

$(VENV)/peers: $(VENV)/base
	$(PYTHON) -m venv $(VENV)/peers.d
	$(VENV)/peers.d/bin/python -m pip install -q --no-compile librt mypy-extensions msgspec open_spiel \
		'pettingzoo[classic]' rlcard catanatron
	@touch $@

$(VENV)/docs: requirements/docs.txt
	$(PYTHON) -m venv $(VENV)/docs.d
	$(VENV)/docs.d/bin/python -m pip install -q --no-compile --require-hashes -r requirements/docs.txt
	@touch $@

$(VENV)/tools: requirements/tools.txt
	$(PYTHON) -m venv $(VENV)/tools.d
	$(VENV)/tools.d/bin/python -m pip install -q --no-compile --require-hashes -r requirements/tools.txt
	@touch $@
