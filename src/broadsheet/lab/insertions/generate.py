"""Pages with pieces: which page gets which piece, in which language, and where.

Everything is drawn from the page's name, the kind and a seed, so that a page gets the same piece in every run and for
every extractor. A piece is put next to one of the article's paragraphs: `p` elements (or `div` without block children)
whose text is a line of the gold text; without a full gold text, the longest run of prose among the children of one
element. The page is serialised from its tree, with and without the piece, and does not change otherwise.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from broadsheet.lab.corpora import stable_hash
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.insertions.pieces import KINDS, Answer, fill, languages, phrases, templates, varied

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from selectolax.lexbor import LexborHTMLParser

    from broadsheet.lab.corpora import Gold, Sample

    Pool = Mapping[str, Sequence[tuple[str, str]]]
    """Texts by language, each with its site."""

__all__ = ["Inserted", "Insertions", "find"]

MIN_PARAGRAPHS: Final = 4  # fewest paragraphs of a page for evaluation: two at the ends, and two to put a piece between
MIN_LINE_CHARS: Final = 60  # shortest paragraph that matches a line of the gold text, to rule out chance
MIN_PROSE_CHARS: Final = 80  # shortest paragraph without a gold text
MAX_LINK_SHARE: Final = 0.3  # largest share of link text in such a paragraph
_MARK: Final = "broadsheet-insertion"
_BLOCKS: Final = frozenset("p div ul ol table section article blockquote figure h1 h2 h3".split())


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the article: its text, with white space collapsed, and its markup."""

    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Places:
    """A page into which a piece can be inserted."""

    html: str  # the page, serialised from its tree
    paragraphs: tuple[Paragraph, ...]  # the article's paragraphs, in order
    # places in the middle, as the number of the paragraph before. There the article's next paragraph is also the
    # next element of prose.
    gaps: tuple[int, ...]

    def insert(self, piece: str, place: str, after: int) -> str:
        """Insert a piece into the page.

        Args:
            piece: its markup.
            place: where, as in `Template`.
            after: for ``middle``, the number of the paragraph that the piece follows.
        """
        tree = _parsed(self.html)
        nodes = _paragraph_nodes(tree, {one.text for one in self.paragraphs})
        mark = _parsed(f"<i id={_MARK}></i>").css_first("i")
        first, last = nodes[0], nodes[-1]
        match place:
            case "before":
                body: Any = tree.body
                body.child.insert_before(mark)
            case "top":
                first.insert_before(mark)
            case "middle":
                nodes[after].insert_after(mark)
            case "end":
                last.insert_after(mark)
            case _:
                outer = last.parent if last.parent.tag not in ("body", "html") else last
                outer.insert_after(mark)
        return (tree.html or "").replace(f'<i id="{_MARK}"></i>', piece, 1)

    def shortened(self, paragraphs: int) -> Places:
        """Return the page without the article's later paragraphs; the content between them stays."""
        tree = _parsed(self.html)
        for node in _paragraph_nodes(tree, {one.text for one in self.paragraphs[paragraphs:]}):
            node.decompose()
        gaps = tuple(at for at in self.gaps if at + 1 < paragraphs)
        return Places(tree.html or "", self.paragraphs[:paragraphs], gaps)


def find(html: str, gold: Gold, *, paragraphs: int = MIN_PARAGRAPHS) -> Places | None:
    """Return the places of a page; None if it has too few paragraphs known to be the article's.

    A page with only one paragraph has no place in the middle.
    """
    tree = _parsed(html)
    if tree.body is None or tree.body.child is None:
        return None
    if gold.text is not None:
        lines = {line for line in map(_one_line, gold.text.split("\n")) if len(line) >= MIN_LINE_CHARS}
    else:
        lines = _longest_prose(tree)
    nodes = _paragraph_nodes(tree, lines)
    texts = [_one_line(node.text()) for node in nodes]
    if len(nodes) < paragraphs or len(set(texts)) < len(texts):
        return None
    gaps = tuple(at for at in range(len(nodes) - 1) if _adjacent(nodes[at], nodes[at + 1]))
    if not gaps and len(nodes) > 1:
        return None
    written = [Paragraph(text, node.html or "") for text, node in zip(texts, nodes, strict=True)]
    return Places(tree.html or "", tuple(written), gaps)


def _parsed(html: str) -> LexborHTMLParser:
    """Parse a page into a tree that can be changed."""
    tree: LexborHTMLParser = load("selectolax.lexbor", "selectolax", extra="train").LexborHTMLParser(html)
    return tree


def _paragraph_nodes(tree: LexborHTMLParser, lines: set[str]) -> list[Any]:
    """Return the elements whose text is one of the lines, in order; of nested ones the innermost."""
    return [node for node in tree.css("p, div") if _is_plain(node) and _one_line(node.text()) in lines]


def _is_plain(node: Any) -> bool:
    """Whether an element is a paragraph: a `p`, or a `div` without block children."""
    return node.tag == "p" or not any(child.tag in _BLOCKS for child in node.iter())


def _adjacent(one: Any, other: Any) -> bool:
    """Whether one element follows another with nothing between them but their wrappers."""
    while (following := _next(one)) is None:
        one = one.parent
        if one is None or one.tag in ("body", "html"):
            return False
    while following is not None and following != other:
        following = next(iter(following.iter()), None)
    return following is not None


def _next(node: Any) -> Any:
    """Return the next sibling that is neither white space nor a comment, or None."""
    following = node.next
    while following is not None and (
        following.tag == "_comment" or (following.tag == "-text" and not _one_line(following.text()))
    ):
        following = following.next
    return following


def _longest_prose(tree: LexborHTMLParser) -> set[str]:
    """Return the lines of the element with the most prose among its children."""
    found: dict[Any, list[str]] = {}
    for node in tree.css("p"):
        text = _one_line(node.text())
        linked = sum(len(_one_line(link.text())) for link in node.css("a"))
        if len(text) >= MIN_PROSE_CHARS and linked <= MAX_LINK_SHARE * len(text) and node.parent is not None:
            found.setdefault(node.parent.mem_id, []).append(text)
    longest: Sequence[str] = max(found.values(), key=lambda texts: sum(map(len, texts)), default=[])
    return set(longest)


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())


MAX_POOL: Final = 4000  # sentences and headlines kept per language
MIN_SENTENCE_CHARS: Final = 30  # shortest sentence; half as long in Chinese and Japanese
MAX_SENTENCE_CHARS: Final = 180  # longest sentence; half as long in Chinese and Japanese
OTHER_LANGUAGE_SHARE: Final = 0.15  # share of pieces in another language than the page's, as notices often are
POOL_SHARE: Final = 0.8  # share of pieces with sentences of other pages; the others use the phrase file's
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_DENSE: Final = frozenset({"ja", "zh"})


@dataclass(frozen=True, slots=True)
class Inserted:
    """A page with a piece in it."""

    # ``kind, language``: of the piece
    kind: str
    language: str
    place: str  # of the piece, as in `Template`
    html: str  # the page
    # the piece's phrases that are not on the page anyway, in order; they tell whether it was kept. For pieces that
    # repeat text, that text.
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
        name = f"{self._which}/{self._seed}/{gold.name}/{kind}"
        rnd = random.Random(stable_hash(name))  # noqa: S311 - draws, no secrets
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
        markup, filled = fill(template, phrases(self._which, language), pools, copies, rnd)
        if KINDS[kind].answer is Answer.ONCE:
            texts = _repeated(template.html, copies, places)
        else:
            shown = " ".join(places.html.split())
            texts = tuple(text for text in filled if text not in shown)
        if not texts or (KINDS[kind].answer is Answer.ONCE and not copies["title"] and "{title}" in template.html):
            return None
        return Inserted(kind, language, place, places.insert(markup, place, after), texts)

    def places(self, sample: Sample) -> Places | None:
        """Return the places of a page, or None if it is not used. Short pages are only used for training."""
        return find(sample.text(), sample.gold, paragraphs=1 if self._vary else MIN_PARAGRAPHS)

    def _language(self, gold: Gold, rnd: random.Random) -> str:
        own = (gold.lang or "en")[:2]
        if own not in self._languages:
            own = "en"
        return rnd.choice(self._languages) if rnd.random() < OTHER_LANGUAGE_SHARE else own

    def _other_sites(self, language: str, site: str, rnd: random.Random) -> dict[str, Sequence[str]]:
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
    rnd = random.Random(0)  # noqa: S311 - draws, no secrets
    distinct = {language: sorted(set(texts)) for language, texts in pool.items()}
    return {language: rnd.sample(texts, min(len(texts), MAX_POOL)) for language, texts in distinct.items()}
