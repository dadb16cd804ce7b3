"""The responses shown in the guide are those of its commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).parent.parent.parent.parent
GUIDE = (ROOT / "docs/guide/serve.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```\n\$ curl (.*)\n((?s:.*?))^```$", GUIDE, re.MULTILINE)


def curl(words: str, client: httpx.Client) -> httpx.Response:
    """Send what curl would send, for the options that the guide uses."""
    url, headers, data = "", {}, b""
    fields: dict[str, list[str]] = {}
    uploads: dict[str, Any] = {}
    rest = iter(shlex.split(words))
    for word in rest:
        match word:
            case "-s":
                continue
            case "-H":
                name, _, value = next(rest).partition(": ")
                headers[name] = value
            case "-d" | "--data-binary":
                given = next(rest)
                data = (ROOT / given[1:]).read_bytes() if given.startswith("@") else given.encode()
            case "-F":
                name, _, value = next(rest).partition("=")
                if value.startswith("@"):
                    uploads[name] = (value[1:], (ROOT / value[1:]).read_bytes())
                else:
                    fields.setdefault(name, []).append(value)
            case _:
                assert not word.startswith("-"), word
                url = word
    path = url.removeprefix("http://localhost:8000")
    assert path != url
    if uploads:
        return client.post(path, data=fields, files=uploads)
    return client.post(path, content=data, headers=headers) if data else client.get(path)


@pytest.mark.parametrize(("words", "shown"), EXAMPLES, ids=[words[-40:] for words, _ in EXAMPLES])
def test_the_answers_of_the_guide(served: Any, words: str, shown: str) -> None:
    answer = curl(words, served.client).text
    pattern = ".*?".join(map(re.escape, shown.rstrip("\n").split("...")))
    assert re.fullmatch(pattern + r"\n?", answer, re.DOTALL), answer[:2000]


def test_every_endpoint_has_an_example() -> None:
    shown = "\n".join(words for words, _ in EXAMPLES)
    for path in ("/extract", "/identify", "/inspect", "/methods", "/health", "/metrics"):
        assert f"localhost:8000{path}" in shown
