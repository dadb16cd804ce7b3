"""Pages of invented newspapers, with what the pages of a site have in common."""

from __future__ import annotations

import datetime as dt

import numpy as np

from broadsheet.crawl.sites import SiteProfile, observe
from broadsheet.page import Page, read_page

SUBJECTS = (
    "harbour bridge ferry timetable council school library museum orchard railway market theatre garden lighthouse "
    "festival bakery reservoir stadium archive windmill"
).split()
NEWSLETTER = (
    "Our newsletter brings you the most important stories of the coast every morning at six, free of charge, and you "
    "can end it at any time with a single click at the foot of each letter that we send."
)
NOTICE = (
    "All times are local. The editors take no responsibility for what is said on pages that are linked from here, and "
    "ask readers to tell them of mistakes, which are put right as soon as they are known."
)


def sentence(subject: str, number: int) -> str:
    """Return a sentence that is unique to its page and paragraph."""
    return (
        f"In the matter of the {subject}, point {number} was settled after a debate of {number + 2} hours, in which "
        f"the {subject} was praised by some, blamed by others, and left as it is for another {number + 1} years."
    )


def html(number: int, *, layout: str = "old", paragraphs: int = 5, inside: str = "", day: dt.date | None = None) -> str:
    """Return an article, the same for the same number; `inside` is markup at the end of its body."""
    subject = f"{SUBJECTS[number % len(SUBJECTS)]} {number // len(SUBJECTS) or ''}".strip()
    text = "".join(f"<p>{sentence(subject, one + 10 * number)}</p>" for one in range(paragraphs))
    meta = f'<meta property="article:published_time" content="{day.isoformat()}">' if day is not None else ""
    head = f"<!DOCTYPE html><html lang=en><head><title>The {subject} once more - The Courier</title>{meta}</head>"
    if layout == "old":
        return (
            f"{head}<body><div id=top><ul><li><a href=/>Home</a><li><a href=/sport>Sport</a><li><a href=/x>More</a>"
            f"</ul></div><div class=story><h1>The {subject} once more</h1><div class=text>{text}{inside}</div></div>"
            f"<div class=foot><p>{NOTICE}</p></div></body></html>"
        )
    return (
        f"{head}<body><header><nav><a href=/>Start</a> <a href=/sport>Games</a></nav></header><main><article>"
        f"<h1>The {subject} once more</h1><section class=prose>{text}{inside}</section></article></main>"
        f"<footer><p>{NOTICE}</p></footer></body></html>"
    )


def page(number: int, *, host: str = "www.courier.example", **how: object) -> Page:
    """The same, parsed."""
    return read_page(html(number, **how), url=f"https://{host}/news/2026/03/story-{number}.html")  # type: ignore[arg-type]


def observed(page: Page, *, body: str = "div.text, section.prose", day: dt.date | None = None) -> SiteProfile:
    """Return the profile of one page, whose body is matched by a selector."""
    inside = np.zeros(len(page), dtype=np.bool_)
    inside[page.select(body)] = True
    return observe(page, page.under(inside), site="courier.example", day=day)
