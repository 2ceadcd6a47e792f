# lastcard: every command sets up what it needs, from a bare clone on a machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
UV = $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --build-constraint constraints.txt
WORKERS ?= 2

.PHONY: help play test quick setup fmt lint golden protocol schema bench clean client client-lint

help:
	@echo "make play    play at once, in the browser"
	@echo "make test    all checks: lint, types, tests (make quick: only the tests worth running at every save)"
	@echo "make setup   the development environment in .venv"
	@echo "make fmt     format the code;  make lint: ruff and mypy --strict"
	@echo "make golden  write the golden records anew;  make schema: docs/bot-protocol.schema.json"
	@echo "make bench   the benchmarks"

play:
	@start=$$(date +%s); fresh=; test -e .venv/.installed || fresh=1; \
	  $(MAKE) --no-print-directory .venv/.installed client && \
	  { test -z "$$fresh" || echo "Set up in $$(($$(date +%s) - start)) s."; } && exec $(BIN)/lastcard

test: lint client
	$(BIN)/pytest -n $(WORKERS) --dist worksteal

quick: .venv/.developed
	$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not slow" --ignore tests/test_compiled.py --ignore tests/test_simulate.py

setup: .venv/.developed

fmt: .venv/.developed
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .

# The browser client: built again whenever its sources are newer. Without npm a built one is kept as it is.
STATIC := src/lastcard/server/static/index.html
CLIENT := $(shell find client/src client/public client/index.html client/package.json client/vite.config.ts 2>/dev/null)

client: $(STATIC)

client/node_modules/.installed: client/package.json
	@cd client && npm install --no-audit --no-fund --silent
	@touch $@

$(STATIC): $(CLIENT)
	@if command -v npm > /dev/null; then \
	  $(MAKE) --no-print-directory client/node_modules/.installed && cd client && npm run --silent build -- --logLevel warn && touch ../$(STATIC); \
	else echo "npm is not here: the browser client is not built."; fi

client-lint:
	@if command -v npm > /dev/null; then \
	  $(MAKE) --no-print-directory client/node_modules/.installed && cd client && npm run --silent check && npm run --silent test; \
	else echo "npm is not here: the browser client is not checked."; fi

lint: .venv/.developed client-lint
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

golden: .venv/.developed
	$(BIN)/python tests/golden_records.py

protocol: .venv/.installed
	@mkdir -p client/src/net
	$(BIN)/python -m lastcard.server.typescript > client/src/net/protocol.ts

schema: .venv/.developed
	$(BIN)/python -c 'from lastcard.bots.protocol import schema_text; print(schema_text(), end="")' \
	  > docs/bot-protocol.schema.json

bench: .venv/.benched
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/plain_speed.py
	$(BIN)/python benchmarks/vector_env.py
	$(BIN)/python benchmarks/haggle_start.py
	$(BIN)/python benchmarks/haggle_batch.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/.uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "lastcard needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 2; }
	@echo "Setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv
	@touch $@

.venv/.installed: .venv/.uv pyproject.toml constraints.txt
	@$(UV) --editable '.[server,sim]'
	@touch $@

.venv/.developed: .venv/.installed
	@$(UV) --editable '.[server,sim,data,plot,scale,rl,league]' --group dev
	@$(UV) --editable '.[openspiel]' || echo "OpenSpiel can't be installed here: its tests are skipped."
	@touch $@

.venv/.benched: .venv/.developed
	@$(UV) --group bench
	@touch $@
