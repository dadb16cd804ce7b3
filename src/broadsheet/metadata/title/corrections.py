"""What is the headline instead of the most probable candidate: one without a kicker, a badge or the site's name, a
whole one for a piece of it, one below a link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np

from broadsheet.metadata.around.context import Context, fold, is_wide, label_test, unspaced_words, words
from broadsheet.metadata.ranking import Array
from broadsheet.metadata.section import section
from broadsheet.metadata.site import own_names, site_name
from broadsheet.metadata.stated.structured import absolute
from broadsheet.metadata.title.evidence import NAMES, Headline
from broadsheet.page import tags
from broadsheet.page.characters import is_small

__all__ = ["IS_SITE", "corrected", "is_first_page", "leads_home"]

_QUOTES: Final = ('"', "'")
"""What an attribute ends with."""
IS_SITE: Final = NAMES.index("is site")
_REST_IS_SITE: Final = NAMES.index("rest is site")
_CLAUSE: Final = 2
"""Words of what is no name of a section, where they begin small."""
_HAS_SEPARATOR: Final = NAMES.index("has separator")
_TELLING_WORDS, _TELLING_WIDE = 4, 8
"""Words of a headline, and letters of one in a script without spaces, that is no name of a site or a section."""
_IS_OG: Final = NAMES.index("is og")
_FRONTS_OF_ELEMENT: Final = [NAMES.index("front of element")]
_is_badge: Final = label_test(
    re.compile(
        r"(?:^|[-_])(?:badge|kicker|flag|premium|paywall|overline|eyebrow|rubric|plus|abo|label|comments?|edit|date)"
        r"(?:$|[-_])",
        re.IGNORECASE,
    )
)
"""Whether a class or id is that of a mark beside a headline, in its heading."""
_BADGE_ROWS, _BADGE_CHARS = 20, 30
"""Rows of a heading that has one, and its characters."""
_IS_PIECE: Final = NAMES.index("is piece")
_RUBRICS: Final = frozenset(
    map(
        fold,
        "live liveblog liveticker ticker endirect direct endirecto envivo aovivo diretta nażywo opinion "
        "opinión opinião opinie meinung kommentar comment commentary column kolumne editorial leitartikel "
        "tribune gastbeitrag analysis analyse análisis exclusive exclusif exclusivo exklusiv esclusiva "
        "breaking breakingnews eilmeldung news blog video vidéo vídeo watch interview entretien entrevista "
        "intervista review podcast análise analisi analiza analys opinione mening debatt debat kronik krönika "
        "exclusiva exclusief exklusivt eksklusivt tylkounas exkluzivně exkluzivní exkluzív özelhaber özel "
        "canlı görüş eksklusif ekslusif độcquyền trựctiếp opinia wywiad wideo pilne názor rozhovor komentář "
        "vélemény interjú élő videó эксклюзив мнение интервью видео онлайн молния ексклюзив інтервю відео "
        "думка αποκλειστικό γνώμη συνέντευξη βίντεο حصري عاجل رأي مباشر فيديو مقابلة בלעדי דעה ראיון וידאו "
        "اختصاصی گفتگو یادداشت विशेष वीडियो বিশেষ ভিডিও พิเศษ คลิป 独家 獨家 直播 评论 評論 专访 專訪 视频 "
        "視頻 快讯 快訊 独自 独占 速報 動画 社説 コラム インタビュー 단독 속보 사설 칼럼 인터뷰 영상 premium "
        "plus".split(),
    )
)
"""Kinds of texts, without spaces, that stand in headings beside headlines."""
_IN_LINE: Final = tags.ids("em i cite q")
"""Elements that are words of the sentence that they are in."""
_BOLD: Final = NAMES.index("bold")
_IN_HEADINGS: Final = [NAMES.index(name) for name in ("h1", "h2", "h3", "h4+")]
_FRONTS: Final = [NAMES.index(f"front of {kind}") for kind in ("stated", "element")]
_BACKS: Final = [NAMES.index(f"back of {kind}") for kind in ("stated", "element")]
_AHEAD: Final = [NAMES.index(f"{way} of element") for way in ("front", "inner")]
"""The columns of parts of titles that stand before other parts."""
_STATED: Final = [
    NAMES.index(name)
    for name in NAMES
    if name in ("is headline", "is name", "is og", "is twitter", "is other", "is element", "is marked")
    or name.endswith((" of stated", " of element"))
]
"""The columns of what is stated, or a part of that."""
_CLOSE, _LESS_CLOSE = np.float32(2.0), np.float32(3.5)
"""Differences of scores up to which a correction is made: where one has all else for it, and where order tells."""
_LINES: Final = 3
"""Segments before the body in which a headline is right above it."""
_IN_HOST: Final = 3
"""Letters of a name up to which it may be in a host by chance."""
_A: Final = tags.IDS["a"]
_IN_LINK: Final = NAMES.index("in link")
_ELLIPSES: Final = ("…", "...", "…]", "...]")
"""How a headline ends that was cut."""
_CUT_LETTERS: Final = 12
"""Letters of what is left of one that tell which it is."""
_WHOLE: Final = [NAMES.index(name) for name in ("is headline", "is og", "is element")]
"""The columns of what is stated as the headline of the page and not of its site."""
_ALONE: Final = [NAMES.index(name) for name in ("is headline", "is og", "is twitter")]
"""The columns of what states a headline and not, as the ``title`` element does, often the site's name behind it."""
_LINK_ROWS, _LINKS_ABOVE = 8, 3
"""Rows in a heading, and from it upwards, among which a link is."""


def _without_rubric(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of what is left of a headline without its rubric, where both are elements of one heading of their own,
    or the rest alone is stated and the whole is not.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the headline.
    """
    whole = found[best].folded
    for at, one in enumerate(found):
        if not (whole.endswith(one.folded) and whole[: -len(one.folded)] in _RUBRICS):
            continue
        if one.evidence[_IS_PIECE]:
            return None if _runs_on(context, found[best].row) else at
        if _is_told(context, one) and not _is_stated(found[best]):
            return at
    return None


def _runs_on(context: Context, row: int) -> bool:
    """Whether a heading begins with text of its own that goes on in words that are only written otherwise."""
    children = [] if row < 0 else [child for child in context.page.children(row) if context.size(child)]
    while len(children) == 1 and not context.page.is_text[children[0]]:
        row = children[0]
        children = [child for child in context.page.children(row) if context.size(child)]
    if len(children) < 2 or not context.page.is_text[children[0]]:
        return False
    return context.tag[context.end[children[0]]] in _IN_LINE


def _without_badge(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of what is left of a headline without what an element of its heading, that is called a badge or a
    kicker, says before it or behind it, where the rest is stated or is an element of its own, and the whole is not
    stated.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the headline.
    """
    one = found[best]
    if one.row < 0 or not _is_heading(one) or any(map(one.evidence.__getitem__, _WHOLE)):
        return None
    if context.end[one.row] - one.row > _BADGE_ROWS:
        return None
    whole = one.folded
    badges = [row for row in range(one.row + 1, context.end[one.row]) if _is_badge(context.label(row))]
    for row in badges:
        said = fold(context.words_of(row))
        if not 0 < len(said) < min(len(whole), _BADGE_CHARS):
            continue
        rests = {
            whole[len(said) :] if whole.startswith(said) else "",
            whole[: -len(said)] if whole.endswith(said) else "",
        }
        at = next((at for at, other in enumerate(found) if other.folded in rests), None)
        if at is not None:
            return at
    return None


def _without_company(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of an element or a line of a heading that is stated as the headline, where the whole heading, with a
    kicker, a subtitle, a date or a button in elements of their own, is stated nowhere.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    one = found[best]
    if one.row < 0 or not _is_heading(one) or _is_stated(one):
        return None
    pieces = [
        at
        for at, other in enumerate(found)
        if other.evidence[_IS_PIECE] and other.row == one.row and other is not one and _is_told(context, other)
    ]
    return max(pieces, key=lambda at: len(found[at].folded), default=None)


def _is_told(context: Context, one: Headline) -> bool:
    """Whether a text is stated as a headline, alone or beside the name of the site."""
    if any(map(one.evidence.__getitem__, _WHOLE)):
        return True
    is_beside = any(map(one.evidence.__getitem__, (*_FRONTS, *_BACKS)))
    return is_beside and (bool(one.evidence[_REST_IS_SITE]) or _is_beside_site(context, one))


def _uncut(found: Sequence[Headline], best: int) -> int | None:
    """The number of a headline that is whole in a heading, or else in what is stated of it or in a line, where one was
    chosen that was cut: it ends in an ellipsis and no heading shows it so, or nothing shows it and a heading goes on
    in words.

    Args:
        found: the candidates.
        best: the number of the one chosen.
    """
    cut = found[best]
    has_mark = cut.text.endswith(_ELLIPSES)
    least = _CUT_LETTERS // 2 if is_wide(cut.text) else _CUT_LETTERS
    if len(cut.folded) < least or (_is_heading(cut) if has_mark else cut.row >= 0):
        return None
    whole = [
        at
        for at, one in enumerate(found)
        if one.folded.startswith(cut.folded)
        and not one.text.endswith(_ELLIPSES)
        and (
            one.row >= 0 or any(map(one.evidence.__getitem__, _ALONE)) or _ends_at_site(one)
            if has_mark
            else _is_heading(one) and _goes_on(one.text, cut.text)
        )
    ]
    return min(whole, key=lambda at: (not _is_heading(found[at]), len(found[at].folded)), default=None)


def _whole_of_line(found: Sequence[Headline], best: int) -> int | None:
    """The number of a heading of which a line or an element was chosen that nothing states, where what is stated
    begins with that and goes on in the heading.

    Args:
        found: the candidates.
        best: the number of the one chosen.
    """
    line = found[best]
    if not line.evidence[_IS_PIECE] or _is_stated(line):
        return None
    begins = [one.folded for one in found if one.row < 0 and len(one.folded) > len(line.folded)]
    begins = [text for text in begins if text.startswith(line.folded)]
    for at, one in enumerate(found):
        if one.row == line.row and any(map(one.folded.startswith, begins)):
            return at
    return None


def _is_stated(one: Headline) -> bool:
    """Whether the page states a text as its headline or title, with nothing beside it."""
    return any(map(one.evidence.__getitem__, _STATED))


def _goes_on(text: str, begin: str) -> bool:
    """Whether a text begins with another, and words follow.

    >>> _goes_on("Bridge agreed after a day", "Bridge agr"), _goes_on("Bridge agreed | Courier", "Bridge agreed")
    (True, False)
    """
    return text.startswith(begin) and text[len(begin) :].lstrip()[:1].isalnum()


def _ends_at_site(one: Headline) -> bool:
    """Whether a text stands in the ``title`` element before the name of the site."""
    return bool(one.evidence[_REST_IS_SITE]) and any(one.evidence[way] for way in _FRONTS_OF_ELEMENT)


def _whole_elsewhere(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of what ``og:title`` states whole where a part of it was chosen that nothing shows, and the ``title``
    element has it with something behind a separator: that is where the headline ends.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    one = found[best]
    if one.row >= 0 or one.evidence[_IS_OG]:
        return None
    for at, other in enumerate(found):
        if other.evidence[_IS_OG] and any(other.evidence[way] for way in _FRONTS_OF_ELEMENT):
            is_part = one.folded in other.folded
            if is_part and not any(name in other.folded for name in context.long_site_names):
                return at
    return None


def _whole(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of a headline of which only a part was chosen: what is stated without the name of the site, where no
    heading shows the part, and what is behind the separator in it goes on in small letters: that is no section's name.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    one = found[best]
    if one.row >= 0:
        return None
    for at, other in enumerate(found):
        if len(words(other.text)) < len(words(one.text)) + _CLAUSE:
            continue
        if not (other.evidence[_REST_IS_SITE] or _is_beside_site(context, other)):
            continue
        behind = other.text[len(one.text) :] if other.text.startswith(one.text) else one.text
        if other.text.endswith(behind) and is_small(next(filter(str.isalpha, behind), "")):
            return at
    return None


def _beyond_quote(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of what goes on with a quotation mark, and is shown or stated whole, where a stated title ended at one
    that nobody escaped.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    broken = context.structured.broken
    one = found[best]
    if not broken or one.row >= 0 or one.folded not in set(map(fold, broken)):
        return None
    goes_on = [
        at
        for at, other in enumerate(found)
        if other.text.startswith(one.text)
        and other.text[len(one.text) :].lstrip().startswith(_QUOTES)
        and (other.row >= 0 or any(map(other.evidence.__getitem__, (*_WHOLE, *_FRONTS_OF_ELEMENT))))
    ]
    return max(goes_on, key=lambda at: (found[at].row >= 0, -len(found[at].text)), default=None)


def _is_beside_site(context: Context, one: Headline) -> bool:
    """Whether a part stands in the ``title`` element beside the name of the site alone, which only a line says."""
    if not any(one.evidence[way] for way in (*_FRONTS, *_BACKS)):
        return False
    element = fold(context.structured.title or "")
    return any(element in (f"{one.folded}{name}", f"{name}{one.folded}") for name in _found_name(context))


def _found_name(context: Context) -> list[str]:
    """The name of the site that was found, folded, if there is one."""
    return [fold(claim.value) for claim in context.once(site_name)[:1]]


def _without_site(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of what is left of a stated title, which nothing shows, without the name of the site behind it.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    if found[best].row >= 0:
        return None
    whole = found[best].folded
    fronts = [
        at
        for at, one in enumerate(found)
        if len(one.folded) < len(whole) and whole.startswith(one.folded) and any(one.evidence[way] for way in _FRONTS)
    ]
    for at in sorted(fronts, key=lambda at: -len(found[at].folded)):
        rest = whole[len(found[at].folded) :]
        if rest in context.once(own_names) or (len(rest) > _IN_HOST and rest in context.host_folded):
            return at
    return None


def _beside_name(context: Context, found: Sequence[Headline], best: int) -> int | None:
    """The number of a heading that a stated title has beside what was chosen, where that is the name of the site, with
    what it says of itself or without.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
    """
    name = found[best].folded
    sites = _found_name(context)
    if not any(name.startswith(site) or name.endswith(site) for site in sites if site):
        return None
    both = {one.folded for one in found if one.row < 0 and name in one.folded}
    for at, one in enumerate(found):
        if _is_heading(one) and one.folded not in sites and {name + one.folded, one.folded + name} & both:
            return at
    return None


def _below_name(context: Context, found: Sequence[Headline], best: int, *, order: Sequence[int]) -> int | None:
    """The number of a heading below what was chosen, or of a line of some words, where that is the name of the site, of
    a few words, or a rubric or section that nothing states as a headline; and this is not the first page of the site.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
        order: their numbers, the most probable first.
    """
    name = found[best]
    if _is_telling(name) or is_first_page(context):
        return None
    if not (of_site := name.folded in context.once(own_names)) and not _is_label(context, name):
        return None
    for at in order:
        one = found[at]
        if one.row > name.row and (_is_heading(one) or (of_site and _is_telling(one))):
            # A page of a section, which is rightly called so, has links to articles below that.
            is_near = abs(context.first - context.place[one.row]) <= _LINES
            return at if of_site or (is_near and not one.evidence[_IN_LINK]) else None
    return None


def _is_label(context: Context, one: Headline) -> bool:
    """Whether a text that nothing states as a headline, nor the page's address ends with, is a rubric or the name of
    the section.
    """
    if _is_stated(one) or fold(context.address or "").endswith(one.folded):
        return False
    return one.folded in _RUBRICS or one.folded in {fold(claim.value) for claim in context.once(section)[:1]}


def _nearer(context: Context, found: Sequence[Headline], order: Sequence[int], score: Array) -> int | None:
    """The number of a heading right above the body that the ``title`` element has before the heading that was chosen,
    which is shown farther above: that is what the headline's section, its book, or its site is called.

    Args:
        context: the page.
        found: the candidates.
        order: their numbers, the most probable first.
        score: their scores.
    """
    best = found[order[0]]
    if best.row < 0 or not (element := fold(context.structured.title or "")):
        return None
    begin = element.rfind(best.folded)
    for at in order[1:] if begin > 0 else ():
        if score[order[0]] - score[at] > _LESS_CLOSE:
            break
        one = found[at]
        if one.row < best.row or not (any(map(one.evidence.__getitem__, _AHEAD)) and _is_heading(one)):
            continue
        place = context.place[one.row]
        if not (context.place[best.row] < place <= context.first + 1 and context.first - place <= _LINES):
            continue
        if 0 <= element.find(one.folded) <= begin - len(one.folded):
            return at
    return None


def _stated(context: Context, found: Sequence[Headline], order: Sequence[int], score: Array) -> int | None:
    """The number of what is stated, or a part of that, where what was chosen is not, and is hardly more probable: a
    line of the body that nothing marks, or a heading below the one that shows what is stated.

    Args:
        context: the page.
        found: the candidates.
        order: their numbers, the most probable first.
        score: their scores.
    """
    best = found[order[0]]
    if best.row < 0 or _is_stated(best):
        return None
    is_line = best.sources == ["text:segment"] and not best.evidence[_BOLD]
    is_line = is_line and context.place[best.row] >= context.first
    for at in order[1:]:
        if score[order[0]] - score[at] > _CLOSE:
            break
        one = found[at]
        if not _is_stated(one) or one.folded in context.once(own_names):
            continue
        if is_line or (0 <= one.row < best.row and _is_heading(one)):
            return at
    return None


def _is_heading(one: Headline) -> bool:
    return any(map(one.evidence.__getitem__, _IN_HEADINGS))


def leads_home(context: Context, one: Headline) -> bool:
    """Whether a heading is a link to the first page of the site, and so its name. What is stated is not."""
    if one.row < 0 or not one.evidence[_IN_LINK] or not _is_heading(one) or any(one.evidence[at] for at in _WHOLE):
        return False
    address = _leads_to(context, one)
    return bool(address) and context.is_home(address)


def _leads_to(context: Context, one: Headline) -> str:
    """The address of the link that a heading or a line is as a whole, if it is one."""
    inside = range(one.row, min(context.end[one.row], one.row + _LINK_ROWS))
    rows = [row for row in (*context.chain(one.row, _LINKS_ABOVE), *inside) if context.tag[row] == _A]
    address = context.elements.value(rows[0], "href") if rows else ""
    return address if address and context.words_of(rows[0]) == context.words_of(one.row) else ""


def _below_link(context: Context, found: Sequence[Headline], best: int, *, order: Sequence[int]) -> int | None:
    """The number of a heading right above the body where one farther above was chosen that nothing states, and that is
    a link to another page.

    Args:
        context: the page.
        found: the candidates.
        best: the number of the one chosen.
        order: their numbers, the most probable first.
    """
    one = found[best]
    if one.row < 0 or not one.evidence[_IN_LINK] or _is_stated(one):
        return None
    link = _leads_to(context, one).partition("#")[0]
    address = absolute(link, context.base) if link else None
    if address is None or address == context.address:
        return None
    for at in order[1:]:
        other = found[at]
        if other.row > one.row and _is_heading(other) and not other.evidence[_IN_LINK] and _is_telling(other):
            return at if 0 <= context.first - context.place[other.row] <= _LINES else None
    return None


def _beside_link(context: Context, found: Sequence[Headline], order: Sequence[int]) -> int | None:
    """The number of what is stated as a headline where a link to another article was chosen.

    Args:
        context: the page.
        found: the candidates.
        order: their numbers, the most probable first.
    """
    if not _leads_away(context, found[order[0]]):
        return None
    for at in order[1:]:
        one = found[at]
        is_poor = one.evidence[IS_SITE] or one.evidence[_HAS_SEPARATOR]
        if _is_telling(one) and not is_poor and _is_told(context, one):
            return at
    return None


def _is_telling(one: Headline) -> bool:
    """Whether a text is of more words than the name of a site or a section."""
    if len(one.text.split()) >= _TELLING_WORDS or unspaced_words(one.text) >= _TELLING_WORDS:
        return True
    return len(one.folded) >= _TELLING_WIDE and is_wide(one.text)


def _leads_away(context: Context, one: Headline) -> bool:
    """Whether a line that nothing marks as a headline, and nothing states, is a link to another page: the headline of
    another article.
    """
    if one.sources != ["text:segment"] or not one.evidence[_IN_LINK]:
        return False
    links = [row for row in context.chain(one.row, _LINKS_ABOVE) if context.tag[row] == _A]
    address = absolute(context.elements.value(links[0], "href"), context.base) if links else None
    return address is not None and address != context.address and context.words_of(links[0]) == one.text


def is_first_page(context: Context) -> bool:
    """Whether the page is the first one of its site."""
    return bool(context.page.url) and context.is_home(context.page.url or "")


def corrected(context: Context, found: Sequence[Headline], order: Sequence[int], score: Array) -> int | None:
    """The number of what is the headline instead of the most probable candidate, None where that is.

    Args:
        context: the page.
        found: the candidates.
        order: their numbers, the most probable first.
        score: their scores.
    """
    best = order[0]
    if (at := _beside_link(context, found, order)) is not None:
        return at
    if (at := _uncut(found, best)) is not None or (at := _whole_of_line(found, best)) is not None:
        return at
    for rule in (
        _without_rubric,
        _beyond_quote,
        _without_badge,
        _without_company,
        _whole,
        _whole_elsewhere,
        _without_site,
        _beside_name,
        partial(_below_name, order=order),
        partial(_below_link, order=order),
    ):
        if (at := rule(context, found, best)) is not None:
            break
    else:
        if (at := _nearer(context, found, order, score)) is None:
            at = _stated(context, found, order, score)
    whole = None if at is None else _uncut(found, at)
    return at if whole is None else whole
