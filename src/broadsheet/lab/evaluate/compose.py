"""Add the headline to outputs where the gold text has it, so that conventions are not scored as errors.

Extractors return the body and keep the headline as metadata; some gold texts begin with the headline. There, every
output without the headline gets it in front. The rules are the same for our methods and libraries:

* **On which pages**: those whose gold text has the headline among its first lines, unless the corpus excludes headlines
  (`Includes.title` is False). So the annotation of the page decides, in corpora that vary.
* **Which headline**: the corpus's, otherwise the one that our metadata reads from the page. If neither is a line of the
  gold text, nothing is added on that page, to any output.
* **What is added**: that line of the gold text, unchanged, because the extraction of the body is compared. A misread
  headline would cost the outputs that rightly leave it out, and not those that keep it.
* **Already there**: one of the first lines of the output is the headline, or nearly, or its words occur in sequence at
  the beginning. A library that keeps the headline in its text gets no second one.
* **Nothing is removed.** An output with the headline where the gold text has none is scored unchanged: its user would
  have to remove it too. Bylines and captions are neither added nor removed.
* An empty output stays empty.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Final

from broadsheet.lab.corpora import Gold, Includes
from broadsheet.lab.evaluate.metrics import tokens

__all__ = ["begins_with", "compose", "headline"]

_FIRST_LINES: Final = 8  # lines searched: enough for a kicker, a date and a share bar above the headline
_FIRST_CHARACTERS: Final = 1000  # characters searched, for outputs in one line
_MIN_DICE: Final = 0.75  # token overlap of two versions of a headline: a word or two change after publication
_MIN_PART: Final = 0.5  # length ratio if one version contains the other: a site name was left out


def headline(gold: Gold, includes: Includes, read: str | None) -> str | None:
    """Return the headline to put in front of outputs for a page, or None; ``read`` is the one read from the page."""
    if gold.text is None or includes.title is False:
        return None
    for known in (gold.title, read):
        line = _line_of(gold.text, known) if known else None
        if line is not None:
            return line
    return None


def compose(output: str, title: str) -> str:
    """Put the headline in front of an output, unless it is there or the output is empty."""
    if not output.strip() or begins_with(output, title):
        return output
    return f"{title}\n{output}"


def begins_with(text: str, title: str) -> bool:
    """Whether a text begins with a headline, ignoring case and punctuation; one without words gives True."""
    wanted = tokens(title.lower())
    if not wanted or _line_of(text, title) is not None:
        return True
    return _contains_run(tokens(text[:_FIRST_CHARACTERS].lower()), wanted)


def _line_of(text: str, title: str) -> str | None:
    """Return the line, among the first of a text, that is the headline or nearly."""
    wanted = tokens(title.lower())
    lines = (line for line in text.splitlines() if line.strip())
    return next((line for line in islice(lines, _FIRST_LINES) if _same_headline(tokens(line.lower()), wanted)), None)


def _same_headline(one: list[str], other: list[str]) -> bool:
    """Whether two token lists are versions of one headline (Dice coefficient, or one contains the other)."""
    short, long = sorted((one, other), key=len)
    if not short:
        return False
    if 2 * (Counter(short) & Counter(long)).total() >= _MIN_DICE * (len(short) + len(long)):
        return True
    return len(short) >= _MIN_PART * len(long) and _contains_run(long, short)


def _contains_run(long: list[str], short: list[str]) -> bool:
    """Whether one token list contains the other as a contiguous run."""
    return any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1))
