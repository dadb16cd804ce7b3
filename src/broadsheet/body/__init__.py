"""Where the article's body is on a page: `find` runs a method, selectors and fallbacks; `fusion` is the default method.

Nothing here knows metadata.
"""

from broadsheet.body.find import Found, find, mark, with_fallbacks

__all__ = ["Found", "find", "mark", "with_fallbacks"]
