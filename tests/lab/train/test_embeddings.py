from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from broadsheet.lab.corpora import Corpus, Gold, fold_of
from broadsheet.lab.train import embeddings as learner
from broadsheet.page import tags
from tests.lab.made import corpus_of

PAGE = "<title>t</title><body><nav><a>Home</a></nav><p>The ferry sails.</p><p>The ferry sails.</p>"
P, A, B = (tags.IDS[name] for name in ("p", "a", "b"))


def corpus(*sites: str) -> Corpus:
    golds = (Gold(id=str(number), corpus="c", site=site, lang="en") for number, site in enumerate(sites))
    return corpus_of(*golds, html=PAGE)


def test_pages_give_each_line_once_and_pairs_of_tags() -> None:
    taking_part = [site for site in map("site{}.example".format, range(30)) if fold_of(site)]
    found = learner.gather([corpus(*taking_part)])
    assert sorted(found.lines) == ["Home", "The ferry sails."]
    assert found.pages == len(taking_part)
    assert found.pairs[tags.IDS["body"], P] == 2 * len(taking_part)
    assert found.pairs[P, tags.TEXT] == 2 * len(taking_part)
    assert found.pairs[P, tags.IDS["body"]] == 0, "pairs are of parent and child"
    assert found.languages == Counter(en=len(taking_part))


def test_lines_of_files(tmp_path: Path) -> None:
    plain, leipzig, packed = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt.gz"))
    plain.write_text("One line\n\nAnother\tline\n", encoding="utf-8")
    leipzig.write_text("1\tEin Satz.\n2\tNoch einer.\n", encoding="utf-8")
    packed.write_bytes(gzip.compress(b"3\tGepackt.\n"))
    assert list(learner.lines_of_file(plain)) == ["One line", "Another\tline"]
    assert list(learner.lines_of_file(leipzig)) == ["Ein Satz.", "Noch einer."]
    assert list(learner.lines_of_file(packed)) == ["Gepackt."]


def cosine(vectors: np.ndarray, one: int, other: int) -> float:
    a, b = vectors[one], vectors[other]
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


def test_tags_in_similar_places_have_similar_vectors() -> None:
    pairs = np.zeros((len(tags.NAMES), len(tags.NAMES)))
    names = {name: tags.IDS[name] for name in ("p", "b", "strong", "div", "ul", "li", "table", "tr")}
    for parent, child, count in [
        ("p", "b", 50), ("p", "strong", 40), ("ul", "li", 300), ("div", "p", 200), ("div", "ul", 60),
        ("table", "tr", 80),
    ]:  # fmt: skip
        pairs[names[parent], names[child]] = count
    found = learner.tag_vectors(pairs, steps=600)
    assert found.shape == (len(tags.NAMES), 8)
    assert np.isfinite(found).all()
    assert cosine(found, names["b"], names["strong"]) > 0.9
    assert cosine(found, names["b"], names["strong"]) > cosine(found, names["b"], names["tr"]) + 0.3
    assert np.array_equal(found, learner.tag_vectors(pairs, steps=600)), "the same pairs give the same vectors"
    assert not found[tags.IDS["video"]].any(), "a tag that was never seen is like an unknown one"


def test_words_in_similar_contexts_have_similar_vectors() -> None:
    pytest.importorskip("gensim", reason="gensim is not installed (extra train)")
    draw = np.random.default_rng(0)
    boats, towns = [f"boat{n}" for n in "abcdefgh"], [f"town{n}" for n in "abcdefgh"]
    lines = []
    for _ in range(3000):
        boat, town = draw.choice(boats, 3), draw.choice(towns, 3)
        lines += [f"{boat[0]} {boat[1]} sails {boat[2]}", f"{town[0]} {town[1]} council {town[2]}"]
    lines += [f"filler{n}" + " more" for n in range(400)] * 6
    found, figures = learner.train(lines, np.ones((len(tags.NAMES),) * 2), learner.Settings(vocabulary=500))
    words = found.words
    assert figures["known"] > 0.99
    assert figures["cosine"] > 0.98
    s = words.sentences(["boata boatb", "boatc boatd", "towna townb"])
    assert s.shape == (3, 200)
    assert cosine(s, 0, 1) > cosine(s, 0, 2) + 0.3
    with pytest.raises(ValueError, match="too little text"):
        learner.train(["two words"], np.zeros((len(tags.NAMES),) * 2), learner.Settings())
