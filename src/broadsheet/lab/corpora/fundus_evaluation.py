"""The fundus evaluation (2024): 80 articles of 16 English-language publishers, their text copied by hand.

**Source and licence**: dobbersc/fundus-evaluation on GitHub, MIT. The layout is known from the repository's README,
the programs that read it and the list of its files; the gold texts were not read.

**Layout**: ``ground_truth.json`` maps a page's file name (``<Publisher>_<n>``, with or without ``.html.gz``) to
``url``, ``body`` (a list of paragraphs) and ``crawl_date``; the pages are in ``html/``, as UTF-8.

**The gold text** is the body. A paragraph in square brackets is optional: their scores take the better of with and
without. Here it is in the text, without its brackets, and again in ``extra["optional"]``, so that a score may do as
they do. Whether headlines, bylines or captions are in it is not stated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.crawl.domain import registered_domain
from broadsheet.lab.corpora.base import Gold, Sample
from broadsheet.lab.corpora.fields import entries
from broadsheet.lab.corpora.files import page_loader
from broadsheet.lab.corpora.texts import lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "fundus-evaluation"
_ENDING: Final = ".html.gz"


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder."""
    for file, record in entries(folder / "ground_truth.json"):
        name, url = file.removesuffix(_ENDING), record.filled("url")
        paragraphs = [(_is_optional(text), text) for text in record.strings("body")]
        texts = [lines(text[1:-1] if optional else text) for optional, text in paragraphs]
        optional = [text for text, (is_optional, _) in zip(texts, paragraphs, strict=True) if is_optional]
        gold = Gold(
            id=name,
            corpus=_NAME,
            url=url,
            site=registered_domain(url),
            lang="en",
            encoding="utf-8",
            text="\n".join(filter(None, texts)),
            extra={**record.rest("url", "body"), **({"optional": optional} if optional else {})},
        )
        yield Sample(gold, page_loader([folder / "html"], name, record.where, [_ENDING]))


def _is_optional(paragraph: str) -> bool:
    return len(paragraph) > 1 and paragraph[0] == "[" and paragraph[-1] == "]"
