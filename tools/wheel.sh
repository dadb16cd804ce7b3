#!/usr/bin/env bash
# Write dist/: the source distribution, and the wheel that is built from it without network, repaired and checked. Then
# install the wheel for each Python that the machine has, and run tests there. $1 is the folder of Python and of the
# tools; the other arguments are the tests.
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$(cd "$1" && pwd)"
shift
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
rm -rf dist

echo "Building the source distribution, and the wheel from it without network" >&2
"$bin/python" -m build --no-isolation --sdist --outdir dist > "$work/log" || { cat "$work/log" >&2; exit 1; }
tar xzf dist/*.tar.gz -C "$work"
for file in LICENSE NOTICE source/lexbor/html/html.h; do
  test -f "$work"/broadsheet-*/lexbor/"$file" || { echo "the source distribution has no lexbor/$file" >&2; exit 1; }
done
# No index answers there, and nothing is kept from builds before.
env PIP_INDEX_URL=http://127.0.0.1:9/simple BROADSHEET_CACHE="$work/cache" \
  "$bin/python" -m build --no-isolation --wheel --outdir "$work/wheel" "$work"/broadsheet-*/ > "$work/log" \
  || { cat "$work/log" >&2; exit 1; }
if [ "$(uname)" = Linux ]; then
  PATH="$bin:$PATH" "$bin/auditwheel" repair --wheel-dir dist "$work"/wheel/*.whl
else
  cp "$work"/wheel/*.whl dist
fi
"$bin/twine" check --strict dist/*

pythons=()
for version in 3.11 3.12 3.13 3.14; do
  if "python$version" -c '' 2> /dev/null; then pythons+=(--python "python$version"); fi
done
"$bin/python" tools/check_wheel.py dist/*.whl "${pythons[@]}" --tests "$@"
