"""Is this HTML at all? Refuses other formats by name, before anything is parsed.

Standard: MIME Sniffing Standard, section 6 (byte patterns). A page without a single tag is text, not HTML.
"""

from __future__ import annotations

import re
from typing import Final

from broadsheet.errors import NotHTML
from broadsheet.page.tags import IDS

__all__ = ["reject_other_formats"]

_SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"%PDF-", "PDF"),
    (b"%!PS-Adobe-", "PostScript"),
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"BM", "a BMP image"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"PK\x03\x04", "a ZIP archive (or an office document, or an e-book)"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"{\\rtf", "RTF"),
    (b"ID3", "MP3 audio"),
    (b"OggS", "Ogg media"),
    (b"fLaC", "FLAC audio"),
    (b"\x1aE\xdf\xa3", "Matroska or WebM video"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)
_CONTAINERS: Final = ((b"WEBP", "a WebP image"), (b"WAVE", "WAVE audio"), (b"AVI ", "AVI video"))
_ISO_MEDIA: Final = ((b"avif", "an AVIF image"), (b"heic", "a HEIC image"))
_XML_ROOTS: Final = {
    "rss": "a feed (RSS)",
    "feed": "a feed (Atom)",
    "rdf:rdf": "RDF",
    "urlset": "a sitemap",
    "sitemapindex": "a sitemap index",
    "svg": "an SVG image",
}
_TAG_NAME: Final = re.compile(r"<([a-zA-Z][\w:.-]*)")
_ROOT: Final = re.compile(r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*<([a-zA-Z][\w:.-]*)", re.DOTALL | re.IGNORECASE)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_LOOKED_AT: Final = 200


def reject_other_formats(data: str | bytes) -> None:
    """Pass HTML and whatever may be HTML.

    Raises:
        NotHTML: the input is empty or clearly of another format.
    """
    if isinstance(data, bytes):
        _reject_bytes(data)
    else:
        _reject_text(data)


def _reject_bytes(data: bytes) -> None:
    if not data or data.isspace():
        raise NotHTML("nothing (empty input)" if not data else "nothing (only white space)")
    head = data[:1024]
    for signature, name in _SIGNATURES:
        if head.startswith(signature) and not (len(signature) < 4 and _markup_in(data)):
            raise NotHTML(name)
    if head.startswith(b"RIFF"):
        for kind, name in _CONTAINERS:
            if head[8:12] == kind:
                raise NotHTML(name)
    if head[4:8] == b"ftyp":
        raise NotHTML(next((name for brand, name in _ISO_MEDIA if brand in head[8:32]), "MP4 media"))
    if len(_CONTROL.findall(head)) > 0.1 * len(head) and not _markup_in(data):
        raise NotHTML("binary data")


def _markup_in(data: bytes) -> bool:
    """Whether known tags stand in the bytes, also when each character takes two."""
    return re.search(rb"<\x00?(?:!|h|H|b|B|d|D|p|P|t|T|m|M)", data[:4096]) is not None


def _reject_text(text: str) -> None:
    start = text[:1024].lstrip("\ufeff \t\r\n\f")
    if not start and not text.strip("\ufeff \t\r\n\f"):
        raise NotHTML("nothing (empty input)" if not text else "nothing (only white space)")
    if start[:1] in ("{", "[") and re.match(r"[{\[]\s*(?:[\"{\[\]}]|-?\d|true|false|null)", start):
        raise NotHTML("JSON")
    root = _ROOT.match(text, 0, 8192)
    if root is not None and (kind := _XML_ROOTS.get(root[1].lower())) is not None:
        raise NotHTML(kind)
    for looked, match in enumerate(_TAG_NAME.finditer(text)):
        name = match[1].lower()
        if name in IDS or "-" in name:
            return
        if looked > _LOOKED_AT:
            break
    raise NotHTML("XML" if start.startswith("<?xml") else "plain text")
