"""Where the article's body is on a page: by a method, and by fallbacks where the method finds next to nothing.

It knows the facts of a page and what a method marks, and must not know a method's inside, nor metadata.
"""

from __future__ import annotations

from broadsheet.body.find import Found, find, mark, with_fallbacks

__all__ = ["Found", "find", "mark", "with_fallbacks"]
