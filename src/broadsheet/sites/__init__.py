"""What was learnt about a site from its pages: the counts, how they are learnt, and where they are kept.

========== ============================================================================================
file       what it holds
========== ============================================================================================
profile    the counts of one site in one month: adding them up, JSON
observe    one page -> the counts of that page
learn      many pages -> a store, in one pass, in bounded memory
store      profiles in SQLite, for several writers at once
drift      since when a site's pages look otherwise
shapes     addresses without what differs from page to page
========== ============================================================================================

The room knows pages and what a method marked on them. It must not know how methods use what was learnt: they get
`broadsheet.methods.base.Profile`, plain columns.
"""

from broadsheet.sites.drift import Change, changes
from broadsheet.sites.learn import Learner, Learnt, learn_entries
from broadsheet.sites.observe import belongs, day_of, observe, site_named, site_of, site_of_page
from broadsheet.sites.profile import ProfileUnreadable, SiteProfile
from broadsheet.sites.store import Listed, Scratch, SiteStore, StoreUnreadable

__all__ = [
    "Change",
    "Learner",
    "Learnt",
    "Listed",
    "ProfileUnreadable",
    "Scratch",
    "SiteProfile",
    "SiteStore",
    "StoreUnreadable",
    "belongs",
    "changes",
    "day_of",
    "learn_entries",
    "observe",
    "site_named",
    "site_of",
    "site_of_page",
]
