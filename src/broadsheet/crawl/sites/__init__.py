"""Site profiles: what the pages of a site have in common, how it is learnt, and where it is stored.

========== ============================================================================================
file       contents
========== ============================================================================================
profile    counts of one site in one month: adding, JSON
observe    counts of one page
learn      learning from many pages into a store, in one pass and bounded memory
store      profiles in SQLite, for concurrent writers
drift      days on which the layout of a site changed
shapes     URL patterns
========== ============================================================================================

Methods do not import this package; they get `broadsheet.methods.base.Profile`, plain columns.
"""

from broadsheet.crawl.sites.drift import Change, changes
from broadsheet.crawl.sites.learn import Learner, belongs, day_of, observe, site_named, site_of_page
from broadsheet.crawl.sites.profile import ProfileUnreadable, SiteProfile
from broadsheet.crawl.sites.store import Listed, SiteStore, StoreUnreadable

__all__ = [
    "Change",
    "Learner",
    "Listed",
    "ProfileUnreadable",
    "SiteProfile",
    "SiteStore",
    "StoreUnreadable",
    "belongs",
    "changes",
    "day_of",
    "observe",
    "site_named",
    "site_of_page",
]
