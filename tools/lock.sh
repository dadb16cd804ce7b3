#!/usr/bin/env bash
# Write locked/core.txt, test.txt, check.txt, docs.txt and pip.txt: the newest versions that the ranges of pyproject.toml allow, with the
# hashes of their files for all platforms and Python versions. "make lock" runs it; $1 is the folder of Python and uv.
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$1"

written() { # name of the file, then what is in it
  local file="locked/$1.txt"
  shift
  "$bin/uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --upgrade \
    --custom-compile-command "make lock" --output-file "$file" "$@"
}

"$bin/pip" install --quiet uv
mkdir -p locked
echo pip | written pip -
# hatchling asks for editables only when it installs the sources where they are.
{ "$bin/python" tools/groups.py build-system && echo "editables~=0.3"; } | written core pyproject.toml -
written test --group pyproject.toml:test --constraint locked/core.txt
written check --group pyproject.toml:check --constraint locked/test.txt --constraint locked/core.txt
written docs --group pyproject.toml:docs --constraint locked/check.txt --constraint locked/test.txt --constraint locked/core.txt
