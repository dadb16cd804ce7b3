"""Players and frames: their kind and address. Whether they belong to the article is for `media`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from broadsheet.article.blocks import Embed
from broadsheet.article.pictures import MIN_PIXELS, pixels, sources
from broadsheet.article.runs import clean
from broadsheet.facts.addresses import Addresses
from broadsheet.page import Page

__all__ = ["read_player"]

_UNWANTED_FRAME: Final = re.compile(
    r"doubleclick|googlesyndication|googletagmanager|amazon-adsystem|adservice|/ads?[./]|adnxs|criteo|taboola|outbrain|disqus|"
    r"recaptcha|facebook\.com/(?:plugins/(?:like|share|page|follow|facepile|comments)|tr\b)|platform\.twitter\.com/widgets/"
    r"(?:follow|tweet_button|hub)|apis\.google\.com|addthis|sharethis|newsletter|subscribe|consent|livefyre|about:blank",
    re.IGNORECASE,
)
_KINDS: Final = {
    "video": "youtube youtu.be vimeo dailymotion dai.ly brightcove jwplatform jwplayer kaltura streamable twitch.tv "
    "ted.com wistia vidible ooyala rumble.com facebook.com/plugins/video /video video. player.",
    "audio": "soundcloud spotify podcast megaphone omny.fm acast audioboom simplecast libsyn buzzsprout /audio",
    "post": "twitter.com //x.com instagram facebook.com/plugins/post tiktok threads.net bsky.app reddit //t.me",
    "map": "/maps maps.google openstreetmap mapbox //umap.",
    "chart": "datawrapper dwcdn infogram flourish tableau plotly highcharts everviz",
    "document": "documentcloud scribd issuu slideshare docs.google .pdf",
}
"""Parts of addresses that tell the kind of an embed."""


def read_player(page: Page, row: int, attributes: Mapping[str, str], addresses: Addresses) -> Embed | None:
    """Read the player or frame of a row. None for unknown kinds, advertisements and widgets."""
    width, height = pixels(attributes.get("width")), pixels(attributes.get("height"))
    kind = page.name(row)
    if kind != "audio" and any(size is not None and size < MIN_PIXELS for size in (width, height)):
        return None
    title = clean(attributes.get("title", ""))
    given = [attributes.get(name, "") for name in ("src", "data-src", "data-lazy-src", "data")]
    if kind in ("video", "audio"):
        given += [source.get("src", "") for source in sources(page, row)]
    for source in given:
        url = addresses.picture(source) if source else None
        if url is None:
            continue
        if kind in ("video", "audio"):
            return Embed(url=url, kind=kind, title=title)
        if _UNWANTED_FRAME.search(url):
            return None
        known = _kind(url)
        if known is None and kind != "iframe":
            return None  # Flash and applets of an unknown kind
        return Embed(url=url, kind=known or "frame", title=title)
    return None


def _kind(url: str) -> str | None:
    url = url.lower()
    return next((kind for kind, parts in _KINDS.items() if any(part in url for part in parts.split())), None)
