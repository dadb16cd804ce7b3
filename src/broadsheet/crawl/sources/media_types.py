"""Recognise pages and other formats by their declared media type (RFC 9110, section 8.3.1)."""

from __future__ import annotations

from typing import Final

from broadsheet.errors import NotHTML

__all__ = ["other_type"]

_PAGES: Final = frozenset(
    {
        "text/html",
        "application/xhtml+xml",
        "application/vnd.wap.xhtml+xml",
        "application/xml",
        "text/xml",
        "text/plain",
        # Unspecific types; the bytes decide later.
        "application/octet-stream",
        "binary/octet-stream",
        "application/unknown",
        "unknown/unknown",
        "*/*",
    }
)
_NAMES: Final = {
    "application/pdf": "PDF",
    "application/json": "JSON",
    "application/javascript": "a script",
    "text/javascript": "a script",
    "text/css": "a style sheet",
    "text/csv": "a table (CSV)",
    "application/rss+xml": "a feed (RSS)",
    "application/atom+xml": "a feed (Atom)",
    "application/zip": "a ZIP archive",
    "application/gzip": "gzip data",
    "application/epub+zip": "an e-book",
    "application/msword": "an office document",
}
_KINDS: Final = {
    "image": "an image",
    "audio": "audio",
    "video": "video",
    "font": "a font",
    "multipart": "a message of many parts",
}


def other_type(content_type: str | None) -> NotHTML | None:
    """Return a `NotHTML` error if a ``Content-Type`` is not a page's; None also for unspecific or malformed types."""
    media = (content_type or "").partition(";")[0].strip().lower()
    kind, slash, _ = media.partition("/")
    if not slash or media in _PAGES:
        return None
    name = _NAMES.get(media) or _KINDS.get(kind) or ("JSON" if media.endswith("+json") else None)
    return NotHTML(name or media, media)
