"""The adapters: each takes out the body of a plain page, in silence and without the network.

A library that is not installed is skipped: the extra ``compare`` is not part of the test environment.
"""

from __future__ import annotations

import logging
import socket
import sys
import warnings
from typing import Any

import pytest

from broadsheet.errors import MissingExtra
from broadsheet.lab.evaluate.libraries import EXTRA, LIBRARIES, Library, boilerpipe, quiet

PARAGRAPHS = [
    "The old ferry across the sound will stop running at the end of October, the harbour board said on Tuesday, after "
    "ninety years in which it carried schoolchildren, cattle and the weekly mail to the islands.",
    "A bridge that opened in the spring has taken two thirds of the passengers, and the board, which lost money in "
    "four of the last five years, said that it could see no way to pay for a new engine.",
    "Many of the people who live on the islands say that they cannot picture the place without the boat, and some of "
    "them have begun to collect money so that it can be kept as a museum in the harbour.",
    "The crew of eleven will be offered work at the container terminal, the board added, but it did not say whether "
    "they would be paid as much as they are now.",
]
MENU = "Swimming pool to close next summer"
PAGE = f"""<!DOCTYPE html>
<html lang="en"><head><title>Last trip for the old ferry - Courier</title></head><body>
<nav><ul><li><a href="/1">{MENU}</a></li><li><a href="/2">Council meets on Monday</a></li>
<li><a href="/3">New trains</a></li></ul></nav>
<article><h1>Last trip for the old ferry</h1>{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}</article>
<footer><ul><li><a href="/imprint">Imprint</a></li><li><a href="/privacy">Privacy</a></li></ul></footer>
</body></html>"""

_MODULES = {"boilerpy3", "justext", "newspaper", "readability", "resiliparse", "trafilatura", "turbohtml"}


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> Library:
    try:
        adapter = LIBRARIES[request.param]()
    except MissingExtra as error:
        pytest.skip(f"{error.library} is not installed (extra {error.extra!r})")
    return adapter


def test_the_body_is_found_and_the_menu_is_not(library: Library) -> None:
    text = flat(library.text(PAGE, url="https://courier.example/ferry", lang="en"))
    for paragraph in PARAGRAPHS:
        assert paragraph in text
    assert MENU not in text


def test_adapters_print_log_and_fetch_nothing(
    library: Library, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    said: list[logging.LogRecord] = []
    listener = logging.Handler()
    monkeypatch.setattr(listener, "emit", said.append)
    logging.getLogger().addHandler(listener)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for page in (PAGE, "<p>short", "<a><a><img src='https://courier.example/i.jpg'></a></a>", PAGE * 2):
                library.text(page, url="https://courier.example/ferry", lang="en")
    finally:
        logging.getLogger().removeHandler(listener)
    assert capfd.readouterr() == ("", "")
    assert [record.getMessage() for record in said if record.levelno > logging.DEBUG] == []


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_missing_library_names_the_extra(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [*_MODULES, *sys.modules]:
        if module.partition(".")[0] in _MODULES:
            monkeypatch.setitem(sys.modules, module, None)  # which makes its import fail
    with pytest.raises(MissingExtra) as caught:
        LIBRARIES[name]()
    assert f"is not installed: install the extra '{EXTRA}'" in str(caught.value)


def test_quiet_leaves_loggers_and_warnings_as_they_were(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("broadsheet_test.part")
    with quiet():
        logger.error("unheard")
        warnings.warn("unseen", stacklevel=1)
    logger.error("heard")
    assert [record.message for record in caplog.records] == ["heard"]
    with pytest.warns(UserWarning, match="seen"):
        warnings.warn("seen", stacklevel=1)


BROKEN = {
    "an end tag without a start tag": PAGE.replace("</nav>", "</nav></div></span>"),
    "end tags alone at the end": PAGE + "</div></body>" * 30,
    "text before the first tag": f"Courier</p>{PAGE}",
    "an embed, which has no end tag": PAGE.replace("<article>", "<embed src=film.swf><article>"),
    "options without end tags": PAGE.replace("<article>", "<select><option>1<option>2</select><article>"),
    "no body tag": PAGE.replace("<body>", ""),
}


@pytest.mark.parametrize("extractor", ["ArticleExtractor", "ArticleSentencesExtractor"])
@pytest.mark.parametrize("name", BROKEN)
def test_boilerpipe_reads_unbalanced_pages(name: str, extractor: str) -> None:
    pytest.importorskip("boilerpy3", reason="boilerpy3 is not installed (extra compare)")
    text = flat(boilerpipe(extractor).text(BROKEN[name]))
    for paragraph in PARAGRAPHS:
        assert paragraph in text
