# Two commands: `make film` renders a storyboard, `make test` runs every check.
# Both install first what is missing; the second time that costs a moment.

STORYBOARD ?= storyboards/det.yaml
FLAGS ?=
TESTS ?=

# Films and tests start many processes. Where compiled modules may not be kept, each of them would
# compile the whole project again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help film test lint gallery bench setup setup-test

help:
	@echo 'make film                      render $(STORYBOARD) into media/'
	@echo 'make film STORYBOARD=my.yaml   render another; FLAGS="-ql" for a quick draft'
	@echo 'make test                      ruff, mypy and all tests; TESTS="tests/algebra" for some'
	@echo 'make lint                      ruff and mypy only'
	@echo 'make gallery                   draw docs/gallery.md anew from the storyboards'
	@echo 'make bench                     measure films for docs/performance.md (ten minutes, quietly)'
	@echo 'make setup                     only install what rendering needs (setup-test: and tests)'
	@echo 'PYTHON=/path/to/python3.11     may follow each of them, to choose the interpreter'

film: setup
	@echo 'Rendering $(STORYBOARD) into media/. At full size a film takes about a third of its own'
	@echo 'length on two free cores; the next time only what has changed is drawn.'
	@.venv/bin/python render.py -v $(FLAGS) '$(STORYBOARD)'

test: lint
	OPENBLAS_NUM_THREADS=1 .venv/bin/python -m pytest -n 2 --dist loadgroup $(TESTS)

lint: setup-test
	.venv/bin/python -m ruff check .
	.venv/bin/python -m mypy

gallery: setup-test
	.venv/bin/python -m pytest tests/test_gallery.py --accept

bench: setup
	.venv/bin/python bench/measure.py $(FLAGS)

setup:
	@PYTHON='$(PYTHON)' tools/setup.sh film

setup-test:
	@PYTHON='$(PYTHON)' tools/setup.sh test
