#!/bin/sh
# Test the adapter of Ray or of Spark, each in an environment of its own.
#
#   scripts/test_workers.sh ray|spark [python] [folder for the environment]
#
# It is built once, and again when what it is built from has changed. Spark needs a Java runtime, such as that of Debian's
# package default-jre-headless.
set -eu

name=$1
python=${2:-python3}
cd "$(dirname "$0")/.."
folder=${3:-build/$name}
built=$folder/.built

skip() {
    echo "SKIPPED: the adapter of $name was not tested: $1" >&2
    exit 0
}

install() {
    "$python" -m venv --clear "$folder" &&
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
            --constraint "constraints/$name.txt" --constraint constraints/ci.txt --editable ".[parquet,$name]" \
            hypothesis pytest pytest-asyncio pytest-socket pytest-timeout &&
        touch "$built"
}

[ "$name" != spark ] || command -v java >/dev/null || skip "there is no Java runtime"
if [ ! -e "$built" ] || [ -n "$(find pyproject.toml constraints scripts/test_workers.sh -newer "$built")" ]; then
    install || skip "it could not be installed (no network?)"
fi
case $name in
    ray) tests="tests/ray tests/cli/corpus/test_parquet.py" ;;
    *) tests=tests/spark ;;
esac
exec "$folder/bin/python" -m pytest -q -p no:cacheprovider $tests
