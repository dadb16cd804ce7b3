"""What is known about an article besides its body: title, authors, dates, language, site, images and more.

One file a datum; `authors`, `dates` and `title` are folders, in which what the page states and shows gives
`candidates`, and one of these is `chosen`. Each datum looks at its sources in a stated order, says which one won
(``json-ld:NewsArticle.headline``, ``meta:og:title``, ``text:h1``) and keeps what the others claim. What a page states
for machines is read once, in `broadsheet.facts`; what stands around the body is in `around`; how people write names,
days and labels is in `written`, which must not know pages. Where sources disagree about title, authors or day, a small
network chooses (`ranking`), learnt across sites by `broadsheet.lab.train.metadata`.
"""

from broadsheet.article.provenance import Author, Claim
from broadsheet.metadata.reading import Metadata, read

__all__ = ["Author", "Claim", "Metadata", "read"]
