"""Where the article's body is on a page: by a method, and by fallbacks where the method finds next to nothing.

`find` calls a method and falls back on what the page states; `selection` applies a caller's selectors; `notes` writes
remarks for the reader; `fusion` is the default method. Nothing here knows metadata.
"""

from __future__ import annotations

from broadsheet.body.find import Found, find, mark, with_fallbacks

__all__ = ["Found", "find", "mark", "with_fallbacks"]
