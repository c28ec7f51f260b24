# Each target works from a fresh clone and does its own set-up: Python 3.11+, make and a package index are enough.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
JOBS   ?= 2

.DEFAULT_GOAL := help

.PHONY: help play test lint build bench bench-peers golden clean

help:
	@echo "make play | test | lint | build | bench | bench-peers | golden | clean"

play: $(VENV)/play build
	@$(PY) -m chateaux serve --open

test: $(VENV)/test lint build
	CHATEAUX_PURE=1 $(PY) -m pytest -n $(JOBS)
	$(PY) -m pytest -n $(JOBS)

lint: $(VENV)/test
	$(PY) -m ruff check
	$(PY) -m mypy

build: $(VENV)/play
	@$(PY) src/chateaux/_compiled.py || $(PY) setup.py -q build_ext --inplace --parallel $(JOBS)

bench: $(VENV)/play build
	$(PY) -m bench.speed
	$(PY) -m bench.search

bench-peers: $(VENV)/play
	$(PY) -m pip install -q open_spiel

golden: $(VENV)/test build
	$(PY) -m pytest -q tests/test_conformance.py -k golden --golden

clean:
	rm -rf build src/*.so src/chateaux/_compiled.json
	find src -name '*.so' -delete

$(VENV)/base:
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install -q 'setuptools>=80'
	@touch $@

$(VENV)/play: $(VENV)/base pyproject.toml
	CHATEAUX_PURE=1 $(PY) -m pip install -q --no-build-isolation -e '.[build]'
	@touch $@

$(VENV)/test: $(VENV)/play pyproject.toml
	CHATEAUX_PURE=1 $(PY) -m pip install -q --no-build-isolation -e '.[build,test]'
	@touch $@
