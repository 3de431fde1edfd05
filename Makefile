# What a developer does here. `make serve` and `make test` need Python 3.11 or newer, and make.
.DELETE_ON_ERROR:
.PHONY: help setup serve test check lint types arch unit browser interviews bench bench-turns docs fuzz image lock programs packages livekit

PYTHON ?= python3
BIN := .venv/bin
N ?= 2000
SEED ?= 0
JOBS ?= 2
REAL ?= 100
# Half of a start of Python is compiling: what is compiled once is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

help: ## This list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: .venv/setup.stamp ## Create .venv from the locks and install greenroom

.venv/setup.stamp: requirements.lock requirements-setup.lock requirements-weights.lock pyproject.toml
	@echo "setting up .venv (once; about a minute) ..."
	@scripts/setup "$(PYTHON)"
	@touch $@

.venv/dev.stamp: .venv/setup.stamp requirements-dev.lock requirements-models.lock
	@echo "installing what the tests need ..."
	@$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes -r requirements-dev.lock
	@$(BIN)/uv pip install -q --python $(BIN)/python --require-hashes --no-deps --only-binary :all: -r requirements-models.lock || \
		echo "no model server for this machine: its tests are skipped"
	@touch $@

serve: setup ## Listen on 127.0.0.1:8000; PORT=8123 make serve: elsewhere
	@exec $(BIN)/greenroom serve

programs: packages livekit ## Browsers, sound, LibreOffice, Redis, PostgreSQL; a LiveKit server where Go is

packages: .venv/setup.stamp # which may need apt, too
	@scripts/programs

livekit:
	@scripts/livekit-server

# What is built, installed and checked goes on at once: fetching and installing mostly wait.
test: ## Every check and every test
	@$(MAKE) -j 3 packages livekit check
	@$(MAKE) unit browser interviews

check: lint types arch ## The checks that run no test

lint: .venv/dev.stamp
	@echo "ruff ..." && $(BIN)/ruff check . && $(BIN)/ruff format --check .

types: .venv/dev.stamp
	@echo "mypy ..." && $(BIN)/mypy

arch: .venv/dev.stamp
	@echo "import-linter ..." && $(BIN)/lint-imports

# Tests on the real clock show a busy machine: what failed is tried once more, alone. Tell of it when that was needed.
# The second argument holds for the first try only.
define tried
@$(BIN)/python -m pytest $(1) $(2) || { \
	echo "what failed once more, alone: the real clock shows a busy machine ..."; \
	$(BIN)/python -m pytest $(1) --last-failed --last-failed-no-failures none; }
endef

unit: .venv/dev.stamp ## Everything without a browser
	@echo "pytest, three files at a time: much of it waits ..."
	$(call tried,$(addprefix --ignore=tests/,browser browsers e2e rooms) -m "not browser and not browsers and not rooms",-n 3 --dist loadfile --no-loadscope-reorder --inline-snapshot=disable)

browser: .venv/dev.stamp ## The pages, in a real Chromium
	@echo "pytest, in Chromium, three pages at a time ..."
	$(call tried,tests/browser,-n 3 --dist worksteal --inline-snapshot=disable)
	$(call tried,-m "browser and not rooms" $$(grep -rl --include "test_*.py" mark.browser tests/adapters))

interviews: .venv/dev.stamp ## Whole ones in Chromium, Firefox and WebKitGTK, and in the rooms of a real LiveKit server
	@echo "whole interviews, on the real clock, two files at a time: they wait more than they compute ..."
	$(call tried,tests/e2e tests/browsers tests/rooms,-n 2 --dist loadfile --no-loadscope-reorder --inline-snapshot=disable)

bench: .venv/dev.stamp ## The table of DESIGN: each figure beside its baseline
	@$(BIN)/python -m benchmarks

bench-turns: .venv/dev.stamp ## Acks, stops and answers: LiveKit, Pipecat and ours; FULL=1 on 2,051 utterances
	@$(BIN)/python -m benchmarks.turns $(if $(FULL),,--quick)

docs: .venv/dev.stamp ## The documentation as a site, in site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build -q

fuzz: .venv/dev.stamp ## N random interviews from SEED on, random events, a kill at every journal entry
	@$(BIN)/python -m greenroom.simulation.fuzz --n $(N) --seed $(SEED) -j $(JOBS)
	@echo "the same on the real clock, twenty at once ..."
	@$(BIN)/python -m greenroom.simulation.fuzz --n $(REAL) --seed $(SEED) --real-clock
	@echo "engine properties, kill -9 at every entry ..."
	@GREENROOM_EXAMPLES=$(N) GREENROOM_EXHAUSTIVE=1 $(BIN)/python -m pytest --timeout 3600 \
		tests/interview/test_engine_properties.py tests/durability \
		tests/adapters/jobs/test_killed.py
	@echo "a thousand interviews between agents, one of two processes killed ..."
	@$(BIN)/python -m benchmarks.missions
	@echo "broken documents ..."
	@GREENROOM_DOCUMENTS=1000 $(BIN)/python -m pytest --timeout 7200 tests/web/test_documents_fuzz.py \
		tests/adapters/documents/test_mutations.py tests/adapters/documents/test_word_broken.py

image: .venv/dev.stamp ## The Containerfile's steps on a clean Debian root, and what they give started; as root, minutes
	@rm -rf /var/tmp/greenroom-image
	@GREENROOM_IMAGE=/var/tmp/greenroom-image $(BIN)/python -m pytest tests/deploy/test_image.py
	@rm -rf /var/tmp/greenroom-image

lock: ## Make new lock files
	@scripts/lock
