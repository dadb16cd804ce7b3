"""Repairs of faulty pages: doubly encoded text, unclosed elements, shadow roots, AMP images, headlines in figures."""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from broadsheet.engine import Document, count_controls
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = [
    "has_amp_images",
    "has_roots",
    "once_encoded",
    "released",
    "show_headed_figures",
    "swallows",
    "with_images",
    "with_open_roots",
]

# Doubly encoded text: UTF-8 that was read as Latin-1 and written as UTF-8 again. Some crawlers do this when a server
# states no encoding (RFC 2616 made Latin-1 the default), and archives keep the result. An apostrophe then becomes
# "\u00e2" and two control characters, which no page contains on purpose. They are the evidence for double encoding.

_MIN_TWICE: Final = 3  # doubly encoded characters with a control character from which a page is repaired
_TWICE: Final = pattern(
    rb"\xc3(?:[\x82-\x9f]\xc2[\x80-\xbf]|[\xa0-\xaf](?:\xc2[\x80-\xbf]){2}|[\xb0-\xb4](?:\xc2[\x80-\xbf]){3})"
)
"""Two, three or four bytes of UTF-8 that became as many characters of two bytes each."""
_FIRST_NO_CONTROL: Final = 0xA0
_BESIDE_LETTERS: Final = frozenset("\xa0«»")  # characters that follow an accented capital in correct text too
_CAPITALS: Final = frozenset("ÇÈÉÊËÍÓÚ")  # capitals that may end a word, and are rarely the first half of a character


def once_encoded(data: bytes) -> bytes:
    """Undo a double encoding. Without a sign of one, return the same bytes.

    Args:
        data: a page in UTF-8.
    """
    if count_controls(data) < _MIN_TWICE:
        return data
    with_control = (found for found in _TWICE.finditer(data) if min(found[0][3::2]) < _FIRST_NO_CONTROL)
    enough = next(islice(with_control, _MIN_TWICE - 1, None), None) is not None
    return _TWICE.sub(_once, data) if enough else data


def _once(found: re.Match[bytes]) -> bytes:
    twice = found[0]
    characters = twice.decode()
    if characters[0] in _CAPITALS and characters[1] in _BESIDE_LETTERS:
        return twice
    once = characters.encode("latin-1")
    try:
        once.decode()
    except UnicodeDecodeError:
        return twice
    return once


# Unclosed elements whose text, for the parser, includes the rest of the page:
#
# * a "title" without an end tag (HTML, section 13.2.6.2);
# * an "iframe" in "noscript" that is written as an empty element ("<iframe .../></noscript>"): with scripting off,
#   everything up to the end tag of the next frame is its text (section 13.2.6.4.7).

_FRAME: Final = tags.IDS["iframe"]
_SWALLOWING: Final = tags.mask("title iframe")
_MIN_SWALLOWED_CHARS: Final = 300  # longer than a title or the fallback text of a frame
_OPEN_TITLE: Final = pattern(r"<title(?:\s[^<>]*)?>[^<]*", re.IGNORECASE)
_END_OF_TITLE: Final = pattern(r"</title(?=[\s/>])", re.IGNORECASE)
_FRAMES: Final = pattern(
    r"<(?:(?P<frame>iframe(?:[\s/][^<>]*)?>)|/(?:iframe|(?P<outside>noscript))(?=[\s/>]))", re.IGNORECASE
)


def swallows(tree: Document) -> bool:
    """Whether an unclosed element has swallowed part of the page."""
    candidates = _SWALLOWING.take(tree.tag).nonzero()[0]
    for row in candidates[tree.stop[candidates] - tree.start[candidates] > _MIN_SWALLOWED_CHARS].tolist():
        end = "</noscript" if tree.tag[row] == _FRAME else "</"
        if end in tree.text[tree.start[row] : tree.stop[row]].lower():
            return True
    return False


def released(html: str) -> str:
    """The source of a page with titles and frames in ``noscript`` closed.

    >>> released("<title>Bridge<p>Agreed.")
    '<title>Bridge</title><p>Agreed.'
    >>> released("<noscript><iframe src=a /></noscript><p>Agreed.<iframe></iframe>")
    '<noscript><iframe src=a /></iframe></noscript><p>Agreed.<iframe></iframe>'
    """
    title = _OPEN_TITLE.search(html)
    if title is not None and _END_OF_TITLE.match(html, title.end()) is None:
        html = f"{html[: title.end()]}</title>{html[title.end() :]}"
    pieces, done, is_open = [], 0, 0
    for found in _FRAMES.finditer(html):
        if found["frame"]:
            is_open = is_open or found.end()
        else:
            if found["outside"] and is_open:
                pieces += [html[done:is_open], "</iframe>"]
                done = is_open
            is_open = 0
    return "".join([*pieces, html[done:]])


# Declarative shadow roots (HTML, section 4.12.3: "template" with "shadowrootmode") are shown. To the parser the content
# of a "template" is another document, so the tags of shadow roots are renamed to an element without meaning.

_TEMPLATE: Final = tags.IDS["template"]
_MODES: Final = ("shadowrootmode", "shadowroot")
"""The attribute, and its name before standardisation."""
_TEMPLATE_TAG: Final = pattern(
    r"<!--(?:-?>|.*?--!?>|.*)"
    r"|<(script|style|textarea|title)(?=[\s/>])(?:.*?</\1(?=[\s/>])|.*)"
    r"|<(?P<end>/?)template(?P<attributes>(?:[\s/][^<>]*)?)>",
    re.IGNORECASE | re.DOTALL,
)
"""Tags of templates, and everything that may contain text that looks like one."""
_MODE: Final = pattern(r"\sshadowroot(?:mode)?\s*=\s*[\"']?(?:open|closed)\b", re.IGNORECASE)
_NAME: Final = "shadow-root"


def has_roots(tree: Document) -> bool:
    """Whether any template of a page is a shadow root."""
    templates = (tree.tag == _TEMPLATE).nonzero()[0]
    return len(templates) > 0 and any(tree.joined(templates, _MODES))


def with_open_roots(html: str) -> str:
    """The source of a page with shadow roots as ordinary elements."""
    open_roots: list[bool] = []  # for each open template, whether it is a shadow root

    def renamed(match: re.Match[str]) -> str:
        if match["attributes"] is None:
            return match[0]
        if not match["end"]:
            open_roots.append(_MODE.search(match["attributes"]) is not None)
            is_root = open_roots[-1]
        else:
            is_root = bool(open_roots) and open_roots.pop()
        return f"<{match['end']}{_NAME}{match['attributes']}>" if is_root else match[0]

    return _TEMPLATE_TAG.sub(renamed, html)


# AMP's element for images becomes an image. Its attributes are those of "img".

_AMP_IMAGE: Final = pattern(r"<amp-img(?=[\s/>])", re.IGNORECASE)


def has_amp_images(tree: Document) -> bool:
    """Whether a page has images in AMP's element."""
    return tree.has(b"amp-img")


def with_images(html: str) -> str:
    """The source of a page with AMP's images as those of HTML, and the same positions.

    >>> with_images("<amp-img src=a.jpg>")
    '<img     src=a.jpg>'
    """
    return _AMP_IMAGE.sub("<img    ", html)


# Figures and captions around the headline: some pages mark up the head of the article as a figure. The text of a figure
# belongs to its picture, so these elements become "div".

_FIGURES: Final = tags.mask("figure figcaption")
_HEADINGS: Final = tags.mask("h1 h2 h3")
_H1, _TITLE, _DIV = (tags.IDS[name] for name in ("h1", "title", "div"))
_MIN_HEADLINE_LETTERS: Final = 12  # letters and digits of a heading that the page's title repeats
_MAX_HEADLINE_CHARS: Final = 500  # characters read of a heading or title


def show_headed_figures(tree: Document) -> None:
    """Turn the figures and captions around the headline of a page into plain elements."""
    figures = _FIGURES.take(tree.tag).nonzero()[0]
    if not len(figures):
        return
    headings = _HEADINGS.take(tree.tag).nonzero()[0]
    inside = headings.searchsorted(tree.end[figures]) > headings.searchsorted(figures)
    if not inside.any():
        return
    headline = _headline(tree, headings.tolist())
    tree.tag[figures[(figures < headline) & (headline < tree.end[figures])]] = _DIV


def _headline(tree: Document, headings: list[int]) -> int:
    """The row of the headline: the first of the highest headings that the page's title repeats, else the only ``h1``;
    -1 if there is neither.
    """
    titles = (tree.tag == _TITLE).nonzero()[0].tolist()
    title = _letters(tree, titles[0]) if titles else ""
    ranked = sorted(headings, key=lambda row: int(tree.tag[row]))
    for row in ranked:
        text = _letters(tree, row)
        if len(text) >= _MIN_HEADLINE_LETTERS and text in title:
            return row
    own = [row for row in headings if tree.tag[row] == _H1]
    return own[0] if len(own) == 1 else -1


def _letters(tree: Document, row: int) -> str:
    """The letters and digits of a row, case folded."""
    text = tree.text[tree.start[row] : min(tree.stop[row], tree.start[row] + _MAX_HEADLINE_CHARS)]
    return "".join(filter(str.isalnum, text.casefold()))
