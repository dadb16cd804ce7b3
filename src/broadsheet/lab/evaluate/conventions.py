"""Make texts of different conventions comparable: headlines are added to outputs, and disagreements are neutral.

**Headlines.** Extractors return the body and keep the headline as metadata; some gold texts begin with the headline.
There, every output without the headline gets it in front. The rules are the same for our methods and libraries:

* **On which pages**: those whose gold text has the headline among its first lines, unless the corpus excludes headlines
  (`Includes.title` is False). So the annotation of the page decides, in corpora that vary.
* **Which headline**: the corpus's, otherwise the one that our metadata reads from the page. If neither is a line of the
  gold text, nothing is added on that page, to any output.
* **What is added**: that line of the gold text, unchanged, because the extraction of the body is compared. A misread
  headline would cost the outputs that rightly leave it out, and not those that keep it.
* **Already there**: one of the first lines of the output is the headline, or nearly, or its words occur in sequence at
  the beginning. A library that keeps the headline in its text gets no second one.
* **Nothing is removed.** An output with the headline where the gold text has none is scored unchanged: its user would
  have to remove it too. Bylines and captions are neither added nor removed. An empty output stays empty.

**Neutral parts.** Corpora differ on captions, bylines and embedded posts in gold texts. Where a gold text and the
conventions of `docs/guide/conventions.md` disagree about a part of the page, it is removed from the gold text and from
every output before the comparison. Only the page and the gold text are read, so the result is the same for every
extractor.

* The conventions leave out headlines, bylines, date lines, captions and comments. If the gold text has one, it is
  neutral; otherwise an output with it is wrong.
* The conventions keep embedded posts, standfirsts, and lists, tables and quotations within the article. If the gold
  text lacks one, it is neutral; otherwise an output without it is wrong.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Final

import numpy as np

from broadsheet.lab.corpora import Gold
from broadsheet.lab.evaluate.words import label_nodes, node_words, tokens
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray

__all__ = ["begins_with", "compose", "headline", "neutral", "neutral_runs", "without_runs"]

_FIRST_LINES: Final = 8  # lines searched: enough for a kicker, a date and a share bar above the headline
_FIRST_CHARACTERS: Final = 1000  # characters searched, for outputs in one line
_MIN_DICE: Final = 0.75  # token overlap of two versions of a headline: a word or two change after publication
_MIN_PART: Final = 0.5  # length ratio if one version contains the other: a site name was left out


def headline(gold: Gold, read: str | None) -> str | None:
    """Return the headline to put in front of outputs for a page, or None; ``read`` is the one read from the page."""
    if gold.text is None or gold.includes.title is False:
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


CAPTIONS: Final = (  # elements with the caption or credit of an image
    'figcaption, [class*="caption" i], [class*="credit" i], [itemprop="caption"], [class*="legende" i], '
    '[class*="bildunterschrift" i]'
)
# Elements with reader comments.
COMMENTS: Final = '[id*="comment" i], [class*="comment" i], [id="disqus_thread"], [itemprop="comment"]'
# Embedded posts, by their services' class names.
POSTS: Final = ", ".join(
    f'blockquote[class~="{name}"], div[class~="{name}"]'
    for name in (
        "twitter-tweet", "instagram-media", "fb-post", "bluesky-embed", "mastodon-embed", "tiktok-embed",
        "telegram-post", "text-post-media", "twitter-video", "reddit-embed-bq",
    )
)  # fmt: skip
POST_LINKS: Final = re.compile(  # URLs of single posts; a quotation with such a link is a post
    r"//(?:www\.|mobile\.)?(?:(?:twitter|x)\.com/\w+/status|instagram\.com/p/|facebook\.com/[^/]+/posts|"
    r"bsky\.app/profile/[^/]+/post|threads\.(?:net|com)/@[^/]+/post|tiktok\.com/@[^/]+/video|t\.me/\w+/\d)"
)
WITHIN: Final = "ul, ol, dl, table, blockquote, pre"  # elements that are kept within the article
STANDFIRSTS: Final = re.compile(  # class names of standfirsts
    r"standfirst|lead|dek\b|subtitle|subhead|summary|abstract|teaser|intro|vorspann|chapo", re.IGNORECASE
)
MAX_BYLINE_TOKENS: Final = 20  # of a byline or date line
MAX_FIRST_LINES: Final = 6  # lines of a gold text that may hold a byline before the body
MAX_LINK_SHARE: Final = 0.5  # link text in a list; lists with more are related links
MAX_GOLD_SHARE: Final = 0.4  # of the gold text inside caption or comment elements
MIN_RUN_TOKENS: Final = 3  # of a neutral run; shorter runs occur in many sentences by chance


def neutral(page: Page, gold: Gold) -> BoolArray:
    """Return the segments about which gold text and conventions disagree, shape (segments,).

    Without a gold text, nothing is neutral.
    """
    count = len(page.segments)
    if gold.text is None or not count:
        return np.zeros(count, dtype=np.bool_)
    in_gold = label_nodes(node_words(page.texts), gold.text)
    title = tokens((_title(gold) or "").casefold())
    headlines = [bool(title) and tokens(text.casefold()) == title for text in page.texts]
    bylines = [_is_byline(text, gold) for text in page.texts]
    leave: BoolArray = _captions_and_comments(page, in_gold) | np.array(headlines) | np.array(bylines)
    keep = _standfirsts(page, in_gold) | _within(page, in_gold) if in_gold.any() else in_gold
    return (leave & in_gold) | (keep & ~leave & ~in_gold) | _posts_left_out(page, in_gold)


def neutral_runs(page: Page | None, gold: Gold, segments: BoolArray | None = None) -> tuple[tuple[str, ...], ...]:
    """Return the neutral token runs of a page, longest first.

    They are the segments of `neutral`, and lines of the gold text that are the headline, a byline or a date line, which
    may be written differently on the page. Of an unreadable page, only the gold text is used. ``segments`` is the
    result of `neutral`, if known.
    """
    if gold.text is None:
        return ()
    texts = list(_lines_besides(gold))
    if page is not None:
        segments = neutral(page, gold) if segments is None else segments
        texts += [text for text, one in zip(page.texts, segments.tolist(), strict=True) if one]
    runs = {tuple(tokens(text)) for text in texts}
    return tuple(sorted((run for run in runs if len(run) >= MIN_RUN_TOKENS), key=lambda run: (-len(run), run)))


def without_runs(text: str, runs: Iterable[Sequence[str]]) -> list[str]:
    """Return the tokens of a text without the runs of `neutral_runs`."""
    line = f" {' '.join(tokens(text))} "
    for run in runs:
        line = line.replace(f" {' '.join(run)} ", " ")
    return line.split()


def _inside(page: Page, rows: Iterable[int], accept: Callable[[slice], object] = lambda part: True) -> BoolArray:
    """Return the segments inside elements. ``accept`` gets an element's range of segments; False leaves it out."""
    out = np.zeros(len(page.segments), dtype=np.bool_)
    for row in rows:
        part = slice(*page.segments.between(row, int(page.end[row])))
        if accept(part):
            out[part] = True
    return out


def _captions_and_comments(page: Page, in_gold: BoolArray) -> BoolArray:
    """Return segments of captions and comments, except in elements with much of the gold text, whose names (such as
    ``has-comments``) are misleading.
    """
    chars = page.segments.chars * in_gold
    rows = page.select(f"{CAPTIONS}, {COMMENTS}").tolist()
    return _inside(page, rows, lambda part: chars[part].sum() <= MAX_GOLD_SHARE * chars.sum())


def _title(gold: Gold) -> str | None:
    """Return the headline if known, or the first line if the corpus has headlines there."""
    if gold.title:
        return gold.title
    return gold.text.strip().split("\n", 1)[0] if gold.includes.title and gold.text else None


def _is_byline(text: str, gold: Gold) -> bool:
    """Whether a line is short and has an author's name, or little more than the date."""
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


def _lines_besides(gold: Gold) -> Iterable[str]:
    """Yield lines at the beginning of a gold text that are not part of the body."""
    lines = [line for line in (gold.text or "").split("\n") if line.strip()]
    title = _title(gold)
    wanted = tokens(title.casefold()) if title else []
    core = {tuple(tokens(line)) for line in gold.core.split("\n")} if gold.core is not None else None
    for line in lines[:MAX_FIRST_LINES]:
        words = tokens(line)
        beside_core = core is not None and tuple(words) not in core and len(words) <= MAX_BYLINE_TOKENS
        if beside_core or tokens(line.casefold()) == wanted or _is_byline(line, gold):
            yield line


def _posts_left_out(page: Page, in_gold: BoolArray) -> BoolArray:
    """Return the segments of embedded posts of which the gold text has less than half. Posts are recognised by their
    service's class name, or by a link to a post in a quotation.
    """
    linked = [row for row, href in page.valued("href")["href"].items() if POST_LINKS.search(href)]
    quotes = set(page.select("blockquote").tolist())
    rows = {next((up for up in page.ancestors(row) if up in quotes), -1) for row in linked} - {-1}
    chars = page.segments.chars
    known = chars * in_gold
    return _inside(
        page, rows | set(page.select(POSTS).tolist()), lambda part: 2 * known[part].sum() < chars[part].sum()
    )


def _standfirsts(page: Page, in_gold: BoolArray) -> BoolArray:
    """Return segments before the gold text that equal the page's description, or are named as a standfirst."""
    out = np.zeros(len(in_gold), dtype=np.bool_)
    first = int(in_gold.argmax())
    metas = page.query('meta[name="description" i], meta[property="og:description" i]')
    described = {tuple(tokens(attributes.get("content") or "")) for _, attributes in metas} - {()}
    by_name = _inside(page, [row for row, name in page.valued("class")["class"].items() if STANDFIRSTS.search(name)])
    # From the headline on, if there is one: other articles may be above it.
    headings = page.segments.heading[:first].nonzero()[0]
    start = int(headings[-1]) + 1 if len(headings) else max(0, first - MAX_FIRST_LINES)
    for at in range(start, first):
        out[at] = by_name[at] or tuple(tokens(page.texts[at])) in described
    return out


def _within(page: Page, in_gold: BoolArray) -> BoolArray:
    """Return segments of lists, tables, quotations and code between the first and last segment of the gold text."""
    first, last = np.flatnonzero(in_gold)[[0, -1]].tolist()
    chars, linked = page.segments.chars.astype(np.int64), page.segments.link_chars.astype(np.int64)

    def accept(part: slice) -> bool:
        inside = first < part.start and part.stop <= last
        return inside and bool(linked[part].sum() <= MAX_LINK_SHARE * chars[part].sum())

    return _inside(page, page.select(WITHIN).tolist(), accept)
