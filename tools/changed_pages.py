"""Measure methods on pages with changed markup and the same words: without class names, with other elements.

``python tools/changed_pages.py --corpora DIR --fold-weights FOLDS --pages 40 [--methods fusion,trafilatura]`` prints a
Markdown table: the mean over the corpora of the mean F1 of the pages, by method and change. `fusion` reads each page
with the network that has not seen its site.
"""

import argparse
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from broadsheet.lab.corpora import Corpus, Gold, open_corpora
from broadsheet.lab.evaluate.conventions import compose, headline
from broadsheet.lab.evaluate.entrants import Entrant, enter, held_out_fusion
from broadsheet.lab.evaluate.metrics import Shingles, overlap, shingles
from broadsheet.metadata import read
from broadsheet.page import read_page

ATTRIBUTE = re.compile(r"""\s(class|id)\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)
SECTIONS = re.compile(r"<(/?)(?:article|main|header|footer|nav|section|aside|figure|figcaption)\b", re.IGNORECASE)
PARAGRAPH = re.compile(r"<(/?)p(?=[\s>])", re.IGNORECASE)
STATED = re.compile(r"<meta\b[^>]*>|<script[^>]*ld\+json[^>]*>.*?</script>", re.IGNORECASE | re.DOTALL)


def hashed(html: str) -> str:
    """Each name of a class or id as build tools write it: the same name everywhere, and nothing that it says."""

    def change(found: re.Match[str]) -> str:
        names = found[2].strip("\"'").split()
        return f' {found[1]}="{" ".join("c" + hashlib.sha256(name.encode()).hexdigest()[:7] for name in names)}"'

    return ATTRIBUTE.sub(change, html)


CHANGES: dict[str, Callable[[str], str]] = {
    "none": lambda html: html,
    "no classes and ids": lambda html: ATTRIBUTE.sub("", html),
    "classes and ids hashed": hashed,
    "`article`, `nav` and their like are `div`": lambda html: SECTIONS.sub(r"<\1div", html),
    "both: no classes and ids, all `div`": lambda html: SECTIONS.sub(r"<\1div", ATTRIBUTE.sub("", html)),
    "`p` is `div`": lambda html: PARAGRAPH.sub(r"<\1div", html),
    "no `meta` elements and JSON-LD": lambda html: STATED.sub("", html),
    "no white space between tags": lambda html: re.sub(r">\s+<", "> <", html),
}


class Page(NamedTuple):
    """A page, and what every output for it is compared with."""

    html: str
    gold: Gold
    title: str | None  # the headline that outputs get: that of the unchanged page
    wanted: Shingles  # of the gold text


def pages_of(corpus: Corpus) -> list[Page]:
    """The pages of a corpus, read once for all entrants and changes."""
    pages = []
    for sample in corpus:
        gold, html = sample.gold, sample.text()
        title = headline(gold, read(read_page(html, url=gold.url)).title)
        pages.append(Page(html, gold, title, shingles(gold.text or "")))
    return pages


def f1(entrant: Entrant, pages: list[Page], change: Callable[[str], str]) -> float:
    """The mean F1 of some pages, changed."""
    scores = []
    for page in pages:
        text = entrant.extract(change(page.html), page.gold.origin).text
        text = compose(text, page.title) if page.title else text
        scores.append(overlap(page.wanted, shingles(text)).f1)
    return mean(scores)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--fold-weights", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=40, help="of each corpus")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--methods", default="fusion")
    given = parser.parse_args()
    corpora = [
        whole.where(lambda gold: gold.text is not None and gold.is_article is not False)
        for whole in open_corpora(given.corpora)
    ]
    drawn = [pages_of(corpus.draw(given.pages, seed=given.seed)) for corpus in corpora if len(corpus)]
    names = given.methods.split(",")
    entrants = [held_out_fusion(given.fold_weights) if name == "fusion" else enter(name) for name in names]
    print("| change |", " | ".join(names), "|\n|---|" + "--:|" * len(names))
    for words, change in CHANGES.items():
        scores = [mean(f1(entrant, pages, change) for pages in drawn) for entrant in entrants]
        print(f"| {words} |", " | ".join(f"{score:.3f}" for score in scores), "|", flush=True)


if __name__ == "__main__":
    main()
