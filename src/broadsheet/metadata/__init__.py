"""What is known about an article besides its body: title, authors, dates, language, site, images and more.

One file a datum, or one folder where there is much to it: `authors`, `dates`, `title`, `site` and `section`, in which
what is `stated` and `shown` gives candidates, and of these one is `chosen`. Each datum looks at its sources in a stated
order, says which one won (``json-ld:NewsArticle.headline``, ``meta:og:title``, ``text:h1``) and keeps what the others
claim. What a page says of itself in a form meant for machines is read once, in `stated`; what stands around the body is
in `around`; how people write names, days and labels is in `written`, which must not know pages. Where sources disagree
about title, authors or day, a small network chooses (`ranking`), learnt across sites by
`broadsheet.lab.train.metadata`.
"""

from broadsheet.article.provenance import Author, Claim
from broadsheet.metadata.reading import Metadata, read

__all__ = ["Author", "Claim", "Metadata", "read"]
