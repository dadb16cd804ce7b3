"""Site profiles: what the pages of a site have in common, how it is learnt, and where it is stored.

`profile` holds the counts of one site in one month and finds the days on which a site's layout changed, `learn` makes
the counts from pages, and `store` keeps them in SQLite for concurrent writers.

Methods do not import this package; they get `broadsheet.methods.base.Profile`, plain columns.
"""

from broadsheet.crawl.sites.learn import Learner, belongs, day_of, observe, site_named, site_of_page
from broadsheet.crawl.sites.profile import Change, ProfileUnreadable, SiteProfile, changes
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
