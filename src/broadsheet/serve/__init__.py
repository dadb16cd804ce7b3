"""The inspector: one page of HTML that shows why the extraction of a page is what it is.

`inspect` runs methods on a page and keeps what each of them said; `as_html` shows it beside the page. The room must not
decide anything about content: what it shows is in the markings, the articles and the page's columns.
"""

from broadsheet.serve.inspection import METHODS, Barred, Inspection, Run, inspect
from broadsheet.serve.inspector import as_html

__all__ = ["METHODS", "Barred", "Inspection", "Run", "as_html", "inspect"]
