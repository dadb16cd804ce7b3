"""What the gold text of each public corpus has besides the body: the conventions of its annotators.

They are the corpus's, not its file format's: a corpus keeps them when it is converted to the plain layout. Each reader
says where its conventions are known from. The module must not know files.
"""

from __future__ import annotations

from typing import Final

from broadsheet.corpora.base import Includes

__all__ = ["INCLUDES"]

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
"""By the name of the corpus. CleanEval and Dragnet have the title on some pages (about a third and three quarters);
WCXB has it on one article in 25. A corpus that is not here varies in everything."""
