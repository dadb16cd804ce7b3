"""Pages with pieces: which page gets which piece, in which language, and where.

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

    from broadsheet.lab.corpora import Gold, Sample
    from broadsheet.lab.insertions.places import Places

    Pool = Mapping[str, Sequence[tuple[str, str]]]
    """Texts by language, each with its site."""

__all__ = ["Inserted", "Insertions"]

MAX_POOL: Final = 4000  # sentences and headlines kept per language
MIN_SENTENCE_CHARS: Final = 30  # shortest sentence; half as long in Chinese and Japanese
MAX_SENTENCE_CHARS: Final = 180  # longest sentence; half as long in Chinese and Japanese
OTHER_LANGUAGE_SHARE: Final = 0.15  # share of pieces in another language than the page's, as notices often are
POOL_SHARE: Final = 0.8  # share of pieces with sentences of other pages; the others use the phrase file's
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_DENSE: Final = frozenset({"ja", "zh"})


@dataclass(frozen=True, slots=True)
class Inserted:
    """A page with a piece in it.

    Attributes:
        kind, language: of the piece.
        place: of the piece, from `templates.PLACES`.
        html: the page.
        texts: the piece's phrases that are not on the page anyway, in order; they tell whether it was kept. For pieces
            that repeat text, that text.
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
        seed: seed for drawing pieces.
        vary: for training: change class names and elements at random (`varied`), and use short pages too.
    """

    def __init__(self, which: str, golds: Iterable[Gold] = (), *, seed: int = 0, vary: bool = False) -> None:
        self._which, self._seed, self._vary = which, seed, vary
        self._templates = templates(which)
        self._languages = languages(which)
        self._sentences, self._headlines = _pools(golds)

    def make(self, gold: Gold, places: Places, kind: str) -> Inserted | None:
        """Insert a piece of a kind into a page. None if the page already says the same, or has no place for it."""
        name = f"{self._which}/{self._seed}/{gold.corpus}/{gold.id}/{kind}"
        rnd = random.Random(blake2b(name.encode(), digest_size=8).digest())  # noqa: S311 - draws, no secrets
        template = rnd.choice(self._templates[kind])
        place = rnd.choice(template.places)
        language = self._language(gold, rnd)
        if place == "middle" and not places.gaps:
            return None
        after = rnd.choice(places.gaps or (0,))
        copies = _copies(gold, places, after, rnd)
        pools = self._other_sites(language, gold.site_or_page, rnd) if rnd.random() < POOL_SHARE else {}
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
        """Return the places of a page, or None if it is not used. Short pages are only used for training."""
        return find(sample.text(), sample.gold, paragraphs=1 if self._vary else MIN_PARAGRAPHS)

    def _language(self, gold: Gold, rnd: random.Random) -> str:
        own = (gold.lang or "en")[:2]
        if own not in self._languages:
            own = "en"
        return rnd.choice(self._languages) if rnd.random() < OTHER_LANGUAGE_SHARE else own

    def _other_sites(self, language: str, site: str, rnd: random.Random) -> dict[str, Sequence[str]]:
        """Return a few sentences and headlines of other sites in the language."""
        out: dict[str, Sequence[str]] = {}
        for key, pool in (("sentence", self._sentences), ("headline", self._headlines)):
            some = pool.get(language, ())
            drawn = [text for of, text in rnd.sample(some, min(len(some), 24)) if of != site]
            if len(drawn) >= 8:
                out[key] = drawn
        return out


def _copies(gold: Gold, places: Places, after: int, rnd: random.Random) -> dict[str, str]:
    """Return the page's own text by the field names that repeat it."""
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
    """Return the text that a template repeats: it must be in the result once, or not at all if it is the headline."""
    if "{paragraphs}" in html or "{body}" in html:
        return tuple(one.text for one in places.paragraphs)
    for field in ("paragraph", "excerpt", "lead", "title"):
        if f"{{{field}}}" in html:
            return (copies[field],)
    return ()


def _pools(golds: Iterable[Gold]) -> tuple[Pool, Pool]:
    """Return sentences and headlines by language, each with its site, at most `MAX_POOL` per language."""
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
    return _sample_texts(sentences), _sample_texts(headlines)


def _sample_texts(pool: Mapping[str, Sequence[tuple[str, str]]]) -> Pool:
    """Return at most `MAX_POOL` distinct texts per language."""
    rnd = random.Random(0)  # noqa: S311 - draws, no secrets
    distinct = {language: sorted(set(texts)) for language, texts in pool.items()}
    return {language: rnd.sample(texts, min(len(texts), MAX_POOL)) for language, texts in distinct.items()}
