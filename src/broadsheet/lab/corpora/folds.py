"""Folds by site: all pages of a site are in one fold, so that figures come from held-out sites."""

from __future__ import annotations

import hashlib
from typing import Final

__all__ = ["FOLDS", "fold_of"]

FOLDS: Final = 5


def fold_of(site: str, folds: int = FOLDS) -> int:
    """Return the fold of a site, by its hash, so that it is stable across runs and corpora.

    >>> fold_of("news.example") == fold_of("news.example")
    True
    """
    return int(hashlib.md5(site.encode(), usedforsecurity=False).hexdigest(), 16) % folds
