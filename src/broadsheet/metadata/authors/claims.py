"""Whom a page names as its authors, to machines and to people, each with where they are named.

Sources in order: JSON-LD (``author``, ``creator``), microdata and RDFa, ``meta``, links to an author's page, elements
whose class speaks of bylines, and lines around the headline and at the end of the body that begin as bylines do.
It must not choose between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.shown import shown
from broadsheet.metadata.authors.stated import MOST_CLAIMS, Named, first_stated

__all__ = ["named"]


def named(context: Context) -> Iterator[Named]:
    """The texts that name authors, in the order of the sources."""
    return islice(chain(context.once(first_stated), shown(context)), MOST_CLAIMS)
