#!/bin/sh
# Test LlamaIndex's clients of OpenAI and Anthropic, and the bytes they send to a server on this machine, directly and
# through the gateway.
#
#   scripts/test_clients.sh [python] [folder for the environment]
#
# They have an environment of their own, since they want an older openai than LangChain's client does. It is built
# once, and again when what it is built from has changed.
set -eu

python=${1:-python3}
cd "$(dirname "$0")/.."
folder=${2:-build/clients}
built=$folder/.built

install() {
    "$python" -m venv --clear "$folder" &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
            --constraint constraints/clients.txt --constraint constraints/ci.txt --editable ".[llama-index,serve]" \
            llama-index-llms-anthropic llama-index-llms-openai hypothesis pytest pytest-asyncio pytest-socket pytest-timeout &&
        touch "$built"
}

if [ ! -e "$built" ] || [ -n "$(find pyproject.toml constraints scripts/test_clients.sh -newer "$built")" ]; then
    install || {
        echo "SKIPPED: the real clients of LlamaIndex were not tested: they could not be installed (no network?)" >&2
        exit 0
    }
fi
exec "$folder/bin/python" -m pytest -q -p no:cacheprovider tests/llama_index/test_wire.py tests/gateway/test_real_clients.py
