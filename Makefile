# Each word sets up .venv by itself; it needs Python 3.11 or later, git, make and a C compiler.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
EXTRAS := tui,web,report,lab,train,cluster,rl,dev
# `make test PYTHON=/path/to/python` picks the interpreter; otherwise the first that is new enough.
PYTHONS := $(or $(PYTHON),python3.11 python3.12 python3.13 python3 python)
# Side by side, each line of output whole, and all that is wrong shown, not only the first of it.
TOGETHER := $(MAKE) --no-print-directory -j -k \
    $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)
# The pages need nothing of what pip installs where there is a node: then the two go side by side.
NODE := $(shell command -v npm >/dev/null && node -p 'process.versions.node.split(".")[0] >= 20' 2>/dev/null)
# Compiled once, not by each of the hundreds of processes that the tests start.
unexport PYTHONDONTWRITEBYTECODE
# Two a core: workers wait for servers and browsers a third of their time; three took longer.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2) \* 2)
PIP := $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help run play ui docs site warm test check style types pages kernels collected browser bench nightly clean

help: ## show these words
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(STAMP) ## open the tables on http://127.0.0.1:8021
	+@$(TOGETHER) ui warm site
	@$(BIN)/holecard serve

play: $(STAMP) ## sit down in this terminal instead
	@$(BIN)/holecard play

ui: $(STAMP) ## build the pages, if they changed
	@$(BIN)/python ui/build.py

docs: $(STAMP) ## build the documentation, if it changed: `holecard serve` shows it under /docs
	@$(BIN)/python docs/site/build.py

# Beside the pages, which take longer. Were it to fail, tables are dealt all the same.
site: $(STAMP)
	-@$(BIN)/python docs/site/build.py

# The first hint waits for nothing. Were it to fail, tables are dealt all the same.
warm: $(STAMP)
	-@$(BIN)/python -m holecard.cli.warm

test: ## everything a change must pass: check, then the tests
	+@$(TOGETHER) style types pages kernels collected browser docs
	$(PYTEST)

check: ## format, lint and types, no tests
	+@$(TOGETHER) style types pages

style: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

# Two processes halve the time. A busy machine may start them too late for each other (exit 2): then one.
types: $(STAMP)
	$(BIN)/mypy --num-workers 2 || { [ $$? -eq 2 ] && $(BIN)/mypy; }

pages: $(if $(filter true,$(NODE)),$(BIN)/python,$(STAMP))
	@$(BIN)/python ui/build.py --check

# Compiled while the types are checked, and not by every worker of the tests.
kernels: $(STAMP)
	@$(BIN)/python -m tests.kernels

# Python compiles each module once, and not in every worker of the tests at the same time.
collected: $(STAMP)
	@$(BIN)/pytest --collect-only -qq >/dev/null || $(BIN)/pytest --collect-only -qq

# The shell is Chromium without a window: the pages cost a quarter less of the processor in it.
browser: ## a Chromium for the browser tests, by apt where there is none
	@for one in chromium-headless-shell chromium chromium-browser; do \
	    command -v $$one >/dev/null && exit 0; \
	done; \
	echo "Installing Chromium for the browser tests"; \
	apt-get update -qq >/dev/null; \
	apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 || \
	    apt-get install -y -qq chromium >/dev/null

bench: $(STAMP) ## speed and cost growth, printed
	$(BIN)/python -m bench

nightly: ## the slow tests, and every property with ten times the examples
	+@$(TOGETHER) ui kernels browser docs
	$(PYTEST) -m "nightly or hypothesis" --hypothesis-profile=nightly

clean: ## remove what make and the tools made, .venv included
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis ui/node_modules src/holecard/server/static src/holecard/server/site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@for python in $(PYTHONS); do \
	    if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	        echo "Setting up $(VENV) with $$($$python --version)"; \
	        $$python -m venv --clear $(VENV) && exit 0; \
	        rm -rf $(VENV); \
	        echo "$$python cannot make a virtual environment: install its venv module" \
	            "(on Debian and Ubuntu: python3-venv)." >&2; \
	        exit 1; \
	    fi; \
	done; \
	echo "Holecard needs Python 3.11 or later; looked for: $(PYTHONS)" \
	    "(python3 here is $$(python3 --version 2>&1))." >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3.11 ..." >&2; \
	exit 1

$(STAMP): pyproject.toml $(BIN)/python
	@echo "Installing Holecard and its tools into $(VENV) (seconds, a minute without uv; only when they change)"
	@# Nothing is compiled beforehand: Python does it with what is imported (22 s less of the processor).
	@# uv takes a third of pip's time and a quarter of its work, but reads no pip.conf: then pip goes on.
	@$(PIP) uv || true
	@UV_NATIVE_TLS=1 $(BIN)/uv pip install -q --python $(BIN)/python -e '.[$(EXTRAS)]' || \
	    $(PIP) -e '.[$(EXTRAS)]'
	@touch $@
