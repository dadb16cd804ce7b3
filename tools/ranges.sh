#!/usr/bin/env bash
# Run tests with the lowest or the newest versions that pyproject.toml allows for the core and the extras batch and serve.
# $1 is the folder of Python, $2 lowest or newest, $3 the environment that is made; the rest are tests.
set -euo pipefail
cd "$(dirname "$0")/.."
bin="$1" range="$2" environment="$3"
shift 3
resolution=highest
[ "$range" = lowest ] && resolution=lowest-direct
[ $# -gt 0 ] || set -- tests/page tests/article tests/metadata tests/methods tests/verdict tests/crawl/sources tests/crawl/sites \
  tests/crawl/batch tests/show/serve tests/test_bad_input.py tests/test_charsets.py tests/test_pipeline.py tests/test_surrogates.py

"$bin/pip" install --quiet uv
uv() { "$bin/uv" "$@" --quiet; }
wanted="$(mktemp)"
trap 'rm -f "$wanted"' EXIT
uv venv --clear --python "$bin/python" "$environment"
uv pip compile --resolution "$resolution" --extra batch --extra serve --output-file "$wanted" pyproject.toml
uv pip install --python "$environment/bin/python" --requirement "$wanted" --group pyproject.toml:test
uv pip install --python "$environment/bin/python" --no-deps --reinstall .
"$environment/bin/python" -m pytest -m "not corpora and not soak" "$@"
