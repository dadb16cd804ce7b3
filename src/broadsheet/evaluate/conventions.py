"""Gold texts brought to one set of conventions, that of `docs/guide/conventions.md`.

A corpus decides for itself whether captions, bylines or embedded posts are in its gold texts. Where a gold text and the
conventions disagree about a part of the page, that part counts neither way: it is taken out of the gold text and out
of every output before they are compared.

* The conventions leave out headlines, bylines, date lines, captions and comments. Where the gold text has one, it is
  neutral; where it has none, an output that has it is wrong.
* The conventions keep embedded posts, standfirsts, and lists, tables and quotations that stand within the article.
  Where the gold text lacks one, it is neutral; where it has one, an output that lacks it is wrong.

The module reads the page and the gold text, never an output, so that it is the same for every extractor.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.evaluate.alignment import label_nodes, node_words
from broadsheet.evaluate.metrics import tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from broadsheet.corpora import Gold, Includes
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray

__all__ = ["neutral", "neutral_runs", "without_runs"]

CAPTIONS: Final = (
    'figcaption, [class*="caption" i], [class*="credit" i], [itemprop="caption"], [class*="legende" i], '
    '[class*="bildunterschrift" i]'
)
"""Elements with the caption or credit of an image."""
COMMENTS: Final = '[id*="comment" i], [class*="comment" i], [id="disqus_thread"], [itemprop="comment"]'
"""Elements with readers' comments."""
POSTS: Final = ", ".join(
    f'blockquote[class~="{name}"], div[class~="{name}"]'
    for name in (
        "twitter-tweet", "instagram-media", "fb-post", "bluesky-embed", "mastodon-embed", "tiktok-embed",
        "telegram-post", "text-post-media", "twitter-video", "reddit-embed-bq",
    )
)  # fmt: skip
"""Embedded posts by the names that their services give them."""
POST_LINKS: Final = re.compile(
    r"//(?:www\.|mobile\.)?(?:(?:twitter|x)\.com/\w+/status|instagram\.com/p/|facebook\.com/[^/]+/posts|"
    r"bsky\.app/profile/[^/]+/post|threads\.(?:net|com)/@[^/]+/post|tiktok\.com/@[^/]+/video|t\.me/\w+/\d)"
)
"""Addresses of single posts: a quotation that links to one is a post."""
WITHIN: Final = "ul, ol, dl, table, blockquote, pre"
"""Elements that the conventions keep where they stand within the article."""
STANDFIRSTS: Final = re.compile(
    r"standfirst|lead|dek\b|subtitle|subhead|summary|abstract|teaser|intro|vorspann|chapo", re.IGNORECASE
)
"""Names of standfirsts."""
MAX_BYLINE_TOKENS: Final = 20
"""Most tokens of a line that is a byline or a date line."""
MAX_FIRST_LINES: Final = 6
"""Lines of a gold text in which a byline may stand before the body."""
MAX_LINK_SHARE: Final = 0.5
"""Most of a list that may be link text: the rest are related links, which the conventions leave out."""
MAX_GOLD_SHARE: Final = 0.4
"""Most of the gold text that captions or comments may be."""
MIN_RUN_TOKENS: Final = 3
"""Fewest tokens of a run that is taken out: shorter ones stand in many sentences by chance."""


def neutral(page: Page, gold: Gold, includes: Includes) -> BoolArray:
    """The segments about which the gold text and the conventions disagree, shape (segments,).

    Args:
        page: the page.
        gold: its answer; all segments count where it has no text.
        includes: what the gold texts of its corpus have besides the body.
    """
    count = len(page.segments)
    if gold.text is None or not count:
        return np.zeros(count, dtype=np.bool_)
    in_gold = label_nodes(node_words(page.texts), gold.text)
    leave = _inside(page, f"{CAPTIONS}, {COMMENTS}", in_gold) | _headlines(page, gold, includes) | _bylines(page, gold)
    keep = _standfirsts(page, in_gold) | _within(page, in_gold)
    return (leave & in_gold) | (keep & ~leave & ~in_gold) | _posts_left_out(page, in_gold)


def neutral_runs(page: Page | None, gold: Gold, includes: Includes) -> tuple[tuple[str, ...], ...]:
    """What counts neither way on a page: runs of tokens, the longest first.

    Besides the segments of `neutral`, lines of the gold text that are the headline, a byline or a date line: some are
    not written in the page as they are in the gold text.

    Args:
        page: the page; None where it cannot be read, so that only the gold text is.
        gold: its answer; nothing is neutral where it has no text.
        includes: what the gold texts of its corpus have besides the body.
    """
    if gold.text is None:
        return ()
    texts = list(_lines_besides(gold, includes))
    if page is not None:
        texts += [text for text, one in zip(page.texts, neutral(page, gold, includes).tolist(), strict=True) if one]
    runs = {tuple(tokens(text)) for text in texts}
    return tuple(sorted((run for run in runs if len(run) >= MIN_RUN_TOKENS), key=lambda run: (-len(run), run)))


def without_runs(text: str, runs: Iterable[Sequence[str]]) -> list[str]:
    """The tokens of a text without some runs of tokens, wherever these stand.

    Args:
        text: a gold text or an output.
        runs: as `neutral_runs` gives them.
    """
    line = f" {' '.join(tokens(text))} "
    for run in runs:
        line = line.replace(f" {' '.join(run)} ", " ")
    return line.split()


def _inside(page: Page, selector: str, in_gold: BoolArray) -> BoolArray:
    """The segments inside elements that match a selector, but for elements that hold much of the gold text: a name such
    as ``has-comments`` says nothing of what is in them.
    """
    out = np.zeros(len(in_gold), dtype=np.bool_)
    chars = page.segments.chars * in_gold
    for first, stop in _spans(page, page.select(selector).tolist()):
        if chars[first:stop].sum() <= MAX_GOLD_SHARE * chars.sum():
            out[first:stop] = True
    return out


def _spans(page: Page, rows: Iterable[int]) -> list[tuple[int, int]]:
    """The first segment of each element, and the one behind its last."""
    return [page.segments.between(row, int(page.end[row])) for row in rows]


def _headlines(page: Page, gold: Gold, includes: Includes) -> BoolArray:
    title = _title(gold, includes)
    wanted = tokens(title.casefold()) if title else []
    return np.array([bool(wanted) and tokens(text.casefold()) == wanted for text in page.texts], dtype=np.bool_)


def _title(gold: Gold, includes: Includes) -> str | None:
    """The headline, if it is known; the first line where the corpus has headlines there."""
    if gold.title:
        return gold.title
    return gold.text.strip().split("\n", 1)[0] if includes.title and gold.text else None


def _bylines(page: Page, gold: Gold) -> BoolArray:
    return np.array([_is_byline(text, gold) for text in page.texts], dtype=np.bool_)


def _is_byline(text: str, gold: Gold) -> bool:
    """Whether a line is short and names one of the page's authors, or hardly holds more than the day."""
    words = tokens(text)
    if not 0 < len(words) <= MAX_BYLINE_TOKENS:
        return False
    folded = text.casefold()
    if any(len(author) > 3 and author.casefold() in folded for author in gold.authors):
        return not text.rstrip().endswith((".", "!", "?", "”", '"'))
    day = gold.date
    return (
        day is not None
        and len(words) <= 12
        and str(day.year) in words
        and str(day.day).lstrip("0") in {word.lstrip("0") for word in words}
    )


def _lines_besides(gold: Gold, includes: Includes) -> Iterable[str]:
    """Lines at the beginning of a gold text that are no part of the body."""
    lines = [line for line in (gold.text or "").split("\n") if line.strip()]
    title = _title(gold, includes)
    wanted = tokens(title.casefold()) if title else []
    core = {tuple(tokens(line)) for line in gold.core.split("\n")} if gold.core is not None else None
    for line in lines[:MAX_FIRST_LINES]:
        words = tokens(line)
        beside_core = core is not None and tuple(words) not in core and len(words) <= MAX_BYLINE_TOKENS
        if beside_core or tokens(line.casefold()) == wanted or _is_byline(line, gold):
            yield line


def _posts_left_out(page: Page, in_gold: BoolArray) -> BoolArray:
    """Segments of embedded posts, less than half of which is in the gold text. A post is known by the name that its
    service gives it, or by a link to a post in a quotation.
    """
    linked = [row for row, href in page.valued("href")["href"].items() if POST_LINKS.search(href)]
    quotes = set(page.select("blockquote").tolist())
    rows = {next((up for up in page.ancestors(row) if up in quotes), -1) for row in linked} - {-1}
    out = np.zeros(len(in_gold), dtype=np.bool_)
    chars = page.segments.chars
    for first, stop in _spans(page, sorted(rows | set(page.select(POSTS).tolist()))):
        if 2 * (chars * in_gold)[first:stop].sum() < chars[first:stop].sum():
            out[first:stop] = True
    return out


def _standfirsts(page: Page, in_gold: BoolArray) -> BoolArray:
    """Segments before the gold text that are the page's own description, or named as a standfirst."""
    out = np.zeros(len(in_gold), dtype=np.bool_)
    if not in_gold.any():
        return out
    first = int(in_gold.argmax())
    metas = page.query('meta[name="description" i], meta[property="og:description" i]')
    described = {tuple(tokens(attributes.get("content") or "")) for _, attributes in metas} - {()}
    named = [row for row, name in page.valued("class")["class"].items() if STANDFIRSTS.search(name)]
    by_name = np.zeros(len(in_gold), dtype=np.bool_)
    for begin, stop in _spans(page, named):
        by_name[begin:stop] = True
    # Only from the headline on, where there is one: above it are other articles.
    headings = page.segments.heading[:first].nonzero()[0]
    start = int(headings[-1]) + 1 if len(headings) else max(0, first - MAX_FIRST_LINES)
    for at in range(start, first):
        out[at] = bool(by_name[at]) or tuple(tokens(page.texts[at])) in described
    return out


def _within(page: Page, in_gold: BoolArray) -> BoolArray:
    """Segments of lists, tables, quotations and code between the first and the last segment of the gold text."""
    out = np.zeros(len(in_gold), dtype=np.bool_)
    if not in_gold.any():
        return out
    segments = page.segments
    first, last = int(in_gold.argmax()), len(in_gold) - 1 - int(in_gold[::-1].argmax())
    chars, linked = segments.chars.astype(np.int64), segments.link_chars.astype(np.int64)
    for row in page.select(WITHIN).tolist():
        start, stop = segments.between(row, int(page.end[row]))
        if first < start and stop <= last and linked[start:stop].sum() <= MAX_LINK_SHARE * chars[start:stop].sum():
            out[start:stop] = True
    return out
