"""The compiled engine: HTML -> columns, and the loops over characters and rows that Python is too slow for.

One shared library in C, built from the files beside this one and lexbor, an HTML parser that is compiled in. It has no
tie to Python's own version and is loaded by ctypes. The engine knows HTML and characters, and neither words nor what
rows are for: tables come from its callers as arrays.
"""

from broadsheet.engine.binding import (
    Document,
    Grouped,
    LimitExceeded,
    Tables,
    Words,
    collapsed,
    count_controls,
    mapped,
    rows_by_list,
)

__all__ = [
    "Document",
    "Grouped",
    "LimitExceeded",
    "Tables",
    "Words",
    "collapsed",
    "count_controls",
    "mapped",
    "rows_by_list",
]
