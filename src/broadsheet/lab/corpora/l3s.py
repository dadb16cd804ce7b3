r"""L3S-GN1 (2010): 621 news articles of 408 English-language sites, whose text blocks were labelled by hand.

**Source and licence**: Kohlschütter, Fankhauser, Nejdl, *Boilerplate Detection using Shallow Text Features*, WSDM
2010; mirrored in geodrome/page-signal on GitHub. "For your research use only". The layout is known from the data
set's Readme, its ``url-mapping.txt``, the list of its original pages and programs that read the annotated ones, which
were not seen.

**Layout**: ``original/<uuid>.html`` and ``annotated/<uuid>.html``, the same page with ``<span class="x-nc-selN">``
around text; ``url-mapping.txt`` has a line ``<urn:uuid:UUID>\tURL`` for each. The official form, two records a page
in a WARC file, is not read: unpack it to these folders.

A text belongs to the nearest label around it: 0 not content, 1 headline, 2 full text, 3 supplemental (captions and the
like), 4 related content, 5 comments.

**The gold text** is the headline and the full text, in the page's order; ``core`` is the full text alone,
``supplemental`` and ``comments`` have their own fields, and related content is ``extra["related"]``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.crawl.domain import registered_domain
from broadsheet.errors import CorpusError, NotHTML, PageTooLarge
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.files import files_of, page_loader, read_bytes
from broadsheet.lab.corpora.texts import decode_text
from broadsheet.page import Page, read_page

if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "l3s"
_HEADLINE, _FULL_TEXT, _SUPPLEMENTAL, _RELATED, _COMMENTS = 1, 2, 3, 4, 5
_LABEL: Final = re.compile(r"(?:\A|\s)x-nc-sel([0-5])(?=\s|\Z)")
_MAPPING: Final = re.compile(r"<urn:uuid:([0-9a-f-]+)>\s+(\S+)")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    urls = _urls(folder / "url-mapping.txt")
    for path in files_of(folder / "annotated", "*.html"):
        blocks = _labelled(path)
        url = urls.get(path.stem)
        gold = Gold(
            id=path.stem,
            corpus=_NAME,
            url=url,
            site=registered_domain(url),
            lang="en",
            title=" ".join(_with(blocks, {_HEADLINE})) or None,
            text="\n".join(_with(blocks, {_HEADLINE, _FULL_TEXT})),
            core="\n".join(_with(blocks, {_FULL_TEXT})),
            supplemental="\n".join(_with(blocks, {_SUPPLEMENTAL})) or None,
            comments=tuple(_with(blocks, {_COMMENTS})),
            extra={"related": related} if (related := _with(blocks, {_RELATED})) else {},
        )
        yield Sample(gold, page_loader([folder / "original"], path.stem, path, [".html"]))


def _urls(path: Path) -> dict[str, str]:
    """Return the URL of each page. Some copies of the data set lack the file."""
    if not path.exists():
        return {}
    urls = {}
    for number, line in enumerate(decode_text(read_bytes(path)).split("\n"), start=1):
        found = _MAPPING.fullmatch(line.strip())
        if found:
            urls[found[1]] = found[2]
        elif line.strip():
            raise CorpusError(f"{path}:{number}: expected '<urn:uuid:...>' and a URL")
    return urls


def _with(blocks: list[tuple[int, str]], labels: Container[int]) -> list[str]:
    return [text for label, text in blocks if label in labels]


def _labelled(path: Path) -> list[tuple[int, str]]:
    """Return label and text of labelled pieces in order, one per line of the page and label."""
    try:
        page = read_page(read_bytes(path))
    except (NotHTML, PageTooLarge) as error:
        raise CorpusError(f"{path}: {error}") from error
    label = _labels(page)
    # Not `page.segments`, which leaves out text hidden by style sheets: annotators saw it.
    line = page.segments_of(page.is_text).of
    pieces: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    stop: dict[tuple[int, int], int] = {}
    for row in np.flatnonzero((label > 0) & page.is_text & (line >= 0)).tolist():
        place = int(line[row]), int(label[row])
        # Skipped white space between two pieces separates their words.
        if place in stop and stop[place] < page.start[row]:
            pieces[place].append(" ")
        pieces[place].append(page.raw(row))
        stop[place] = int(page.stop[row])
    texts = ((place[1], " ".join("".join(found).split())) for place, found in pieces.items())
    return [(label_, text) for label_, text in texts if text]


def _labels(page: Page) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    """Return the label of each node's nearest labelled ancestor, 0 for none."""
    label = np.zeros(len(page), dtype=np.int8)
    # In document order, so that inner labels overwrite outer ones.
    for row, attributes in page.query('[class*="x-nc-sel"]'):
        found = _LABEL.search(attributes.get("class", ""))
        if found:
            label[row : page.end[row]] = int(found[1])
    return label
