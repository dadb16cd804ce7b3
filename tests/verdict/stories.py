"""Short news that declares an article and a day, from which the tests of rules take or to which they add one thing."""

from __future__ import annotations

from typing import Final

__all__ = ["BARE", "DECLARED", "TITLE", "URL", "news"]

TITLE: Final = "Tram line to the lower sound closed until Monday"
URL: Final = "https://courier.example/2026/03/06/tram-line-to-the-lower-sound-closed"
_PARAGRAPHS: Final = (
    "The tram to the lower sound is closed until Monday because of a broken rail, the operator said on Friday.",
    "Buses run every ten minutes from the market quay, and tickets of the tram are good for them, a spokeswoman said.",
    "The rail broke in the frost of last week, when eleven switches froze, and is to be replaced at the weekend.",
    "The works council had asked for new rails in the autumn, and was told to wait until the budget of next year.",
)
_MORE: Final = ("Council delays vote on lanes for buses", "Why rents keep rising in the north of town")
DECLARED: Final = (
    '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-06">'
    '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Tram line closed", '
    '"datePublished": "2026-03-06"}</script>'
)
"""What the head of such a page says."""
BARE: Final = ""


def news(
    *, title: str = TITLE, head: str = DECLARED, paragraphs: int = 3, top: str = "", above: str = "", below: str = "",
    label: str = "", behind: str = "", day: bool = True,
) -> str:  # fmt: skip
    """The page.

    Args:
        title: its headline.
        head: what it declares.
        paragraphs: how many it has.
        top: what its masthead has besides.
        above: what stands between the headline and the text.
        below: what stands below the text, in the same element.
        label: what each teaser has besides its headline.
        behind: what follows the article.
        day: whether the day stands below the headline.
    """
    text = "".join(f"<p>{said}</p>" for said in _PARAGRAPHS[:paragraphs])
    more = "".join(f'<li><a href="/news/{n}"><h3>{said}</h3></a>{label}</li>' for n, said in enumerate(_MORE))
    time = '<time datetime="2026-03-06">6 March 2026</time>' if day else ""
    return (
        f'<!doctype html><html lang="en"><head><title>{title} | Sound Courier</title>{head}</head><body><header>'
        f'<a href="/">Sound Courier</a><nav><a href="/news/">News</a></nav>{top}</header><main><article>'
        f"<h1>{title}</h1>{time}{above}{text}{below}</article><section><h2>More</h2><ul>{more}</ul></section>"
        f"{behind}</main><footer>© Sound Courier</footer></body></html>"
    )
