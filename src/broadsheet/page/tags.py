"""The tag vocabulary: element names as small stable integers, and groups of them.

The numbers are Broadsheet's own, so that stored models and snapshots do not depend on the parser's version. Add new
names only at the end of `NAMES`.

Standard: HTML Living Standard, section 4 (elements) and section 15.3 (the user-agent style sheet).
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from broadsheet.page.arrays import BoolArray

__all__ = ["IDS", "NAMES", "TEXT", "UNKNOWN", "ids", "mask"]

NAMES: Final[tuple[str, ...]] = tuple(
    """
    #text #unknown
    a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
    button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
    fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe
    image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu menuitem meta
    meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q
    rb rp rt rtc ruby s samp script search section select selectedcontent slot small source spacer span strike strong
    style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video
    wbr xmp
    path g use rect circle defs symbol polygon
    """.split()
)
"""Names by number: 0 is a text node, 1 any element with another name."""

IDS: Final[dict[str, int]] = {name: number for number, name in enumerate(NAMES)}
TEXT: Final = IDS["#text"]
UNKNOWN: Final = IDS["#unknown"]


def ids(names: str) -> frozenset[int]:
    """The numbers of tags, named in one string."""
    return frozenset(IDS[name] for name in names.split())


@cache
def mask(names: str) -> BoolArray:
    """A lookup table, shape (number of tags,), true for these tags; ``table.take(page.tag)`` beats indexing."""
    table = np.zeros(len(NAMES), dtype=np.bool_)
    table[sorted(ids(names))] = True
    table.flags.writeable = False
    return table


NO_TEXT: Final = ids("script style template")
"""Elements whose text nodes are not rows: scripts, style sheets, inert fragments."""

LINE_BREAK: Final = mask(
    """
    address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
    frameset h1 h2 h3 h4 h5 h6 header hgroup html legend li listing main menu nav ol optgroup option p plaintext pre
    search section summary table tbody td tfoot th thead tr ul xmp caption
    br hr head title noscript isindex
    """
)
"""Line-break nodes (Luo et al. 2009): elements that the user-agent style sheet displays as a block, list item or part
of a table, and ``br`` and ``hr``. Each table cell is a block container of its own."""

HIDDEN: Final = mask(
    """
    area base basefont datalist head link meta noembed noframes param rp script style template title
    svg textarea
    """
)
"""Elements whose text is not shown (``display: none``, HTML section 15.3.1), belongs to a picture, or is user input."""

FALLBACK: Final = mask("iframe audio video canvas")
"""Elements whose text is for browsers that do not support them."""

LINK: Final = mask("a")
HEADING: Final = mask("h1 h2 h3 h4 h5 h6")
