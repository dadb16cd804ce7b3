"""What a file of site profiles holds, as a short text that is another one where it holds something else.

The rows of a run depend on it, and profiles are added to between runs. It must not know what is in a profile.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from broadsheet.sites import SiteStore

__all__ = ["contents_of"]


class _Contents(SiteStore):
    def digest(self) -> str:
        digest = hashlib.blake2b(digest_size=16)
        with self._explained():
            # Not the bytes of the file: some of what was written may still stand in the log beside it.
            for *names, profile in self._database.execute("SELECT * FROM profiles ORDER BY site, period"):
                digest.update(repr((names, len(profile))).encode("utf-8", "replace"))
                digest.update(profile)
        return digest.hexdigest()


def contents_of(path: str | Path) -> str:
    """What is in a file of site profiles.

    Raises:
        StoreUnreadable: there is no such file, or it is something else.
    """
    with _Contents(path, read_only=True) as store:
        return store.digest()
