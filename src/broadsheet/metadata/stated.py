"""Data whose first statement counts: site name, description, canonical URL, access, number of comments.

The site's name and the number of comments are also read from what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import compress, islice
from typing import Any, Final

from broadsheet.article import Access, Claim
from broadsheet.engine import Words
from broadsheet.facts.addresses import absolute, is_first_page
from broadsheet.facts.elements import word_list
from broadsheet.facts.facts import MIN_DISTINCT_CHARS
from broadsheet.facts.structured import texts_of, types
from broadsheet.facts.texts import SEPARATOR, ascii_, clean, fold, is_wide, unspaced_words, words
from broadsheet.lexicon import Matcher, folded, page_words, parts
from broadsheet.metadata.context import Context
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["access", "canonical_url", "comment_count", "description", "own_names", "site_name"]

MAX_STATED, MAX_STATED_CHARS = 20, 300  # most stated names of the site that are read, and characters of each
MAX_NAME_CHARS, MAX_NAME_WORDS = 60, 6  # longest name that is shown
_EDGES: Final = " \t,;:|–—―-·•*?\"'“”«»"
_ADDRESS: Final = pattern(r"@|https?:|[\w-]+(?:\.[\w-]+)+(?:/|$)")  # the start of a handle or address
_AROUND_NAME: Final = pattern(r"^(?:https?://)?(?:www\.)?|[\s|/–—-]+$|\W*\blogo$", re.IGNORECASE)  # around a name
_HOME: Final = pattern(r"(?<=\w)\W+home(?: ?page)?$", re.IGNORECASE)  # after the name in a link to the home page
_GENERAL: Final = frozenset("www web m mobile amp news blog forum com co org net gov edu ac archive media".split())
"""Labels of hosts that do not name a site."""
_NO_NAMES: Final = frozenset(map(fold, page_words("parts", "home") | page_words("parts", "vague_sections")))
"""Names of home pages and sections, folded."""
MAX_EXTRA_CHARS: Final = 14  # characters that a name may have besides the host's label
HEADLINE_SEGMENTS: Final = 8  # segments before the body that may be the headline

_A, _IMG = tags.IDS["a"], tags.IDS["img"]

_DESCRIPTIONS: Final = ("og:description", "description", "twitter:description", "dc.description", "abstract")
MAX_DESCRIPTIONS: Final = 20  # most descriptions that are read
_QUERY: Final = pattern(r"[?#].*", re.DOTALL)
_FREE: Final = {
    **dict.fromkeys(("true", "yes", "1", "free"), True),
    **dict.fromkeys(("false", "no", "0", "paid", "premium", "metered", "locked"), False),
}
_TIERS: Final = ("article:content_tier", "og:article:content_tier")  # ``meta`` elements that state access
_OF_PAGE: Final = frozenset({"WebPage", "WebPageElement", "CreativeWork"})
"""Types of objects, besides the article, that state its access."""
MAX_TEASER_CHARS: Final = 800  # a shorter body of a paid article is only a teaser; CJK characters count double
_WIDE: Final = pattern(r"[\u2e80-\u9fff]")
_NUMBER: Final = pattern(r"\s*(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,7})\s*$")
_COUNT: Final = r"(\d{1,3}(?:[.,\s]\d{3}){1,2}|\d{1,6})"
_COMMENTS: Final = Matcher(
    rf"\W*(?:[^\W\d]+ ){{0,2}}{_COUNT} ?{{comments comment_answers}}(?: {{comments_on}}\b.*|\W*)|"
    rf"\W*(?:\w+ ){{0,2}}{{comments comment_answers}} ?[(（\[:：]? ?{_COUNT} ?\W*"
)
"""``12 comments``, ``12 thoughts on "The bridge"``, ``View comments (12)``."""
_COMMENT_WORDS: Final = Words([parts("comments", "comment_answers")])
_TO_COMMENTS: Final = word_list("#comment", "#respond", "#disqus")  # parts of the addresses of links to the comments
MAX_LINE_CHARS: Final = 200  # longest line with the number of comments; it may repeat the title
SEGMENTS_BEFORE, SEGMENTS_AFTER = 25, 120  # segments around the body searched for the number of comments
LINK_SEGMENTS_AFTER: Final = 20  # segments after the body searched for links to the comments


# The name of the site.


def site_name(context: Context) -> tuple[Claim, ...]:
    """Names of the site: those that Open Graph, JSON-LD or the application state, else the part of the title that
    resembles the host, the text of a link to the home page that does, and the part of the title beside the headline.

    Addresses and handles come after names that resemble the host.
    """
    stated = [_without_slogan(context, claim) for claim in islice(_stated_names(context), MAX_STATED)]
    shown = list(_of_title(context)) if all(_ADDRESS.match(claim.value) for claim in stated) else []
    if not (stated or shown):
        shown = [*_of_links(context), *_beside_headline(context)]
    claims = [Claim(name, one.source) for one in (*stated, *shown) if (name := _AROUND_NAME.sub("", one.value))]
    if claims and _ADDRESS.match(claims[0].value):
        claims.sort(key=lambda claim: bool(_ADDRESS.match(claim.value)) or not _is_like_host(context, claim.value))
    return tuple(claims)


def own_names(context: Context) -> frozenset[str]:
    """The names of the site, folded: all that are stated, and the chosen one."""
    return context.site_names | {fold(claim.value) for claim in context.once(site_name)[:1]}


def _stated_names(context: Context) -> Iterator[Claim]:
    structured = context.structured
    found = list(structured.metas("og:site_name", "og:sitename", "og:site"))
    for thing in structured.objects:
        if "WebSite" in types(thing):
            found += [(name, "json-ld:WebSite.name") for name in texts_of(thing.get("name"))[:1]]
    for value, source in structured.stated("publisher"):
        found += [(name, f"{source}.name") for name in texts_of(value)]
    found += structured.metas("application-name", "apple-mobile-web-app-title", "publisher", "dc.publisher", "cre")
    return (Claim(name, source) for name, source in found if len(name) <= MAX_STATED_CHARS)


def _without_slogan(context: Context, claim: Claim) -> Claim:
    """A stated name, or the part of it that resembles the host."""
    if fold(claim.value) in context.once(_labels):
        return claim
    first, *others = SEPARATOR.split(claim.value)
    part = next((part for part in (first, *others) if _is_like_host(context, part)), None) if others else None
    return claim if part is None else Claim(part.strip(_EDGES), f"{claim.source} (part)")


def _of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that resemble the host, the last first."""
    parts = [part.strip(_EDGES) for part in SEPARATOR.split(clean(context.structured.title) or "")]
    for part in reversed(parts if len(parts) > 1 else []):
        if _may_name(context, part) and fold(part) not in context.once(_headlines):
            yield Claim(part, "title (part)")


def _may_name(context: Context, text: str) -> bool:
    """Whether a shown text is short and resembles the host."""
    return len(text) <= MAX_NAME_CHARS and text.count(" ") < MAX_NAME_WORDS and _is_like_host(context, text)


def _headlines(context: Context) -> tuple[str, ...]:
    """The stated headlines, and the lines that may show one, the nearest to the body first; folded."""
    shown = context.texts[max(0, context.first - HEADLINE_SEGMENTS) : context.first + 1]
    return tuple(fold(text) for text in (*context.headlines, *reversed(shown)) if len(text) <= MAX_STATED_CHARS)


def _beside_headline(context: Context) -> list[Claim]:
    """The last part of a title that begins with the headline, or the first part of one that ends with it."""
    folded = fold(title := clean(context.structured.title) or "")
    parts = [part for one in SEPARATOR.split(title) if fold(part := one.strip(_EDGES)) not in _NO_NAMES]
    for line in context.once(_headlines) if parts else ():
        if MIN_DISTINCT_CHARS < len(line) < len(folded) and (folded.startswith(line) or folded.endswith(line)):
            part = parts[-1 if folded.startswith(line) else 0]
            is_short = 2 * len(part) < len(title) and part.count(" ") < MAX_NAME_WORDS
            return [Claim(part, "title (part)")] if is_short else []
    return []


def _of_links(context: Context) -> Iterator[Claim]:
    """The texts of links to the home page, or of their images, that resemble the host."""
    value = context.elements.value
    for row, _ in context.elements.pairs("href", context.is_home):
        if context.tag[row] == _A:
            images = (value(at, "alt") for at in range(row, context.end[row]) if context.tag[at] == _IMG)
            name = context.words_of(row) or next(images, "")
            if _may_name(context, name) and fold(name) not in _NO_NAMES:
                yield Claim(_HOME.sub("", name).strip(_EDGES), "text:home")


def _labels(context: Context) -> list[str]:
    """The labels of the host that may name the site, and the whole host, folded."""
    labels = [label for label in context.host.split(".")[:-1] if label not in _GENERAL]
    return [folded for label in (*labels, context.host) if (folded := fold(label))]


def _is_like_host(context: Context, name: str) -> bool:
    """Whether a name is part of a label of the host, or consists of one and little else."""
    whole = "".join(map(ascii_, words(name)))
    return any(
        whole == label
        or (len(whole) >= MIN_DISTINCT_CHARS and whole in label)
        or (len(label) >= MIN_DISTINCT_CHARS and label in whole and len(whole) <= len(label) + MAX_EXTRA_CHARS)
        for label in (context.once(_labels) if whole else ())
    )


# Other data.


def description(context: Context) -> tuple[Claim, ...]:
    """Summaries of the article (``meta``, then JSON-LD), if they have letters and several words not in the title."""
    structured = context.structured
    in_json = ((text, source) for value, source in structured.stated("description") for text in texts_of(value)[:1])
    found = [*structured.metas(*_DESCRIPTIONS), *in_json]
    titles = list(map(fold, context.headlines))
    return tuple(
        Claim(text, source)
        for text, source in found[:MAX_DESCRIPTIONS]
        if any(map(str.isalpha, text))
        and (" " in text or is_wide(text) or unspaced_words(text))
        and not any(fold(text) in title for title in titles)
    )


def canonical_url(context: Context) -> tuple[Claim, ...]:
    """The page's own URL: ``link rel=canonical``, Open Graph.

    A home page, which many templates state on every page, comes last, and is ignored if the page is known to be
    another one.
    """
    page, structured = context.page, context.structured
    stated = [(structured.links.get("canonical", ""), "link:canonical"), *structured.metas("og:url")]
    is_known = page.url is not None and not is_first_page(_QUERY.sub("", page.url))
    resolved = [(absolute(value, context.base), source) for value, source in stated if value]
    found = [Claim(address, source) for address, source in resolved if address is not None]
    fitting = [claim for claim in found if not (is_known and is_first_page(claim.value))]
    return tuple(sorted(fitting, key=lambda claim: is_first_page(claim.value)))


def access(context: Context) -> tuple[Access | None, tuple[Claim, ...]]:
    """Whether the article can be read without paying, if the page states it, and the statements."""
    found = ((_FREE.get(str(value).strip().lower().rsplit("/", 1)[-1]), source) for value, source in _free(context))
    claims = tuple(Claim("free" if free else "paid", source) for free, source in found if free is not None)
    if any(claim.value == "paid" for claim in claims):
        return "cut" if _is_teaser(context) else "paid", claims
    return "free" if claims else None, claims


def _is_teaser(context: Context) -> bool:
    """Whether the body is too short to be the whole article."""
    body = context.body_text
    return len(body) + len(_WIDE.findall(body[:MAX_TEASER_CHARS])) < MAX_TEASER_CHARS


def _free(context: Context) -> Iterator[tuple[Any, str]]:
    """Statements of JSON-LD, microdata and ``meta`` elements about access, with their sources."""
    structured, key = context.structured, "isAccessibleForFree"
    for thing in (structured.article, *structured.objects):
        kinds = types(thing) or ["Thing"]
        if key in thing and (thing is structured.article or "hasPart" in thing or not _OF_PAGE.isdisjoint(kinds)):
            yield thing[key], f"json-ld:{kinds[0]}.{key}"
    for one in structured.marked:
        if one.name == key:
            yield one.value, one.source
    yield from structured.metas(*_TIERS)


def comment_count(context: Context) -> tuple[Claim, ...]:
    """Numbers of comments: ``commentCount`` and counters of interactions in JSON-LD and microdata, then a line near the
    body.
    """
    structured = context.structured
    found = list(structured.stated("commentCount"))
    for value, source in structured.stated("interactionStatistic"):
        counters = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]
        commented = [one for one in counters if "CommentAction" in str(one.get("interactionType"))]
        found += [(one.get("userInteractionCount"), source) for one in commented]
    for one in structured.marked:
        if one.name == "commentCount" or (one.name == "interactionCount" and "UserComments" in one.value):
            found.append((one.value.removeprefix("UserComments:"), f"{one.kind}:{one.name}"))
    found += [(number, "text:comments") for number in _shown_count(context)]
    return tuple(
        Claim(re.sub(r"\D", "", number[1]), source)
        for value, source in found
        if (number := _NUMBER.match(str(value))) is not None
    )


def _shown_count(context: Context) -> list[str]:
    """The number of comments in the first line near the body that has one, else that of all links to the comments."""
    texts, first, last = context.texts, context.first, context.last
    before, after = texts[max(0, first - SEGMENTS_BEFORE) : first + 2], texts[max(first + 2, last - 2) :]
    lines = [text for text in (*before, *after[: SEGMENTS_AFTER + 2]) if len(text) <= MAX_LINE_CHARS]
    likely = _COMMENT_WORDS.in_texts(folded("\0".join(lines)), len(lines)) if lines else ()
    found = list(islice(filter(None, map(_count_in, compress(lines, likely))), 1))
    links = () if found else context.links(context.elements.holding("href", _TO_COMMENTS))
    near = (row for row in links if first - SEGMENTS_BEFORE <= context.segment_of[row] <= last + LINK_SEGMENTS_AFTER)
    linked = set(filter(None, map(_count_in, map(context.words_of, near))))
    return found or (list(linked) if len(linked) == 1 else [])


def _count_in(text: str) -> str:
    """The number of comments in a text, or "". A zero after the word is ignored, since a script replaces it."""
    shown = _COMMENTS.fullmatch(text) if len(text) <= MAX_LINE_CHARS else None
    return shown[1] or shown[2].lstrip("0") if shown is not None else ""
