"""Bytes -> text, in the order BOM, strict UTF-8, declared, detected.

Standard: Encoding Standard (labels and BOM) and HTML section 13.2.3 (determining the character encoding), with one
change that browsers cannot afford and archives need: bytes that are valid UTF-8 are UTF-8 whatever the page declares,
because pages are re-encoded more often than their declarations. What is not declared is detected as Firefox does it
(chardetng), which knows the encodings of the standard and no others. ISO-2022-JP, whose bytes are all valid UTF-8, is
told before that by its declaration, or where nothing is declared by its escapes.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, replace
from typing import Final

from broadsheet.page.declarations import labels_in_markup
from broadsheet.page.labels import CODECS, codec_of

__all__ = ["Decoded", "decode"]

_SAMPLE: Final = 1 << 17
"""Bytes that are looked at to detect an encoding."""
_TOLERATED: Final = 0.05
"""A declared encoding that leaves a larger share of the non-ASCII characters undecodable is not believed."""
_TOLERATED_UTF8: Final = 0.5
"""The same for UTF-8: of text in another encoding at least 0.65 are none (Japanese in EUC-JP; Greek, Cyrillic 1.0)."""
_SLIPS: Final = 3
"""So many bytes that are no UTF-8, beside a sequence that is, are slips, whatever their share."""
_FALLBACK: Final = "cp1252"
"""The encoding of last resort; it is the standard's for most locales."""
_LATIN: Final = {
    *("cp1250", "cp1254", "cp1257", "cp1258"),
    *(f"iso8859-{part}" for part in (2, 3, 4, 10, 13, 14, 15, 16)),
}
"""Encodings of languages in Latin script that have letters of their own everywhere."""
_EVERYWHERE: Final = 0.005
"""The least share of these in such a text: a page in English has some signs of money and quotation marks."""
_LETTERS: Final = re.compile(rb"[A-Za-z]+")
_OWN: Final = re.compile(rb"(?<=[A-Za-z])[\x8a\x8c-\x8f\x9a\x9c-\xff]|[\x8a\x8c-\x8f\x9a\x9c-\xff](?=[A-Za-z])")
"""Letters beyond ASCII, in any of these: they stand beside others."""
_BEYOND: Final = re.compile(rb"[\x80-\xff]")
_ESCAPE: Final = b"\x1b"
_ESCAPED: Final = "iso2022_jp"
"""The one encoding of the standard that is written in ASCII bytes alone, and so would pass for UTF-8."""
_JAPANESE: Final = re.compile(rb"\x1b(?:\$[@B]|\(J)")
"""How such text goes over to Japanese characters (Encoding Standard, section 12.2.1), which no other text does."""
_WRITTEN: Final = "\ufffd".encode()
"""What a page has of another program that could not decode it: here it is decoded."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32 is none of the standard's, but archives have it; its little-endian mark begins with that of UTF-16.
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
        text: the text, without a byte order mark.
        encoding: the name of the codec.
        source: ``"bom"``, ``"utf-8"`` (valid as such), ``"http"``, ``"meta"``, ``"detected"`` or ``"fallback"``.
        replaced: share of the characters that could not be decoded and became U+FFFD, 0 to 1.
        ignored: labels that were stated, by the transport or the page, and stand for no encoding of the standard.
    """

    text: str
    encoding: str
    source: str
    replaced: float
    ignored: tuple[str, ...] = ()


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode the bytes of a page.

    Args:
        data: the bytes.
        charset: the label that the transport declared, if any; it is stronger than the page's own declaration. Labels
            that the Encoding Standard does not have are ignored, here and in the page.
    """
    declared, ignored = _declared(data, charset)
    decoded = _decided(data, declared)
    return replace(decoded, ignored=ignored) if ignored else decoded


def _decided(data: bytes, declared: list[tuple[str, str]]) -> Decoded:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], codec, "bom")
    wide = _wide_codec(data)
    if wide is not None:
        return _decoded(data, wide, "detected")
    if _ESCAPE in data:
        if declared and declared[0][0] == _ESCAPED:
            return _decoded(data, *declared[0])
        if not declared and _JAPANESE.search(data, 0, _SAMPLE) is not None and data.isascii():
            out = _decoded(data, _ESCAPED, "detected")
            if _believable(out):
                return out
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "utf-8", 0.0)
    except UnicodeDecodeError:
        pass
    for codec, source in declared:
        out = _decoded(data, codec, source)
        if _believable(out):
            return out
    return _detected(data)


def _declared(data: bytes, charset: str | None) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The codecs that are declared, each with the source of its declaration, and the labels that stand for none."""
    known: dict[str, str] = {}
    unknown: dict[str, None] = {}
    stated = [(charset, "http")] if charset else []
    for label, source in (*stated, *((label, "meta") for label in labels_in_markup(data))):
        codec = codec_of(label)
        if codec is None:
            unknown[label] = None
            continue
        # A declaration of UTF-16 that could be read as ASCII cannot be true.
        known.setdefault("utf-8" if codec.startswith("utf-16") else codec, source)
        if source == "meta":
            break
    return list(known.items()), tuple(unknown)


def _decoded(data: bytes, codec: str, source: str) -> Decoded:
    text = data.decode(codec, "replace")
    replaced = text.count("\ufffd")
    if replaced and codec == "utf-8":
        replaced -= data.count(_WRITTEN)
    return Decoded(text, codec, source, replaced / max(1, len(text)))


def _believable(decoded: Decoded) -> bool:
    """Whether few enough of the characters beyond ASCII could not be decoded."""
    text = decoded.text
    beyond, lost = len(text) - len(text.encode("ascii", "ignore")), text.count("\ufffd")
    if decoded.encoding == "utf-8":
        return lost <= _TOLERATED_UTF8 * beyond or (lost <= _SLIPS and lost < beyond)
    return lost <= _TOLERATED * beyond


def _wide_codec(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a mark: markup is ASCII, so about every second byte of it is zero, or three of four."""
    head = data[:1024]
    half = len(head) // 2
    if half < 4 or 0 not in head:
        return None
    quarter = half // 2
    zeros = [head[place : 4 * quarter : 4].count(0) for place in range(4)]
    for codec, planes, rest in (("utf-32-le", zeros[2:], zeros[:2]), ("utf-32-be", zeros[:2], zeros[2:])):
        # Text is in the first plane, but for an emoji here and there.
        if max(planes) == quarter and min(planes) > 0.9 * quarter and min(rest) < 0.05 * quarter:
            return codec
    even, odd = head[0 : 2 * half : 2].count(0), head[1 : 2 * half : 2].count(0)
    if odd > 0.3 * half and even < 0.05 * half:
        return "utf-16-le"
    if even > 0.3 * half and odd < 0.05 * half:
        return "utf-16-be"
    return None


def _detected(data: bytes) -> Decoded:
    """Nothing declared, or nothing true: UTF-8 with some damage, else what statistics say, else cp1252."""
    utf8 = _decoded(data, "utf-8", "detected")
    if _believable(utf8):
        return utf8
    # Imported here: it takes longer to import than most pages take to parse, and few pages need it.
    from chardetng_py import EncodingDetector

    beyond = _BEYOND.search(data)
    first = max(0, (beyond.start() if beyond is not None else 0) - _SAMPLE // 4)
    sample = data[first : first + _SAMPLE]
    detector = EncodingDetector()
    detector.feed(sample, last=False)
    guess = detector.guess(tld=None, allow_utf8=False)
    found = guess if guess in CODECS else codec_of(guess)  # it names some by Python's codec, others by a label
    if found is not None and not (found in _LATIN and _hardly_any(sample)):
        out = _decoded(data, found, "detected")
        if _believable(out):
            return out
    return _decoded(data, _FALLBACK, "fallback")


def _hardly_any(sample: bytes) -> bool:
    """Whether hardly any letter of the text is beyond ASCII."""
    # What is in a tag has no ">", and what is in a script is no text. An expression for it would go back and forth.
    tags = [part.partition(b">") for part in sample.split(b"<")]
    text = b" ".join(text for tag, _, text in tags if not tag[:6].lower().startswith((b"script", b"style")))
    return len(_OWN.findall(text)) < _EVERYWHERE * sum(map(len, _LETTERS.findall(text)))
