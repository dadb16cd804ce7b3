from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample
from broadsheet.lab.train.gcn import fit_runs
from broadsheet.lab.train.node_networks import Settings
from broadsheet.lab.train.node_pages import Example, Learnt, examples, split
from broadsheet.methods.dom_nodes import Network, load_embeddings
from broadsheet.page import Page
from broadsheet.show.render.snapshot import Snapshot
from tests.lab.made import corpus_of
from tests.methods.test_dom_nodes import drawn
from tests.methods.test_gcn import network_of

TEXT = "The council met on day {n}, and after a long debate it agreed on the new bridge over the river."
MENU = "<ul>" + "<li><a href=x>Link in the menu</a></li>" * 12 + "</ul>"


def page(n: int) -> tuple[str, str]:
    """A page and its gold text."""
    paragraphs = [TEXT.format(n=10 * n + part) for part in range(5)]
    body = "".join(f"<p>{part}</p>" for part in paragraphs)
    return f"<body>{MENU}<div>{body}</div><footer><p>All rights reserved, number {n}</p></footer>", "\n".join(
        paragraphs
    )


@cache
def corpus() -> Corpus:
    samples = []
    for n in range(24):
        html, text = page(n)
        gold = Gold(id=f"page{n}", corpus="c", site=f"site{n // 2}.example", text=text)
        samples.append(Sample(gold, html.encode))
    return Corpus("c", Includes(), tuple(samples))


@cache
def pages() -> tuple[Example, ...]:
    return tuple(examples([corpus()], load_embeddings()))


def network() -> Network:
    """A network of two layers with random weights, for the embeddings of the package."""
    return replace(network_of(2), embeddings=load_embeddings().fingerprint)


def save_snapshot(page: Page, file: Path, more: str = "") -> None:
    """Write a snapshot of a page; with more text it is one of another page."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Snapshot(page.source + more, drawn(page), np.ones(len(page), dtype=np.bool_)).save(file)


def learn(**settings: object) -> tuple[Learnt, list[Example]]:
    training, development = split(pages()[:20])
    fingerprint = load_embeddings().fingerprint
    (learnt,) = fit_runs(training, development, fingerprint, Settings(**settings), [0])  # type: ignore[arg-type]
    return learnt, list(pages()[20:])


def named() -> Example:
    """A page of which two segments are known."""
    html, text = page(1)
    gold = Gold(id="a", corpus="c", with_=(text.split("\n")[2],), without=("All rights reserved",))
    [one] = examples([corpus_of(gold, html=html)], load_embeddings())
    return one
