"""Changes of markup that no reader sees: other class names or none, other elements, more wrappers.

A network that learns from pieces must not learn the few class names and elements of their templates by heart.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import random

__all__ = ["NAMES", "SERVICES", "varied"]

SERVICES: Final = frozenset(
    "bluesky-embed fb-post fb-xfbml-parse-ignore instagram-media mastodon-embed telegram-post text-post-media "
    "tiktok-embed twitter-tweet twitter-video".split()
)
"""Class names that a service gives its own embeds; they stay."""
NAMES: Final = tuple(
    "area block cell col frame group holder inner item module outer part piece row segment slot unit".split()
)
"""Class names that say nothing."""
_CLASS: Final = re.compile(r' (?:class|id)="([^"{}]+)"')
_CHANGED: Final = 0.3
"""Share of pieces to which each change is made."""
_WITHOUT_NAMES, _OTHER_NAMES = 0.35, 0.35
"""Share of pieces that lose their class names, and share whose class names become others."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def varied(html: str, rnd: random.Random) -> str:
    """A template's markup, changed at random.

    Args:
        html: the markup; its fields stay as they are.
        rnd: what everything is drawn from.
    """
    drawn = rnd.random()
    if drawn < _WITHOUT_NAMES:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else "", html)
    elif drawn < _WITHOUT_NAMES + _OTHER_NAMES:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else _named(rnd), html)
    if rnd.random() < _CHANGED:
        html = _renamed(html, "p", "div")
    if rnd.random() < _CHANGED:
        html = _renamed(html, "h[1-6]", rnd.choice(("h2", "h3", "h4", "h5", "p", "div")))
    if rnd.random() < _CHANGED:
        html = _renamed(html, "aside|section|article", rnd.choice(("div", "section")))
    if rnd.random() < _CHANGED:
        html = _renamed(html, "strong|b|em|i", rnd.choice(("strong", "b", "em", "i", "span")))
    while rnd.random() < _CHANGED:
        html = f"<div{_named(rnd) if rnd.random() < _OTHER_NAMES else ''}>{html}</div>"
    return html


def _renamed(html: str, tags: str, tag: str) -> str:
    """Elements of one kind made another."""
    return re.sub(rf"(?<=<)(/?)(?:{tags})(?=[\s>])", rf"\1{tag}", html)


def _named(rnd: random.Random) -> str:
    """A class attribute that says nothing: a plain word, or letters as build tools draw them."""
    made = "".join(rnd.choice(_LETTERS) for _ in range(6))
    return f' class="{rnd.choice(NAMES) if rnd.random() < 0.5 else f"c-{made}"}"'
