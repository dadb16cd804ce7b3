"""Learn site profiles from many pages, in one pass and bounded memory: counts are written to the store regularly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self

from broadsheet.crawl.sites.observe import belongs, observe
from broadsheet.crawl.sites.profile import SiteProfile
from broadsheet.methods import catalog
from broadsheet.methods.base import Given

if TYPE_CHECKING:
    import datetime as dt

    from broadsheet.crawl.sites.store import SiteStore
    from broadsheet.methods.base import Method
    from broadsheet.page import Page

__all__ = ["Learner", "Sums", "add_to", "counts_of"]

_MAX_HELD: Final = 1_000_000  # entries in memory before they are written: about 300 MB

Sums = dict[tuple[str, str], SiteProfile]  # by site and month


class Learner:
    """Learns profiles from pages; a context manager that writes the counts at the end, even after an error.

    Args:
        store: the store.
        method: extraction method, used without a profile; None for the default.
        held: entries in memory before they are written.
    """

    def __init__(self, store: SiteStore, *, method: Method | None = None, held: int = _MAX_HELD) -> None:
        self.store = store
        self._method = method
        self._most = held
        self._held: Sums = {}
        self._entries = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # After an error, counts of earlier pages are still valid.
        self.flush()

    def learn(self, page: Page, *, site: str | None = None, day: dt.date | None = None) -> bool:
        """Learn from a page.

        Args:
            page: the page.
            site: its site, if neither its URL nor its canonical URL tells.
            day: when it was fetched; None for its publication date.

        Returns:
            Whether the page belongs to a site.

        Raises:
            ValueError: the site contains a lone surrogate.
        """
        if self._method is None:
            self._method = catalog.get(catalog.DEFAULT)
        profile = counts_of(page, self._method, site=site, day=day)
        if profile is None:
            return False
        self.add(profile)
        return True

    def add(self, profile: SiteProfile) -> None:
        """Add counts made elsewhere (`observe`)."""
        self._entries += add_to(self._held, profile)
        if self._entries > self._most:
            self.flush()

    def flush(self) -> None:
        """Write the counts in memory to the store."""
        if self._held:
            self.store.add(self._held.values())
        self._held, self._entries = {}, 0


def counts_of(page: Page, method: Method, *, site: str | None = None, day: dt.date | None = None) -> SiteProfile | None:
    """Return the counts of a page by a method without a profile, or None if the page belongs to no site.

    ``site`` and ``day`` are those of `Learner.learn`.
    """
    site, day = belongs(page, site=site, day=day)
    return None if site is None else observe(page, method.mark(page, Given()).keep, site=site, day=day)


def add_to(sums: Sums, profile: SiteProfile) -> int:
    """Add counts to those of the same site and month, and return the number of entries that this adds."""
    key = (profile.site, profile.period)
    if key not in sums:
        sums[key] = profile
        return _size(profile)
    before = _size(sums[key])
    return _size(sums[key].add(profile)) - before


def _size(profile: SiteProfile) -> int:
    return len(profile.texts) + len(profile.static) + len(profile.places)
