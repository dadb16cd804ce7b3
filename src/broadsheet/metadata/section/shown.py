"""What a page shows as the section of its article: above the headline, beside it, in menus, by labels and classes."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from broadsheet.metadata.around.context import CATEGORY, Context, ascii_, fold, label_test
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.section.paths import KINDS, LINE_CHARS, MENU_ITEMS, leads_to, own_path, path_of, shown_name
from broadsheet.page import tags

__all__ = [
    "above_headline",
    "active_items",
    "behind_labels",
    "beside_headline",
    "called_so",
    "categories",
    "headed_by",
]

_POSTED: Final = (
    r"(?:(?:posted|filed|published) (?:in|under)|filed as|(?:abgelegt|veröffentlicht|gepostet) (?:in|unter)|"
    r"(?:publié|classé) (?:dans|sous)|publicado en|publicado em|archiviato in|pubblicato in|geplaatst in)"
)
_INTRODUCES: Final = re.compile(rf"(?<!\w)(?:{KINDS}|{_POSTED})\s*[:：]\s*|(?<!\w){_POSTED}\s+", re.IGNORECASE)
"""What is said of it in a line of other things."""
_MAY_INTRODUCE: Final = re.compile(r"[:： ](?:(?<! )|(?:in|under|as|unter|dans|sous|en|em)\s)", re.IGNORECASE)
"""This is in all that the pattern above finds."""
_NEXT: Final = re.compile(r"\s*[,;|•·／]\s*|\s+[-–—/]\s+|\s{2,}")
"""What stands behind its name there."""
_IN_CALLED: Final = ("categor", "kategori", "rubri", "ressort", "cat-", "-cat", "_cat", "cat_")
"""In lower case; one of these is in all that the pattern below finds."""
_is_called_category: Final = label_test(
    re.compile(
        r"^(?!widget)(?:.*[-_])?"
        r"(?:categor(?:y|ies|ie|ia)|kategorien?|rubri(?:c|k|que|ca|ka)|ressort|cats?(?=[-_]links?$)|(?<=[-_])cats?)"
        r"(?:[-_]*(?:links?|list|labels?|names?|title|text|wrap(?:per)?|container|item))?$",
        re.IGNORECASE,
    )
)
"""How elements are called that hold the name of an article's section."""
_CALLED_ROOM, _CALLED_LINKS = 80, 5
"""Characters and links of such an element."""
_OF_TAG: Final = re.compile(r"(?:^|/)(?:tags?|keywords?|etiquetas?|schlagw\w+)[/=]", re.IGNORECASE)
"""Addresses of tags, which some sites have in lists that they call so."""
_CALLED_ABOVE, _CALLED_BEHIND = 3, 20
"""Segments above the headline, and behind the body inside the same article, among which it is."""
_MENUS: Final = ("menu", "nav", "dropdown")
_is_called_menu: Final = label_test(
    re.compile(
        r"menu|dropdown|^nav(?:bar|igation|i)?$|^(?:main|sub|top|site|global|primary|secondary|header)[-_]?nav",
        re.IGNORECASE,
    )
)
"""How the site's navigation is called where it is in no such element; one of the words above is in all of it."""
_LIKE: Final = 4
"""Letters in which a name and the part of an address that it is of are alike."""
_DEEPER: Final = 3
"""Parts of an address behind that of a category."""
_HOME_BEHIND: Final = re.compile(r"(?<=\w)\s+home$", re.IGNORECASE)
_LINES_ABOVE, _LINES_BEHIND = 8, 6
"""Segments above and behind the body among which a link to the section is."""
_NAV_CHARS, _NAME_CHARS = 30, 40
"""Characters of a link to a section in the navigation, and of one that is marked as its name."""
_FAR: Final = 25
"""Segments between a headline and the body from which it is that of something else."""
_HEAD_ROOM, _HEADED_WORDS, _HEADED_LINKS = 5, 3, 2
"""Segments of the head of an article above its headline, words of the name of a section there, and links beside it."""
_WRITERS: Final = ("author", "byline")
"""What is in names of elements with the authors' names."""
_LINK, _NAV = tags.IDS["a"], tags.IDS["nav"]
_ROWS: Final = tags.ids("ul ol table")
_SIDEBARS: Final = ("amp-sidebar", "menu")
_LABELS: Final = ("label", "categor", "kategor", "rubri", "topic")


def above_headline(context: Context) -> list[str]:
    """The links in navigation, or above the headline, to what the page's address is below, the nearest first: where
    they are named like that part of the address.
    """
    _, parts, below = context.once(own_path)
    if not below:
        return []
    found: dict[int, str] = {}
    head = _head(context)
    elements = context.elements
    for row, address in elements.column("href").items():
        if parts[0] not in address or context.tag[row] != _LINK:
            continue
        if not (context.is_aside(row) or context.place[row] < head):
            continue
        path = path_of(address)
        at = below.get(path if path[:1] == "/" else leads_to(context, row) or "")
        if at is None or parts[at].isdigit():
            continue
        name = _HOME_BEHIND.sub("", shown_name(context.words_of(row)))
        part, folded = ascii_(fold(parts[at])), ascii_(fold(name))
        if _is_in_other_script(name, part):  # of which nobody can tell whether it is like
            is_like = len(part) > 2 and at not in found
        else:
            is_like = len(folded) > 2 and folded.startswith(part[:_LIKE]) and (folded in part or part in folded)
        if folded and len(name) <= _NAV_CHARS and is_like and (at not in found or folded == part):
            found[at] = name
    return [found[at] for at in sorted(found, reverse=True)]


def active_items(context: Context) -> list[str]:
    """The links in the navigation that WordPress calls those of what an article is in, the innermost first."""
    items = sorted(context.called(("current-post-",)), reverse=True)
    links = (next((at for at in range(row, context.end[row]) if context.tag[at] == _LINK), row) for row in items)
    return [shown_name(context.words_of(row)) for row in links]


def _is_in_other_script(name: str, part: str) -> bool:
    """Whether a name has none of the letters that a part of an address is written in.

    >>> _is_in_other_script("Экономика", "economics"), _is_in_other_script("Économie", "economie")
    (True, False)
    """
    return part.isascii() and not any(letter.isascii() and letter.isalpha() for letter in name)


def _head(context: Context) -> int:
    """The segment of the headline; the first of the body where that is not known."""
    row = context.headline_row
    at = context.place[row] if row >= 0 else context.first
    return at if context.first - _FAR <= at <= context.first else context.first


def _is_of_menu(context: Context, row: int) -> bool:
    """Whether a row is in the site's navigation, or is hidden, or is of another article."""
    return bool(context.hidden[row]) or context.is_beside(row) or _is_in_menu(context, row)


def _is_in_menu(context: Context, row: int) -> bool:
    """Whether a row is in the site's navigation: in an element that is it, or is called so and holds no body."""
    return bool(context.once(_menus)[row])


def _menus(context: Context) -> memoryview:
    """For each row whether it is in the site's navigation."""
    begin = context.first_row[context.first] if len(context.texts) else 0
    menus = context.page.tag == _NAV
    for row in context.called(_MENUS):
        if _is_called_menu(context.label(row)) and not row <= begin < context.end[row]:
            menus[row] = True
    return context.page.under(menus).data


def called_so(context: Context) -> list[str]:
    """What is in elements that are called a category, beside the headline or behind the body."""
    head = _head(context)
    found: list[str] = []
    behind = -1
    for row in sorted(context.called(_IN_CALLED)):
        if row < behind or not _stands_near(context, row, head) or not _is_called_so(context, row):
            continue
        names = _names_in(context, row)
        if names is not None:
            found += [name for name in names if 0 < len(name) <= _NAME_CHARS and not name[0].isdigit()]
            behind = context.end[row]
    # What is called so again and again is something else on the page.
    return found if len(found) <= _CALLED_LINKS else []


def _stands_near(context: Context, row: int, head: int) -> bool:
    """Whether a row is beside the headline, or behind the body: a few lines, or more inside the same article.

    Args:
        context: the page.
        row: the row.
        head: the segment of the headline.
    """
    at, last = context.place[row], max(context.first, context.last)
    if at < head - _CALLED_ABOVE or context.first < at <= last or at > last + _CALLED_BEHIND:
        return False
    return at <= last + _LINES_BEHIND or context.is_in_article(row)


def _is_called_so(context: Context, row: int) -> bool:
    """Whether an element is called a category, is small, and is neither around the headline nor in a menu."""
    return (
        not row <= context.headline_row < context.end[row]
        and context.size(row) <= 4 * _CALLED_ROOM
        and _is_called_category(context.label(row))
        and not _is_of_menu(context, row)
        and (context.is_in_article(row) or not context.is_aside(row))
    )


def _names_in(context: Context, row: int) -> list[str] | None:
    """The names of the links in such an element, or what it says without one; None where it holds something else."""
    text = context.words_of(row)
    links = [one for one in range(row, context.end[row]) if context.tag[one] == _LINK]
    if not 0 < len(text) <= _CALLED_ROOM or len(links) > _CALLED_LINKS:
        return None
    if len(links) > 1 and any(_OF_TAG.search(context.elements.value(one, "href")) for one in links):
        return None
    if not links and len(text.split()) <= _CALLED_LINKS:
        return [_behind_label(text)]
    return [shown_name(context.words_of(one)) for one in links]


def _behind_label(text: str) -> str:
    """The name behind the words that introduce it: ``From the category: Local``."""
    label = _INTRODUCES.search(text)
    return shown_name(text[label.end() :] if label is not None else text)


def behind_labels(context: Context) -> list[str]:
    """The names behind a label in lines beside the headline or behind the body: ``5 May | Category: Local``."""
    texts, segments = context.texts, context.page.segments
    head, last = _head(context), max(context.first, context.last)
    lines = (*range(max(0, head - 2), context.first), *range(last + 1, min(len(texts), last + _LINES_BEHIND)))
    for at in lines:
        text = texts[at]
        label = _INTRODUCES.search(text) if len(text) <= LINE_CHARS and _MAY_INTRODUCE.search(text) else None
        if label is None or _is_of_menu(context, context.first_row[at]):
            continue
        rest = text[label.end() :]
        if segments.link_chars[at]:
            rows = range(context.first_row[at], context.last_row[at] + 1)
            links = [context.words_of(row) for row in rows if context.tag[row] == _LINK]
            names = []
            for name in links:
                if 0 < len(name) <= _NAME_CHARS and rest.startswith(name):
                    names.append(name)
                    rest = rest[len(name) :].lstrip(" ,;&")
            if names:
                return names
        elif rest and label[0].rstrip()[-1] in ":：":
            name = _NEXT.split(rest, maxsplit=1)[0]
            if 0 < len(name) <= _NAME_CHARS:
                return [name]
    return []


def beside_headline(context: Context) -> list[str]:
    """The links right above the body or behind it that lead to a category by their address, or to what the page's own
    address is below.
    """
    own, _, below = context.once(own_path)
    elements, place = context.elements, context.place
    head = _head(context)
    edges = (
        *context.rows_in(min(context.first - _LINES_ABOVE, head - 1), context.first),
        *context.rows_in(max(context.first, context.last) + 1, context.last + _LINES_BEHIND),
    )
    linked = elements.having("href")
    begin, end, begin_behind, end_behind = (bisect_left(linked, edge) for edge in edges)
    found: list[str] = []
    for row in (*linked[begin:end], *linked[begin_behind:end_behind]):
        address = elements.value(row, "href")
        path = path_of(address)
        if context.tag[row] != _LINK or context.is_aside(row):
            continue
        is_own = path in below and path != own.rstrip("/") and place[row] <= context.first
        name = shown_name(context.words_of(row))
        is_name = 0 < len(name) <= _NAME_CHARS and not name[0].isdigit()
        if not is_name or not (is_own or _is_category(path, name)):
            continue
        if not (_is_of_menu(context, row) or context.is_home(address)):
            found.append(name)
    return found


def _is_category(path: str, name: str) -> bool:
    """Whether a path is that of a category, or of one in it that has a name."""
    if CATEGORY.search(path):
        return True
    part = ascii_(fold(unquote(path.rsplit("/", 1)[-1])))[:_LIKE]
    return ascii_(fold(name)).startswith(part) and any(
        CATEGORY.search(path.rsplit("/", deeper)[0]) for deeper in range(1, _DEEPER + 1)
    )


def _is_like(name: str, path: str) -> bool:
    """Whether a name and the last part of a path begin alike, the shorter in the longer, as far as one can tell."""
    part, folded = ascii_(fold(unquote(path.rsplit("/", 1)[-1]))), ascii_(fold(name))
    if part.isalpha() and _is_in_other_script(name, part):
        return len(part) > 2
    return len(part) > 2 and len(folded) > 2 and (part.startswith(folded) or folded.startswith(part))


def headed_by(context: Context) -> list[str]:
    """The links right above the headline, in an element with it and little else, that are named like what they lead
    to.
    """
    row_of_headline, head, segments = context.headline_row, _head(context), context.page.segments
    if row_of_headline < 0 or context.place[row_of_headline] != head:
        return []
    # The day may stand between them.
    at = next((at for at in range(head - 1, max(-1, head - 3), -1) if segments.link_chars[at]), -1)
    if at < 0 or 2 * segments.link_chars[at] < segments.chars[at]:
        return []
    first, end = context.first_row[at], context.last_row[at] + 1
    up = list(context.page.ancestors(first))
    within = next((at for at, row in enumerate(up) if context.end[row] > row_of_headline), len(up) - 1)
    holder, up = up[within], up[:within]
    is_elsewhere = context.place[holder] < head - _HEAD_ROOM or context.is_aside(first)
    if is_elsewhere or any(map(context.headers.get, up)) or not context.called(_WRITERS).isdisjoint(up):
        return []
    links = [
        row for row in sorted({*range(first, end), *context.chain(first, _HEAD_ROOM)}) if context.tag[row] == _LINK
    ]
    if len(links) > _HEADED_LINKS:
        return []
    own, _, below = context.once(own_path)
    own = own.rstrip("/")
    # A list of links in the article is one of its own sections.
    is_menu = not context.is_in_article(first) and any(_is_list_of_links(context, row) for row in up)
    folder = own.rsplit("/", 1)[0]
    found = []
    for row in links:
        path, name = path_of(context.elements.value(row, "href")), shown_name(context.words_of(row))
        is_sibling = path == own or (bool(folder) and path.rsplit("/", 1)[0] == folder)
        is_short = len(name.split()) <= _HEADED_WORDS and not name[:1].isdigit()
        if is_menu and path not in below:
            continue
        if is_short and not is_sibling and _is_like(name, path) and not _is_of_menu(context, row):
            found.append(name)
    return found[::-1]


def _is_list_of_links(context: Context, row: int) -> bool:
    """Whether an element is a list or a table of links, or is named for the side of a page: a menu, unless its class
    says that it has labels or categories.
    """
    tag = context.tag
    if row in context.called(_LABELS):
        return False
    if tag[row] not in _ROWS and context.page.name(row) not in _SIDEBARS:
        return False
    return sum(tag[at] == _LINK for at in range(row, context.end[row])) >= MENU_ITEMS


def categories(context: Context) -> Iterator[str]:
    """Links that are marked as leading to the article's category: those near it, in no navigation and no box of others.
    A line below a headline may be called after the comments that it counts.
    """
    elements = context.elements
    rows = [
        row
        for row in context.links(elements.holding("rel", ("category",)))
        if "category" in tokens(elements.value(row, "rel")) and not _is_in_menu(context, row)
    ]
    near = [row for row in rows if _is_near(context, row)]
    own = [row for row in rows if not context.is_beside(row)]
    above = [row for row in near if context.place[row] <= context.first + 1]
    yield from map(context.words_of, [row for row in own if row in near] or own or above)


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is between the lines right above the headline and those right behind the body."""
    return _head(context) - _CALLED_ABOVE <= context.place[row] < context.last + _LINES_BEHIND
