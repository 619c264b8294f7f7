# Everything here runs in .venv, which `make install` builds and every other target builds on first use.

# The first Python on the path that is new enough and can make virtual environments; override with PYTHON=...
PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	"$$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$python"; break; }; done)
CONSTRAINTS ?=
PYTEST_ARGS ?=
STORES_ARGS ?=
DATA ?= ../shared/data/train
MINUTES ?= 60
UPSTREAM ?= http://127.0.0.1:11434/v1

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DOCS_STAMP := $(VENV)/.documenting
MKDOCS = NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs
EXTRAS := inspect,langchain,llama-index,serve,ff3
TYPED := privacy_chains scripts adapters/gateway/gateway_privacy_chains adapters/langchain/langchain_privacy_chains adapters/llama_index/llama_index_privacy_chains adapters/ray/ray_privacy_chains adapters/spark/spark_privacy_chains examples benchmarks tests/typing

.DEFAULT_GOAL := help
.PHONY: help install demo inspect serve test lint format typecheck clients stores models ray spark unit bench bench-methods eval train docs docs-serve clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

install: $(STAMP)  ## Build .venv with the package and everything its development needs

# pip reads dependency groups from 25.1 on; an older one that came with Python is replaced inside .venv only.
$(STAMP): pyproject.toml Makefile $(CONSTRAINTS)
	@test -n "$(PYTHON)" || { echo "privacy-chains needs Python 3.11 or newer with the venv module; set PYTHON=/path/to/python" >&2; exit 1; }
	@echo "Setting up $(VENV) with $$($(PYTHON) --version); once, a minute or two"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(CONSTRAINTS:%=--constraint %) --group dev --editable ".[$(EXTRAS)]"
	@touch $@

demo: $(STAMP)  ## A private conversation over a folder of customer records
	@$(BIN)/python examples/rag.py

inspect: $(STAMP)  ## A page on this machine that shows what leaves of a text
	@$(BIN)/privacy-chains inspect

serve: $(STAMP)  ## A gateway on this machine in front of UPSTREAM, which is Ollama here if left out
	@$(BIN)/privacy-chains serve --upstream $(UPSTREAM)

test: lint typecheck clients ray spark unit  ## Everything CI runs

lint: $(STAMP)  ## Style, layers and spelling
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell

typecheck: $(STAMP)  ## mypy --strict
	$(BIN)/mypy --strict $(TYPED)

clients: $(STAMP)  ## LlamaIndex's real clients, in an environment of their own; skipped where it cannot be built
	@scripts/test_clients.sh $(BIN)/python

stores: $(STAMP)  ## Fill Chroma, Qdrant and pgvector through both adapters; STORES_ARGS="--documents 60 --keys 1"
	@scripts/test_stores.sh $(BIN)/python $(STORES_ARGS)

models: $(STAMP)  ## Local models with torch, in an environment of their own; skipped where it cannot be built
	@scripts/test_models.sh $(BIN)/python

ray: $(STAMP)  ## The adapter of Ray, with two workers, in an environment of its own; skipped where it cannot be built
	@scripts/test_workers.sh ray $(BIN)/python

spark: $(STAMP)  ## The adapter of Spark, local[2], in an environment of its own; skipped where there is no Java
	@scripts/test_workers.sh spark $(BIN)/python

unit: $(STAMP)  ## The tests alone; PYTEST_ARGS="-k name" chooses some
	$(BIN)/python -m pytest -n 2 -q $(PYTEST_ARGS)

format: $(STAMP)  ## Rewrite the code in the house style
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(STAMP)  ## Measure, beside other libraries, in one run
	$(BIN)/python benchmarks/run.py

bench-methods: $(STAMP)  ## All methods on the same texts, each with its worst attack; writes docs/methods.md
	$(BIN)/python benchmarks/bench_methods.py

eval: $(STAMP)  ## Measure on the data sets in PRIVACY_CHAINS_DATA; what is not there is skipped
	$(BIN)/python scripts/eval.py

train: TRAINING = HF_HUB_OFFLINE=1 PYTHONHASHSEED=0 $(BIN)/python -m training
train: $(STAMP)  ## Train the embedded detector on the sets in DATA for twice MINUTES; see training/README.md
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r training/requirements.txt
	$(TRAINING).train --data $(DATA) --minutes $(MINUTES) --out build/large.pt
	$(TRAINING).prune --data $(DATA) --weights build/large.pt --heads 8 --inner 768 --out build/pruned.pt
	$(TRAINING).train --data $(DATA) --minutes $(MINUTES) --start build/pruned.pt --teacher build/large.pt --exits 2 3 4 --dropout 0.05
	$(TRAINING).export

$(DOCS_STAMP): $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(CONSTRAINTS:%=--constraint %) --group docs
	@touch $@

docs: $(DOCS_STAMP)  ## Build the documentation into build/site, strictly: a dead link is an error
	@$(MKDOCS) build --strict --quiet

docs-serve: $(DOCS_STAMP)  ## Show the documentation at http://127.0.0.1:8000 while you write it
	@$(MKDOCS) serve

clean:  ## Remove what the other targets made
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
