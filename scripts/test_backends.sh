#!/bin/sh
# Test the two FF3-1 libraries, each in an environment of its own: both install a package named ff3.
#
#   scripts/test_backends.sh [python] [folder for the environments]
#
# pyFPE 0.10.3 pins pycryptodome 3.10.1. Its wheels are abi3 builds for Linux (x86), macOS and Windows and serve every
# Python from 3.5 on; elsewhere (arm64 Linux, musl) pip compiles it, which needs a C compiler and Python's headers.
set -eu

python=${1:-python3}
folder=${2:-build/backends}
cd "$(dirname "$0")/.."

test_backend() {
    name=$1
    shift
    echo "== $name"
    "$python" -m venv --clear "$folder/$name"
    "$folder/$name/bin/pip" install --quiet --disable-pip-version-check cryptography pytest "$@" || {
        echo "$name: could not be installed; pip's message above says what is missing" >&2
        exit 1
    }
    # neither the project's conftest nor its options: their plugins are not installed there
    PYTHONPATH=".:tests" "$folder/$name/bin/python" -m pytest --noconftest -c /dev/null --rootdir . -p no:cacheprovider \
        --import-mode=importlib -q -rs tests/hazmat/backends
}

test_backend pyfpe-ff3 "pyFPE==0.10.3"
test_backend ff3 "ff3>=1.0.3,<2"
