"""Templates of the pieces: HTML with fields for phrases.

``{key}`` is a phrase of the piece's language, drawn anew at each occurrence. ``{key:1}`` and ``{key:2}`` are the two
parts of one pair. ``[[2-4|...]]`` repeats its content two to four times. ``{paragraph}``, ``{excerpt}``, ``{lead}``,
``{title}``, ``{paragraphs}`` and ``{body}`` repeat text of the page itself; ``{name}`` is one person within a repeat.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

from broadsheet.lab.insertions.kinds import KINDS
from broadsheet.lab.insertions.phrases import KEYS, PAIRS, Phrases

__all__ = ["PLACES", "Filled", "Template", "class_names", "fill", "templates"]

PLACES: Final = ("before", "top", "middle", "end", "behind")
"""Before everything; before the first paragraph; between two; after the last, in its container; after the container."""

_COPIES: Final = frozenset({"paragraph", "excerpt", "lead", "title", "paragraphs", "body"})
_FILLERS: Final = frozenset({"digit", "handle", "id", "lang", "number", "percent", "time"})
_REPEAT: Final = re.compile(r"\[\[(\d+)(?:-(\d+))?\|((?:(?!\[\[).)*?)\]\]", re.DOTALL)
_FIELD: Final = re.compile(r"\{([a-z_]+)(?::([12]))?\}")
_CLASSES: Final = re.compile(r'\b(?:class|id)="([^"{}]+)"')


@dataclass(frozen=True, slots=True)
class Template:
    """The markup of a piece."""

    kind: str  # a key of `KINDS`
    places: tuple[str, ...]  # possible places, from `PLACES`
    html: str


class Filled(NamedTuple):
    """A filled template: its markup, and its phrases in order."""

    html: str
    texts: tuple[str, ...]


@cache
def templates(which: str) -> Mapping[str, tuple[Template, ...]]:
    """Return the templates of a set by kind.

    Raises:
        ValueError: a template names a kind, place or phrase that does not exist, or a kind has no template.
    """
    rows = tomllib.loads((files(__package__) / "templates" / f"{which}.toml").read_text("utf-8"))["template"]
    found: dict[str, list[Template]] = {kind: [] for kind in KINDS}
    for row in rows:
        template = Template(row["kind"], tuple(row.get("place", ("middle",))), row["html"])
        fields = {(name, part) for name, part in _FIELD.findall(template.html)}
        unknown = {name for name, _ in fields} - KEYS - _COPIES - _FILLERS
        halved = {name for name, part in fields if (name in PAIRS) != bool(part)}
        if template.kind not in found or not set(template.places) <= set(PLACES) or unknown or halved:
            raise ValueError(f"templates/{which}.toml: wrong template {row}")
        found[template.kind].append(template)
    if lacking := [kind for kind, some in found.items() if not some]:
        raise ValueError(f"templates/{which}.toml: no template for {', '.join(lacking)}")
    return {kind: tuple(some) for kind, some in found.items()}


def class_names(html: str) -> set[str]:
    """Return the class names and ids in some markup."""
    return {name for names in _CLASSES.findall(html) for name in names.split()}


def fill(
    template: Template,
    phrases: Phrases,
    pools: Mapping[str, Sequence[str]],
    copies: Mapping[str, str],
    rnd: random.Random,
) -> Filled:
    """Fill a template.

    ``pools`` are phrases by key to use instead of the language's own; ``copies`` the page's own text, by field name.
    """
    html = template.html
    while (repeat := _REPEAT.search(html)) is not None:
        fewest, most, inner = int(repeat[1]), int(repeat[2] or repeat[1]), repeat[3]
        times = rnd.randint(fewest, most)
        # Scopes are marked by a control character, which no phrase holds, so that a pair's parts stay together.
        html = html[: repeat.start()] + "".join(f"\x01{inner}" for _ in range(times)) + html[repeat.end() :]
    endless = {key: _endless(pools.get(key) or values, rnd) for key, values in phrases.items()}
    out: list[str] = []
    texts: list[str] = []
    for scope in html.split("\x01"):
        name = next(endless["name"])
        pairs: dict[str, list[str]] = {}
        at = 0
        for field in _FIELD.finditer(scope):
            key, part = field[1], field[2]
            out.append(scope[at : field.start()])
            at = field.end()
            if key in _FILLERS:
                out.append(_filler(key, name, copies["lang"], rnd))
                continue
            if key in _COPIES:
                value = copies[key]
                out.append(value if key in ("paragraphs", "body") else escape(value, quote=False))
                continue
            if part:
                halves = pairs.get(key)
                if halves is None or part == "1":
                    halves = pairs[key] = next(endless[key]).split("|", 1)
                value = halves[int(part) - 1]
            else:
                value = name if key == "name" else next(endless[key])
            value = value.replace("{name}", name).replace("{year}", str(rnd.randint(2012, 2025)))
            texts.append(value)
            out.append(escape(value, quote=False))
        out.append(scope[at:])
    return Filled("".join(out), tuple(texts))


def _endless(values: Sequence[str], rnd: random.Random) -> Iterator[str]:
    """The values in random order, endlessly."""
    while True:
        yield from rnd.sample(values, len(values))


def _filler(key: str, name: str, language: str, rnd: random.Random) -> str:
    """Return filler text: figures, times, account names."""
    match key:
        case "lang":
            return language
        case "handle":  # the same for one person within a piece
            return "u" + "".join(f"{ord(letter) % 26 + 97:c}" for letter in name)[:9]
        case "number":
            return str(rnd.randint(11, 9999))
        case "percent":
            return f"{rnd.randint(1, 99)}.{rnd.randint(0, 9)}%"
        case "time":
            return f"{rnd.randint(0, 23):02}:{rnd.randint(0, 59):02}"
        case "digit":
            return str(rnd.randint(1, 9))
        case _:
            return str(rnd.randint(10**8, 10**9))
