"""Print CPU times beside the fastest and the best-known library, as ratios: text, text and metadata, whole article.

``python tools/speed.py [CORPORA]``: pages of four corpora, one process, the best of three passes over all pages.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import resiliparse.extract.html2text
import trafilatura

import broadsheet
from broadsheet.lab.corpora import VARIABLE, open_corpora

CORPORA = ("fundus", "naeb", "trafilatura", "wcxb")
PAGES = 50  # of each corpus
STEP = 4  # every fourth page
PASSES = 3


def pages(folder: Path) -> list[tuple[str, str | None]]:
    """The pages, decoded, with their addresses."""
    found = []
    for name in CORPORA:
        some = [sample for corpus in open_corpora(folder / name) for sample in list(corpus)[::STEP]]
        found += [(sample.text(), sample.gold.url) for sample in some[:PAGES]]
    return found


def milliseconds(extract: Callable[[str, str | None], object], given: list[tuple[str, str | None]]) -> float:
    """Mean CPU time of a page."""
    best = float("inf")
    for _ in range(PASSES + 1):  # the first warms up
        begun = time.process_time()
        for html, url in given:
            extract(html, url)
        best = min(best, time.process_time() - begun)
    return best / len(given) * 1000


def main() -> None:
    """Measure and print a table in Markdown."""
    given = pages(Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get(VARIABLE, "../shared/corpora")))
    ours = {
        "text": lambda html, url: broadsheet.extract(html, url=url, with_metadata=False, with_verdict=False).text,
        "text and metadata": lambda html, url: broadsheet.extract(html, url=url, with_verdict=False).text,
        "whole article: text, metadata, verdict": lambda html, url: broadsheet.extract(html, url=url).text,
    }
    plain_text = resiliparse.extract.html2text.extract_plain_text
    resiliparse_ms = milliseconds(lambda html, _: plain_text(html, main_content=True), given)
    trafilatura_ms = milliseconds(lambda html, url: trafilatura.extract(html, url=url), given)
    bare = trafilatura.bare_extraction
    with_metadata_ms = milliseconds(lambda html, url: bare(html, url=url, with_metadata=True), given)
    print("| CPU time | ms a page | of resiliparse's text | of trafilatura's |\n|---|--:|--:|--:|")
    for name, extract in ours.items():
        took = milliseconds(extract, given)
        beside = trafilatura_ms if name == "text" else with_metadata_ms
        print(f"| {name} | {took:.1f} | {took / resiliparse_ms:.1f} | {took / beside:.2f} |")


if __name__ == "__main__":
    main()
