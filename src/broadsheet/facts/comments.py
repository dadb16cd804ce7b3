"""Lines above reader comments, by the words of `broadsheet.lexicon`. It works on strings, and must not know pages."""

from __future__ import annotations

from typing import Final

from broadsheet import lexicon

__all__ = ["LONGEST_HEADING", "LONGEST_LINE", "heads_comments", "is_above_comments"]

LONGEST_HEADING: Final = 150
"""Characters of a heading over comments, with the title that it may repeat."""
LONGEST_LINE: Final = 60
"""Characters of a line above comments that is no heading."""
_HEADING: Final = lexicon.Matcher(
    r"\W*(?:{comments_before}\s+)*{comment_plurals}"
    r"(?:\s*[(（\[:：]?\s*\d*\s*[)）\]]?|\s+{comments_on}\s+(?:this|[\"'“‘«„]).*)\W*|"
    r"\W*\d[\d.,]*\s*(?:{comments_before}\s+)*{comments comment_answers}(?:\s+{comments_on}\s.*)?\W*|"
    r"\W*{comments comment_answers}\s*[(（\[]\s*\d+\s*[)）\]]\W*|\W*{comment_calls}\b.*"
)
_LINE: Final = lexicon.Matcher(r"{comment_plurals}\s*[:：]?|{comments_closed}\b.*")


def heads_comments(line: str) -> bool:
    """Whether a heading stands over reader comments.

    >>> heads_comments("12 comments"), heads_comments("Kommentare (3)"), heads_comments("Leave a Reply")
    (True, True, True)
    >>> heads_comments("Comments on the new rules of the council"), heads_comments("Comment: a bridge too far")
    (False, False)
    """
    return len(line) <= LONGEST_HEADING and _HEADING.fullmatch(line.strip()) is not None


def is_above_comments(line: str) -> bool:
    """Whether a line that is neither heading nor link stands above reader comments, or says that they are closed.

    >>> is_above_comments("Comments"), is_above_comments("Comments are now closed for this story")
    (True, True)
    >>> is_above_comments("Comment"), is_above_comments("Comments on the new rules of the council")
    (False, False)
    """
    return len(line) <= LONGEST_LINE and _LINE.fullmatch(line.strip()) is not None
