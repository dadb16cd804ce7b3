"""Is this HTML at all? Refuses other formats by name, before anything is parsed.

Standard: MIME Sniffing Standard, section 6 (byte patterns). A page without a single tag is text, not HTML. What has no
pattern of its own (a compressed body whose header was lost, a part of a file) tells by its control characters.
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
    (b"PK\x03\x04", "a ZIP archive (or an office document, an e-book, or the snapshot of a page)"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"\x04\x22\x4d\x18", "lz4 data"),
    (b"\x1f\x9d", "compressed data (compress)"),
    (b"x\x01", "compressed data (zlib)"),
    (b"x\x9c", "compressed data (zlib)"),
    (b"x\xda", "compressed data (zlib)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"WARC/", "a WARC archive"),
    (b"PAR1", "a Parquet table"),
    (b"ARROW1", "an Arrow table"),
    (b"ORC", "an ORC table"),
    (b"Obj\x01", "an Avro table"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\x89HDF\r\n\x1a\n", "HDF5 data"),
    (b"\x93NUMPY", "a numpy array"),
    (b"bplist00", "a property list (or a Safari web archive)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"{\\rtf", "RTF"),
    (b"ID3", "MP3 audio"),
    (b"OggS", "Ogg media"),
    (b"fLaC", "FLAC audio"),
    (b"\x1aE\xdf\xa3", "Matroska or WebM video"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"OTTO\x00", "a font"),
    (b"\x00\x01\x00\x00\x00", "a font"),
    (b"FLV\x01", "Flash video"),
    (b"\x00\x00\x01\xba", "MPEG video"),
    (b"8BPS", "a Photoshop image"),
    (b"AT&TFORM", "a DjVu document"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"\x00asm", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
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
# Possessive: many comments may be cut into longer ones in more ways than can be tried.
_ROOT: Final = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*+<([a-zA-Z][\w:.-]*)", re.DOTALL | re.IGNORECASE
)
_LOOKED_AT: Final = 200

_SAMPLE: Final = 1 << 15
"""Octets of UTF-8 among which control characters are counted."""
_STEP: Final = 7
"""Every so many octets are looked at."""
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\f\r\x0e\x0f\x1b"})
"""Control characters that no text has. SO, SI and escape switch the characters of old encodings."""
_MOST_CONTROLS: Final = 0.02
"""Share of them from which it is no text. Of random and of compressed bytes it is a tenth; the page of the corpora that
has the most has 0.0016."""
_TAGS: Final = 20
"""Tags that are markup, whatever is between them; fewer are if they are a part of what is there."""
_MARKUP: Final = 0.05
"""That part: a page of a line or two with a control character in it."""
_TAG: Final = re.compile(r"</?([a-zA-Z][a-zA-Z0-9]*)(?:[ \t\r\n][^<>\x00-\x08\x0e-\x1f]*)?/?>")

_FIELD: Final = re.compile(r"([A-Za-z][A-Za-z0-9-]*):[^\n]*\n(?:[ \t]+\S[^\n]*\n)*")
_OF_MAIL: Final = frozenset("from to subject date received message-id mime-version return-path".split())
_HEADER: Final = 1 << 14
"""Characters of such a message in which its fields are looked for: those of the way that it went come first."""
_MAIL: Final = 3
"""Fields of a message (RFC 5322) that a page has not in its first lines."""

_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_FILE: Final = re.compile(
    r"(?:file://)?[^<>\n]{1,1000}\.(?:[xs]?html?|mht(?:ml)?|gz|warc|txt|xml|php|aspx?)", re.IGNORECASE
)


def reject_other_formats(data: str | bytes, utf8: bytes | None = None) -> None:
    """Pass HTML and whatever may be HTML.

    Args:
        data: what may be a page.
        utf8: a text in UTF-8, where whoever asks has it.

    Raises:
        NotHTML: the input is empty or clearly of another format.
    """
    if isinstance(data, bytes):
        _reject_bytes(data)
    else:
        _reject_text(data, data.encode("utf-8", "replace") if utf8 is None else utf8)


def _reject_bytes(data: bytes) -> None:
    """What the first bytes tell. What they do not, the text does that they are decoded to."""
    if not data or data.isspace():
        raise NotHTML("nothing (empty input)" if not data else "nothing (only white space)")
    head = data[:1024]
    for signature, name in _SIGNATURES:
        # A page may begin with a few letters. In compressed bytes, what looks like a tag is there by chance.
        if head.startswith(signature) and not (
            len(signature) < 4 and b" " < signature[:1] < b"\x7f" and _markup_in(data)
        ):
            raise NotHTML(name)
    if head.startswith(b"RIFF"):
        for kind, name in _CONTAINERS:
            if head[8:12] == kind:
                raise NotHTML(name)
    if head[4:8] == b"ftyp":
        raise NotHTML(next((name for brand, name in _ISO_MEDIA if brand in head[8:32]), "MP4 media"))
    if head[257:262] == b"ustar":
        raise NotHTML("a tar archive")


def _markup_in(data: bytes) -> bool:
    """Whether known tags stand in the bytes, also when each character takes two."""
    return re.search(rb"<\x00?(?:!|h|H|b|B|d|D|p|P|t|T|m|M)", data[:4096]) is not None


def _reject_text(text: str, utf8: bytes) -> None:
    start = text[:1024].lstrip("\ufeff \t\r\n\f")
    if not start and not text.strip("\ufeff \t\r\n\f"):
        raise NotHTML("nothing (empty input)" if not text else "nothing (only white space)")
    if _is_binary(text, utf8):
        raise NotHTML("binary data")
    if start[:1] in ("{", "[") and re.match(r"[{\[]\s*(?:[\"{\[\]}]|-?\d|true|false|null)", start):
        raise NotHTML("JSON")
    if (message := _message(text[:_HEADER].lstrip("\ufeff \t\r\n\f"))) is not None:
        raise NotHTML(message)
    root = _ROOT.match(text, 0, 8192)
    if root is not None and (kind := _XML_ROOTS.get(root[1].lower())) is not None:
        raise NotHTML(kind)
    for looked, match in enumerate(_TAG_NAME.finditer(text)):
        name = match[1].lower()
        if name in IDS or "-" in name:
            return
        if looked > _LOOKED_AT:
            break
    raise NotHTML("XML" if start.startswith("<?xml") else _words(text.strip()))


def _is_binary(text: str, utf8: bytes) -> bool:
    """Whether it is made of control characters rather than of text and markup.

    Files that were made larger than the page end in zeros.
    """
    data = utf8.strip(b"\0")
    if not data:
        return True
    some = data[:_SAMPLE:_STEP]
    if len(some) - len(some.translate(None, _CONTROLS)) <= _MOST_CONTROLS * len(some):
        return False
    text = text.strip("\0")[:_SAMPLE]
    tags = [match[0] for match in _TAG.finditer(text) if match[1].lower() in IDS]
    return len(tags) < _TAGS and sum(map(len, tags)) < _MARKUP * len(text)


def _message(start: str) -> str | None:
    """A mail or a page that a browser saved as one: fields come first, and the page is in a part, encoded.

    Standard: RFC 5322, section 2.2 (header fields); RFC 2557 (MHTML).
    """
    fields = {}
    at = 0
    while (field := _FIELD.match(start, at)) is not None:
        fields[field[1].lower()] = field[0].lower()
        at = field.end()
    if "mime-version" not in fields and len(_OF_MAIL & fields.keys()) < _MAIL:
        return None
    return "a saved web page (MHTML)" if "multipart/related" in fields.get("content-type", "") else "an e-mail message"


def _words(text: str) -> str:
    """What a text without tags looks like."""
    if _ADDRESS.fullmatch(text):
        return "an address: fetch it first, and give what is there"
    if _FILE.fullmatch(text):
        return "the name of a file: read it first, and give what is in it"
    return "plain text"
