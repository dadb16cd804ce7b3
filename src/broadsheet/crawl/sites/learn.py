"""Learn site profiles from many pages, in one pass and bounded memory.

Counts are kept by site and month and flushed to the store regularly, so several learners can share a store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from broadsheet.crawl.sites.observe import belongs, day_of, observe
from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page

if TYPE_CHECKING:
    import datetime as dt

    from broadsheet.crawl.sites.profile import SiteProfile
    from broadsheet.crawl.sites.store import SiteStore
    from broadsheet.crawl.sources.entry import Entry
    from broadsheet.methods.base import Method
    from broadsheet.page import Page

__all__ = ["Learner", "Learnt", "learn_entries"]

_MAX_HELD: Final = 1_000_000  # entries in memory before they are flushed: about 300 MB


class Learner:
    """Learns profiles from pages; a context manager that flushes at the end, even after an error.

    To discard partial results, learn into a `Scratch` and add it when complete (`SiteStore.take`).

    Args:
        store: the store.
        method: extraction method, used without a profile; None for the default.
        held: entries in memory before they are flushed.
    """

    def __init__(self, store: SiteStore, *, method: Method | None = None, held: int = _MAX_HELD) -> None:
        self.store = store
        self.method = method if method is not None else catalog.get(catalog.DEFAULT)
        self.pages: Counter[str] = Counter()
        self._most = held
        self._held: dict[tuple[str, str], SiteProfile] = {}
        self._entries = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
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
        site, day = belongs(page, site=site, day=day)
        if site is None:
            return False
        self.add(observe(page, self.method.mark(page, Given()).keep, site=site, day=day))
        return True

    def add(self, profile: SiteProfile) -> None:
        """Add counts made elsewhere (`observe`)."""
        self.pages[profile.site] += profile.pages
        held = self._held.get((profile.site, profile.period))
        before = 0 if held is None else _size(held)
        held = self._held[profile.site, profile.period] = profile if held is None else held.add(profile)
        self._entries += _size(held) - before
        if self._entries > self._most:
            self.flush()

    def flush(self) -> None:
        """Write the counts in memory to the store."""
        if self._held:
            self.store.add(self._held.values())
        self._held, self._entries = {}, 0


@dataclass(frozen=True, slots=True)
class Learnt:
    """Summary of learning.

    Attributes:
        pages: pages learnt from, by site.
        homeless: pages without a URL, and so without a site.
        unreadable: entries that are not pages, or could not be read.
    """

    pages: Counter[str]
    homeless: int
    unreadable: int


def learn_entries(entries: Iterable[Entry], learner: Learner, *, site: str | None = None) -> Learnt:
    """Learn from the entries of a source.

    Args:
        entries: the entries.
        learner: the learner; it is not flushed.
        site: site of pages without a URL.
    """
    before = learner.pages.copy()
    homeless = unreadable = 0
    for entry in entries:
        if (record := entry.record) is None:
            unreadable += 1
            continue
        try:
            page = read_page(record.data, url=record.url, charset=record.charset)
        except (NotHTML, PageTooLarge):
            unreadable += 1
            continue
        homeless += not learner.learn(page, site=site, day=day_of(record.fetched))
    return Learnt(learner.pages - before, homeless, unreadable)


def _size(profile: SiteProfile) -> int:
    return len(profile.texts) + len(profile.static) + len(profile.places)
