"""An English article and a section's front, written for the tests, and the evidence on a page."""

from __future__ import annotations

from broadsheet.facts import Facts
from broadsheet.page import read_page
from broadsheet.verdict.evidence import Evidence, gather
from tests.verdict.kinds import CASES, HEADLINES, SENTENCES, Case


def evidence(html: str | bytes, url: str | None = None) -> Evidence:
    """The evidence on a page."""
    return gather(Facts(read_page(html, url=url)))


def case(name: str) -> Case:
    """A case by its name."""
    return next(case for case in CASES if case.name == name)


def _page(title: str, body: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>{title} | The Sound Courier</title>{head}</head>'
        '<body><header><nav><a href="/">Home</a> <a href="/politics/">Politics</a> <a href="/sport/">Sport</a></nav>'
        f'</header>{body}<footer><a href="/about/">About us</a> <a href="/privacy/">Privacy</a></footer></body></html>'
    )


def article(*, declared: bool = True) -> str:
    """An article, with or without declarations of one."""
    title = "Ferry returns to the lower sound after eleven years"
    head = (
        '<meta property="og:type" content="article">'
        '<meta property="article:published_time" content="2026-03-06T06:30:00+01:00">'
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", '
        f'"headline": "{title}", "datePublished": "2026-03-06T06:30:00+01:00"}}</script>'
    )
    said = SENTENCES["en"]
    text = "".join(f"<p>{said[n % 4]} {said[(n + 2) % 4]}</p>" for n in range(12))
    more = "".join(f'<li><a href="/2026/03/0{n}/story-{n}">{HEADLINES["en"][n]}</a></li>' for n in range(3))
    body = (
        f'<main><article><h1>{title}</h1><p class="byline">By Maren Iversen</p><time datetime="2026-03-06">6 March 2026'
        f"</time>{text}</article><aside><h2>More</h2><ul>{more}</ul></aside></main>"
    )
    return _page(title, body, head if declared else "")


def index() -> str:
    """The front of a section: headlines that are links, with a line of text below each."""
    items = "".join(
        f'<div class="card"><h3><a href="/2026/03/0{n % 9 + 1}/{n}">{HEADLINES["en"][n % 4]}</a></h3>'
        f"<p>{SENTENCES['en'][n % 4]}</p></div>"
        for n in range(16)
    )
    return _page("Politics", f"<main><h1>Politics</h1>{items}</main>", '<meta property="og:type" content="website">')
