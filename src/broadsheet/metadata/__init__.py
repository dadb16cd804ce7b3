"""What is known about an article besides its body: title, authors, dates, language, site.

One file a datum. Each tries its sources in a stated order and says which one won. What a page says of itself in a form
meant for machines is in `structured`; nothing here looks at what a method chose as the body.
"""

from broadsheet.metadata.reading import Metadata, read
from broadsheet.metadata.title import algorithm_2

__all__ = ["Metadata", "algorithm_2", "read"]
