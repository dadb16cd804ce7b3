"""Bytes -> text: by byte order mark, as valid UTF-8, by declared encoding, by detected encoding, in this order.

Standard: Encoding Standard (labels and byte order marks) and HTML section 13.2.3 (determining the character encoding),
with one change: valid UTF-8 is UTF-8 whatever the page declares, because pages are re-encoded more often than their
declarations are corrected. Undeclared encodings are detected as in Firefox (chardetng). Text in ISO-2022-JP is valid
UTF-8, so it is recognised first, by its declaration or by its escapes.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from broadsheet.engine import LIBRARY
from broadsheet.patterns import pattern

__all__ = ["CODECS", "LABELS", "Decoded", "codec_of", "decode", "header_charset", "labels_in_markup"]

_SAMPLE: Final = 1 << 17  # bytes from which an encoding is detected
_MAX_LOST: Final = 0.05  # share of the non-ASCII characters that the right encoding may leave undecodable
_MAX_LOST_UTF8: Final = 0.5
"""The same for UTF-8. It loses between 0.65 (Japanese in EUC-JP) and 1 (Greek, Cyrillic) of text in other encodings."""
_MAX_SLIPS: Final = 3  # invalid bytes that are tolerated in any text with valid UTF-8
_FALLBACK: Final = "cp1252"  # the encoding of last resort, the standard's for most locales
_LATIN: Final = {
    *("cp1250", "cp1254", "cp1257", "cp1258"),
    *(f"iso8859-{part}" for part in (2, 3, 4, 10, 13, 14, 15, 16)),
}
"""Encodings of languages in Latin script that use letters beyond ASCII all the time."""
_MIN_ACCENTED: Final = 0.005  # share of such letters; English pages have some currency signs and quotation marks
_LETTERS: Final = pattern(rb"[A-Za-z]+")
_ACCENTED: Final = pattern(rb"(?<=[A-Za-z])[\x8a\x8c-\x8f\x9a\x9c-\xff]|[\x8a\x8c-\x8f\x9a\x9c-\xff](?=[A-Za-z])")
"""Letters beyond ASCII in any of these encodings, beside another letter."""
_BEYOND: Final = pattern(rb"[\x80-\xff]")
_ESCAPE: Final = b"\x1b"
_ISO_2022_JP: Final = "iso2022_jp"
"""The only encoding of the standard whose bytes are all ASCII, and thus valid UTF-8."""
_JAPANESE_ESCAPE: Final = pattern(rb"\x1b(?:\$[@B]|\(J)")
"""Escapes to Japanese characters in ISO-2022-JP (Encoding Standard, section 12.2.1), which no other text has."""
_REPLACEMENT: Final = "\ufffd".encode()
"""A replacement character in the page itself, which another program put there."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 is not in the standard, but in archives. Its little-endian mark begins with that of UTF-16.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""Byte order marks."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """How bytes became text.

    Attributes:
        utf8: the text in UTF-8, without a byte order mark.
        encoding: the name of the codec.
        source: ``"bom"``, ``"utf-8"`` (valid as such), ``"http"``, ``"meta"``, ``"detected"`` or ``"fallback"``.
        replaced: share of the characters that could not be decoded and became U+FFFD, 0 to 1.
        ignored: labels that the transport or the page stated and that the standard does not have.
    """

    utf8: bytes = field(repr=False)
    encoding: str
    source: str
    replaced: float
    ignored: tuple[str, ...] = ()


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode the bytes of a page.

    Args:
        data: the bytes.
        charset: the label that the transport declared, if any; it takes precedence over the page's declaration. Labels
            unknown to the Encoding Standard are ignored, here and in the page.
    """
    declared, ignored = _declared(data, charset)
    return replace(_first_believable(data, declared), ignored=ignored)


def _first_believable(data: bytes, declared: list[tuple[str, str]]) -> Decoded:
    """Decode by the first evidence that gives a believable text; `declared` as from `_declared`."""
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _decode_as(data[len(mark) :], codec, "bom")
    wide = _wide_codec(data)
    if wide is not None:
        return _decode_as(data, wide, "detected")
    if _ESCAPE in data:
        if declared and declared[0][0] == _ISO_2022_JP:
            return _decode_as(data, *declared[0])
        if not declared and _JAPANESE_ESCAPE.search(data, 0, _SAMPLE) is not None and data.isascii():
            out = _decode_as(data, _ISO_2022_JP, "detected")
            if _believable(out):
                return out
    if LIBRARY.is_utf8(data, len(data)):
        return Decoded(data, "utf-8", "utf-8", 0.0)
    for codec, source in declared:
        out = _decode_as(data, codec, source)
        if _believable(out):
            return out
    return _decode_undeclared(data)


def _declared(data: bytes, charset: str | None) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The declared codecs, each with the source of its declaration, and the unknown labels."""
    known: dict[str, str] = {}
    unknown: dict[str, None] = {}
    stated = [(charset, "http")] if charset else []
    for label, source in chain(stated, ((label, "meta") for label in labels_in_markup(data))):
        codec = codec_of(label)
        if codec is None:
            unknown[label] = None
            continue
        # A declaration of UTF-16 that is readable as ASCII is wrong.
        known.setdefault("utf-8" if codec.startswith("utf-16") else codec, source)
        if source == "meta":
            break
    return list(known.items()), tuple(unknown)


def _decode_as(data: bytes, codec: str, source: str) -> Decoded:
    text = data.decode(codec, "replace")
    replaced = text.count("\ufffd")
    if replaced and codec == "utf-8":
        replaced -= data.count(_REPLACEMENT)
    return Decoded(text.encode("utf-8", "replace"), codec, source, replaced / max(1, len(text)))


def _believable(decoded: Decoded) -> bool:
    """Whether enough of the characters beyond ASCII could be decoded."""
    text = decoded.utf8.decode()
    beyond, lost = len(text) - len(text.encode("ascii", "ignore")), text.count("\ufffd")
    if decoded.encoding == "utf-8":
        return lost <= _MAX_LOST_UTF8 * beyond or (lost <= _MAX_SLIPS and lost < beyond)
    return lost <= _MAX_LOST * beyond


def _wide_codec(data: bytes) -> str | None:
    """Recognise UTF-16 or UTF-32 without a mark: in markup, about half or three quarters of the bytes are zero."""
    head = data[:1024]
    half = len(head) // 2
    if half < 4 or 0 not in head:
        return None
    quarter = half // 2
    zeros = [head[place : 4 * quarter : 4].count(0) for place in range(4)]
    for codec, planes, rest in (("utf-32-le", zeros[2:], zeros[:2]), ("utf-32-be", zeros[:2], zeros[2:])):
        # Nearly all text is in the first plane.
        if max(planes) == quarter and min(planes) > 0.9 * quarter and min(rest) < 0.05 * quarter:
            return codec
    even, odd = head[0 : 2 * half : 2].count(0), head[1 : 2 * half : 2].count(0)
    if odd > 0.3 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.3 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _decode_undeclared(data: bytes) -> Decoded:
    """Decode without a valid declaration: as damaged UTF-8, else by statistics, else as cp1252."""
    utf8 = _decode_as(data, "utf-8", "detected")
    if _believable(utf8):
        return utf8
    # Imported here: importing it takes longer than parsing most pages, and few pages need it.
    from chardetng_py import EncodingDetector

    beyond = _BEYOND.search(data)
    first = max(0, (beyond.start() if beyond is not None else 0) - _SAMPLE // 4)
    sample = data[first : first + _SAMPLE]
    detector = EncodingDetector()
    detector.feed(sample, last=False)
    guess = detector.guess(tld=None, allow_utf8=False)
    found = guess if guess in CODECS else codec_of(guess)  # the name of a Python codec, or a label
    if found is not None and not (found in _LATIN and _has_few_accents(sample)):
        out = _decode_as(data, found, "detected")
        if _believable(out):
            return out
    return _decode_as(data, _FALLBACK, "fallback")


def _has_few_accents(sample: bytes) -> bool:
    """Whether hardly any letter of the text is accented."""
    # Split, because a regular expression for text outside of tags and scripts would backtrack.
    tags = [part.partition(b">") for part in sample.split(b"<")]
    text = b" ".join(text for tag, _, text in tags if not tag[:6].lower().startswith((b"script", b"style")))
    return len(_ACCENTED.findall(text)) < _MIN_ACCENTED * sum(map(len, _LETTERS.findall(text)))


# Labels, and the codec that decodes each (Encoding Standard, section 4.2). Python's own aliases are never used for
# labels from a page, header or caller: they include transformations ("hex", "zlib"), encodings that spell markup in
# other ASCII characters ("utf-7"), and codecs that raise or take quadratic time ("undefined", "punycode").

_LABELS_OF: Final = {
    "utf-8": "unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8",
    "cp866": "866 cp866 csibm866 ibm866",
    "iso8859-2": "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso8859-3": "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso8859-4": "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso8859-5": "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988",
    "iso8859-6": (
        "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i "
        "iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
    ),
    "iso8859-7": (
        "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
        "iso_8859-7:1987 sun_eu_greek"
    ),
    # ISO-8859-8-I differs only in the order of display.
    "iso8859-8": (
        "csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
        "iso_8859-8:1988 visual csiso88598i iso-8859-8-i logical"
    ),
    "iso8859-10": "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso8859-13": "iso-8859-13 iso8859-13 iso885913",
    "iso8859-14": "iso-8859-14 iso8859-14 iso885914",
    "iso8859-15": "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "cskoi8r koi koi8 koi8-r koi8_r",
    "koi8-u": "koi8-ru koi8-u",
    "mac-roman": "csmacintosh mac macintosh x-mac-roman",
    "cp874": "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874",
    "cp1250": "cp1250 windows-1250 x-cp1250",
    "cp1251": "cp1251 windows-1251 x-cp1251",
    # The standard treats x-user-defined in markup as windows-1252.
    "cp1252": (
        "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 "
        "iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252 x-user-defined"
    ),
    "cp1253": "cp1253 windows-1253 x-cp1253",
    "cp1254": (
        "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
        "windows-1254 x-cp1254"
    ),
    "cp1255": "cp1255 windows-1255 x-cp1255",
    "cp1256": "cp1256 windows-1256 x-cp1256",
    "cp1257": "cp1257 windows-1257 x-cp1257",
    "cp1258": "cp1258 windows-1258 x-cp1258",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": "chinese csgb2312 csiso58gb231280 gb18030 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk",
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc_jp": "cseucpkdfmtjapanese euc-jp x-euc-jp",
    "iso2022_jp": "csiso2022jp iso-2022-jp",
    "cp932": "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis",
    "cp949": (
        "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"
    ),
    "utf-16-be": "unicodefffe utf-16be",
    "utf-16-le": "csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le",
}
"""The labels by codec. Those of ``replacement`` (``iso-2022-kr``, ``hz-gb-2312``, ...) are left out: by the standard,
browsers decode nothing with them, because they have been used for attacks."""
LABELS: Final = {label: codec for codec, labels in _LABELS_OF.items() for label in labels.split()}
CODECS: Final = frozenset(_LABELS_OF)  # Python's names
_WHITE_SPACE: Final = "\t\n\f\r "


def codec_of(label: str) -> str | None:
    """The name of the codec of a label; None if the standard does not have the label."""
    return LABELS.get(label.strip(_WHITE_SPACE).lower())


# Declarations: in a Content-Type header (Fetch, "extract a MIME type") and in markup (HTML, section 13.2.3.2).

_MAX_PRESCANNED_BYTES: Final = 4096
"""Bytes that are searched for a declaration. Browsers prescan 1,024, and decode again if they find a later one."""
_PARAMETER: Final = pattern(
    r"""(?:^|;)[ \t]*(?P<name>[^\s;="]+)=[ \t]*(?:"(?P<quoted>[^"\\]*(?:\\.[^"\\]*)*)"?|(?P<token>[^;,\s]*))""",
    re.DOTALL,
)
_MARKUP: Final = pattern(
    r"""
      <!--.*?(?:-->|\Z)
    | <\?xml\s(?P<xml>[^>]*)
    | </?(?P<tag>[a-z][^\s/>]*)(?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+"?|'[^']*+'?)?)*+)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""Comments, the XML declaration, and tags. No repetition is followed by something that may fail: time is linear."""
_ATTRIBUTE: Final = pattern(
    r"""(?P<name>[^\s/>=]+)(?:\s*=\s*(?:"(?P<double>[^"]*)"?|'(?P<single>[^']*)'?|(?P<bare>[^\s>]*)))?"""
)
_IN_CONTENT: Final = pattern(
    r"""charset\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s;"']+))""", re.IGNORECASE
)


def header_charset(content_type: str | None) -> str | None:
    """The encoding label in an HTTP ``Content-Type`` header, as written."""
    for parameter in _PARAMETER.finditer(content_type or ""):
        if parameter["name"].lower() == "charset":
            return parameter["token"] if parameter["quoted"] is None else parameter["quoted"]
    return None


def labels_in_markup(data: bytes) -> Iterator[str]:
    """The labels that a page's ``meta`` elements and XML declaration state, in order."""
    head = data[:_MAX_PRESCANNED_BYTES].decode("latin-1")
    for found in _MARKUP.finditer(head):
        if found["xml"] is not None:
            label = _attributes(found["xml"]).get("encoding")
        elif found["tag"] is not None and found["tag"].lower() == "meta":
            label = _of_meta(_attributes(found["attributes"]))
        else:
            continue
        if label is not None:
            yield label


def _of_meta(attributes: dict[str, str]) -> str | None:
    if "charset" in attributes:
        return attributes["charset"]
    if attributes.get("http-equiv", "").lower() != "content-type":
        return None
    found = _IN_CONTENT.search(attributes.get("content", ""))
    return _value(found) if found is not None else None


def _attributes(text: str) -> dict[str, str]:
    """Attributes by lower-case name; the first of several with the same name counts."""
    out: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(text):
        out.setdefault(found["name"].lower(), _value(found))
    return out


def _value(found: re.Match[str]) -> str:
    return found["double"] or found["single"] or found["bare"] or ""
