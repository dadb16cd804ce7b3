"""Folds of sites: all pages of a site are in one, so that what is learnt on some is measured on others."""

from __future__ import annotations

import hashlib
from typing import Final

__all__ = ["FOLDS", "fold_of"]

FOLDS: Final = 5


def fold_of(site: str, folds: int = FOLDS) -> int:
    """The fold of a site, by its hash: the same in every run and for every corpus.

    >>> fold_of("news.example") == fold_of("news.example")
    True
    """
    return int(hashlib.md5(site.encode(), usedforsecurity=False).hexdigest(), 16) % folds
