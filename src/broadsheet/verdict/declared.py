"""What a page declares of itself for machines: Open Graph, structured data, a day, an author, its software's names.

It reads the head, attributes and class names, and must not look at the text.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from typing import Final

from broadsheet import engine
from broadsheet.facts import Facts
from broadsheet.facts.structured import types
from broadsheet.lexicon import PAGES, page_words

__all__ = ["KINDS", "NAMED", "declared_features"]

OG: Final = ("article", "video", "website", "product")
"""Values of ``og:type`` that are looked for."""
KINDS: Final = tuple(PAGES["types"])
"""What types of structured data speak of."""
_TYPES: Final = {kind: tuple(endings) for kind, endings in PAGES["types"].items()}
_BODY: Final = {kind: page_words("body", kind) for kind in PAGES["body"]}
_FORUM_SOFTWARE: Final = "forum_software"
_WORDS: Final = engine.Words([*PAGES["names"].values()])
NAMED: Final = tuple(name for name in PAGES["names"] if name != _FORUM_SOFTWARE)
"""What class names speak of."""
_ALIASES: Final = {"news": "article", "blog": "website", "movie": "video"}
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_MAX_NAMES: Final = 30_000
"""Characters of different class names that are looked at."""


def declared_features(facts: Facts) -> dict[str, float]:
    """The features by name: flags and small numbers."""
    page, structured, elements = facts.page, facts.structured, facts.elements
    meta = structured.meta
    og = next(iter(meta.get("og:type", ())), "").strip().lower()
    kind = og.split(".")[0].split(":")[-1]
    kind = _ALIASES.get(kind, kind)
    stated = [name for thing in structured.objects for name in types(thing)]
    stated += [elements.value(row, "itemtype").rsplit("/", 1)[-1] for row in elements.having("itemtype")]
    found = Counter(one for name in stated for one in _spoken_of(name))
    body = f"{elements.value(page.body, 'class')} {elements.value(page.body, 'id')}".lower()
    body_words = set(_LETTERS.findall(body))
    card = next(iter(meta.get("twitter:card", ())), "")
    return {
        "og_known": float(bool(og)),
        **{f"og_{name}": float(kind == name) for name in OG},
        **{f"ld_{name}": float(name in found) for name in KINDS},
        "ld_any": float(bool(stated)),
        "ld_articles": float(found["article"]),
        "ld_published": float(bool(structured.article.get("datePublished"))),
        "ld_author": float(bool(structured.article.get("author"))),
        "meta_published": float(not meta.keys().isdisjoint(PAGES["meta"]["published"])),
        "meta_author": float(not meta.keys().isdisjoint(PAGES["meta"]["author"])),
        "player_card": float(card == "player" or "og:video" in meta or "og:video:url" in meta),
        **{f"body_{name}": float(bool(body_words & known)) for name, known in _BODY.items()},
        **_named(elements.text("class").split()),
    }


@lru_cache(maxsize=1024)
def _spoken_of(name: str) -> tuple[str, ...]:
    """What a type of structured data speaks of."""
    return tuple(kind for kind, endings in _TYPES.items() if name.endswith(endings))


def _named(names: list[str]) -> dict[str, float]:
    """How many different class names hold words of each kind, as logarithms."""
    different = " ".join(dict.fromkeys(names))[:_MAX_NAMES].split(" ")
    found = zip(different, _WORDS.in_texts("\0".join(different), len(different)).tolist(), strict=True)
    telling = [(name, kinds) for name, kinds in found if kinds]
    out = {}
    for number, (kind, words) in enumerate(PAGES["names"].items()):
        text = " ".join([name for name, kinds in telling if kinds >> number & 1])
        times = map(text.__contains__ if kind == _FORUM_SOFTWARE else text.count, words if text else ())
        out[kind if kind == _FORUM_SOFTWARE else f"named_{kind}"] = math.log1p(sum(times))
    return out | {"named_any": math.log1p(len(names))}
