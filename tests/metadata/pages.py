"""Parts of the pages that tests of metadata read."""

from __future__ import annotations

import json
from pathlib import Path

HEADLINE = "Bridge over the sound agreed after eleven years"
PROSE = "".join(
    f"<p>The two towns on the sound had argued about it for {years} years, and in the end they said that "
    "nobody in either of them could remember how it began, or who had wanted what, and that it was time to build.</p>"
    for years in ("eleven", "twelve", "many", "too many", "countless", "ten")
)


def ld(kind: object = "NewsArticle", **thing: object) -> str:
    """A script with a thing of structured data."""
    return f'<script type="application/ld+json">{json.dumps({"@type": kind, **thing})}</script>'


def rows(file: Path) -> list[list[str]]:
    """The rows of a table of cases."""
    return [row.split("\t") for row in file.read_text(encoding="utf-8").splitlines()[1:]]
