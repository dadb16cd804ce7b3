"""Random changes of markup that readers do not see: class names, elements, wrappers.

They keep a network that learns from pieces from memorising the few class names and elements of the templates.
"""

from __future__ import annotations

import random
import re
from typing import Final

__all__ = ["NAMES", "SERVICES", "varied"]

SERVICES: Final = frozenset(
    "bluesky-embed fb-post fb-xfbml-parse-ignore instagram-media mastodon-embed telegram-post text-post-media "
    "tiktok-embed twitter-tweet twitter-video".split()
)
"""Class names of the services' own embeds, which stay."""
NAMES: Final = tuple(
    "area block cell col frame group holder inner item module outer part piece row segment slot unit".split()
)
"""Class names without meaning."""
_CLASS: Final = re.compile(r' (?:class|id)="([^"{}]+)"')
CHANGE_SHARE: Final = 0.3  # share of pieces to which each change is made
NAMELESS_SHARE: Final = 0.35  # share of pieces that lose their class names
RENAMED_SHARE: Final = 0.35  # share of pieces whose class names are replaced
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def varied(html: str, rnd: random.Random) -> str:
    """Change a template's markup at random."""
    drawn = rnd.random()
    if drawn < NAMELESS_SHARE:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else "", html)
    elif drawn < NAMELESS_SHARE + RENAMED_SHARE:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else _random_class(rnd), html)
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "p", "div")
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "h[1-6]", rnd.choice(("h2", "h3", "h4", "h5", "p", "div")))
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "aside|section|article", rnd.choice(("div", "section")))
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "strong|b|em|i", rnd.choice(("strong", "b", "em", "i", "span")))
    while rnd.random() < CHANGE_SHARE:
        html = f"<div{_random_class(rnd) if rnd.random() < RENAMED_SHARE else ''}>{html}</div>"
    return html


def _retag(html: str, tags: str, tag: str) -> str:
    return re.sub(rf"(?<=<)(/?)(?:{tags})(?=[\s>])", rf"\1{tag}", html)


def _random_class(rnd: random.Random) -> str:
    """A meaningless class attribute: a plain word, or letters as build tools generate them."""
    made = "".join(rnd.choice(_LETTERS) for _ in range(6))
    return f' class="{rnd.choice(NAMES) if rnd.random() < 0.5 else f"c-{made}"}"'
