"""Pieces for pages: which page gets which piece, in which language, where.

Everything is drawn from the page's name, the kind and a seed, so that a page gets the same piece in every run and for
every extractor.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from broadsheet.lab.insertions.kinds import KINDS, Answer
from broadsheet.lab.insertions.phrases import languages, phrases
from broadsheet.lab.insertions.places import MIN_PARAGRAPHS, find
from broadsheet.lab.insertions.templates import fill, templates
from broadsheet.lab.insertions.variation import varied

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from broadsheet.corpora import Gold, Sample
    from broadsheet.lab.insertions.places import Places

    Pool = Mapping[str, Sequence[tuple[str, str]]]
    """Texts by language, each with the site that it is from."""

__all__ = ["Inserted", "Insertions"]

MAX_POOL: Final = 4000
"""Sentences and headlines that are kept of each language."""
MIN_SENTENCE_CHARS: Final = 30
"""Shortest sentence that is used, in characters; half as many in Chinese and Japanese."""
MAX_SENTENCE_CHARS: Final = 180
"""Longest sentence that is used, likewise."""
OTHER_LANGUAGE_SHARE: Final = 0.15
"""Share of pieces in another language than the page's: notices and posts often are."""
POOL_SHARE: Final = 0.8
"""Share of pieces whose sentences are of other pages; the rest have the phrase file's own."""
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_DENSE: Final = frozenset({"ja", "zh"})


@dataclass(frozen=True, slots=True)
class Inserted:
    """A page with a piece in it.

    Attributes:
        kind: of the piece.
        language: of the piece.
        place: where it stands, of `templates.PLACES`.
        html: the page.
        texts: what of the piece tells whether it was kept, in order: its phrases, but for those that the page has too.
            For pieces that repeat text, what the page says already.
    """

    kind: str
    language: str
    place: str
    html: str
    texts: tuple[str, ...]


class Insertions:
    """Makes pages with pieces.

    Args:
        which: the set of templates and phrases, ``train`` or ``measure``.
        golds: answers whose sentences and headlines fill the pieces, besides those of the phrase files.
        seed: another seed draws other pieces.
        vary: to learn from: change class names and elements at random (`varied`), and use short pages.
    """

    def __init__(self, which: str, golds: Iterable[Gold] = (), *, seed: int = 0, vary: bool = False) -> None:
        self._which, self._seed, self._vary = which, seed, vary
        self._templates = templates(which)
        self._languages = languages(which)
        self._sentences, self._headlines = _pools(golds)

    def make(self, gold: Gold, places: Places, kind: str) -> Inserted | None:
        """A page with a piece of a kind; None where the page says what the piece would say, or has no place for it.

        Args:
            gold: the page's answer.
            places: the page's places.
            kind: a key of `KINDS`.
        """
        name = f"{self._which}/{self._seed}/{gold.corpus}/{gold.id}/{kind}"
        rnd = random.Random(blake2b(name.encode(), digest_size=8).digest())  # noqa: S311 - draws, no secrets
        template = rnd.choice(self._templates[kind])
        place = rnd.choice(template.places)
        language = self._language(gold, rnd)
        if place == "middle" and not places.gaps:
            return None
        after = rnd.choice(places.gaps or (0,))
        copies = _copies(gold, places, after, rnd)
        pools = self._drawn(language, gold.site_or_page, rnd) if rnd.random() < POOL_SHARE else {}
        if self._vary:
            template = replace(template, html=varied(template.html, rnd))
        piece = fill(template, phrases(self._which, language), pools, copies, rnd)
        if KINDS[kind].answer is Answer.ONCE:
            texts = _repeated(template.html, copies, places)
        else:
            shown = " ".join(places.html.split())
            texts = tuple(text for text in piece.texts if text not in shown)
        if not texts or (KINDS[kind].answer is Answer.ONCE and not copies["title"] and "{title}" in template.html):
            return None
        return Inserted(kind, language, place, places.insert(piece.html, place, after), texts)

    def places(self, sample: Sample) -> Places | None:
        """The places of a page, or None where it is not used: to learn from, short pages are used too."""
        return find(sample.text(), sample.gold, paragraphs=1 if self._vary else MIN_PARAGRAPHS)

    def _language(self, gold: Gold, rnd: random.Random) -> str:
        own = (gold.lang or "en")[:2]
        if own not in self._languages:
            own = "en"
        return rnd.choice(self._languages) if rnd.random() < OTHER_LANGUAGE_SHARE else own

    def _drawn(self, language: str, site: str, rnd: random.Random) -> dict[str, Sequence[str]]:
        """Sentences and headlines of other sites in the language, a handful of each."""
        out: dict[str, Sequence[str]] = {}
        for key, pool in (("sentence", self._sentences), ("headline", self._headlines)):
            some = pool.get(language, ())
            drawn = [text for of, text in rnd.sample(some, min(len(some), 24)) if of != site]
            if len(drawn) >= 8:
                out[key] = drawn
        return out


def _copies(gold: Gold, places: Places, after: int, rnd: random.Random) -> dict[str, str]:
    """The page's own text by the names of the fields that repeat it."""
    paragraph = places.paragraphs[after].text
    sentences = [part for part in _SENTENCE_END.split(paragraph) if len(part) >= MIN_SENTENCE_CHARS]
    return {
        "lang": (gold.lang or "en")[:2],
        "paragraph": paragraph,
        "excerpt": rnd.choice(sentences) if sentences else paragraph,
        "lead": places.paragraphs[0].text,
        "title": " ".join((gold.title or "").split()),
        "paragraphs": "".join(one.html for one in places.paragraphs),
        "body": " ".join(one.text for one in places.paragraphs),
    }


def _repeated(html: str, copies: Mapping[str, str], places: Places) -> tuple[str, ...]:
    """What must stand in the text once where a template repeats it; the headline not at all."""
    if "{paragraphs}" in html or "{body}" in html:
        return tuple(one.text for one in places.paragraphs)
    for field in ("paragraph", "excerpt", "lead", "title"):
        if f"{{{field}}}" in html:
            return (copies[field],)
    return ()


def _pools(golds: Iterable[Gold]) -> tuple[Pool, Pool]:
    """Sentences and headlines by language, each with its site, at most `MAX_POOL` of a language."""
    sentences: dict[str, list[tuple[str, str]]] = defaultdict(list)
    headlines: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for gold in golds:
        language, site = (gold.lang or "")[:2], gold.site_or_page
        if gold.title and len(gold.title) >= MIN_SENTENCE_CHARS // 2:
            headlines[language].append((site, " ".join(gold.title.split())))
        scale = 2 if language in _DENSE else 1
        for line in (gold.text or "").split("\n")[2:]:
            for part in _SENTENCE_END.split(" ".join(line.split())):
                if MIN_SENTENCE_CHARS <= len(part) * scale <= MAX_SENTENCE_CHARS and part[-1] in ".!?。！？":
                    sentences[language].append((site, part))
    return _few(sentences), _few(headlines)


def _few(pool: Mapping[str, Sequence[tuple[str, str]]]) -> Pool:
    """At most `MAX_POOL` different texts of each language."""
    rnd = random.Random(0)  # noqa: S311 - draws, no secrets
    distinct = {language: sorted(set(texts)) for language, texts in pool.items()}
    return {language: rnd.sample(texts, min(len(texts), MAX_POOL)) for language, texts in distinct.items()}
