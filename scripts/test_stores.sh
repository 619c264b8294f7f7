#!/bin/sh
# Fill Chroma, Qdrant and PostgreSQL with pgvector through both adapters, and count what does not come back exactly.
#
#   scripts/test_stores.sh [python] [options of scripts/eval_stores.py]
#
# The stores' packages have an environment of their own under build/, made once.
set -eu

python=${1:-python3}
[ $# -eq 0 ] || shift
cd "$(dirname "$0")/.."
folder=build/stores

if [ ! -e "$folder/.built" ] || [ -n "$(find pyproject.toml constraints/stores.txt scripts/test_stores.sh -newer "$folder/.built")" ]; then
    "$python" -m venv --clear "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --constraint constraints/stores.txt \
        --editable ".[langchain,llama-index]" langchain-chroma langchain-postgres langchain-qdrant langchain-text-splitters \
        llama-index-vector-stores-chroma llama-index-vector-stores-postgres llama-index-vector-stores-qdrant pgserver
    touch "$folder/.built"
fi
exec "$folder/bin/python" scripts/eval_stores.py "$@"
