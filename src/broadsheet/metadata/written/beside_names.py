"""What stands beside a name without a word or a mark between: the kind of text (``OPINION Ada Lovelace``), a button
(``More from Ada Lovelace``), the same name, as the text of its picture.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.introductions import IN_FULL, without_introduction
from broadsheet.metadata.written.letters import in_small
from broadsheet.metadata.written.people import are_names

__all__ = ["once", "without_button", "without_kind"]

_WORD: Final = re.compile(r"\w+")
_KIND: Final = lexicon.Matcher(r"{kinds}(?:\s*[|:•·–—]\s*|\s+)", 0)
_LATIN_OR_CYRILLIC: Final = re.compile(r"[A-Za-zÀ-ɏЀ-ӿ]")
"""A letter of a script whose names are listed."""
_BUTTON: Final = lexicon.Matcher(r"(?:\w+\s+)?{in_all}\s+", 0)
"""What leads to all that somebody wrote, and what says that it is a picture."""
_BUTTON_ENDS: Final = re.compile(r"(?:\s+(?:anzeigen|ansehen|lesen|here))?[\s→»>›.:]*$")
_LONGEST: Final = 140
"""Characters of a byline that a name may stand in twice."""
_TWICE: Final = re.compile(
    r"^(?:[^,;|&/]*?\s)?(?P<name>(?-i:[^\W\d_a-zà-ÿ])[\w.'’-]*(?:\s[\w.'’-]+){1,4})\s+(?P=name)(?!\w)", re.IGNORECASE
)
"""A name of two words or more, behind what is said of a picture, and the same again."""


def without_kind(text: str) -> str:
    """A byline without the kind of text in front of a whole name whose first word is known as one.

    >>> without_kind("OPINION Ada Lovelace"), without_kind("Analyse | Anna Müller")
    ('Ada Lovelace', 'Anna Müller')
    >>> without_kind("Story Musgrave"), without_kind("Kommentar Neue Brücke")
    ('Story Musgrave', 'Kommentar Neue Brücke')
    """
    found = _KIND.match(in_small(text))
    if found is None:
        return text
    name = without_introduction(text[found.end() :])
    known = not _LATIN_OR_CYRILLIC.match(name) or are_names(name.split(maxsplit=1)[0])
    return text[found.end() :] if known and IN_FULL.match(name) else text


def without_button(text: str) -> str:
    """A byline that is what leads to all that somebody wrote, or what their picture is called, as the name.

    >>> without_button("View all posts by Ada Lovelace →"), without_button("Mehr von Anna Müller")
    ('Ada Lovelace', 'Anna Müller')
    >>> without_button("More from Northgate"), without_button("All by themselves")
    ('More from Northgate', 'All by themselves')
    """
    found = _BUTTON.match(in_small(text))
    return _BUTTON_ENDS.sub("", text[found.end() :]) if found and IN_FULL.match(text, found.end()) else text


def once(text: str) -> str:
    """A byline in which a name stands twice, one behind the other, with the name once, and without what is in front.

    >>> once("Ada Lovelace Ada Lovelace"), once("Headshot of Ada Lovelace Ada Lovelace, Reporter")
    ('Ada Lovelace', 'Ada Lovelace, Reporter')
    >>> once("Ada LovelaceAda Lovelace")
    'Ada Lovelace'
    >>> once("Ada Lovelace, Ada Lovelace"), once("Duran Duran")
    ('Ada Lovelace, Ada Lovelace', 'Duran Duran')
    """
    half = text[: len(text) // 2]
    if " " in half and text == half * 2:
        return half
    words = _WORD.findall(text.casefold()) if len(text) <= _LONGEST else []
    if len(words) - len(set(words)) < 2:  # as many words as a name has at the least
        return text
    found = _TWICE.match(text)
    return text if found is None else found["name"] + text[found.end() :]
