"""The pages that mutations start from: the written fixtures, generated pages, and real pages if a folder is given.

The order is fixed: mutant n of a seed is the same on every machine that has the same files.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tests.hostile import GENERATORS

ROOT: Final = Path(__file__).parents[2]
REAL_SHARE: Final = 0.5
"""Share of mutants that start from a real page, where there are some."""
HOSTILE_CHARACTERS: Final = 1_500
"""Size of the repeated part of a hostile page. Mutators make it larger."""

_SENTENCE: Final = {
    "en": "The harbour council, after two hours, voted on Tuesday to reopen the ferry, and said so in a statement. ",
    "de": "Der Bürgermeister sagte am Dienstag, die Brücke über die Förde werde, anders als geplant, im Mai eröffnet. ",
    "ru": "Мэр заявил во вторник, что мост, вопреки планам, будет открыт в мае, и город к этому готов. ",
    "ja": "市長は火曜日、橋が五月に開通すると述べ、市民に感謝した。",
    "ar": "قال رئيس البلدية يوم الثلاثاء إن الجسر سيفتح في مايو، وشكر السكان على صبرهم. ",
}
_CODEC: Final = {"en": "utf-8", "de": "cp1252", "ru": "cp1251", "ja": "euc_jp", "ar": "utf-8"}
_NAVIGATION: Final = "<nav><ul>" + "".join(f"<li><a href=/s/{n}>Section {n}</a>" for n in range(8)) + "</ul></nav>"
_TEASERS: Final = "<div class=related><h3>More</h3>" + "".join(
    f"<article><a href='/2024/05/0{n}/story-{n}.html'><img src=/{n}.jpg alt=x><h4>Another story, number {n}</h4></a>"
    f"<time>May {n}, 2024</time></article>"
    for n in range(1, 7)
)


def _linked_data(body: str) -> str:
    article = {
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "headline": "Ferry returns after eleven years",
        "author": [{"@type": "Person", "name": "Maren Iversen", "url": "https://courier.example/authors/mi"}],
        "datePublished": "2024-05-07T08:00:00+02:00",
        "dateModified": "2024-05-08",
        "publisher": {"@type": "NewsMediaOrganization", "name": "The Courier", "logo": {"url": "/logo.png"}},
        "image": ["https://courier.example/a.jpg"],
        "keywords": "ferry, harbour",
        "articleSection": "Region",
        "isAccessibleForFree": False,
        "hasPart": {"@type": "WebPageElement", "isAccessibleForFree": False, "cssSelector": ".paid > p"},
        "articleBody": body,
    }
    return f"<script type=application/ld+json>{json.dumps({'@graph': [article]}, ensure_ascii=False)}</script>"


def _head(language: str, extra: str = "") -> str:
    return (
        f"<!DOCTYPE html><html lang={language}><head><meta charset={_CODEC[language]}>"
        "<title>Ferry returns after eleven years - The Courier</title>"
        "<meta property=og:title content='Ferry returns after eleven years'><meta property=og:type content=article>"
        "<meta property=article:published_time content=2024-05-07><meta name=author content='Maren Iversen'>"
        "<meta name=description content='The ferry is back.'><link rel=canonical href=https://courier.example/ferry>"
        f"{extra}</head>"
    )


def _generated() -> dict[str, bytes]:
    """Pages of the kinds that the fixtures, which are small, do not have."""
    made: dict[str, bytes] = {}
    for language, sentence in _SENTENCE.items():
        prose = "".join(f"<p>{sentence * (2 + n % 3)}</p>" for n in range(8))
        page = (
            f"{_head(language, _linked_data(sentence * 9))}<body>{_NAVIGATION}<main><article>"
            "<h1>Ferry returns after eleven years</h1><p class=byline>By <a rel=author href=/authors/mi>Maren Iversen"
            "</a>, <time datetime=2024-05-07T08:00>7 May 2024, 8:00</time></p><figure><img src=a.jpg width=900>"
            f"<figcaption>{sentence} Photo: J. Roe</figcaption></figure><div class=paid>{prose}</div><h2>Context</h2>"
            f"<blockquote>{sentence}</blockquote><ul><li>{sentence}<li>{sentence}</ul></article></main>"
            f"<section id=comments><h3>2 comments</h3><p>I agree.</p><p>So do I.</p></section>{_TEASERS}</body></html>"
        )
        made[f"article-{language}"] = page.encode(_CODEC[language], "replace")
    english = _SENTENCE["en"]
    state = {"props": {"pageProps": {"article": {"headline": "Ferry returns", "body": f"<p>{english * 3}</p>" * 4}}}}
    others = {
        "listing": _NAVIGATION + "".join(f"<h2><a href=/n/{n}>Story {n}</a></h2><p>{english}</p>" for n in range(15)),
        "live": "".join(
            f"<div class=post><time>1{n % 10}:0{n % 6}</time><h2>Update {n}</h2><p>{english}" for n in range(9)
        ),
        "tables": "<table><tr><td><font size=2>"
        + f"{english}<br><br>" * 9
        + "<td><table><tr><th>a<td>1</table></table>",
        "state": f"<div id=root></div><script id=__NEXT_DATA__ type=application/json>{json.dumps(state)}</script>",
        "noscript": f"<noscript>{f'<p>{english * 2}</p>' * 5}</noscript><p>Loading</p>",
        "shadow": f"<x-story><template shadowrootmode=open>{f'<p>{english * 2}</p>' * 5}</template></x-story>",
        "frames": f"<frameset><frame src=/a><noframes><p>{english * 9}</noframes></frameset>",
        "math": f"<p>{english}</p><math><mrow><mi>x</mi><mo>=</mo><mn>1</mn></mrow></math><svg><text>label</text></svg>"
        * 4,
        "forms": f"<form><select><option>a<option>b</select><textarea>{english}</textarea></form><p>{english * 5}</p>",
    }
    return made | {name: f"{_head('en')}<body>{body}".encode() for name, body in others.items()}


class Pages:
    """Pages by number.

    Args:
        real: a folder of corpora, whose pages are ``*/html/*.html.gz``; None for the written pages alone.
        largest: bytes of the largest page that is used.
    """

    def __init__(self, real: Path | None = None, largest: int = 2_000_000) -> None:
        files = sorted((ROOT / "tests/data").rglob("*.html")) + sorted((ROOT / "demo").glob("*.html"))
        self._kinds = (
            [(str(file.relative_to(ROOT)), file.read_bytes()) for file in files],
            list(_generated().items()),
            [(name, one.page(HOSTILE_CHARACTERS).encode()) for name, one in GENERATORS.items()],
        )
        self.written = sum(map(len, self._kinds))
        self.real = sorted(real.glob("*/html/*.html.gz")) if real is not None else []
        self._largest = largest

    def sample(self, hostile: int) -> Iterator[tuple[str, bytes]]:
        """The fixtures and the generated pages, with their names, and every so many-th of the hostile ones."""
        return chain(*self._kinds[:-1], self._kinds[-1][::hostile])

    def any(self, rng: random.Random) -> tuple[str, bytes]:
        """A page with its name."""
        if self.real and rng.random() < REAL_SHARE:
            file = rng.choice(self.real)
            data = gzip.decompress(file.read_bytes())
            if len(data) <= self._largest:
                return f"{file.parent.parent.name}/{file.name}", data
        # Most fixtures hold a few lines, and hostile pages are many: each kind has as many turns as the others.
        return rng.choice(rng.choice(self._kinds))
