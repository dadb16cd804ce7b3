from __future__ import annotations

import pytest

from broadsheet.methods.maths import text_words
from broadsheet.methods.maths.text_words import content_words, segment, stop_words


@pytest.fixture
def no_dictionaries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_words, "_breaker", lambda: None)


def test_words_of_several_texts() -> None:
    found = content_words(["The council met on Tuesday.", "", "It will meet: the Council, in 2 weeks"])
    assert found.words == ["council", "met", "tuesday", "meet", "weeks"]
    assert found.word.tolist() == [0, 1, 2, 3, 0, 4]
    assert found.text.tolist() == [0, 0, 0, 2, 2, 2]
    assert found.language == "en"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "Der Rat hat am Dienstag über die neue Brücke beraten und nach langer Debatte zugestimmt."),
        ("fr", "Le conseil municipal s'est réuni mardi et il a approuvé le nouveau pont après un long débat."),
        ("pl", "Rada miasta zebrała się we wtorek i po długiej debacie zgodziła się na nowy most."),
        ("ru", "Городской совет собрался во вторник и после долгих споров согласился на новый мост."),
        ("ar", "اجتمع مجلس المدينة يوم الثلاثاء، وبعد نقاش طويل وافق على الجسر الجديد."),
        ("zh", "市议会周二开会，经过长时间辩论，就新桥达成一致。"),
        ("ja", "市議会は火曜日に開かれ、長い議論の末、新しい橋の建設に合意した。"),
    ],
)
def test_languages(language: str, text: str) -> None:
    found = content_words([text])
    assert found.language == language
    assert not set(found.words) & stop_words(language)
    assert len(found.words) > 3


def test_chinese_by_dictionary() -> None:
    pytest.importorskip("icu4py")
    assert content_words(["国务院新闻办公室周二开会", "iPhone15在中国发布"]).words[-3:] == ["iphone15", "中国", "发布"]
    assert "周二" in content_words(["市议会周二开会"]).words


@pytest.mark.usefixtures("no_dictionaries")
def test_without_a_dictionary_words_are_pairs_of_characters() -> None:
    assert segment("新桥达成 in 2024 一") == ["新桥", "桥达", "达成", "in", "2024", "一"]
    assert not text_words.has_dictionaries()
    found = content_words(["就新桥达成一致", "新桥"])
    assert found.words[:2] == ["就新", "新桥"]
    assert found.language == "zh"
