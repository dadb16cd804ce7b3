"""The same composition for every output, so that conventions are not scored as mistakes.

Extractors give the body and keep the headline as metadata; the gold text of some pages begins with the headline. There
every output gets the headline in front, where it does not have it already. The rules, the same for our methods and for
libraries:

* **On which pages**: those whose gold text has the headline among its first lines, unless the corpus leaves headlines
  out (`Includes.title` is False). So what the annotator of this page did is what counts, in corpora where they did
  either.
* **How it is known**: by the headline that the corpus names, else by the one that our metadata reads from the page. If
  neither is a line of the gold text, nothing is added on that page, to any output.
* **What is added**: that line of the gold text, to the letter. It is the finding of the body that is compared; with a
  headline read from the page, one read wrongly would cost those outputs that leave it out, as they should, and not
  those that keep it.
* **Already there**: one of the first lines of the output is the headline, or about it, or its words stand in the
  beginning as they are. A library that keeps the headline in its text gets no second one.
* **Nothing is taken away.** An output that has the headline where the gold text has none is scored as it is: its user
  would have to remove it too. Bylines and captions are neither added nor removed.
* An empty output stays empty: nothing was found, and a headline does not make it better.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from broadsheet.evaluate.metrics import tokens

if TYPE_CHECKING:
    from broadsheet.corpora import Gold, Includes

__all__ = ["begins_with", "compose", "headline"]

_FIRST_LINES: Final = 8
"""Lines looked at: enough for a kicker, a date and a share bar above the headline."""
_FIRST_CHARACTERS: Final = 1000
"""Characters looked at, for outputs that are one line."""
_ALIKE: Final = 0.75
"""Share of tokens that two forms of a headline have in common: a word or two were changed after it was published."""
_PART: Final = 0.5
"""Share of the longer form that the shorter one makes up, where it is a piece of it: a site's name was left out."""


def headline(gold: Gold, includes: Includes, read: str | None) -> str | None:
    """The headline that outputs for a page get in front, or None where they get none.

    Args:
        gold: the page's answer.
        includes: what gold texts of its corpus have besides the body.
        read: the headline that was read from the page.
    """
    if gold.text is None or includes.title is False:
        return None
    for known in (gold.title, read):
        line = _line_of(gold.text, known) if known else None
        if line is not None:
            return line
    return None


def compose(output: str, title: str) -> str:
    """An output with the headline in front, unless it is there already or the output is empty.

    Args:
        output: the text extracted.
        title: the headline, without markup.
    """
    if not output.strip() or begins_with(output, title):
        return output
    return f"{title}\n{output}"


def begins_with(text: str, title: str) -> bool:
    """Whether a text has a headline at its beginning, whatever its case and punctuation.

    Args:
        text: a text.
        title: the headline; one without words is at the beginning of any text.
    """
    wanted = tokens(title.lower())
    if not wanted or _line_of(text, title) is not None:
        return True
    return _holds(tokens(text[:_FIRST_CHARACTERS].lower()), wanted)


def _line_of(text: str, title: str) -> str | None:
    """The line among the first of a text that is a headline, or about it."""
    wanted = tokens(title.lower())
    lines = (line for line in text.splitlines() if line.strip())
    return next((line for line in islice(lines, _FIRST_LINES) if _alike(tokens(line.lower()), wanted)), None)


def _alike(one: list[str], other: list[str]) -> bool:
    """Whether two runs of tokens are forms of one headline (Dice coefficient of the bags, or one inside the other)."""
    short, long = sorted((one, other), key=len)
    if not short:
        return False
    if 2 * (Counter(short) & Counter(long)).total() >= _ALIKE * (len(short) + len(long)):
        return True
    return len(short) >= _PART * len(long) and _holds(long, short)


def _holds(long: list[str], short: list[str]) -> bool:
    """Whether the tokens stand in the longer run as they are."""
    return any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))
