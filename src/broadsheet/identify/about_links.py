"""What the links of a page tell of it, and what else is no prose: controls, players, posts."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.identify.measures import Lines, largest_share, log1p, most_alike, signature
from broadsheet.metadata.elements import elements_of
from broadsheet.methods.standke.targets import COUNTS, counts
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray

__all__ = ["measure_furniture", "measure_links", "measure_posts"]

_POST_LEVELS: Final = 7
"""Levels above a line of running text up to which it may be a post's."""
_ITEM: Final = tags.IDS["li"]
_CODE: Final = ("pre", "code", "kbd", "samp", "xmp", "plaintext")
_CELL: Final = ("td", "th")
_IS_CODE, _IS_CELL = (tags.mask(" ".join(names)) for names in (_CODE, _CELL))
_INPUT: Final = ("input", "textarea", "select")
_NO_PAGE: Final = ("#", "javascript:", "mailto:", "tel:", "data:")
_LONG_ADDRESS: Final = 300
_MOST_LINKS: Final = 1000
_LONG_NUMBER: Final = re.compile(r"\d{6}")
_PEOPLE: Final = re.compile(
    r"[/?&=.](?:u(?:sers?|suario|tilisateur)?|m(?:embers?|itglied)|p(?:rofiles?|eople))[/=?-].*"
)
"""An address of one of people; the rest of the line with it."""
_FRAMES: Final = {"iframe": "src", "embed": "src", "object": "data"}
"""Elements that may show a film or a recording, and where they have its address."""
_PLAYER_ADDRESS: Final = re.compile(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)


def measure_links(out: dict[str, float], page: Page, lines: Lines) -> None:
    """Links with the length of a headline, and how alike their places are."""
    links = lines.headline_link.nonzero()[0]
    count = len(links)
    size = lines.size
    of_links = float(size[links].sum())
    out["link_share"] = float((size * lines.link_share).sum()) / lines.total
    out["log_links"] = log1p(len(lines.links))
    out["headline_links"] = log1p(count)
    out["headline_link_share"] = of_links / lines.total
    _targets(out, page, lines.links)
    first = lines.first_long(default=len(lines))
    out["headline_links_before"] = log1p(int(links.searchsorted(first)))
    out["links_a_prose"] = float(np.log((of_links + 50) / (float(lines.amount.sum()) + 50)))
    if count:
        at = lines.block[links]
        number = most_alike(signature(lines, at))
        out["regular_links"] = log1p(number)
        out["regular_share"] = number / count
        depth = page.depth[at]
        away = depth - float(depth.sum()) / count
        out["link_depth_spread"] = math.sqrt(float((away * away).sum()) / count)
    else:
        out["regular_links"], out["regular_share"], out["link_depth_spread"] = 0.0, math.nan, math.nan
    out["regular_prose"] = largest_share(signature(lines, lines.block[lines.prose_at]))
    pictures = lines.rows("img")
    out["image_links"] = int(page.in_link[pictures].sum()) / len(pictures) if len(pictures) else math.nan


def _targets(out: dict[str, float], page: Page, links: NDArray[np.intp]) -> None:
    """Where the links lead, by Standke's features of link targets, and how many of them are stories or people."""
    href = elements_of(page).column("href")
    given = {href.get(row, "").strip()[:_LONG_ADDRESS] for row in links[:_MOST_LINKS].tolist()}
    addresses = {address for address in given if address and not address.startswith(_NO_PAGE)}
    out["telephones"] = math.log1p(sum(address.startswith("tel:") for address in given - addresses))
    numbers = counts(addresses, whole=False)
    for name, number in zip(COUNTS, numbers.tolist(), strict=True):
        out[name] = math.log1p(number)
        out[f"{name}_share"] = number / max(1, len(addresses))
    ends = {address.partition("?")[0].rstrip("/").rpartition("/")[2] for address in addresses}
    unworded = [end for end in ends if end.count("-") < 3]
    out["story_links"] = math.log1p(len(ends) - len(unworded) + sum(map(bool, map(_LONG_NUMBER.search, unworded))))
    # A line an address: what is found takes the rest of its line, and so none counts twice.
    together = "\n".join([address.replace("\n", " ") for address in addresses])
    out["people_links"] = math.log1p(len(_PEOPLE.findall(together)))


def measure_furniture(out: dict[str, float], page: Page, lines: Lines) -> None:
    """Media, forms, tables, code, prices, dates, comments."""
    number = lines.number
    out["images"] = log1p(number("img"))
    out["figures"] = log1p(number("figure"))
    # Pictures that stand alone: not a link's, with the same element around each.
    pictures = lines.rows("img")
    out["slides"] = log1p(most_alike(signature(lines, pictures[~page.in_link[pictures]])))
    out["videos"] = float(min(5, number("video")))
    out["audios"] = float(min(5, number("audio")))
    out["iframes"] = float(min(10, number("iframe")))
    players = _players(lines)
    out["players"] = float(min(6, len(players)))
    first = lines.first_long(default=-1)
    begins = int(page.segments.first[first]) if first >= 0 else len(page)
    out["media_before_prose"] = float(min(3, sum(row < begins for row in players)))
    out["inputs"] = log1p(number(*_INPUT))
    out["passwords"] = float("password" in map(str.lower, set(_values(page, lines.rows("input"), "type"))))
    out["forms"] = float(min(6, number("form")))
    out["buttons"] = log1p(number("button"))
    out["tables"] = log1p(number("table"))
    out["cells_share"] = _share(lines, _IS_CELL) if number(*_CELL) else 0.0
    out["code"] = log1p(number(*_CODE))
    out["code_share"] = _share(lines, _IS_CODE) if number(*_CODE) else 0.0
    text = page.text
    out["prices"] = math.log1p(sum(text.count(sign) for sign in "$€£¥₹" if sign in text))
    out["asides"] = log1p(number("aside"))
    in_list = page.tag[np.maximum(0, lines.block)] == _ITEM
    out["lists_share"] = float(lines.size[in_list].sum()) / lines.total if len(lines) else 0.0
    out["li_prose"] = log1p(number("li"))
    out["definition"] = log1p(number("dt", "dd"))
    out["source_a_text"] = float(np.log(len(page.source) / max(200, len(page.text))))


def _players(lines: Lines) -> list[int]:
    """The rows that show a film or a recording: they are made for that, or their addresses say so."""
    rows = [lines.rows("video"), lines.rows("audio")]
    for name, attribute in _FRAMES.items():
        framed = lines.rows(name)
        addresses = _values(lines.page, framed, attribute)
        plays = [_PLAYER_ADDRESS.search(address) is not None for address in addresses]
        rows.append(framed[np.array(plays, dtype=np.bool_)])
    out: list[int] = np.concatenate(rows).tolist()
    return out


def _values(page: Page, rows: NDArray[np.intp], attribute: str) -> list[str]:
    """An attribute of some rows; the empty string for none."""
    return page.joined(rows.tolist(), (attribute,)) if len(rows) else []


def _share(lines: Lines, elements: BoolArray) -> float:
    """How much of the text shown stands in some elements, a lookup table of tags."""
    page = lines.page
    inside = page.under(elements[page.tag]) & page.shown
    return int(page.chars[inside].sum()) / max(1, int(lines.before[-1]))


def measure_posts(out: dict[str, float], page: Page, lines: Lines) -> None:
    """Siblings of one shape with prose in each, as the posts of a thread and the teasers of a list are."""
    best, share = 0, 0.0
    if len(lines.prose_at):
        weight = lines.size[lines.prose_at]
        above, tag = lines.above, page.tag
        at = above[lines.block[lines.prose_at]]
        for _ in range(_POST_LEVELS):
            places = at.tolist()
            if len(set(places)) <= best:
                break  # No more of them have a parent in common, here or above.
            up = above[at]
            # Different elements of this level that share a parent and a tag; of as many, the first.
            key = (up.astype(np.int64) * 256 + tag[at]).tolist()
            number = Counter(dict(zip(places, key, strict=True)).values())
            most = max(number.values())
            if most > best:
                best = most
                first = min(one for one, times in number.items() if times == most)
                inside = np.array([one == first for one in key])
                share = float(weight[inside].sum()) / float(weight.sum())
            at = up
    out["posts"] = log1p(best)
    out["post_share"] = share
