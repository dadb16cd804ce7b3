"""What is known about an article besides its body: title, authors, dates, language, site, images and more.

The reader of each datum tries its sources in a fixed order, records which one won (``json-ld:NewsArticle.headline``,
``meta:og:title``, ``text:h1``) and keeps the other claims. `broadsheet.facts` reads once what a page states for
machines; `context` adds where the body is, and which boxes belong to other articles; `written` reads names, dates and
labels in lines of text, and must not know pages. Where sources disagree about title, authors or day, a small network
chooses (`ranking`); `broadsheet.lab.train.metadata` trains it.
"""

from broadsheet.article import Author, Claim
from broadsheet.metadata.reading import Metadata, read

__all__ = ["Author", "Claim", "Metadata", "read"]
