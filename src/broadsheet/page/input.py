"""Input -> `Page`: check, decode, parse and repair what callers pass; reject input that is not HTML.

Other formats are recognised by the byte patterns of the MIME Sniffing Standard (section 6) and named in the error. A
page without a single tag is text, not HTML. Binary data without a pattern (a compressed body whose header was lost, a
part of a file) are recognised by control characters. A URL that is not a web address, such as the name of a file in an
archive, is ignored.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from os import PathLike
from typing import Final
from urllib.parse import urlsplit

import numpy as np

from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.page import repair
from broadsheet.page.characters import has_surrogates
from broadsheet.page.columns import Page
from broadsheet.page.encoding import decode
from broadsheet.page.parse import LIMITS, Limits, parse
from broadsheet.page.tags import IDS
from broadsheet.patterns import pattern

__all__ = ["checked_address", "is_address", "page_of", "read_page", "reject_other_formats", "reject_texts", "switch"]

_BYTES_A_CHARACTER: Final = 4
_WEB: Final = pattern(r"\s*https?://[^\s/?#]", re.IGNORECASE)

_SIGNATURES: Final[dict[str, tuple[bytes, ...]]] = {
    "PDF": (b"%PDF-",),
    "PostScript": (b"%!PS-Adobe-",),
    "a PNG image": (b"\x89PNG\r\n\x1a\n",),
    "a JPEG image": (b"\xff\xd8\xff",),
    "a GIF image": (b"GIF87a", b"GIF89a"),
    "a BMP image": (b"BM",),
    "an icon": (b"\x00\x00\x01\x00",),
    "a TIFF image": (b"II*\x00", b"MM\x00*"),
    "a ZIP archive (or an office document, an e-book, or the snapshot of a page)": (b"PK\x03\x04",),
    "gzip data": (b"\x1f\x8b",),
    "bzip2 data": (b"BZh",),
    "xz data": (b"\xfd7zXZ\x00",),
    "zstd data": (b"\x28\xb5\x2f\xfd",),
    "lz4 data": (b"\x04\x22\x4d\x18",),
    "compressed data (compress)": (b"\x1f\x9d",),
    "compressed data (zlib)": (b"x\x01", b"x\x9c", b"x\xda"),
    "a 7z archive": (b"7z\xbc\xaf\x27\x1c",),
    "a RAR archive": (b"Rar!\x1a\x07",),
    "a WARC archive": (b"WARC/",),
    "a Parquet table": (b"PAR1",),
    "an Arrow table": (b"ARROW1",),
    "an ORC table": (b"ORC",),
    "an Avro table": (b"Obj\x01",),
    "an SQLite database": (b"SQLite format 3\x00",),
    "HDF5 data": (b"\x89HDF\r\n\x1a\n",),
    "a numpy array": (b"\x93NUMPY",),
    "a property list (or a Safari web archive)": (b"bplist00",),
    "an old office document": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
    "RTF": (b"{\\rtf",),
    "MP3 audio": (b"ID3",),
    "Ogg media": (b"OggS",),
    "FLAC audio": (b"fLaC",),
    "Matroska or WebM video": (b"\x1aE\xdf\xa3",),
    "a font": (b"wOFF", b"wOF2", b"OTTO\x00", b"\x00\x01\x00\x00\x00"),
    "Flash video": (b"FLV\x01",),
    "MPEG video": (b"\x00\x00\x01\xba",),
    "a Photoshop image": (b"8BPS",),
    "a DjVu document": (b"AT&TFORM",),
    "a program": (b"\x7fELF", b"MZ\x90", b"\x00asm", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe"),
}
"""The first bytes of a file of each format."""
_BEGINNINGS: Final = tuple(signature for signatures in _SIGNATURES.values() for signature in signatures)
_AT_OTHER_PLACES: Final = (
    (8, b"WEBP", "a WebP image"),
    (8, b"WAVE", "WAVE audio"),
    (8, b"AVI ", "AVI video"),
    (257, b"ustar", "a tar archive"),
)
_ISO_MEDIA: Final = ((b"avif", "an AVIF image"), (b"heic", "a HEIC image"))
_XML_ROOTS: Final = {
    "rss": "a feed (RSS)",
    "feed": "a feed (Atom)",
    "rdf:rdf": "RDF",
    "urlset": "a sitemap",
    "sitemapindex": "a sitemap index",
    "svg": "an SVG image",
}
_MARKUP: Final = pattern(rb"<\x00?(?:!|h|H|b|B|d|D|p|P|t|T|m|M)")
"""The first tag of a page, also if each character takes two bytes."""
_TAG_NAME: Final = pattern(rb"<([a-zA-Z][\w:.\x80-\xff-]*)")
# Possessive: otherwise many comments would be split in exponentially many ways.
_ROOT: Final = pattern(r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*+<([a-zA-Z][\w:.-]*)", re.DOTALL | re.IGNORECASE)
_MAX_TAGS_READ: Final = 200  # tags among which one must be of HTML
_SPACE: Final = "\ufeff \t\r\n\f"

_SAMPLE: Final = 1 << 15  # bytes of UTF-8 in which control characters are counted
_STEP: Final = 7  # every seventh byte is looked at
_CONTROLS: Final = bytes({*range(32)} - {*b"\t\n\f\r\x0e\x0f\x1b"})
"""Control characters that do not occur in text. SO, SI and escape switch character sets in old encodings."""
_MAX_CONTROLS: Final = 0.02
"""Largest share of them in text. It is 0.1 in random bytes, and at most 0.0016 in the pages of the corpora."""
_MIN_TAGS: Final = 20  # known tags that make any input a page
_MIN_TAG_SHARE: Final = 0.05  # share of the input from which fewer tags do: short pages with a control character
_TAG: Final = pattern(r"</?([a-zA-Z][a-zA-Z0-9]*)(?:[ \t\r\n][^<>\x00-\x08\x0e-\x1f]*)?/?>")

_FIELD: Final = pattern(r"([A-Za-z][A-Za-z0-9-]*):[^\n]*\n(?:[ \t]+\S[^\n]*\n)*")
_MAIL_FIELDS: Final = frozenset("from to subject date received message-id mime-version return-path".split())
_HEADER: Final = 1 << 14  # bytes of an e-mail in which header fields are looked for; those of transport come first
_MIN_MAIL_FIELDS: Final = 3

_ADDRESS: Final = pattern(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_FILE: Final = pattern(
    r"(?:file://)?[^<>\n]{1,1000}\.(?:[xs]?html?|mht(?:ml)?|gz|warc|txt|xml|php|aspx?)", re.IGNORECASE
)


def page_of(html: str | bytes | bytearray | memoryview | Page, *, url: str | None, charset: str | None) -> Page:
    """The page of text or bytes; a `Page` is returned as it is.

    Args:
        html: text, bytes, or a page.
        url: its address.
        charset: the encoding that the transport declared, for bytes.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: with a `Page`, a URL other than its own was passed, or an encoding.
        NotHTML, PageTooLarge: as in `read_page`.
    """
    _check_strings(url=url, charset=charset)
    url = url.strip() if url is not None and is_address(url) else None
    if isinstance(html, Page):
        if url is not None and url != html.url:
            raise ValueError("a Page has its own url: pass the url to read_page")
        if charset is not None:
            raise ValueError("a Page is already decoded: pass the charset to read_page")
        return html
    if not isinstance(html, str | bytes | bytearray | memoryview):
        raise TypeError(f"html must be str, bytes or Page, not {_name(html)}{_hint(html)}")
    return read_page(html, url=url, charset=charset)


def read_page(
    html: str | bytes | bytearray | memoryview,
    *,
    url: str | None = None,
    charset: str | None = None,
    limits: Limits = LIMITS,
) -> Page:
    """Parse HTML.

    Args:
        html: text, or bytes, which are decoded in the WHATWG order.
        url: the page's URL, against which links are made absolute. It is not checked: links stay relative if it is
            not a web address. One with a lone surrogate is ignored.
        charset: the encoding label declared by the transport (HTTP ``Content-Type``), for bytes. Labels unknown to the
            WHATWG Encoding Standard are ignored.
        limits: the upper limits (`broadsheet.page.Limits`).

    Raises:
        TypeError: an argument has the wrong type.
        NotHTML: the input is empty or in another format.
        PageTooLarge: the input exceeds the limits.
    """
    _check_strings(url=url, charset=charset)
    encoding = None
    if url is not None and has_surrogates(url):
        url = None
    if isinstance(html, bytes | bytearray | memoryview):
        html = bytes(html)  # also if it is a subclass, such as numpy's, which the parser does not accept
        reject_other_formats(html)
        # Before decoding: no encoding needs more bytes for the allowed characters.
        _check_size("the number of bytes", len(html), _BYTES_A_CHARACTER * limits.characters)
        encoding = decode(html, charset)
        data, encoding = encoding.utf8, replace(encoding, utf8=b"")
    elif isinstance(html, str):
        data = html.removeprefix("\ufeff").encode("utf-8", "replace")
    else:
        raise TypeError(f"html must be str or bytes, not {_name(html)}{_hint(html)}")
    reject_texts(data)
    data = repair.once_encoded(data).replace(b"\0", b"")
    if len(data) > limits.characters:
        _check_size("the number of characters", len(data.decode()), limits.characters)
    tree = parse(data, limits)
    for has_fault, repaired_source in (
        (repair.swallows, repair.released),
        (repair.has_roots, repair.with_open_roots),
        (repair.has_amp_images, repair.with_images),
    ):
        if has_fault(tree):
            changed = repaired_source(data.decode()).encode()
            try:
                tree = parse(changed, limits)
            except PageTooLarge:  # what was text is now markup
                continue
            data = changed
    return Page.of_tree(tree, data, url, encoding)


def _check_size(measure: str, size: int, limit: int) -> None:
    if size > limit:
        raise PageTooLarge(measure, size, limit)


def checked_address(url: str) -> str:
    """Check a URL, and return it without white space around it.

    Raises:
        TypeError: it is not a str.
        ValueError: it is not an absolute web address.
    """
    if not isinstance(url, str):
        raise TypeError(f"url must be str, not {_name(url)}")
    if not is_address(url):
        raise ValueError(f"an absolute URL begins with http:// or https:// and a host: {url[:200]!r} does not")
    return url.strip()


def is_address(url: str | None) -> bool:
    """Whether a text is an absolute http or https URL without lone surrogates."""
    if url is None or _WEB.match(url) is None or has_surrogates(url):
        return False
    try:
        return bool(urlsplit(url.strip()).hostname)
    except ValueError:  # "Invalid IPv6 URL"
        return False


def switch(value: bool, name: str) -> bool:
    """Check that a switch is a bool of Python or numpy: any string would be true.

    Raises:
        TypeError: it has another type.
    """
    if not isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be bool, not {_name(value)}")
    return bool(value)


def _check_strings(**arguments: object) -> None:
    for name, value in arguments.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} must be str or None, not {_name(value)}")


def _name(value: object) -> str:
    return type(value).__name__


def _hint(value: object) -> str:
    if isinstance(value, PathLike):
        return " (read the file first: path.read_bytes())"
    if hasattr(value, "read"):
        return " (read the file first: file.read())"
    return ""


def reject_other_formats(data: bytes) -> None:
    """Reject input whose first bytes are those of another format than HTML.

    Raises:
        NotHTML: the input is in another format.
    """
    head = data[:1024]
    for name, signatures in _SIGNATURES.items() if head.startswith(_BEGINNINGS) else ():
        for signature in signatures:
            # A page may begin with the letters of a signature. In compressed bytes, a tag occurs only by chance.
            is_word = len(signature) < 4 and b" " < signature[:1] < b"\x7f"
            if head.startswith(signature) and not (is_word and _MARKUP.search(data, 0, 4096)):
                raise NotHTML(name)
    for place, signature, name in _AT_OTHER_PLACES:
        if head.startswith(signature, place) and (place > 8 or head.startswith(b"RIFF")):
            raise NotHTML(name)
    if head[4:8] == b"ftyp":
        raise NotHTML(next((name for brand, name in _ISO_MEDIA if brand in head[8:32]), "MP4 media"))


def reject_texts(data: bytes) -> None:
    """Reject a text in UTF-8 that is clearly not HTML.

    Raises:
        NotHTML: the text is not HTML, or is empty.
    """
    head = data[:_HEADER].decode("utf-8", "ignore")
    start = head[:1024].lstrip(_SPACE)
    if not start and not data.decode().strip(_SPACE):
        raise NotHTML("nothing (empty input)" if not data else "nothing (only white space)")
    if _is_binary(data):
        raise NotHTML("binary data")
    if start[:1] in ("{", "[") and re.match(r"[{\[]\s*(?:[\"{\[\]}]|-?\d|true|false|null)", start):
        raise NotHTML("JSON")
    if (message := _message(head.lstrip(_SPACE))) is not None:
        raise NotHTML(message)
    root = _ROOT.match(head, 0, 8192)
    if root is not None and (kind := _XML_ROOTS.get(root[1].lower())) is not None:
        raise NotHTML(kind)
    for match in islice(_TAG_NAME.finditer(data), _MAX_TAGS_READ):
        if match[1].lower().decode() in IDS or b"-" in match[1]:
            return
    if start.startswith("<?xml"):
        raise NotHTML("XML")
    text = data.decode().strip()
    if _ADDRESS.fullmatch(text):
        raise NotHTML("a URL: fetch it first, and pass the page")
    raise NotHTML("a file name: read the file first, and pass its content" if _FILE.fullmatch(text) else "plain text")


def _is_binary(data: bytes) -> bool:
    """Whether a text in UTF-8 has too many control characters for text or markup. Zeros at the ends are padding."""
    data = data.strip(b"\0")
    if not data:
        return True
    sample = data[:_SAMPLE:_STEP]
    if len(sample) - len(sample.translate(None, _CONTROLS)) <= _MAX_CONTROLS * len(sample):
        return False
    text = data.decode()[:_SAMPLE]
    tags = [match[0] for match in _TAG.finditer(text) if match[1].lower() in IDS]
    return len(tags) < _MIN_TAGS and sum(map(len, tags)) < _MIN_TAG_SHARE * len(text)


def _message(start: str) -> str | None:
    """The kind of an e-mail or MHTML file, which begins with header fields; None for other text.

    Standard: RFC 5322, section 2.2 (header fields); RFC 2557 (MHTML).
    """
    fields = {}
    at = 0
    while (field := _FIELD.match(start, at)) is not None:
        fields[field[1].lower()] = field[0].lower()
        at = field.end()
    if "mime-version" not in fields and len(_MAIL_FIELDS & fields.keys()) < _MIN_MAIL_FIELDS:
        return None
    return "a saved web page (MHTML)" if "multipart/related" in fields.get("content-type", "") else "an e-mail message"
