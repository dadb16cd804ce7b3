from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from broadsheet.body.fusion import Fusion
from broadsheet.body.fusion.profile import weigh
from broadsheet.methods.base import KNOWN_ARTICLES, NO_ARTICLE, Counted, Given, Profile
from broadsheet.methods.maths.places import places
from broadsheet.page import Page, read_page

PROSE = "The council settled the matter after a debate of some hours, and the mayor said that she was glad of it. "
STANDING = "Readers who want to hear from us every morning can write to the desk, which answers as soon as it can. "


def page(*paragraphs: str, title: str = "A matter is settled") -> Page:
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return read_page(f"<!DOCTYPE html><title>{title}</title><body><nav><a href=/>Home</a></nav><div class=text>{text}")


def profile(*others: Page, kept: float = 0.5, own: Page | None = None) -> Profile:
    """The profile of some pages, on each of which a share of the segments was content."""
    texts: dict[int, list[int]] = {}
    where: dict[int, list[int]] = {}
    for other in (*others, *((own,) if own is not None else ())):
        here = places(other)
        for key in set(here.texts.tolist()):
            texts.setdefault(key, []).append(here.article)
        for key in set(here.places.tolist()):
            where.setdefault(key, []).append(round(1000 * kept))
    keys = sorted(texts)
    articles = np.full((len(keys), KNOWN_ARTICLES), NO_ARTICLE, dtype=np.uint32)
    for at, key in enumerate(keys):
        known = sorted(set(texts[key]))[:KNOWN_ARTICLES]
        articles[at, : len(known)] = known
    none = np.zeros(0, dtype=np.uint64)
    return Profile(
        site="courier.example",
        pages=len(others) + (own is not None),
        static=Counted(none, none.astype(np.int64), np.zeros((0, KNOWN_ARTICLES), np.uint32)),
        texts=Counted(
            np.array(keys, dtype=np.uint64), np.array([len(texts[key]) for key in keys], dtype=np.int64), articles
        ),
        places=np.array(sorted(where), dtype=np.uint64),
        place_pages=np.array([len(where[key]) for key in sorted(where)], dtype=np.int64),
        place_kept=np.array([sum(where[key]) for key in sorted(where)], dtype=np.int64),
    )


def other(number: int, *more: str) -> Page:
    return page(f"{number} {PROSE * 2}", f"{PROSE} {number}", *more, title=f"Another matter {number}")


THIS = page(PROSE * 2, PROSE, STANDING)
P = np.array([0.1, 0.9, 0.7, 0.8])


def texts_of(*others: Page, own: Page | None = None) -> Profile:
    """A profile that knows texts and no places."""
    known = profile(*others, own=own)
    return replace(known, places=known.places[:0], place_pages=known.place_pages[:0], place_kept=known.place_kept[:0])


def test_a_text_that_three_others_have_in_its_place_is_lowered() -> None:
    weighed = weigh(THIS, P, 0.6, texts_of(*(other(n, STANDING) for n in range(3))))
    assert weighed[3] == pytest.approx(1 / (1 + (0.2 / 0.8) * np.exp(2.5)))
    assert weighed[3] < 0.25
    assert weighed[1:3].tolist() == P[1:3].tolist()
    assert weighed[0] < P[0]


def test_a_text_in_another_place_has_no_effect() -> None:
    teasers = [
        read_page(
            f"<!DOCTYPE html><title>{n}</title><body><aside><ul class=latest><li>{PROSE * 2}</ul></aside>"
            f"<p>{n} {PROSE * 3}"
        )
        for n in range(6)
    ]
    assert weigh(THIS, P, 0.6, texts_of(*teasers))[1] == P[1]


def test_the_page_itself_does_not_count() -> None:
    # Twice under other addresses, and once as itself: one article.
    assert weigh(THIS, P, 0.6, texts_of(THIS, page(PROSE * 2, PROSE, STANDING), own=THIS)).tolist() == P.tolist()


def test_another_copy_of_an_article_keeps_its_prose() -> None:
    copies = [page(PROSE * 2, PROSE, STANDING, title=f"A matter is settled: version {n}") for n in range(5)]
    weighed = weigh(THIS, P, 0.6, texts_of(*copies, *map(other, range(20))))
    assert weighed[1:].tolist() == P[1:].tolist()
    # Other text is lowered all the same.
    assert weighed[0] < P[0]
    # Text on most pages of the site is not an article.
    assert (weigh(THIS, P, 0.6, texts_of(*copies, other(1))) < 0.5).all()


def test_places_raise_text_that_is_usual_there_and_lower_other_text_but_prose() -> None:
    short = page("Photo: Maren Iversen", PROSE * 2)
    unsure = np.array([0.1, 0.55, 0.9])
    # Eight pages count 8 / 10, and shares are clipped to 0.02 and 0.98, whose odds are 49.
    weighed = weigh(short, unsure, 0.6, profile(*map(other, range(8)), kept=0.0))
    assert weighed[1:].tolist() == pytest.approx([1 / (1 + 0.45 / 0.55 * 49 ** (0.1 * 0.8)), 0.9])
    weighed = weigh(short, unsure, 0.6, profile(*map(other, range(8)), kept=1.0))
    assert weighed[1:].tolist() == pytest.approx([1 / (1 + p / 49 ** (0.25 * 0.8)) for p in (0.45 / 0.55, 0.1 / 0.9)])


def test_counts_of_the_page_itself_are_subtracted() -> None:
    unsure = np.array([0.1, 0.7, 0.7, 0.7])
    alone = profile(own=THIS, kept=1.0)
    assert weigh(THIS, unsure, 0.6, alone).tolist() == unsure.tolist()


def test_an_empty_profile_changes_nothing() -> None:
    assert weigh(THIS, P, 0.6, profile()).tolist() == P.tolist()
    empty = read_page("<!DOCTYPE html><title>x</title><img src=a.png>")
    assert weigh(empty, np.zeros(0), 0.6, profile(other(1))).tolist() == []


def test_the_method_uses_a_given_profile() -> None:
    plain = Fusion().mark(THIS, Given())
    profiled = Fusion().mark(THIS, Given(profile=profile(*(other(n, STANDING) for n in range(9)), kept=1.0)))
    standing = THIS.segments.last[3]
    assert plain.score[standing] > profiled.score[standing]
    assert profiled.keep[THIS.segments.last[2]]
