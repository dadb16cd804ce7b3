"""Pages of several kinds, written for the tests."""

from __future__ import annotations

_SENTENCES = (
    "The council of the lower sound voted on Tuesday to bring back the ferry that was given up eleven years ago.",
    "Two electric boats will cross every twenty minutes between the market quay and the old rope works.",
    "“We have waited for this for a long time,” said Maren Iversen, who runs the café at the landing stage.",
    "The boats were built in a yard further up the coast, and the first of them arrived in the harbour last week.",
    "Critics had argued that the bridge was enough, and that the money should be spent on the buses instead.",
    "According to the plan, a crossing costs less than a ticket for the tram, and children travel for nothing.",
)
_HEADLINES = (
    "Bridge closed for repairs until the end of the month",
    "School wins prize for its garden on the roof of the gym",
    "Storm leaves hundreds of homes without power overnight",
    "Harbour museum opens new wing with boats of the twenties",
    "Local bakery brings back the rye loaf of the old recipe",
    "Council delays its decision on the new tram line again",
    "Volunteers clean eleven kilometres of beach in one day",
    "Swimming hall to stay open longer during the holidays",
)
_NAVIGATION = '<nav><a href="/">Home</a> <a href="/politics/">Politics</a> <a href="/sport/">Sport</a></nav>'
_FOOTER = '<footer><a href="/about/">About us</a> <a href="/privacy/">Privacy</a> © The Sound Courier</footer>'


def _page(title: str, body: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="en"><head><title>{title} | The Sound Courier</title>{head}</head>'
        f"<body><header>{_NAVIGATION}</header>{body}{_FOOTER}</body></html>"
    )


def article(*, declared: bool = True, paragraphs: int = 12) -> str:
    """An article, with what articles declare of themselves or without."""
    title = "Ferry returns to the lower sound after eleven years"
    head = (
        '<meta property="og:type" content="article">'
        '<meta property="article:published_time" content="2026-03-06T06:30:00+01:00">'
        '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "NewsArticle", '
        '"headline": "Ferry returns to the lower sound after eleven years", '
        '"datePublished": "2026-03-06T06:30:00+01:00"}'
        "</script>"
    )
    text = "".join(f"<p>{_SENTENCES[n % 6]} {_SENTENCES[(n + 2) % 6]}</p>" for n in range(paragraphs))
    more = "".join(f'<li><a href="/2026/03/0{n}/story-{n}">{_HEADLINES[n]}</a></li>' for n in range(3))
    body = (
        f'<main><article><h1>{title}</h1><p class="byline">By Maren Iversen</p><time datetime="2026-03-06">6 March 2026'
        f"</time>{text}</article><aside><h2>More</h2><ul>{more}</ul></aside></main>"
    )
    return _page(title, body, head if declared else "")


def index() -> str:
    """The front of a section: headlines that are links, with a line of text under each."""
    items = "".join(
        f'<div class="card"><h3><a href="/2026/03/0{n % 9 + 1}/{n}">{_HEADLINES[n % 8]}</a></h3>'
        f"<p>{_SENTENCES[n % 6]}</p></div>"
        for n in range(16)
    )
    return _page("Politics", f"<main><h1>Politics</h1>{items}</main>", '<meta property="og:type" content="website">')
