#!/bin/sh
# Install Chromium for the tests that look at pages, where there is none, by apt and as root; else say what to do.
set -eu

for name in "${BROADSHEET_CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
  if [ -n "$name" ] && command -v "$name" > /dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
  echo "Installing Chromium by apt" >&2
  if { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium; } > /dev/null; then
    exit 0
  fi
fi
echo "There is no Chromium, so the tests that need one are skipped: install it (Debian: apt install chromium)" >&2
echo "or name one in BROADSHEET_CHROMIUM" >&2
