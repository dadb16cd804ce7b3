"""The table of labels against what browsers say, and its codecs on arbitrary bytes."""

from __future__ import annotations

import codecs
import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.errors import NeedsNotMet
from broadsheet.page import decode
from broadsheet.page.labels import CODECS, LABELS
from broadsheet.show.render import find_browser
from tests.charsets import PYTHON_NAMES

REPLACEMENT = {"csiso2022kr", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "replacement"}


def test_every_codec_is_named_as_python_names_it() -> None:
    assert {codec: codecs.lookup(codec).name for codec in CODECS} == {codec: codec for codec in CODECS}


def test_browsers_have_the_same_labels() -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra render)")
    try:
        path = find_browser()
    except NeedsNotMet as error:
        pytest.skip(str(error))
    names = sorted({*LABELS, *REPLACEMENT, *PYTHON_NAMES})
    program = (
        "names => names.map(one => { try { return new TextDecoder(one).encoding } catch (error) { return null } })"
    )
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with playwright.sync_playwright() as running:
        chromium = running.chromium.launch(executable_path=path, args=["--no-sandbox"] if root else [])
        encodings = dict(zip(names, chromium.new_page().evaluate(program, names), strict=True))
        chromium.close()
    # TextDecoder refuses the labels of "replacement".
    assert {name for name, encoding in encodings.items() if encoding is not None} == set(LABELS)
    groups: dict[str, set[str]] = {}
    for label, codec in LABELS.items():
        groups.setdefault(codec, set()).add(encodings[label])
    joined = {codec: names for codec, names in groups.items() if len(names) > 1}
    assert joined == {
        "iso8859-8": {"iso-8859-8", "iso-8859-8-i"},
        "cp1252": {"windows-1252", "x-user-defined"},
        "gb18030": {"gbk", "gb18030"},
    }, json.dumps(encodings)
    assert len({name for names in groups.values() for name in names}) == sum(map(len, groups.values()))


@given(data=st.binary(max_size=200), label=st.sampled_from(sorted(LABELS)))
def test_bytes_are_decoded_by_every_label(data: bytes, label: str) -> None:
    for page in (data, b"<meta charset=%s>" % label.encode() + data):
        for charset in (None, label):
            decoded = decode(page, charset)
            assert decoded.ignored == ()
            decoded.text.encode()
    # The codec itself, whether its result is believed or not.
    data.decode(LABELS[label], "replace").encode()


@given(data=st.binary(max_size=60), label=st.text(max_size=30) | st.sampled_from(sorted(PYTHON_NAMES)))
def test_whatever_is_stated_the_codec_is_of_the_standard(data: bytes, label: str) -> None:
    page = b'<meta charset="%s">caf\xe9' % label.encode("utf-8", "replace") + data
    for charset in (None, label):
        assert decode(page, charset).encoding in {*CODECS, "utf-32-le", "utf-32-be"}
