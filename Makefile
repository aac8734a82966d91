# `make` alone lists the targets. Everything runs in a local .venv, which is made on first use.
# Written for GNU make 3.81 (macOS) and later.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# PYTHON=/path/to/python chooses the interpreter; otherwise the first suitable one of these is taken.
PYTHON  :=
PYTHONS := python3 python3.13 python3.12 python3.11 python
# JOBS=1 runs the tests in one process.
JOBS    := auto
# The files published under docs/schemas.
SCHEMAS := save scenario pack message

VENV  := .venv
READY := $(VENV)/.ready
PY    := $(VENV)/bin/python
PIP   := -m pip --disable-pip-version-check
# Twice quiet: errors only.
HUSH  := --quiet --quiet

# The stamp holds the folder it was made in: a venv does not survive being moved or copied.
ifneq ($(shell cat $(READY) 2>/dev/null),$(CURDIR))
.PHONY: $(READY)
endif

# Sets $$python to a suitable interpreter, or ends with a sentence that says what to install.
find_python = \
	python=; found=; \
	for candidate in $(if $(PYTHON),"$(PYTHON)",$(PYTHONS)); do \
	    "$$candidate" -c '' 2>/dev/null || continue; \
	    "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { found="$$found $$candidate (too old)"; continue; }; \
	    "$$candidate" -c 'import venv, ensurepip' 2>/dev/null || { found="$$found $$candidate (no venv module)"; continue; }; \
	    python="$$candidate"; break; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Python 3.11 or newer with its venv module is needed. Found:$${found:- no Python that runs}." >&2; \
	    case "$$found" in *"no venv"*) echo "On Debian and Ubuntu the venv module is a package of its own: apt install python3-venv" >&2;; esac; \
	    echo "Install it, or name one: make PYTHON=/path/to/python3.11" >&2; \
	    exit 1; \
	fi

.PHONY: help
help: ## List the targets
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)$$/\1|\2/p' Makefile | awk -F'|' '{ printf "  %-14s %s\n", $$1, $$2 }'

.PHONY: run
run: $(READY) ## Open the app: in a window where a desktop client is at hand, else in the browser
	@$(VENV)/bin/companion

.PHONY: example
example: $(READY) ## Resolve the rulebook's worked example in the terminal and explain it
	@$(VENV)/bin/companion resolve --explain examples/worked-example.json

.PHONY: test
test: $(READY) ## Run all tests, the app's in Chromium; branch coverage of engine/ must be 95 % or more
	@$(PY) -m tests.app.browser.chromium
	@$(PY) -m pytest -q -n $(JOBS) --cov --cov-report=term

.PHONY: check
check: $(READY) ## Check format, lint, types and the import contracts
	@$(PY) -m ruff format --check --quiet . || { echo "Some files are not formatted; run: make format" >&2; exit 1; }
	@$(PY) -m ruff check --quiet .
	@$(PY) -m mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-cache > $(VENV)/imports.txt || { cat $(VENV)/imports.txt; exit 1; }
	@echo "Format, lint, types and import contracts are in order."

.PHONY: format
format: $(READY) ## Format the code and fix what the linter can fix
	@$(PY) -m ruff check --fix --quiet . ; $(PY) -m ruff format .

.PHONY: bench
bench: $(READY) ## Measure the speed of engine and app; prints tables, writes dist/bench.json and dist/bench-ui.json
	@mkdir -p dist
	@$(PY) -m tests.bench --json dist/bench.json
	@$(PY) -m tests.app.bench_ui --json dist/bench-ui.json
	@$(PY) -m tests.app.bench_web --json dist/bench-web.json
	@$(PY) -m tests.serve.bench_load --json dist/bench-load.json

.PHONY: gallery
gallery: $(READY) ## Take a picture of every screen into docs/screens
	@$(PY) -m tests.app.gallery

.PHONY: coverage-page
coverage-page: $(READY) ## Regenerate docs/rules-coverage.md: every rule, its code, its test
	@$(PY) -m tests.rules_coverage

.PHONY: translations
translations: $(READY) ## Gather every text, bring assets/locale up to date, compile the languages
	@$(PY) build/translations.py

.PHONY: schemas
schemas: $(READY) ## Regenerate the JSON Schemas in docs/schemas
	@mkdir -p docs/schemas
	@for name in $(SCHEMAS); do \
	    $(VENV)/bin/companion schema $$name > $(VENV)/schema.json || exit 1; \
	    mv $(VENV)/schema.json docs/schemas/$$name.schema.json; \
	done

.PHONY: picture
picture: $(READY) ## Redraw the README's picture of a resolved battle
	@$(PY) -m tests.pictures

.PHONY: examples
examples: $(READY) ## Play the practice evening of examples/ anew
	@$(PY) examples/make_evening.py > $(VENV)/evening.save.json
	@mv $(VENV)/evening.save.json examples/evening.save.json

.PHONY: wheel
wheel: $(READY) ## Build the wheel into dist/
	@rm -rf dist/board_companion-*.whl && $(PY) build/stage.py wheel >/dev/null
	@$(PY) $(PIP) wheel $(HUSH) --no-deps --no-build-isolation --wheel-dir dist dist/stage
	@rm -rf dist/stage
	@ls dist/board_companion-*.whl

.PHONY: web
web: $(READY) ## Build the installable web app into dist/web; says how large it is and how fast it starts
	@$(PY) build/web.py
	@$(PY) -m tests.app.bench_web --start dist/web

.PHONY: venv
venv: $(READY) ## Make .venv with everything needed (the other targets do this themselves)

$(READY): pyproject.toml constraints.txt
	@$(find_python); \
	{ [ "$$(cat $(READY) 2>/dev/null)" = "$$(pwd -P)" ] && $(PY) -m pip --version >/dev/null 2>&1; } || \
	"$$python" -m venv --clear $(VENV) || exit 1; \
	echo "Setting up $(VENV) with $$($(PY) --version); the first time takes a minute..."; \
	$(PY) $(PIP) install $(HUSH) --constraint constraints.txt setuptools && \
	$(PY) $(PIP) install $(HUSH) --constraint constraints.txt --no-build-isolation --editable '.[dev,bench]'
	@pwd -P > $(READY)

.PHONY: pins
pins: ## Refresh constraints.txt with the newest versions (needs Python 3.11 and a network)
	@$(find_python); \
	"$$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' || { \
	    echo "Pins must suit the oldest Python supported; run: make pins PYTHON=python3.11" >&2; exit 1; }; \
	mkdir -p dist && "$$python" -m venv --clear dist/pins && \
	dist/pins/bin/python $(PIP) install $(HUSH) --editable '.[dev,bench]' && \
	{ echo "# The exact versions the project is developed and tested with. Refresh: make pins"; \
	  dist/pins/bin/python $(PIP) list --format=freeze --exclude-editable --exclude pip; } > dist/pins.txt && \
	mv dist/pins.txt constraints.txt && rm -rf dist/pins
	@echo "constraints.txt is refreshed."

.PHONY: clean
clean: ## Remove .venv, dist and every cache; build/ is source and stays
	@rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.* *.egg-info
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
