"""jusText: length, link density and stop words of paragraphs and their neighbours (Pomikálek 2011).

Called with its defaults and the stop words of the page's language.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from broadsheet.methods.outside.base import EXTRA, as_text, load, quiet

__all__ = ["JusText"]

_STOPLISTS: Final[dict[str, str]] = {
    "af": "Afrikaans", "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "bn": "Bengali", "bs": "Bosnian",
    "ca": "Catalan", "cs": "Czech", "cy": "Welsh", "da": "Danish", "de": "German", "el": "Greek", "en": "English",
    "eo": "Esperanto", "es": "Spanish", "et": "Estonian", "eu": "Basque", "fa": "Persian", "fi": "Finnish",
    "fr": "French", "ga": "Irish", "gl": "Galician", "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian",
    "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ka": "Georgian",
    "kk": "Kazakh", "ko": "Korean", "la": "Latin", "lb": "Luxembourgish", "lt": "Lithuanian", "lv": "Latvian",
    "mk": "Macedonian", "ml": "Malayalam", "mr": "Marathi", "ms": "Malay", "mt": "Maltese", "nb": "Norwegian_Bokmal",
    "ne": "Nepali", "nl": "Dutch", "nn": "Norwegian_Nynorsk", "no": "Norwegian_Bokmal", "pl": "Polish",
    "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sh": "Serbo_Croatian", "sk": "Slovak", "sl": "Slovenian",
    "sq": "Albanian", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "tl": "Tagalog",
    "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "uz": "Uzbek", "vi": "Vietnamese",
}  # fmt: skip
"""The library's English names of its stop lists, by two-letter language code."""


@dataclass(frozen=True, slots=True)
class JusText:
    """``justext.justext(html, stoplist)``: the paragraphs that are not boilerplate, one per line.

    The stop list is that of the given language. Without one (Chinese, Japanese, no language given), it runs in the
    language-independent mode of its command line: an empty list and stop-word densities of 0, so that length and links
    decide.

    Raises:
        MissingExtra: jusText is not installed.
    """

    name: ClassVar[str] = "justext"
    library: ClassVar[str] = "jusText"
    extra: ClassVar[str] = EXTRA

    _justext: Any = field(init=False, repr=False, compare=False)
    _get_stoplist: Any = field(init=False, repr=False, compare=False)
    _stoplists: dict[str, frozenset[str]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        module = load("justext", self.library)
        object.__setattr__(self, "_justext", module.justext)
        object.__setattr__(self, "_get_stoplist", module.get_stoplist)

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page."""
        with quiet():
            language = _STOPLISTS.get((lang or "").lower().partition("-")[0])
            if language is None:
                paragraphs = self._justext(as_text(html), frozenset(), stopwords_low=0, stopwords_high=0)
            else:
                paragraphs = self._justext(as_text(html), self._stoplist(language))
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    def _stoplist(self, language: str) -> frozenset[str]:
        found = self._stoplists.get(language)
        if found is None:
            found = self._stoplists[language] = self._get_stoplist(language)
        return found
