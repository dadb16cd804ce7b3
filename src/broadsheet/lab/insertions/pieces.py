"""The pieces: their kinds, templates, phrases, and random changes of markup.

Phrases are one file per language and set, ``phrases/SET/LANGUAGE.toml``. Every file has the same keys, and all values
are lists of strings. ``A|B`` holds two parts that belong together, such as a fact's label and its value. ``{name}`` and
``{year}`` are filled in when a piece is made.

Templates are HTML with fields. ``{key}`` is a phrase of the piece's language, drawn separately at each occurrence.
``{key:1}`` and ``{key:2}`` are the two parts of one pair. ``[[2-4|...]]`` repeats its content two to four times.
``{paragraph}``, ``{excerpt}``, ``{lead}``, ``{title}``, ``{paragraphs}`` and ``{body}`` repeat text of the page itself;
``{name}`` is one person within a repeat.

For training, markup that readers do not see is changed at random (class names, elements, wrappers), to keep a network
that learns from pieces from memorising the few class names and elements of the templates.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

__all__ = ["KINDS", "NAMES", "SETS", "Answer", "Kind", "Phrases", "fill", "languages", "phrases", "templates", "varied"]


class Answer(StrEnum):
    """The right treatment of a piece."""

    KEEP = "keep"
    LEAVE = "leave"
    ONCE = "once"


class Kind(NamedTuple):
    """A kind of piece: the right treatment, and its description in tables."""

    answer: Answer
    description: str


KINDS: Final = {
    name: Kind(Answer(answer), description)
    for answer, kinds in tomllib.loads((files(__package__) / "kinds.toml").read_text("utf-8")).items()
    for name, description in kinds.items()
}


SETS: Final = ("train", "measure")

Phrases = Mapping[str, tuple[str, ...]]
"""The phrases of one language by key."""


@cache
def languages(which: str) -> tuple[str, ...]:
    """Return the ISO 639-1 codes of the languages of a set, sorted."""
    folder = files(__package__) / "phrases" / which
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


@cache
def phrases(which: str, language: str) -> Phrases:
    """Return the phrases of a language of a set."""
    text = (files(__package__) / "phrases" / which / f"{language}.toml").read_text("utf-8")
    return {key: tuple(values) for key, values in tomllib.loads(text).items()}


_COPIES: Final = frozenset({"paragraph", "excerpt", "lead", "title", "paragraphs", "body"})
_FILLERS: Final = frozenset({"digit", "handle", "id", "lang", "number", "percent", "time"})
_REPEAT: Final = re.compile(r"\[\[(\d+)(?:-(\d+))?\|((?:(?!\[\[).)*?)\]\]", re.DOTALL)
_FIELD: Final = re.compile(r"\{([a-z_]+)(?::([12]))?\}")


@dataclass(frozen=True, slots=True)
class Template:
    """The markup of a piece."""

    # possible places: before everything; at the top, before the first paragraph; in the middle, between two; at the
    # end, after the last in its container; behind the container
    places: tuple[str, ...]
    html: str


@cache
def templates(which: str) -> Mapping[str, tuple[Template, ...]]:
    """Return the templates of a set by kind."""
    rows = tomllib.loads((files(__package__) / "templates" / f"{which}.toml").read_text("utf-8"))["template"]
    found: dict[str, list[Template]] = {kind: [] for kind in KINDS}
    for row in rows:
        found[row["kind"]].append(Template(tuple(row.get("place", ("middle",))), row["html"]))
    return {kind: tuple(some) for kind, some in found.items()}


def fill(
    template: Template,
    phrases: Phrases,
    pools: Mapping[str, Sequence[str]],
    copies: Mapping[str, str],
    rnd: random.Random,
) -> tuple[str, tuple[str, ...]]:
    """Fill a template, and return its markup and its phrases in order.

    ``pools`` are phrases by key to use instead of the language's own; ``copies`` the page's own text, by field name.
    """
    html = template.html
    while (repeat := _REPEAT.search(html)) is not None:
        fewest, most, inner = int(repeat[1]), int(repeat[2] or repeat[1]), repeat[3]
        times = rnd.randint(fewest, most)
        # Scopes are marked by a control character, which no phrase holds, so that a pair's parts stay together.
        html = html[: repeat.start()] + "".join(f"\x01{inner}" for _ in range(times)) + html[repeat.end() :]
    endless = {key: _endless(pools.get(key) or values, rnd) for key, values in phrases.items()}
    scopes = [_filled(scope, endless, copies, rnd) for scope in html.split("\x01")]
    return "".join(markup for markup, _ in scopes), tuple(text for _, texts in scopes for text in texts)


def _filled(
    scope: str, endless: Mapping[str, Iterator[str]], copies: Mapping[str, str], rnd: random.Random
) -> tuple[str, list[str]]:
    """Fill a part of a template with one person's name; return its markup, and its phrases in order."""
    name = next(endless["name"])
    pairs: dict[str, list[str]] = {}
    texts: list[str] = []

    def value(field: re.Match[str]) -> str:
        key, part = field[1], field[2]
        if key in _FILLERS:
            return _filler(key, name, copies["lang"], rnd)
        if key in _COPIES:
            return copies[key] if key in ("paragraphs", "body") else escape(copies[key], quote=False)
        if part == "1" or (part and key not in pairs):
            pairs[key] = next(endless[key]).split("|", 1)
        text = pairs[key][int(part) - 1] if part else name if key == "name" else next(endless[key])
        texts.append(text.replace("{name}", name).replace("{year}", str(rnd.randint(2012, 2025))))
        return escape(texts[-1], quote=False)

    return _FIELD.sub(value, scope), texts


def _endless(values: Sequence[str], rnd: random.Random) -> Iterator[str]:
    while True:
        yield from rnd.sample(values, len(values))


def _filler(key: str, name: str, language: str, rnd: random.Random) -> str:
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


SERVICES: Final = frozenset(
    "bluesky-embed fb-post fb-xfbml-parse-ignore instagram-media mastodon-embed telegram-post text-post-media "
    "tiktok-embed twitter-tweet twitter-video".split()
)
"""Class names of the services' own embeds, which stay."""
NAMES: Final = tuple(
    "area block cell col frame group holder inner item module outer part piece row segment slot unit".split()
)
"""Class names without meaning."""
_CLASS: Final = re.compile(r' (?:class|id)="([^"{}]+)"')
CHANGE_SHARE: Final = 0.3  # share of pieces to which each change is made
NAMELESS_SHARE: Final = 0.35  # share of pieces that lose their class names
RENAMED_SHARE: Final = 0.35  # share of pieces whose class names are replaced
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def varied(html: str, rnd: random.Random) -> str:
    """Change a template's markup at random."""
    drawn = rnd.random()
    if drawn < NAMELESS_SHARE:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else "", html)
    elif drawn < NAMELESS_SHARE + RENAMED_SHARE:
        html = _CLASS.sub(lambda found: found[0] if SERVICES & set(found[1].split()) else _random_class(rnd), html)
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "p", "div")
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "h[1-6]", rnd.choice(("h2", "h3", "h4", "h5", "p", "div")))
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "aside|section|article", rnd.choice(("div", "section")))
    if rnd.random() < CHANGE_SHARE:
        html = _retag(html, "strong|b|em|i", rnd.choice(("strong", "b", "em", "i", "span")))
    while rnd.random() < CHANGE_SHARE:
        html = f"<div{_random_class(rnd) if rnd.random() < RENAMED_SHARE else ''}>{html}</div>"
    return html


def _retag(html: str, tags: str, tag: str) -> str:
    return re.sub(rf"(?<=<)(/?)(?:{tags})(?=[\s>])", rf"\1{tag}", html)


def _random_class(rnd: random.Random) -> str:
    """A meaningless class attribute: a plain word, or letters as build tools generate them."""
    made = "".join(rnd.choice(_LETTERS) for _ in range(6))
    return f' class="{rnd.choice(NAMES) if rnd.random() < 0.5 else f"c-{made}"}"'
