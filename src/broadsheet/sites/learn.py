"""Many pages -> a store of profiles, in one pass and in bounded memory.

Counts are held by site and month, and added to the store now and then; so several learners may fill one store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from broadsheet.sites.observe import belongs, day_of, observe

if TYPE_CHECKING:
    import datetime as dt

    from broadsheet.methods.base import Method
    from broadsheet.page import Page
    from broadsheet.sites.profile import SiteProfile
    from broadsheet.sites.store import SiteStore
    from broadsheet.sources.entry import Entry

__all__ = ["Learner", "Learnt", "learn_entries"]

_HELD: Final = 1_000_000
"""Entries that are held before they are added to the store: about 300 MB."""


class Learner:
    """Learns profiles from pages. Use it in a ``with`` statement: what is held is written at its end.

    Also where that is an error or an interrupt. Who has no use for a part learns into a `Scratch`, and adds that when
    it is whole (`SiteStore.take`).

    Args:
        store: where the profiles go.
        method: finds the body of each page, without a profile; the default method if None.
        held: entries that are held before they are written.
    """

    def __init__(self, store: SiteStore, *, method: Method | None = None, held: int = _HELD) -> None:
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
        # After an error in the pages, what was learnt from those before still counts.
        self.flush()

    def learn(self, page: Page, *, site: str | None = None, day: dt.date | None = None) -> bool:
        """Learn from a page.

        Args:
            page: the page.
            site: whose it is if it does not say so itself: by its address, or else the one that it calls its own.
            day: when it was fetched; if None, when the page says that it was published.

        Returns:
            Whether there was anything to learn: a page without an address belongs to no site, unless one is given.

        Raises:
            ValueError: the site cannot be written, since it has a lone surrogate.
        """
        site, day = belongs(page, site=site, day=day)
        if site is None:
            return False
        self.add(observe(page, self.method.mark(page, Given()).keep, site=site, day=day))
        return True

    def add(self, profile: SiteProfile) -> None:
        """Take in counts that were made elsewhere (`observe`)."""
        self.pages[profile.site] += profile.pages
        held = self._held.get((profile.site, profile.period))
        before = 0 if held is None else _size(held)
        held = self._held[profile.site, profile.period] = profile if held is None else held.add(profile)
        self._entries += _size(held) - before
        if self._entries > self._most:
            self.flush()

    def flush(self) -> None:
        """Add what is held to the store."""
        if self._held:
            self.store.add(self._held.values())
        self._held, self._entries = {}, 0


@dataclass(frozen=True, slots=True)
class Learnt:
    """What came of some pages.

    Attributes:
        pages: pages that taught something, by site.
        homeless: pages that name no address, and so belong to no site.
        unreadable: entries that are no pages, or could not be read.
    """

    pages: Counter[str]
    homeless: int
    unreadable: int


def learn_entries(entries: Iterable[Entry], learner: Learner, *, site: str | None = None) -> Learnt:
    """Learn from the entries of a source.

    Args:
        entries: the entries.
        learner: what learns; what it holds is not written yet.
        site: the site of the pages that do not say theirs.
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
