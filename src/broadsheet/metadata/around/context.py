"""The facts of a page together with its body: what several data ask besides what the page states.

It must not decide anything about a datum.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from broadsheet.engine import mapped
from broadsheet.facts import Facts
from broadsheet.facts.elements import word_list
from broadsheet.facts.texts import SHARP_S, folded_points, label_test, words
from broadsheet.page import tags
from broadsheet.page.once import made_once

__all__ = ["CATEGORY", "Context"]

_T = TypeVar("_T")
_BEGINNING: Final = 30
"""Segments of the body whose words are compared with a title."""
_HEAD: Final = 3
"""First segments of the body that may be the headline."""
_LONG: Final = 120
"""Least characters of a segment that counts as body if no method has marked one."""
_H1: Final = tags.IDS["h1"]
CATEGORY: Final = re.compile(
    r"/(?:categor(?:y|ies|ias?|ies?|ie)|kategori(?:en?|a|e)?|rubri(?:k(?:en)?|ques?|cas?|ky?)|ressorts?|secci[oó]n(?:es)?|"
    r"secao|sezion[ei]|rubryka|rubrika|dzial)/[^/]+$",
    re.IGNORECASE,
)
"""URLs of category pages, whose links name the section."""
_OF_OTHERS: Final = word_list(
    *"more comment kommentar disqus respond repl related recommend popular latest trending read also outbrain "
    "taboola twitter-tweet instagram-media tiktok-embed bluesky-embed mastodon-embed fb-post".split()
)
"""A cheap pre-check: every name that the test below accepts contains one."""
_COMMENT: Final = word_list("comment")
_OF_OTHERS_AFTER_ALL: Final = re.compile(
    r"comment|kommentar|disqus|respond\b|repl(?:y|ies)\b|related|recommend|popular|latest|trending|"
    r"more-?_?(?:from|stor|news|art)|most-?_?read|read-?_?next|see-?_?also|also-?_?(?:like|read)|"
    r"outbrain|taboola|twitter-tweet|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post"
)
"""Names of comments, of boxes with other articles, and of embedded posts; in lower case."""


def _is_of_others(name: str) -> bool:
    """Whether a class or id names comments or a box of other articles."""
    small = name.lower()
    if "by-line" in small or "byline" in small:
        return False
    return small == "more" or _OF_OTHERS_AFTER_ALL.search(small) is not None


_names_others: Final = label_test(_is_of_others)


class Context(Facts):
    """The facts of a page, and its body.

    Args:
        facts: the facts. What was read of them already is not read again.
        keep: the rows of the body, shape (page size,), if a method has marked them.
        captured: the moment at which the page was captured, with an offset, if known.
    """

    def __init__(
        self, facts: Facts, keep: NDArray[np.bool_] | None = None, *, captured: datetime | None = None
    ) -> None:
        facts.structured  # noqa: B018 - read it here, so that the facts have it too
        self.__dict__.update(vars(facts))
        self.keep = keep
        self.captured = captured
        self._made: dict[object, Any] = {}

    def once(self, make: Callable[[Context], _T]) -> _T:
        """The result of a function of this page, computed once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _T = self._made[make]
        return made

    @made_once
    def in_body(self) -> NDArray[np.bool_]:
        """Segments of the body, shape (m,)."""
        segments = self.page.segments
        if self.keep is not None and len(segments):
            marked: NDArray[np.bool_] = self.keep[segments.first]
            if marked.any():
                return marked
        prose: NDArray[np.bool_] = (segments.chars >= _LONG) & (segments.link_chars < 0.3 * segments.chars)
        return prose

    @made_once
    def body(self) -> list[int]:
        """The numbers of the body's segments, in order."""
        body: list[int] = self.in_body.nonzero()[0].tolist()
        return body

    @made_once
    def first(self) -> int:
        """The first segment of the body, or of the page if there is no body."""
        return self.body[0] if self.body else 0

    @made_once
    def last(self) -> int:
        """The last segment of the body, or of the page if there is no body."""
        return self.body[-1] if self.body else len(self.page.segments) - 1

    @made_once
    def body_text(self) -> str:
        """The text of the body."""
        texts = self.texts
        return "\n".join([texts[at] for at in self.body])

    def says_in_body(self, word: str) -> bool:
        """Whether a folded word is in the beginning of the body, without its first segment (perhaps the headline)."""
        return word in self._body_words

    @made_once
    def _body_words(self) -> frozenset[str]:
        """The folded words of the beginning of the body."""
        beginning, segments = self.body[1:_BEGINNING], self.page.segments
        text, whole = mapped(self.page.points, segments.start[beginning], segments.stop[beginning], folded_points())
        left = [at for at, done in zip(beginning, whole.tolist(), strict=True) if not done]
        said = text.replace(SHARP_S, "ss").split()
        for at in left:
            said += words(self.texts[at])
        return frozenset(said)

    @made_once
    def headline_row(self) -> int:
        """The last ``h1`` before or at the beginning of the body that is not the site's name, or -1."""
        segments = len(self.page.segments)
        stop = self.first_row[min(self.first + _HEAD, segments - 1)] if segments else 0
        own = (self.page.tag[:stop] == _H1).nonzero()[0].tolist()
        return next((at for at in reversed(own) if not self.is_site(self.words_of(at))), -1)

    @made_once
    def is_body(self) -> memoryview:
        """`in_body` as a view, for single segments."""
        return self.in_body.data

    def is_in_body(self, row: int) -> bool:
        """Whether a row is in a segment of the body, or right before one."""
        place = self.place[row]
        return place < len(self.is_body) and bool(self.is_body[place])

    def is_beside(self, row: int) -> bool:
        """Whether a row is in an element that is named as comments or as a box of other articles, and does not hold
        the beginning of the body.
        """
        return bool(self._beside[row])

    @made_once
    def _beside(self) -> memoryview:
        page, start, elements = self.page, self._start, self.elements
        named = [row for row in self.called(_OF_OTHERS) if _names_others(self.label(row))]
        named += elements.holding("itemtype", _COMMENT)
        found = np.zeros(len(page), dtype=np.bool_)
        # Pages say in classes of the body and the article whether comments are open.
        found[[row for row in named if not row <= start < self.end[row]]] = True
        return page.under(found).data

    @made_once
    def _start(self) -> int:
        """The first row of the body."""
        return self.first_row[self.first] if len(self.page.segments) else 0
