"""Training pages made from others: pages whose structured data say nothing, or name the paper, and pages that name no
author.

Nearly all training pages for authors have them in structured data, and all have an author. So each page is read four
more times: without its structured data, with the paper as the author in them, without its authors' names, and without
both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

__all__ = ["NOBODY", "PAPER", "UNSTATED", "made"]

PAPER: Final = "structured data name the paper"
UNSTATED: Final = "structured data removed"
NOBODY: Final = "authors removed"
_LD: Final = re.compile(r"<script[^>]*ld\+json[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE)
_META: Final = re.compile(r"<meta\b(?![^>]*charset)[^>]*>", re.IGNORECASE)
_STATEMENTS: Final = re.compile(f"{_LD.pattern}|{_META.pattern}", re.DOTALL | re.IGNORECASE)
_STATING: Final = re.compile(
    r"""\s(?:itemprop|itemtype|itemscope|datetime|property|content|typeof|rel)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)""",
    re.IGNORECASE,
)
_MIN_PART_CHARS: Final = 3  # fewest characters of a part of a name that is removed everywhere


def made(html: str, authors: Sequence[str], paper: str) -> Iterator[tuple[str, str]]:
    """Yield the made pages, each with its kind.

    Args:
        html: a page.
        authors: who wrote it.
        paper: a name of the paper.

    >>> for kind, page in made('<meta name="author" content="Ada King"><p>By Ada King</p>', ["Ada King"], "Sun News"):
    ...     print(kind, page)
    structured data removed <p>By Ada King</p>
    structured data name the paper <meta name="author" content="Sun News"><p>By Ada King</p>
    authors removed <meta name="author" content=""><p>By </p>
    authors removed <p>By </p>
    """
    bare = _STATING.sub("", _META.sub("", _LD.sub("", html)))
    names = _pattern(authors)
    yield UNSTATED, bare
    yield PAPER, _STATEMENTS.sub(lambda stated: names.sub(paper, stated[0]), html)
    yield NOBODY, names.sub("", html)
    yield NOBODY, names.sub("", bare)


def _pattern(authors: Sequence[str]) -> re.Pattern[str]:
    """A pattern of names and their parts, the longest first."""
    parts = {part for name in authors for part in (name, *re.split(r"[\s,]+", name)) if len(part) >= _MIN_PART_CHARS}
    listed = [
        r"(?:\s|&nbsp;)+".join(map(re.escape, part.split())) for part in sorted(parts, key=lambda one: (-len(one), one))
    ]
    return re.compile(rf"(?<!\w)(?:{'|'.join(listed)})(?!\w)" if listed else r"(?!)", re.IGNORECASE)
