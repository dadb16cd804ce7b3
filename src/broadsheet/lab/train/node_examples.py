"""Pages with gold texts as trees of labelled nodes, the training data of `gcn2`, `gcn3`, `mlp` and `svc`.

Labels are of text blocks (`broadsheet.methods.dom_nodes`): a block is content if half of its characters are in text
nodes aligned with the gold text. Where a corpus lists only some segments to find and to omit, the labels of the other
blocks are unknown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import NotHTML, PageTooLarge, RenderFailed, SourceUnreadable
from broadsheet.lab.corpora import Corpus, Gold
from broadsheet.lab.evaluate.alignment import label_nodes, node_words
from broadsheet.methods.dom_nodes import DomNodes, Embeddings, block_texts
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.show.render.snapshot import SUFFIX, load

__all__ = [
    "Example",
    "answered_pages",
    "examples",
    "node_weights",
    "partial_labels",
    "segment_labels",
    "snapshots_in",
    "split",
]

MAX_CHANCE_CHARS: Final = 15  # matches up to this length may be chance


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """A labelled page."""

    corpus: str
    id: str
    site: str  # a site's pages are in one fold
    nodes: DomNodes  # its nodes, with features in half precision to save memory
    label: BoolArray  # flags of the content nodes, shape (n,)
    known: BoolArray  # flags of the nodes with a known label, shape (n,)
    texts: list[str]  # the texts of the blocks
    gold: str | None  # the gold text; None if only segments are known
    source: str = ""
    lang: str | None = None  # its language, if known


def examples(
    corpora: Iterable[Corpus],
    embeddings: Embeddings,
    *,
    page_of: Callable[[Gold], Page | None] | None = None,
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Example]:
    """Read the training pages of some corpora.

    ``page_of`` gives the rendered page of an answer, or None to skip it; without it, pages are not rendered.
    """
    for corpus, gold, page in answered_pages(corpora, lambda gold: gold.can_be_scored, page_of=page_of, seen=seen):
        example = _example(corpus, gold, page, embeddings)
        if example is not None:
            yield example


def answered_pages(
    corpora: Iterable[Corpus],
    wanted: Callable[[Gold], bool],
    *,
    page_of: Callable[[Gold], Page | None] | None,
    seen: Callable[[], None],
) -> Iterator[tuple[str, Gold, Page]]:
    """Yield the articles of some corpora whose answers can be used, with their corpus; see `examples`."""
    for corpus in corpora:
        for sample in corpus:
            seen()
            gold = sample.gold
            if gold.is_article is False or not wanted(gold):
                continue
            try:
                page = page_of(gold) if page_of is not None else sample.page()
            except (NotHTML, PageTooLarge, RenderFailed):
                continue
            if page is not None:
                yield corpus.name, gold, page


def _example(corpus: str, gold: Gold, page: Page, embeddings: Embeddings) -> Example | None:
    nodes = DomNodes.of_page(page, embeddings, page.layout)
    label = np.zeros(len(nodes.rows), dtype=np.bool_)
    known = np.ones(len(nodes.rows), dtype=np.bool_)
    if gold.text is not None:
        wanted = label_nodes(node_words([page.raw(row) for row in nodes.text.tolist()]), gold.core or gold.text)
        label[nodes.blocks] = _half(page, nodes, wanted)
    else:
        state = partial_labels(page, gold)[nodes.text]
        label[nodes.blocks], known[nodes.blocks] = _half(page, nodes, state > 0), _half(page, nodes, state != 0)
    if not label.any():
        return None
    compact = replace(nodes, features=nodes.features.astype(np.float16))
    return Example(
        corpus,
        gold.id,
        gold.site or f"{corpus}/{gold.id}",
        compact,
        label,
        known,
        block_texts(page, nodes.text, nodes.block_of),
        gold.core or gold.text,
        page.source,
        gold.lang,
    )


def _half(page: Page, nodes: DomNodes, text: BoolArray) -> BoolArray:
    """The blocks with half of their characters in the given text nodes, shape (k,)."""
    chars = np.bincount(nodes.block_of, weights=page.chars[nodes.text] * text, minlength=len(nodes.blocks))
    half: BoolArray = 2 * chars >= nodes.chars
    return half


def node_weights(page: Example, negative: float, unnamed: float) -> FloatArray:
    """Return the training weight of each node, shape (n,): 1 for content, ``unnamed`` for blocks of unknown label."""
    out: FloatArray = np.where(page.label, 1.0, np.where(page.known, negative, unnamed))
    return out


def partial_labels(page: Page, gold: Gold) -> NDArray[np.int8]:
    """Return 1 for the rows of segments to find, -1 for those to omit, 0 for others; shape (page size,)."""
    of = page.segments.of
    out = np.zeros(len(page), dtype=np.int8)
    out[of >= 0] = segment_labels(page.texts, gold)[of[of >= 0]]
    return out


def segment_labels(texts: Sequence[str], gold: Gold) -> NDArray[np.int8]:
    """Return 1 for segments to find, -1 for those to omit, 0 for others, shape (segments,)."""
    state = np.zeros(len(texts), dtype=np.int8)
    for sign, parts in ((1, gold.with_), (-1, gold.without)):
        for part in (" ".join(part.split()) for part in parts):
            for place, text in enumerate(texts):
                if part and (part in text or (len(text) > MAX_CHANCE_CHARS and text in part)):
                    state[place] = sign
    return state


def snapshots_in(
    folder: Path, unreadable: Callable[[SourceUnreadable], None] | None = None
) -> Callable[[Gold], Page | None]:
    """Make a function that gives the rendered page of an answer, from ``folder/CORPUS/ID.snapshot``, or None.

    ``unreadable`` is called for a snapshot that cannot be read, which then counts as missing; without it, the function
    raises `SourceUnreadable`.
    """

    def page_of(gold: Gold) -> Page | None:
        file = folder / gold.corpus / f"{gold.id.replace('/', '_')}{SUFFIX}"
        page = None
        try:
            if file.exists():
                page = load(file).page
        except SourceUnreadable as error:
            # If a page's rows have changed, the error names its address instead of its file.
            named = SourceUnreadable(str(file), error.reason)
            if unreadable is None:
                raise named from error
            unreadable(named)
        return page

    return page_of


def split(pages: Sequence[Example], *, share: float = 0.15, seed: int = 0) -> tuple[list[Example], list[Example]]:
    """Split pages into training and development pages, by site.

    ``share`` is that of the sites for development (20 of 131 pages in the paper).
    """
    sites = sorted({page.site for page in pages})
    random.Random(seed).shuffle(sites)  # noqa: S311 - reproducible draws, no secrets
    chosen = set(sites[: max(1, round(share * len(sites)))])
    return [page for page in pages if page.site not in chosen], [page for page in pages if page.site in chosen]
