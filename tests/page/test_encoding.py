from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.page import decode, read_page
from broadsheet.page.encoding import CODECS, LABELS, header_charset, labels_in_markup

GERMAN = "<html><head>{meta}</head><body><p>Der Bär läuft über die Straße – „schön“</p></body></html>"
JAPANESE = "<html><head>{meta}</head><body><p>東京で新しい橋が開通した。多くの人々が訪れた。</p></body></html>"
CHINESE = "<html><head>{meta}</head><body><p>北京今天举行了新闻发布会，许多记者参加。</p></body></html>"


def meta(charset: str) -> str:
    return f'<meta charset="{charset}">'


@pytest.mark.parametrize(
    ("data", "codec", "source"),
    [
        (codecs.BOM_UTF8 + GERMAN.format(meta=meta("iso-8859-1")).encode(), "utf-8", "bom"),
        (codecs.BOM_UTF16_LE + GERMAN.format(meta="").encode("utf-16-le"), "utf-16-le", "bom"),
        (codecs.BOM_UTF16_BE + GERMAN.format(meta="").encode("utf-16-be"), "utf-16-be", "bom"),
        (GERMAN.format(meta="").encode("utf-16-le"), "utf-16-le", "detected"),
        # Valid UTF-8 is UTF-8 whatever is declared: pages are re-encoded, declarations are not.
        (GERMAN.format(meta=meta("iso-8859-1")).encode(), "utf-8", "utf-8"),
        (GERMAN.format(meta=meta("windows-1252")).encode("cp1252"), "cp1252", "meta"),
        (JAPANESE.format(meta=meta("Shift_JIS")).encode("cp932"), "cp932", "meta"),
        (JAPANESE.format(meta="").encode("iso2022_jp"), "iso2022_jp", "detected"),
        (JAPANESE.format(meta="").encode("iso2022_jp").replace(b"\x1b$B", b"\x1b$@"), "iso2022_jp", "detected"),
        (JAPANESE.format(meta="").encode("iso2022_jp").replace(b"\x1b(B", b"\x1b(J"), "iso2022_jp", "detected"),
        (CHINESE.format(meta=meta("gb2312")).encode("gb18030"), "gb18030", "meta"),
        (CHINESE.format(meta=meta("utf-8")).encode("gb18030"), "gb18030", "detected"),
    ],
)
def test_order_of_evidence(data: bytes, codec: str, source: str) -> None:
    decoded = decode(data)
    assert (decoded.encoding, decoded.source, decoded.replaced) == (codec, source, 0.0)
    text = read_page(data).text
    assert any(
        words in text for words in ("Der Bär läuft über die Straße – „schön“", "東京で新しい橋", "北京今天举行了")
    )


def test_damaged_utf_8_is_utf_8_with_a_share_of_replaced_characters() -> None:
    data = (GERMAN.format(meta="") * 40).encode() + b"\xc3"
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert 0 < decoded.replaced < 0.001


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", "The mayor’s plan – at a cost of £1.1bn – is “fine”, says the head of the café. " * 3),
        ("cp1252", "Die Brücke über den Fluß wird für Fußgänger geöffnet, sagte die Bürgermeisterin am Freitag. " * 3),
        ("iso8859-2", "Władze miasta ogłosiły, że most zostanie zamknięty aż do końca października, bo jest źle. " * 3),
        ("cp1253", "Ο δήμος ανακοίνωσε ότι η γέφυρα θα παραμείνει κλειστή έως το τέλος του Οκτωβρίου. " * 3),
        ("koi8-r", "Мэрия сообщила, что мост будет закрыт до конца октября из-за плохого состояния. " * 3),
        ("euc_kr", "시청은 다리가 시월 말까지 폐쇄될 것이라고 밝혔다. 많은 주민이 불편을 겪고 있다. " * 3),
        ("big5", "市政府宣布，這座橋將關閉到十月底，因為狀況不佳。許多居民感到不便。" * 3),
        ("cp874", "เทศบาลประกาศว่าสะพานจะปิดจนถึงสิ้นเดือนตุลาคมเพราะสภาพไม่ดี ชาวบ้านจำนวนมากเดือดร้อน " * 3),
    ],
)
@pytest.mark.parametrize("head", ["", meta("utf-8"), meta("klingon")])
def test_undeclared_and_wrongly_declared_encodings_are_detected(codec: str, text: str, head: str) -> None:
    page = (
        f"<html><head>{head}<script>var a = 'only letters of ASCII';</script></head><body><p>{text}</p></body></html>"
    )
    assert decode(page.encode(codec)).utf8.decode() == page


@pytest.mark.parametrize(
    ("head", "charset", "source"), [("", "ISO-2022-JP", "http"), (meta("iso-2022-jp"), "x", "meta")]
)
def test_iso_2022_jp_needs_no_detection_if_it_is_declared(head: str, charset: str, source: str) -> None:
    page = f"<head>{head}</head><p>市長は火曜日、橋が五月に開くと述べた。"
    decoded = decode(page.encode("iso-2022-jp"), charset)
    assert (decoded.utf8.decode(), decoded.source) == (page, source)


def test_nul_characters_are_dropped() -> None:
    assert read_page("<p>a\0b</p>").text.strip() == "ab"
    assert read_page(b"<html><body><p>a\x00b and more text here</p>").text.strip() == "ab and more text here"


@pytest.mark.parametrize(
    ("header", "label"),
    [
        ("text/html;Charset=utf-8;x=y", "utf-8"),
        ('text/html; charset="windows-1251"', "windows-1251"),
        ('text/html; charset="windows-1251', "windows-1251"),
        ('text/html; title="; charset=hex"; charset=utf-8', "utf-8"),
        (r'text/html; title="\"; charset=hex"; charset=utf-8', "utf-8"),
        ("text/html; charset=iso_8859-1:1987", "iso_8859-1:1987"),
        ("text/html; charset=utf-8, text/html; charset=hex", "utf-8"),
        ("text/html; charset=hex; charset=utf-8", "hex"),
        ("text/html; charset=", ""),
        ("charset=utf-8", "utf-8"),
        ("text/html; xcharset=utf-8", None),
        ("", None),
        (None, None),
    ],
)
def test_charset_in_a_header(header: str | None, label: str | None) -> None:
    assert header_charset(header) == label


@pytest.mark.parametrize(
    ("markup", "labels"),
    [
        ("<META  CharSet = 'x y' />", ["x y"]),
        ("<meta charset=utf-8 charset=hex>", ["utf-8"]),
        ("<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>", ["windows-1251"]),
        ('<meta content="text/html; charset=\'a b\'" http-equiv="content-type">', ["a b"]),
        ("<meta http-equiv=refresh content='text/html; charset=windows-1251'>", []),
        ("<meta content='text/html; charset=windows-1251'>", []),
        ("<meta name=description content='charset=hex'><meta charset=koi8-r>", ["koi8-r"]),
        ("<!-- <meta charset=hex> --><meta charset=koi8-r>", ["koi8-r"]),
        ("<!-- <meta charset=hex>", []),
        ("<a title='<meta charset=hex>'><meta charset=koi8-r>", ["koi8-r"]),
        ("<metadata charset=hex>", []),
        ("<meta/charset=utf-8>", ["utf-8"]),
        ("<meta charset='utf-8", ["utf-8"]),
        ("<?xml version='1.0' encoding='koi8-r'?><html>", ["koi8-r"]),
        ("<meta charset=hex><meta charset=utf-8>", ["hex", "utf-8"]),
        (" " * 5000 + "<meta charset=utf-8>", []),
    ],
)
def test_charsets_in_markup(markup: str, labels: list[str]) -> None:
    assert list(labels_in_markup(markup.encode())) == labels


@given(st.text(alphabet="<>/!-?='\" \tmetaxlchrsoding\xe9", max_size=80))
def test_any_markup_can_be_searched(markup: str) -> None:
    list(labels_in_markup(f"<meta {markup}".encode()))
    header_charset(markup)


def test_codecs_have_python_s_canonical_names() -> None:
    assert {codec: codecs.lookup(codec).name for codec in CODECS} == {codec: codec for codec in CODECS}


@given(data=st.binary(max_size=200), label=st.sampled_from(sorted(LABELS)))
def test_every_label_decodes_any_bytes(data: bytes, label: str) -> None:
    for page in (data, b"<meta charset=%s>" % label.encode() + data):
        for charset in (None, label):
            decoded = decode(page, charset)
            assert decoded.ignored == ()
            decoded.utf8.decode()
    # The codec itself, whether its result is believed or not.
    data.decode(LABELS[label], "replace").encode()
