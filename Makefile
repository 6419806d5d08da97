# Parlor Games, Recomputed. `make help` says what there is.

VENV    := .venv
BIN     := $(VENV)/bin
PARLOR  := $(BIN)/parlor
LOCKS   := requirements
CHAPTER ?= token_game
ARGS    ?=
ROW     ?=
PORT    ?= 8000
CARDS   ?= 12
SOURCES := lib tests benchmarks proofs
VIEWER  := $(VENV)/share/jupyter/lab/settings/overrides.json
CHAPTERS = $(shell grep -l '^kernelspec:' book/*.md book/*/*.md)
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
           --custom-compile-command "make lock"
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
# nothing is left in the home of whoever builds; who has many clones may share a cache of theirs
export UV_CACHE_DIR ?= $(abspath $(VENV))/cache

.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE # hundreds of processes read what one has compiled
.PHONY: help book test verify mutants faults serve watch pdf lab run sweep ledger bench growth paint goofspiel wheels lock check hooks format screenshots clean

help:  ## say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

book: $(VENV)/.book  ## set up, run what has changed, build the book into _build/html
	@$(PARLOR) build

test: $(VENV)/.dev book  ## set up, build the book if need be, run all tests
	@$(BIN)/python -m pytest -n 2 --dist worksteal --durations=20 $(ARGS)

verify: | $(BIN)/pip  ## check the proofs' certificates by the standard library alone: ARGS='two_v_two'
	@$(BIN)/python proofs/verify.py $(ARGS)

mutants: $(VENV)/.dev book  ## change the code at random and see that tests notice, hours: ARGS='--count 20'
	@$(BIN)/python -m tests.mutants $(ARGS)

faults: $(VENV)/.dev  ## change what checks rest on and see that verdicts turn: ARGS='guts'
	@$(BIN)/python -m tests.faults $(ARGS)

serve: book  ## serve the book to this machine, on PORT=8000
	@$(PARLOR) serve --port $(PORT)

watch: $(VENV)/.book  ## serve the book and show each edit as it is saved: ARGS='token_game --port 8000'
	@$(PARLOR) watch $(ARGS)

pdf: $(VENV)/.dev book  ## print the lectures into _build/pdf, with a Chromium on this machine: ARGS='--chromium PATH'
	@$(PARLOR) pdf $(ARGS)

lab: $(VENV)/.lab $(VIEWER)  ## open the chapters in JupyterLab: ARGS='--port 8890 --no-browser'
	@$(BIN)/jupyter lab --notebook-dir=book $(ARGS)

run: $(VENV)/.book  ## rerun one chapter: CHAPTER=token_game ARGS='-p n_players=4'
	@$(PARLOR) run $(CHAPTER) $(ARGS)

sweep: $(VENV)/.book  ## ask a lab at many points: CHAPTER=guts ARGS='-p n_coalition=1..30'
	@$(PARLOR) sweep $(CHAPTER) $(ARGS)

ledger: $(VENV)/.book  ## print the ledger's totals and what does not agree
	@$(PARLOR) ledger $(ARGS)

bench: $(VENV)/.bench  ## time the solvers beside their alternatives, in one run: ROW=zero_sum/seven for one
	@$(BIN)/python -m benchmarks $(ROW) $(ARGS)

growth: $(VENV)/.book  ## measure time and memory of every solver against the size, an hour: ARGS=goofspiel
	@$(BIN)/python -m benchmarks.growth $(ARGS)

paint: $(VENV)/.dev book  ## measure how soon pages are seen on a phone, with a Chromium on this machine
	@$(BIN)/python -m benchmarks.paint

goofspiel: $(VENV)/.book  ## solve Goofspiel with CARDS=12 again: a minute; 13 take five, 14 half an hour: ARGS="--scheduler tcp://HOST:PORT"
	@$(BIN)/python -m chapters.goofspiel.long_run --cards $(CARDS) \
	  --output data/games/goofspiel.json $(ARGS)

wheels: $(VENV)/.book  ## write what others install into _build/wheels: library, press, chapters
	@$(BIN)/python -m press.site.wheels

lock: $(VENV)/.book  ## bring the locks in line with both pyproject.toml; renew all: ARGS=--upgrade
	$(COMPILE) $(ARGS) --group installer -o $(LOCKS)/uv.txt
	$(COMPILE) $(ARGS) pyproject.toml lib/press/pyproject.toml --extra frames --extra book --extra cluster --group book -o requirements.txt
	$(COMPILE) $(ARGS) --group dev -c requirements.txt -o $(LOCKS)/dev.txt
	$(COMPILE) $(ARGS) --group lab -c requirements.txt -o $(LOCKS)/lab.txt
	$(COMPILE) $(ARGS) --group bench -c requirements.txt -o $(LOCKS)/bench.txt

check: $(VENV)/.dev  ## check format, lint, types, spelling and docstrings
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/ruff check $(SOURCES)
	@for page in $(CHAPTERS); do echo "ruff check $$page"; \
	  $(BIN)/jupytext --quiet --to ipynb --output - $$page \
	  | $(BIN)/ruff check --quiet --ignore E501 \
	    --stdin-filename $${page%.md}.ipynb - || exit 1; done
	$(BIN)/mypy
	$(BIN)/deno fmt --quiet --check
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet book/assets lib/press/assets tests/site
	$(BIN)/codespell README.md CONTRIBUTING.md CHANGELOG.md book data $(SOURCES)
	$(BIN)/python -m tests.check_docstrings

hooks: $(VENV)/.dev  ## let git run `make check` before each commit
	@$(BIN)/pre-commit install

format: $(VENV)/.dev  ## format the code
	$(BIN)/ruff format $(SOURCES)
	$(BIN)/ruff check --fix $(SOURCES)
	$(BIN)/deno fmt --quiet

screenshots: $(VENV)/.dev book  ## take pictures of every page and of what one does there, light and dark, wide and narrow
	@$(BIN)/python tests/site/screenshots.py

clean:  ## remove everything generated; the environment in .venv stays
	rm -rf _build

# The environment: made by the first target that needs it, renewed when a lock changes. The press
# is a command of its own, which in this book is called `parlor`.
$(VENV)/.book: requirements.txt $(LOCKS)/uv.txt pyproject.toml lib/press/pyproject.toml | $(BIN)/pip
	@echo "installing the locked packages into $(VENV)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-cache-dir --require-hashes -r $(LOCKS)/uv.txt
	@$(INSTALL) --require-hashes -r requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable . --editable lib/press
	@ln -sf press $(PARLOR)
	@touch $@

$(VENV)/.dev: $(LOCKS)/dev.txt $(VENV)/.book
	@echo "installing what the tests need"
	@$(INSTALL) --require-hashes -r requirements.txt -r $(LOCKS)/dev.txt
	@touch $@

$(VENV)/.bench: $(LOCKS)/bench.txt $(VENV)/.book
	@echo "installing whom we are compared with"
	@$(INSTALL) --require-hashes -r requirements.txt -r $(LOCKS)/bench.txt
	@touch $@

$(VENV)/.lab: $(LOCKS)/lab.txt $(VENV)/.book
	@echo "installing JupyterLab"
	@$(INSTALL) --require-hashes -r requirements.txt -r $(LOCKS)/lab.txt
	@touch $@

# Of this environment's JupyterLab alone: a double click opens a page as a notebook.
$(VIEWER): $(VENV)/.lab
	@$(BIN)/jupytext-config --settings-file $@ set-default-viewer markdown
	@touch $@

$(BIN)/pip:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14; do \
	  if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    $$python -m venv $(VENV) && exit 0; \
	    rm -rf $(VENV); \
	    echo "this Python cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2; \
	    exit 1; \
	  fi; \
	done; \
	echo "no Python 3.11 or newer found; name one with make PYTHON=/path/to/python3" >&2; exit 1
