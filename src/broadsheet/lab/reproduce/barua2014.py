"""Barua 2014: StaDyNoT with other pages of the site, and three libraries, by bag of words.

Their pages: 440 of eleven sites, ten of each of four categories, with nine neighbours of the same category each. Ours:
groups of pages of one site and of similar dates (``neighbours.jsonl`` next to the corpora), of which the news pages
with a complete gold text are measured. The number of neighbours, which the paper does not vary, is 0, 2, 4, 9 and 19;
neighbours of the same category, as far as URLs show it, are measured separately.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlsplit

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import Corpus, Gold, Sample, stable_hash
from broadsheet.lab.evaluate.entrants import Entrant, enter
from broadsheet.lab.evaluate.neighbours import GROUPS, groups_of
from broadsheet.lab.evaluate.papers import bag_of_words
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.run import Outcome, call
from broadsheet.lab.reproduce import scores
from broadsheet.lab.reproduce.drawing import curves
from broadsheet.lab.reproduce.studies import Figures, Options, published
from broadsheet.methods.base import Given
from broadsheet.methods.stadynot import StaDyNoT
from broadsheet.page import Page

__all__ = ["TITLE", "drawings", "measure", "section", "summary"]

TITLE: Final = "Barua 2014: StaDyNoT, removal of what a site repeats"

_COUNTS: Final = (0, 2, 4, 9, 19)
_NEIGHBOURS: Final = 9  # in the paper's experiments
_SAMPLE_TARGETS: Final = 3  # target pages per group if a sample is requested: sites differ more than pages of a site
# The libraries, and the paper's names for them; NReadability is a port of the same program to another language.
_LIBRARIES: Final = {"readability": "NReadability", "boilerpipe": "Boilerplate", "justext": "JusText"}
_PUBLISHED: Final[Mapping[str, Mapping[str, float]]] = published("barua2014")
_VARIANTS: Final = {  # StaDyNoT without one of its parts
    "static noise alone": StaDyNoT(alpha=0, beta=1.0),
    "any link fraction": StaDyNoT(beta=1.0),
    "any text outside of links": StaDyNoT(alpha=0),
    "forms kept": StaDyNoT(forms=True),
}


@dataclass
class _Measured:
    """Scores of groups of one size."""

    all: scores.Tally  # all pages
    named: scores.Tally  # pages with a gold title, against gold texts with title and authors
    categories: scores.Tally  # pages with enough neighbours of their own category
    failed: Counter[str] = field(default_factory=Counter)  # failed calls by library
    empty: Counter[str] = field(default_factory=Counter)  # calls without text by library


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Extract the target pages of every group that is large enough.

    With a sample of n, n groups of each size are used, with three pages each.

    Raises:
        CorpusError: no groups of neighbours.
        MissingExtra: a library is not installed.
    """
    libraries = {name: enter(name) for name in _LIBRARIES}
    known = {sample.gold.name: sample for corpus in corpora for sample in corpus}
    groups = [group for group in _groups(options, known) if any(_is_target(known[name].gold) for name in group)]
    sizes = {size: _drawn([group for group in groups if len(group) > size], options) for size in (_NEIGHBOURS, 19)}
    tally = partial(scores.Tally, scores.MeanF1.OF_PAGES, seed=options.seed)
    measured = {str(size): _Measured(tally(), tally(), tally()) for size in sizes}
    chosen = [(size, group) for size, found in sizes.items() for group in found]
    for size, group in options.track("Barua 2014: groups", chosen):
        _measure_group(group, known, libraries, size, measured[str(size)], options)
    nine = measured["9"]
    if not nine.all.sizes():
        raise CorpusError(f"no group in {GROUPS} has ten pages and whole answers")
    return {
        "pages": {size: one.all.sizes() for size, one in measured.items()},
        "groups": {str(size): len(found) for size, found in sizes.items()},
        "scores": {size: one.all.table() for size, one in measured.items()},
        "failed": {name: nine.failed[name] for name in libraries},
        "empty": {name: nine.empty[name] for name in libraries},
        "orderings": _orderings(nine.all),
        "named": {"pages": nine.named.sizes(), "scores": nine.named.table(), "orderings": _orderings(nine.named)},
        "categories": {
            "pages": nine.categories.sizes(),
            "scores": nine.categories.table(),
            "f1": nine.categories.difference("same", "any") if nine.categories.sizes() else None,
        },
        "static": nine.all.difference(_entrant(_NEIGHBOURS), _entrant(0)),
    }


def _orderings(tally: scores.Tally) -> list[dict[str, Any]]:
    names = {"stadynot": _entrant(_NEIGHBOURS)}

    def difference(one: str, other: str, name: str) -> dict[str, float]:
        return tally.difference(names.get(one, one), names.get(other, other), name)

    return scores.orderings(_PUBLISHED, difference) if tally.sizes() else []


def summary(figures: Figures) -> str:
    """Write the table with the published figures, which claims hold, and the gain of each part."""
    table = figures["scores"]["9"]
    return "\n".join(
        [
            f"## Figures\n\nHere: {sum(figures['pages']['9'].values())} pages of {figures['groups']['9']} groups of "
            "pages of one site, with nine neighbours each, of any category. In the paper the neighbours are of the "
            "same category, and the libraries are those of 2014. Precision, recall and F1 of bags of words; F1 is the "
            "mean of the pages' F1.\n",
            _table({name: table[name] for name in _COMPARED}),
            "![Precision, recall and F1 by the number of neighbours](barua2014-neighbours.svg)\n",
            "## Which claims hold\n",
            scores.verdicts(_claims(figures, scores.Comparison(_PUBLISHED, figures["orderings"]))),
            "## The gain of each part\n\nWith nine neighbours, one part left out at a time:\n",
            _parts(figures),
        ]
    )


def section(figures: Figures) -> str:
    """Write the tables, and which orderings hold."""
    comparison = scores.Comparison(_PUBLISHED, figures["orderings"])
    parts = [
        "Precision, recall and F1 of bags of words. F1 is the mean of the pages' F1, as in the paper, whose overall F1 "
        "of 0.913 is below the harmonic mean of its precision and recall, 0.921. Each corpus weighs the same.\n",
        "The protocol is not quite the same. Their neighbours are nine pages of the same site and the same category "
        "(business, entertainment, politics, sports). Ours are of the same site and of about the same time, of any "
        f"category{_of_category(figures['categories'])}. Their answers hold title, author and date of each page; ours "
        "hold them on some pages, and every method's text gets the title in front where the answer holds it. "
        "StaDyNoT's text is written as by `broadsheet extract`, without captions of images. "
        "They ran NReadability, a port of readability to C#, boilerpipe's Java, and jusText, of 2014; here are "
        "readability-lxml, boilerpy3 and jusText of today.\n",
    ]
    for size, table in figures["scores"].items():
        if not table:
            continue
        pages = figures["pages"][size]
        parts.append(f"{_pages(pages)} of {figures['groups'][size]} groups with {int(size) + 1} pages or more:\n")
        parts.append(_table({name: found for name, found in table.items() if ", 9 neighbours, " not in name}))
        parts.append(scores.by_corpus(table, _COMPARED))
    parts.append(_failures(figures))
    parts += [
        scores.CLAIMS,
        _claims(figures, comparison),
    ]
    return "\n".join(parts)


def _table(table: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    published = {**_PUBLISHED, _entrant(_NEIGHBOURS): _PUBLISHED["stadynot"]}
    return scores.beside_published({name: found["mean"] for name, found in table.items()}, published)


def _of_category(categories: Figures) -> str:
    """Describe the effect of neighbours of the same category, as far as URLs show it."""
    if not categories["pages"]:
        return ""
    same, anyone = (categories["scores"][name]["mean"] for name in ("same", "any"))
    return (
        f"; on the {sum(categories['pages'].values())} pages with nine neighbours whose address has the same host and "
        f"first folder, as far as these name a category, F1 is {same['f1']:.3f} with these and {anyone['f1']:.3f} with "
        f"any nine ({scores.interval_text(categories['f1'])})"
    )


def _failures(figures: Figures) -> str:
    listed = "; ".join(
        f"{name}: failed on {failed}, found nothing on {figures['empty'][name]}"
        for name, failed in figures["failed"].items()
    )
    return (
        f"A call that fails or finds nothing counts as no text. Of the {sum(figures['pages']['9'].values())} pages of "
        f"the first table: {listed}.\n"
    )


def _pages(pages: Mapping[str, int]) -> str:
    return f"{sum(pages.values())} pages ({', '.join(f'{count} of {corpus}' for corpus, count in pages.items())})"


def _parts(figures: Figures) -> str:
    rows = {_entrant(_NEIGHBOURS): "all parts", _entrant(0): "no static noise"}
    rows |= {_variant(name): name for name in _VARIANTS}
    table = figures["scores"]["9"]
    return markdown_table(
        ["StaDyNoT", "P", "R", "F1"], [[said, *scores.cells(table[name]["mean"])] for name, said in rows.items()]
    )


def drawings(figures: Figures) -> Mapping[str, str]:
    """Draw precision, recall and F1 by the number of neighbours, on the groups with the most."""
    _, found = _by_neighbours(figures)
    return {"barua2014-neighbours.svg": curves("StaDyNoT by neighbours", "neighbours", found)}


def _by_neighbours(figures: Figures) -> tuple[str, dict[int, Any]]:
    """Return the larger size of groups, and the means by number of neighbours on these groups."""
    size = "19" if figures["scores"].get("19") else "9"
    table = figures["scores"][size]
    return size, {count: table[_entrant(count)]["mean"] for count in _COUNTS if _entrant(count) in table}


# The orderings that the paper claims: a measure, the method that is ahead, and the others.
_CLAIMS: Final[Sequence[tuple[str, Sequence[str]]]] = (
    (
        "StaDyNoT's recall is above those of the libraries, by 6 points over the best, NReadability (abstract, "
        "section 4, conclusion)",
        ("recall", "stadynot", *_LIBRARIES),
    ),
    ("StaDyNoT's F1 is above those of all three (section 4)", ("f1", "stadynot", *_LIBRARIES)),
    (
        "StaDyNoT's precision is above those of Boilerplate and JusText (Table 2)",
        ("precision", "stadynot", "boilerpipe", "justext"),
    ),
    (
        "NReadability is the closest competitor: its F1 is above those of Boilerplate and JusText (section 4)",
        ("f1", "readability", "boilerpipe", "justext"),
    ),
)


def _claims(figures: Figures, comparison: scores.Comparison) -> str:
    """Check the orderings claimed in the abstract, section 4 and the conclusion."""
    reasons: dict[tuple[str, ...], str] = {("recall", "stadynot"): _why_recall(figures)}
    reasons |= {(name, "stadynot"): _why_gold_names(figures, name) for name in ("f1", "precision")}
    claims = [comparison.claim(said, ordering, reasons.get(tuple(ordering[:2]), "")) for said, ordering in _CLAIMS]
    claims.append(_equal_precision(comparison))
    others = ("stadynot", "readability", "boilerpipe")
    for name, said in (("precision", "precision"), ("recall", "recall"), ("f1", "F1")):
        published = comparison.published(name, *others, "justext")
        ahead = {other: comparison.lead(name, other, "justext") for other in others}
        claims.append(
            scores.claim(f"JusText has the lowest {said} (section 4; published: {published}).", ahead, link="below")
        )
    claims += [
        _neighbours(figures),
        "- Not measured: that Boilerplate and NReadability leave out the title, the author or the date on most pages "
        "of some sites (section 4), which are not here.\n",
    ]
    return "".join(claims)


def _equal_precision(comparison: scores.Comparison) -> str:
    """Check the one claim of the paper that two scores are equal."""
    lead = comparison.lead("precision", "readability", "stadynot")
    published = comparison.published("precision", "readability", "stadynot")
    return (
        f"- **{'Holds' if lead['low'] <= 0 <= lead['high'] else 'Does not hold'}**: NReadability's precision is equal "
        f"to StaDyNoT's (section 4; published: {published}).\n  Here it is ahead by {scores.interval_text(lead)}.\n"
    )


def _why_recall(figures: Figures) -> str:
    """Explain StaDyNoT's recall here."""
    table = figures["scores"]["9"]
    mean, with_links = (
        table[name]["mean"]["recall"] for name in (_entrant(_NEIGHBOURS), _variant("any link fraction"))
    )
    return (
        f"StaDyNoT's recall is {mean:.3f} (published: 0.967), and readability's is "
        f"{table['readability']['mean']['recall']:.3f} where NReadability's was 0.905. If candidates with any link "
        f"fraction are kept (beta of 1), recall is {with_links:.3f}."
    )


def _why_gold_names(figures: Figures, name: str) -> str:
    """Describe the effect of gold texts with titles and authors."""
    named = figures["named"]
    if not named["pages"]:
        return ""
    comparison = scores.Comparison(_PUBLISHED, named["orderings"])
    listed = ", ".join(
        f"{scores.interval_text(comparison.lead(name, 'stadynot', other))} over `{other}`" for other in _LIBRARIES
    )
    return (
        "The paper's answers hold title, author and date. On the "
        f"{sum(named['pages'].values())} pages whose title the corpus names, with title and authors put into the "
        f"answers, {scores.MEASURES[name]} is {named['scores'][_entrant(_NEIGHBOURS)]['mean'][name]:.3f} for StaDyNoT, "
        f"and its lead is {listed}."
    )


def _neighbours(figures: Figures) -> str:
    size, found = _by_neighbours(figures)
    listed = "; ".join(
        f"{count}: {cell['precision']:.3f}, {cell['recall']:.3f}, {cell['f1']:.3f}" for count, cell in found.items()
    )
    best = max(found, key=lambda count: (found[count]["f1"], -count))
    return (
        f"- What nine neighbours add to F1: {scores.interval_text(figures['static'])}. By their number, precision, "
        f"recall and F1 on the groups with {int(size) + 1} pages or more: {listed}. F1 is highest with {best}. The "
        "paper has nine alone.\n"
    )


def _entrant(count: int) -> str:
    return f"stadynot, {count} neighbours"


def _variant(name: str) -> str:
    return f"{_entrant(_NEIGHBOURS)}, {name}"


_COMPARED: Final = (_entrant(_NEIGHBOURS), *_LIBRARIES)


def _groups(options: Options, known: Mapping[str, object]) -> list[list[str]]:
    """Return the groups of pages that are present."""
    folder = next((folder for folder in options.folders if (folder / GROUPS).is_file()), None)
    if folder is None:
        raise CorpusError(f"no file {GROUPS} next to the corpora: the study needs groups of pages of one site")
    return [[page for page in pages if page in known] for _, pages in groups_of(folder)]


def _drawn(groups: Sequence[list[str]], options: Options) -> list[list[str]]:
    if options.sample is None:
        return list(groups)
    return sorted(groups, key=lambda group: stable_hash(f"{options.seed}/{' '.join(group)}"))[: options.sample]


def _measure_group(
    group: Sequence[str],
    known: Mapping[str, Sample],
    libraries: Mapping[str, Entrant],
    most: int,
    measured: _Measured,
    options: Options,
) -> None:
    """Extract the target pages of one group, with up to ``most`` neighbours."""

    @cache
    def page_of(name: str) -> Page | None:
        return known[name].page()

    ordered = sorted(group, key=lambda name: stable_hash(f"{options.seed}/{name}"))
    targets = [name for name in ordered if _is_target(known[name].gold)]
    for target in targets[: None if options.sample is None else _SAMPLE_TARGETS]:
        sample = known[target]
        subject = scores.read_subject(sample)
        if subject is None or sample.gold.is_article is False:
            continue
        pages = {
            name: page
            for name in ordered
            if name != target and (page := page_of(name)) is not None and page.text != subject.page.text
        }
        if len(pages) < most:
            continue
        near = [*pages.values()]
        texts = {_entrant(count): _text(subject, StaDyNoT(), near[:count]) for count in _COUNTS if count <= most}
        texts |= {_variant(name): _text(subject, one, near[:_NEIGHBOURS]) for name, one in _VARIANTS.items()}
        for name, library in libraries.items():
            done = call(library, subject.html, sample.gold)
            texts[name] = done.text
            measured.failed[name] += done.error is not None
            measured.empty[name] += done.outcome is Outcome.EMPTY
        _add(subject, texts, measured)
        category = category_of(sample.gold)
        same = [page for name, page in pages.items() if category and category_of(known[name].gold) == category]
        if len(same) >= _NEIGHBOURS:
            text = _text(subject, StaDyNoT(), same[:_NEIGHBOURS])
            measured.categories.add("same", subject.corpus, subject.by_bag(text))
            measured.categories.add("any", subject.corpus, subject.by_bag(texts[_entrant(_NEIGHBOURS)]))


def _text(subject: scores.Subject, method: StaDyNoT, neighbours: Sequence[Page]) -> str:
    keep = method.mark(subject.page, Given(neighbours=tuple(neighbours))).keep
    return subject.text_of(keep, method.name)


def _add(subject: scores.Subject, texts: Mapping[str, str], measured: _Measured) -> None:
    corpus, gold = subject.corpus, subject.gold
    for name, text in texts.items():
        measured.all.add(name, corpus, subject.by_bag(text))
    # Gold texts like the paper's, with title and authors; no output gets a headline in front.
    named = [*([] if subject.title else [gold.title or ""]), *gold.authors, gold.text or ""]
    for name in _COMPARED if gold.title is not None else ():
        measured.named.add(name, corpus, bag_of_words("\n".join(named), texts[name]))


def _is_target(gold: Gold) -> bool:
    return gold.corpus in scores.NEWS and gold.text is not None


def category_of(gold: Gold) -> str | None:
    """Return the category of a page by its URL: the host, unless it is the site's own, and the first folder.

    A first folder with a digit is a date or a number, not a category.
    """
    parts = urlsplit(gold.url or "")
    host = "" if parts.netloc in {gold.site, f"www.{gold.site}"} else parts.netloc
    first, _, rest = parts.path.lstrip("/").partition("/")
    folder = first if rest and not any(map(str.isdigit, first)) else ""
    return f"{host}/{folder}" if host or folder else None
