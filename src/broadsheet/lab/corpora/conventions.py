"""What the gold text of each public corpus includes besides the body, by its annotators' conventions.

Conventions belong to the corpus, not its file format: they still hold after conversion to the plain layout. Each
reader's docstring says how they are known.
"""

from __future__ import annotations

from typing import Final

from broadsheet.lab.corpora.base import Includes

__all__ = ["INCLUDES"]

# By corpus name; corpora that are missing here vary in everything. CleanEval and Dragnet include the title on some
# pages (about a third and three quarters); WCXB does on one article in 25.
INCLUDES: Final[dict[str, Includes]] = {
    "cleaneval": Includes(),
    "cleanportaleval": Includes(title=True),
    "crawlfuture": Includes(title=True, byline=True),
    "daniel": Includes(title=True),
    "dragnet": Includes(comments=False),
    "fundus": Includes(title=False, byline=False, captions=False, comments=False),
    "fundus-evaluation": Includes(comments=False),
    "l3s": Includes(title=True, captions=False, comments=False),
    "msv": Includes(title=True, byline=False, captions=False),
    "naeb": Includes(title=False, byline=False, captions=False),
    "readability": Includes(),
    "scrapinghub": Includes(comments=False),
    "trafilatura": Includes(comments=False),
    "wcxb": Includes(title=False),
}
