"""Pages whose tags are not balanced, which boilerpy3's own parser does not repair."""

from __future__ import annotations

import pytest

from broadsheet.methods.outside.boilerpipe import Boilerpipe
from tests.methods.outside.test_libraries import PAGE, PARAGRAPHS, flat

pytest.importorskip("boilerpy3", reason="boilerpy3 is not installed (extra compare)")

BROKEN = {
    "an end tag without a start tag": PAGE.replace("</nav>", "</nav></div></span>"),
    "end tags alone at the end": PAGE + "</div></body>" * 30,
    "text before the first tag": f"Courier</p>{PAGE}",
    "an embed, which has no end tag": PAGE.replace("<article>", "<embed src=film.swf><article>"),
    "options without end tags": PAGE.replace("<article>", "<select><option>1<option>2</select><article>"),
    "no body tag": PAGE.replace("<body>", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_unbalanced_pages_are_read(name: str) -> None:
    text = flat(Boilerpipe().text(BROKEN[name]))
    for paragraph in PARAGRAPHS:
        assert paragraph in text
