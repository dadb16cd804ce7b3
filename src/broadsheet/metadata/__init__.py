"""What is known about an article besides its body: title, authors, dates, language, site, images and more.

One file a datum. Each looks at its sources in a stated order, says which one won (``json-ld:NewsArticle.headline``,
``meta:og:title``, ``text:h1``) and keeps what the others claim. What a page says of itself in a form meant for machines
is read once, in `structured`; what stands around the body is in `context`. Where sources disagree about title, authors
or day, a small network chooses (`ranking`), learnt across sites by `broadsheet.train.metadata`.
"""

from broadsheet.article.provenance import Author, Claim
from broadsheet.metadata.reading import Metadata, read, read_title
from broadsheet.metadata.title import algorithm_2

__all__ = ["Author", "Claim", "Metadata", "algorithm_2", "read", "read_title"]
