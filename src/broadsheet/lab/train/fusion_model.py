"""Train `fusion`'s network with PyTorch (extra ``train``).

`broadsheet.body.fusion.network` describes the network and runs it. The loss is the cross entropy of the segments,
with equal weight per page, plus half of one minus the soft F1 of each page with a gold text: 2 sum(p y n) / sum((p + y)
n) over its segments, where n is their characters.
"""

from __future__ import annotations

import multiprocessing
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.body.fusion.features import NAMES
from broadsheet.body.fusion.method import SIGNS
from broadsheet.body.fusion.network import CONTEXT_AFTER, CUT, DILATIONS, NAME_WIDTHS, WORD_WIDTHS, Network
from broadsheet.lab.evaluate.libraries import load
from broadsheet.lab.train import FUSION_PASSES, TEACHER_PASSES
from broadsheet.lab.train.fusion import CLEAN_NEWS, NO_ARTICLES, Example

__all__ = ["Settings", "train", "train_all"]

Array = NDArray[np.float32]
Lists = tuple[NDArray[np.int32], NDArray[np.int64]]
"""Numbers of all lists, end to end, and the offsets of the lists, the end included."""


MAX_MEMBERS: Final = 100
_WORTH: Final = dict.fromkeys(CLEAN_NEWS, 1.5) | {"fundus": 2.0, f"wcxb{NO_ARTICLES}": 0.5}
_INPUTS: Final = len(NAMES) + sum(NAME_WIDTHS) + sum(WORD_WIDTHS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Training parameters."""

    seed: int = 0  # random seed
    epochs: int = FUSION_PASSES  # passes over the pages, per network
    members: int = 2  # networks whose logits are averaged
    hidden: int = 64  # width of a hidden state
    # letters of the shortest name used: CSS packers make up names of one or two letters, a dozen per element
    name_letters: int = 3
    # ``name_sites, word_sites``: fewest sites that use a known word, in element names and in texts. No word of a
    # single site is learnt.
    name_sites: int = 10
    word_sites: int = 20
    piece_sites: int = 5  # fewest sites whose pieces have a word that is known although fewer than `word_sites` use it
    rate: float = 3e-3  # largest learning rate
    decay: float = 5e-2  # weight decay
    dropped: float = 0.1  # dropout rate of the states
    nameless: float = 0.1  # dropout rate of segments' names, and of single names
    # share of the pages that lose all names but those of inline elements, like a site with none known
    bare: float = 0.3
    unread: float = 0.2  # dropout rate of words
    # weight of a page in the loss, by corpus: more for news with a clean gold text, less for pages that are no
    # article; by default 1
    worth: Mapping[str, float] = field(default_factory=lambda: dict(_WORTH))
    soft_f1: float = 0.5  # weight of the soft F1 in the loss
    averaged: float = 0.995  # decay of the moving average of the weights, which is kept; it starts at half of the steps
    batch: int = 16  # pages per step
    longest: int = 600  # most segments of a page per step; of a longer page, a random part is used
    pieces: bool = True  # whether to learn from the pages with pieces, too

    def of_teachers(self) -> Settings:
        """The settings of the teachers, which only detect clear label errors: one network is enough."""
        return replace(self, epochs=min(self.epochs, TEACHER_PASSES), members=1, pieces=False)


@dataclass(frozen=True, slots=True, eq=False)
class _NumberedPage:
    """A page as numbers of the vocabulary."""

    page: Example
    names: tuple[Lists, ...]  # numbers of the names of each segment, one list per group of elements
    shares: tuple[Array, ...]  # weight of each: one over the square root of the number of known names of its element
    words: Lists  # numbers of the known words of each segment
    ends: tuple[NDArray[np.int32], ...]  # numbers of its first, second and last word


def train(
    pages: Sequence[Example], settings: Settings, report: Callable[[int, float], None] = lambda epoch, loss: None
) -> Network:
    """Train a network.

    ``report`` is called after each epoch with its number, counted through all networks, and mean loss.

    Returns:
        The network, without confidence weights.
    """
    if not pages:
        raise ValueError("there are no training pages")
    torch = load("torch", "PyTorch", extra="train")
    torch.set_num_threads(1)  # more threads add in another order, and cost more in waiting than they save
    torch.use_deterministic_algorithms(True)
    torch.utils.deterministic.fill_uninitialized_memory = False  # no uninitialised memory is read here
    # Each entry is one page in each pass: as it is, or with the pieces of one draw.
    entries, of_pieces = [[page] for page in pages], set[str]()
    if settings.pieces:
        entries += [some for page in pages if (some := page.with_pieces())]
        used = ((page.site, word) for page in pages for word in page.words_of_pieces())
        of_pieces = _enough(used, settings.piece_sites)
    pages = [page for entry in entries for page in entry]
    of_elements = ((page.site, word) for page in pages for element in page.inputs.names.words for word in element)
    of_texts = ((page.site, word) for page in pages for word in page.inputs.words.words)
    names = _numbered(word for word in _enough(of_elements, settings.name_sites) if len(word) >= settings.name_letters)
    words = _numbered(_enough(of_texts, settings.word_sites) | of_pieces)
    known = [[_to_numbers(page, names, words) for page in entry] for entry in entries]
    sample = np.concatenate([page.inputs.columns[:300].astype(np.float32) for page in pages])
    mean, deviation = sample.mean(axis=0), sample.std(axis=0) + 1e-3
    arrays: dict[str, Array] = {}
    for number in range(settings.members):
        model = _model(torch, settings, len(names), len(words), number)
        _learn(torch, known, mean, deviation, model, settings, number, report)
        arrays |= _arrays(model, mean, deviation, number)
    return Network(arrays=arrays, names=names, words=words)


def _learn(
    torch: Any,
    entries: Sequence[Sequence[_NumberedPage]],
    mean: Array,
    deviation: Array,
    model: dict[str, Any],
    settings: Settings,
    number: int,
    report: Callable[[int, float], None],
) -> None:
    seed = [settings.seed, number]
    draw, noise = random.Random(str(seed)), np.random.default_rng(seed)  # noqa: S311 - no secrets
    masks = _Masks(torch, settings.dropped, settings.batch * (settings.longest + max(DILATIONS)) * _INPUTS, noise)
    parameters = [parameter for part in model.values() for parameter in part.parameters()]
    optimiser = torch.optim.AdamW(parameters, lr=settings.rate, weight_decay=settings.decay, fused=True)
    steps = -(-len(entries) // settings.batch) * settings.epochs
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, settings.rate, total_steps=steps + 1, pct_start=0.15)
    kept, step = [parameter.detach().clone() for parameter in parameters], 0
    for epoch in range(settings.epochs):
        pages = [entry[epoch % len(entry)] for entry in entries]
        draw.shuffle(pages)
        losses = []
        for at in range(0, len(pages), settings.batch):
            batch = _batch(torch, pages[at : at + settings.batch], mean, deviation, settings, noise)
            loss = _loss(torch, _forward(torch, model, batch, masks), batch, settings.soft_f1)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            if 2 * step > steps:
                share = 1 if 2 * (step - 1) <= steps else 1 - settings.averaged
                for old, parameter in zip(kept, parameters, strict=True):
                    old.lerp_(parameter.detach(), share)
        report(number * settings.epochs + epoch, float(np.mean(losses)))
    for old, parameter in zip(kept, parameters, strict=True):
        parameter.data.copy_(old)


def train_all(
    jobs: Sequence[Sequence[Example]],
    settings: Settings,
    report: Callable[[int, int, float], None] = lambda job, epoch, loss: None,
) -> list[Network]:
    """Train several networks in parallel, as many at a time as there are processors.

    ``report`` is called after each epoch, in the worker process, with the number of the job, the epoch and the loss.

    Returns:
        The networks in the order of the jobs.
    """
    for module, library in (("torch", "PyTorch"), ("sklearn", "scikit-learn")):
        if find_spec(module) is None:  # before the long run
            load(module, library, extra="train")

    def learn(job: int) -> Network:
        return train(jobs[job], settings, lambda epoch, loss: report(job, epoch, loss))

    count = min(len(jobs), os.cpu_count() or 1)
    if count < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return [learn(job) for job in range(len(jobs))]
    # Forked before PyTorch is imported, so that the processes share the pages but no threads.
    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(count, mp_context=fork, initializer=_LEARN.append, initargs=(learn,)) as pool:
        return list(pool.map(_run, range(len(jobs))))


_LEARN: list[Callable[[int], Network]] = []
"""In a worker process its task, inherited through the fork: it closes over the pages."""


def _run(job: int) -> Network:
    return _LEARN[-1](job)


def _enough(used: Iterable[tuple[str, str]], least: int) -> set[str]:
    sites: dict[str, set[str]] = defaultdict(set)
    for site, word in used:
        sites[word].add(site)
    return {word for word, by in sites.items() if len(by) >= least}


def _numbered(words: Iterable[str]) -> dict[str, int]:
    """Words numbered from 1 in alphabetical order."""
    return {word: number for number, word in enumerate(sorted(words), 1)}


def _to_numbers(page: Example, names: dict[str, int], words: dict[str, int]) -> _NumberedPage:
    of_element = [[names[word] for word in element if word in names] for element in page.inputs.names.words]
    groups = tuple(
        _concatenate([[number for element in around for number in of_element[element]] for around in group.tolist()])
        for group in page.inputs.names.groups
    )
    count = np.array([len(of) for of in of_element])
    share = 1 / np.sqrt(np.maximum(1, count))
    shares = tuple(
        np.repeat(share[flat], count[flat]).astype(np.float32)
        for flat in (group.ravel() for group in page.inputs.names.groups)
    )
    numbers = np.array([words.get(word, 0) for word in page.inputs.words.words] + [0], dtype=np.int32)
    start, stop = page.inputs.words.edges[:-1].astype(np.int64), page.inputs.words.edges[1:].astype(np.int64)
    size, end = stop - start, len(numbers) - 1
    ends = (
        numbers[np.where(size > 0, start, end)],
        numbers[np.where(size > 1, start + 1, end)],
        numbers[np.where(size > 0, stop - 1, end)],
    )
    learnt = numbers[:-1] > 0
    before = np.concatenate(([0], np.cumsum(learnt)))
    return _NumberedPage(page, groups, shares, (numbers[:-1][learnt], before[page.inputs.words.edges]), ends)


def _concatenate(lists: list[list[int]]) -> Lists:
    edges = np.cumsum([0, *map(len, lists)])
    return np.array([number for one in lists for number in one], dtype=np.int32), edges


def _model(torch: Any, settings: Settings, names: int, words: int, number: int = 0) -> dict[str, Any]:
    torch.manual_seed(settings.seed * MAX_MEMBERS + number)
    nn, h = torch.nn, settings.hidden
    bag = {"include_last_offset": True, "padding_idx": 0}
    model = {
        **{f"names.{i}": nn.EmbeddingBag(names + 1, width, mode="sum", **bag) for i, width in enumerate(NAME_WIDTHS)},
        "words.0": nn.EmbeddingBag(words + 1, WORD_WIDTHS[0], mode="mean", **bag),
        **{f"words.{i}": nn.Embedding(words + 1, width, padding_idx=0) for i, width in enumerate(WORD_WIDTHS) if i},
        "input": nn.Linear(_INPUTS, h),
        "output": nn.Linear(h, 1),
        **{f"taps.{i}": nn.Conv1d(h, h, 3, groups=h, bias=False) for i in range(len(DILATIONS))},
        **{f"conv.{i}": nn.Linear(h, 2 * h) for i in range(len(DILATIONS))},
        **{f"norm.{i}": nn.LayerNorm(h) for i in range(len(DILATIONS) + 1)},
        **{f"context.{i}": nn.Linear(2 * h, h) for i in range(len(CONTEXT_AFTER))},
    }
    for name, part in model.items():
        if name.startswith(("names", "words")):
            nn.init.normal_(part.weight, 0, 0.3)
            part.weight.data[0] = 0
    return model


def _batch(
    torch: Any,
    pages: Sequence[_NumberedPage],
    mean: Array,
    deviation: Array,
    settings: Settings,
    noise: np.random.Generator,
) -> dict[str, Any]:
    """Concatenate pages, with gaps that no convolution crosses."""
    gap = max(DILATIONS)
    rows: dict[str, list[NDArray[Any]]] = defaultdict(list)
    sizes, at = [], 0
    for number, known in enumerate(pages):
        whole = len(known.page.inputs.chars)
        size = min(whole, settings.longest)
        first = int(noise.integers(whole - size + 1))
        of_page = {
            "place": np.arange(at, at + size),
            "page": np.full(size, number),
            "inside": np.repeat((1.0, 0.0), (size, gap)),
            **_evidence(known.page, slice(first, first + size), mean, deviation, settings),
            **_names(known, first, first + size, settings, noise),
            **_words(known, first, first + size, settings, noise),
        }
        for name, values in of_page.items():
            rows[name].append(values)
        sizes.append(size)
        at += size + gap
    out: dict[str, Any] = {}
    for name, parts in rows.items():
        joined = np.concatenate(parts)
        if name.endswith(".sizes"):
            out[name.replace("sizes", "edges")] = torch.from_numpy(np.concatenate(([0], np.cumsum(joined))))
        else:
            out[name] = torch.from_numpy(joined.astype(np.float32 if joined.dtype.kind == "f" else np.int64))
    full = torch.tensor([_worth(known.page, settings) * float(known.page.gold.text is not None) for known in pages])
    return out | {"sizes": sizes, "gap": gap, "full": full}


def _worth(page: Example, settings: Settings) -> float:
    return settings.worth.get(page.corpus, 1.0)


def _evidence(page: Example, part: slice, mean: Array, deviation: Array, settings: Settings) -> dict[str, NDArray[Any]]:
    """The columns of part of a page, its labels, and the weight of each segment."""
    chars = page.inputs.chars[part]
    weight = page.weight[part] * np.sqrt(np.minimum(chars, 1500))
    return {
        "columns": np.clip((page.inputs.columns[part].astype(np.float32) - mean) / deviation, -CUT, CUT),
        "label": page.label[part],
        "weight": _worth(page, settings) * weight / max(1e-6, weight.sum()),
        "length": np.minimum(chars, 3000) * (page.weight[part] > 0),
        "share": np.log1p(chars) / np.log1p(chars).sum(),
    }


def _names(
    known: _NumberedPage, first: int, stop: int, settings: Settings, noise: np.random.Generator
) -> dict[str, NDArray[Any]]:
    """The names around part of a page's segments, after dropout."""
    out: dict[str, NDArray[Any]] = {}
    bare = noise.random() < settings.bare
    for group, (lists, shares) in enumerate(zip(known.names, known.shares, strict=True)):
        numbers, edges = _cut(lists, first, stop)
        nameless = bare & (group > 0) | np.repeat(noise.random(stop - first) < settings.nameless, np.diff(edges))
        name = f"names.{group}"
        out[name] = np.where(nameless | (noise.random(len(numbers)) < settings.nameless), 0, numbers)
        out[f"{name}.shares"] = shares[lists[1][first] : lists[1][stop]]
        out[f"{name}.sizes"] = np.diff(edges)
    return out


def _words(
    known: _NumberedPage, first: int, stop: int, settings: Settings, noise: np.random.Generator
) -> dict[str, NDArray[Any]]:
    """The words of part of a page's segments, after dropout."""
    numbers, edges = _cut(known.words, first, stop)
    out = {
        "words.0": np.where(noise.random(len(numbers)) < settings.unread, 0, numbers),
        "words.0.sizes": np.diff(edges),
    }
    for place, end in enumerate(known.ends, 1):
        out[f"words.{place}"] = np.where(noise.random(stop - first) < settings.unread, 0, end[first:stop])
    return out


def _cut(lists: Lists, first: int, stop: int) -> Lists:
    numbers, edges = lists
    return numbers[edges[first] : edges[stop]], edges[first : stop + 1] - edges[first]


class _Masks:
    """Dropout masks: parts of a long random row that is drawn once, since drawing each number is slow."""

    def __init__(self, torch: Any, dropped: float, longest: int, noise: np.random.Generator) -> None:
        kept = (noise.random(2 * longest, dtype=np.float32) >= dropped).astype(np.float32)
        self._row, self._noise = torch.from_numpy(kept / np.float32(1 - dropped)), noise

    def __call__(self, shape: tuple[int, int]) -> Any:
        size = shape[0] * shape[1]
        at = int(self._noise.integers(len(self._row) - size + 1))
        return self._row[at : at + size].view(shape)


def _gated(torch: Any, h: Any, norm: Any, taps: Any, product: Any, inside: Any, kept: Any, far: int) -> Any:
    """Return h + m v sigmoid(g): n the normalised states, t = taps * n, (v, g) = t W' + b, and a dropout mask m."""
    pad = torch.nn.functional.pad
    n = norm(h) * inside
    t = n * taps[1] + pad(n[:-far], (0, 0, far, 0)) * taps[0] + pad(n[far:], (0, 0, 0, far)) * taps[2]
    value, gate = product(t).chunk(2, dim=1)
    out = value * torch.sigmoid(gate)
    return h + (out if kept is None else out * kept)


def _forward(torch: Any, model: dict[str, Any], batch: dict[str, Any], masks: _Masks | None) -> Any:
    """The logits of `Network.probabilities` for several pages at once. Without masks, there is no dropout."""
    functional = torch.nn.functional
    sizes, gap, inside = batch["sizes"], batch["gap"], batch["inside"][:, None]
    parts = [batch["columns"]]
    parts += [
        model[f"names.{i}"](
            batch[f"names.{i}"], batch[f"names.{i}.edges"], per_sample_weights=batch[f"names.{i}.shares"]
        )
        for i in range(len(NAME_WIDTHS))
    ]
    parts += [model["words.0"](batch["words.0"], batch["words.0.edges"])]
    parts += [model[f"words.{i}"](batch[f"words.{i}"]) for i in range(1, len(WORD_WIDTHS))]
    x = torch.cat(parts, dim=1)
    segments = functional.relu(model["input"](x if masks is None else x * masks(x.shape)))
    h = segments.new_zeros(len(inside), segments.shape[1]).index_copy(0, batch["place"], segments)
    blocks = [length for size in sizes for length in (size, gap)]
    repeats = torch.tensor([size + gap for size in sizes])
    for layer, dilation in enumerate(DILATIONS):
        taps = model[f"taps.{layer}"].weight[:, 0].t()
        kept = None if masks is None else masks(h.shape)
        h = _gated(torch, h, model[f"norm.{layer}"], taps, model[f"conv.{layer}"], inside, kept, dilation)
        if layer in CONTEXT_AFTER:
            pages = h.split(blocks)[::2]
            mean = torch.stack([share @ page for share, page in zip(batch["share"].split(sizes), pages, strict=True)])
            most = torch.stack([page.amax(dim=0) for page in pages])
            context = model[f"context.{CONTEXT_AFTER.index(layer)}"](torch.cat([mean, most], dim=1))
            h = h + functional.relu(context).repeat_interleave(repeats, dim=0)
    return model["output"](model[f"norm.{len(DILATIONS)}"](h))[:, 0][batch["place"]]


def _loss(torch: Any, logit: Any, batch: dict[str, Any], soft_f1: float) -> Any:
    label, length, pages = batch["label"], batch["length"], len(batch["sizes"])
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(
        logit, label, weight=batch["weight"], reduction="sum"
    )
    p = torch.sigmoid(logit)

    def summed(values: Any) -> Any:
        return torch.zeros(pages).index_add(0, batch["page"], values)

    # 50 characters on both sides, so that a page or part without content does not divide by zero.
    f1 = (2 * summed(p * label * length) + 50) / (summed((p + label) * length) + 50)
    return (entropy + soft_f1 * ((1 - f1) * batch["full"]).sum()) / pages


def _arrays(model: dict[str, Any], mean: Array, deviation: Array, number: int = 0) -> dict[str, Array]:
    """The weights in the form that `Network` reads: inputs first, taps outermost."""
    state = {
        name: {key: value.detach().numpy() for key, value in part.state_dict().items()} for name, part in model.items()
    }
    out: dict[str, Array] = {}
    for table, widths in (("names", NAME_WIDTHS), ("words", WORD_WIDTHS)):
        out[table] = np.hstack([state[f"{table}.{i}"]["weight"] for i in range(len(widths))])
    for name, part in state.items():
        if name.startswith(("names", "words")):
            continue
        if name.startswith("taps"):
            out[name] = np.ascontiguousarray(part["weight"][:, 0].T)
            continue
        out[f"{name}.weight"] = np.ascontiguousarray(part["weight"].T) if part["weight"].ndim == 2 else part["weight"]
        out[f"{name}.bias"] = part["bias"]
    shared = {"mean": mean, "deviation": deviation, "confidence": np.zeros(len(SIGNS) + 1, np.float32)}
    return shared | (out if not number else {f"{number}.{name}": array for name, array in out.items()})
