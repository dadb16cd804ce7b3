"""``broadsheet bench``: options and output of `broadsheet.lab.evaluate`, which measures methods and libraries."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, counted, note
from broadsheet.cli.options import (
    SAMPLE_OPTION,
    SEED_OPTION,
    NamedPath,
    format_option,
    number_option,
    path_option,
    seconds_option,
)
from broadsheet.cli.output import check_writable, is_terminal, write_text, writing
from broadsheet.cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from broadsheet.errors import MissingExtra
    from broadsheet.lab.corpora import Corpus, Errata, Sample
    from broadsheet.lab.evaluate.entrants import Entrant
    from broadsheet.lab.evaluate.score import PageResult
    from broadsheet.lab.evaluate.store import CorpusHashes, Plan
    from broadsheet.lab.evaluate.summary import Summary

__all__ = ["bench"]

_SUMMARY: Final = "summary.json"
_OTHER: Final = "other"  # kind of a non-article page whose corpus gives none
_GATE: Final = "docs/gate.json"
_INSERTION_PAGES: Final = 100  # default pages per kind with --insertions
_ACCEPTED: Final = {  # options accepted by each measurement other than that of texts
    "metadata": ("only_ours", "fold_weights", "errata", "sample", "seed", "output", "form", "timeout"),
    "insertions": ("methods", "only_ours", "fold_weights", "sample", "seed", "output", "form"),
    "labels": ("form", "seed"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Options:
    """The command's options, by name."""

    folders: tuple[Path, ...]
    layout: str | None
    methods: str | None
    only_ours: bool
    metadata: bool
    insertions: bool
    fold_weights: Path | None
    sample: int | None
    seed: int
    output: Path | None
    score: Path | None
    timeout: float
    papers: bool
    other_pages: bool
    labels: Path | None
    errata: Path | None
    worst: int
    worst_of: str | None
    form: str
    gate: bool
    pin: bool
    allow_lower: bool
    tolerance: float
    gate_file: Path

    def check(self, context: click.Context) -> None:
        """Reject contradictory options."""
        explicit = {
            name
            for name in context.params
            if context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT
        }
        options = {one.name: one.opts[0] for one in context.command.params if isinstance(one, click.Option)}
        for mode, accepted in _ACCEPTED.items():
            if mode in explicit and not explicit <= {mode, "folders", "layout", *accepted}:
                words = ", ".join(options[name] for name in accepted)
                raise click.UsageError(f"{options[mode]} accepts only {words}")
        pins = self.gate or self.pin
        for wrong, words in (
            (self.methods is not None and self.only_ours, "--methods chooses the entrants: leave out --only-ours"),
            (self.score is not None and self.output is not None, "--score writes into its folder: leave out --output"),
            (self.score is not None and self.sample is not None, "--score uses the run's pages: leave out --sample"),
            (self.other_pages and pins, "--other-pages measures text, without pins"),
            (self.errata is not None and pins, "--errata: pins cover all gold answers"),
            (self.gate and self.pin, "--gate checks the pins, --pin writes them: choose one"),
            (self.allow_lower and not self.pin, "--allow-lower needs --pin"),
        ):
            if wrong:
                raise click.UsageError(words)

    def check_worst_of(self, names: Sequence[str]) -> None:
        """Check before the work that the entrant of --worst-of takes part."""
        if self.worst_of is not None and self.worst_of not in names:
            raise click.UsageError(f"--worst-of: {self.worst_of} does not take part")


@click.command(epilog=EXIT_CODES)
@click.argument("folders", nargs=-1, metavar="[FOLDER]...", type=NamedPath(path_type=Path))
@click.option("--layout", metavar="NAME", help="Corpus format; by default detected.")
@click.option("--methods", metavar="A,B,C", help="Methods and libraries to measure, by name. By default all.")
@click.option("--only-ours", is_flag=True, help="Measure only our methods.")
@path_option(
    "--fold-weights",
    metavar="DIR",
    exists=True,
    file_okay=False,
    help="Folder that 'train fusion --keep-folds' (with --metadata: 'train metadata --keep-folds') wrote: each page is "
    "read with weights trained without its site.",
)
@click.option(
    "--metadata",
    is_flag=True,
    help="Measure title, authors, day and language instead of the text, on pages with gold metadata.",
)
@click.option(
    "--insertions",
    is_flag=True,
    help="Insert pieces of known kinds into the pages, such as embedded posts and cookie notices, and count how often "
    "each is correctly kept or left out. --sample sets the pages per kind (100).",
)
@click.option(
    "--other-pages",
    is_flag=True,
    help="Measure on pages that are not articles instead, each kind as its own corpus.",
)
@path_option(
    "--errata",
    exists=True,
    dir_okay=False,
    help="Score without the gold answers listed as wrong in this file: corpus, page, field, reason, tab-separated.",
)
@path_option(
    "--labels",
    exists=True,
    dir_okay=False,
    help="Measure site name, description, section, tags, lead image, access, comments and canonical URL on the pages "
    "labelled in this file: corpus, page, field, source, values, tab-separated.",
)
@SAMPLE_OPTION
@SEED_OPTION
@path_option(
    "--output",
    "-o",
    metavar="DIR",
    file_okay=False,
    help="Keep extractions and report in this folder. Repeat the command to continue an interrupted run.",
)
@path_option(
    "--score",
    metavar="DIR",
    file_okay=False,
    help="Extract nothing: score the extractions in this folder, and write the report again.",
)
@seconds_option("--timeout", least=0, default=60.0, help="Time limit per call; 0 for none.")
@click.option("--papers", is_flag=True, help="Also score with the papers' metrics, which takes longer.")
@number_option("--worst", least=0, default=10, help="Worst pages to show.")
@click.option("--worst-of", metavar="NAME", help="Method whose worst pages to show; by default our best one.")
@format_option("table", "json", "md")
@click.option("--gate", is_flag=True, help="Fail if a score is below its pin on the same pages.")
@click.option("--pin", is_flag=True, help="Pin the scores of our methods.")
@click.option("--allow-lower", is_flag=True, help="With --pin: allow pins to be lowered.")
@click.option(
    "--tolerance",
    metavar="F1",
    type=click.FloatRange(min=0, max=1),
    default=0.001,
    show_default=True,
    help="With --pin: allowed drop of a score.",
)
@path_option("--gate-file", dir_okay=False, default=Path(_GATE), show_default=True, help="File of pins.")
def bench(**values: Any) -> None:
    """Measure quality and speed of methods and libraries on pages with gold answers.

    Each FOLDER is a corpus in one of the public formats, or holds corpora. By default the environment variable
    BROADSHEET_CORPORA names the folder.

    Everything runs in one thread, on the same decoded text of each page. Pages without a gold answer, and pages that
    their corpus labels as non-articles, are left out; --other-pages measures on the latter.
    """
    options = _Options(**values)
    options.check(click.get_current_context())
    errata = None
    if options.errata is not None:
        from broadsheet.lab.corpora import read_errata

        errata = read_errata(options.errata)
    if options.metadata:
        _measure_metadata(options, errata)
        return
    if options.labels is not None:
        _measure_labels(options, options.labels)
        return
    if options.insertions:
        _measure_insertions(options)
        return
    with ExitStack() as stack:
        if options.score is not None:
            folder, plan, corpora, hashes = options.score, *_reopen(options, options.score)
        else:
            folder = stack.enter_context(_folder(options))
            plan, corpora, hashes = _measure(options, folder)
        _assess(options, folder, plan, corpora, hashes, errata)


def _assess(
    options: _Options,
    folder: Path,
    plan: Plan,
    corpora: Sequence[Corpus],
    hashes: Mapping[str, CorpusHashes],
    errata: Errata | None,
) -> None:
    """Score the extractions in the folder, write the report, print figures, and check or write pins."""
    # Imported here to keep help fast.
    from broadsheet.lab.evaluate.report import as_json, as_markdown
    from broadsheet.lab.evaluate.run import READER
    from broadsheet.lab.evaluate.score import score
    from broadsheet.lab.evaluate.store import read_calls
    from broadsheet.lab.evaluate.summary import summarise

    names = [entered.name for entered in plan.entrants]
    results: list[PageResult] = []
    with progress("scoring", sum(map(len, corpora))) as bar:
        for corpus in corpora:
            calls = read_calls(folder, corpus, [READER.name, *names], hashes[corpus.name])
            for result in score(corpus, calls, papers=options.papers):
                results.append(result)
                bar.advance(words=f"scoring {corpus.name}")
    missing = sum(map(len, corpora)) - len(results)
    if missing:
        note(f"{missing} pages are not done yet and are left out: repeat the command without --score to continue")
    settings: dict[str, object] = {
        "corpora": {corpus.name: len(corpus) for corpus in corpora},
        "methods": names,
        "sample": plan.sample,
        "seed": plan.seed,
    }
    if errata is not None:
        results, left_out = _without(errata, corpora, results)
        settings["errata"] = f"{counted(left_out, 'page')} left out"
    summary = summarise(results, plan.entrants, machine=plan.machine, settings=settings, seed=plan.seed)
    if options.score is not None or options.output is not None:
        _report(options, folder, plan, results, summary)
    _show(options, as_markdown(summary), as_json(summary))
    if options.gate or options.pin:
        if missing:
            raise Failure("the gate needs all pages", Code.FAILED)
        _gate(options, summary, hashes)


def _without(errata: Errata, corpora: Sequence[Corpus], results: Sequence[PageResult]) -> tuple[list[PageResult], int]:
    """Return the results without pages whose gold texts are known to be wrong, and how many were left out."""
    golds = {(corpus.name, sample.gold.id): sample.gold for corpus in map(errata.without, corpora) for sample in corpus}
    kept = [
        replace(result, lang=gold.lang)
        for result in results
        if (gold := golds[result.corpus, result.page]).can_be_scored
    ]
    if not kept:
        raise Failure("by the errata every gold answer of these pages is wrong", Code.FAILED)
    left_out = len(results) - len(kept)
    note(f"{counted(left_out, 'page')} left out: wrong gold answers, by the errata")
    return kept, left_out


def _report(options: _Options, folder: Path, plan: Plan, results: Sequence[PageResult], summary: Summary) -> None:
    from broadsheet.lab.evaluate.report import files_of, from_best
    from broadsheet.lab.evaluate.summary import break_down

    whose = options.worst_of or from_best(summary) or plan.entrants[0].name
    breakdown = break_down(results, entrant=whose, count=options.worst)
    for name, text in files_of(summary, breakdown, results).items():
        write_text(text, str(folder / name))


def _show(options: _Options, report: str, as_json: str) -> None:
    """Print a report in Markdown, drawn as tables on a terminal, or as JSON."""
    if options.form == "table" and is_terminal():
        from rich.console import Console
        from rich.markdown import Markdown

        console = Console(force_terminal=True)
        with console.capture() as drawn:
            console.print(Markdown(report))
        write_text(drawn.get())
    else:
        write_text(as_json if options.form == "json" else report)


def _measure(options: _Options, folder: Path) -> tuple[Plan, list[Corpus], dict[str, CorpusHashes]]:
    """Make the missing extractions of the folder, with a progress bar."""
    from broadsheet.lab.corpora import named_folders
    from broadsheet.lab.evaluate.run import READER
    from broadsheet.lab.evaluate.store import Entered, Plan, collect, corpus_hashes, this_machine, write_plan

    entrants, absent = _entrants(options)
    options.check_worst_of([entrant.name for entrant in entrants])
    corpora, passed_over = _corpora(
        options.folders,
        options.layout,
        options.sample,
        options.seed,
        articles=not options.other_pages,
        others=options.other_pages,
    )
    # Printed late: a command that ends in an error prints only that.
    for words in (*absent, *passed_over):
        note(words)
    machine = this_machine(entrant.package for entrant in entrants)
    hashes = {corpus.name: corpus_hashes(corpus) for corpus in corpora}
    plan = Plan(
        folders=tuple(str(path.resolve()) for path in named_folders(options.folders)),
        layout=options.layout,
        corpora=hashes,
        entrants=tuple(
            Entered(entrant.name, entrant.ours, machine.packages.get(entrant.package, "")) for entrant in entrants
        ),
        sample=options.sample,
        seed=options.seed,
        machine=machine,
    )
    _note_other_machine(folder, plan)
    with writing(folder):
        write_plan(folder, plan)
        with progress("extracting", sum(map(len, corpora))) as bar:
            try:
                making = collect(
                    folder, corpora, [READER, *entrants], hashes, limit=options.timeout or None, report=note
                )
                for name, pages in making:
                    bar.advance(pages, words=f"extracting {name}")
            except KeyboardInterrupt:
                if options.output is not None:
                    note(f"interrupted; repeat the command to continue in {folder}")
                raise
    return plan, corpora, hashes


def _measure_metadata(options: _Options, errata: Errata | None) -> None:
    """Measure metadata, write results and report into the folder, and print the figures."""
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.evaluate import metadata
    from broadsheet.lab.evaluate.entrants import readers

    entrants, missing = readers(libraries=not options.only_ours, fold_weights=options.fold_weights)
    known = [whole.where(metadata.known) for whole in open_corpora(*options.folders, format=options.layout)]
    corpora = [corpus.draw(options.sample, seed=options.seed) for corpus in known if len(corpus)]
    if not corpora:
        raise Failure("no page of these corpora has gold metadata", Code.FAILED)
    for error in missing:
        note(f"left out: {error}")
    with _folder(options) as output, writing(output), progress("reading", sum(map(len, corpora))) as bar:
        results = metadata.measure(
            corpora,
            entrants,
            output / "metadata",
            advance=lambda corpus, pages: bar.advance(pages, words=f"reading {corpus}"),
            limit=options.timeout or None,
            report=note,
        )
    if errata is not None:
        corpora = [errata.without(corpus) for corpus in corpora]
    found = metadata.figures(results, corpora, entrants)
    _write(options, "metadata", metadata.as_markdown(found), list(metadata.records(found)))


def _measure_labels(options: _Options, path: Path) -> None:
    """Measure the default extraction on labelled pages, and print the figures."""
    from broadsheet.lab.corpora import open_corpora, read_labels
    from broadsheet.lab.evaluate import labels

    known = read_labels(path)
    corpora = open_corpora(*options.folders, format=options.layout)
    with progress("reading", len({(label.corpus, label.page) for label in known})) as bar:
        found = list(labels.figures(labels.measure(corpora, known, advance=bar.advance), seed=options.seed))
    if not found:
        raise Failure("no page of these corpora is labelled", Code.FAILED)
    _write(options, "labels", labels.as_markdown(found), [asdict(one) for one in found])


def _write(options: _Options, name: str, report: str, records: list[dict[str, Any]]) -> None:
    """Write a report and its records into the folder, and print one of them."""
    as_json = json.dumps(records, ensure_ascii=False, indent=2) + "\n"
    if options.output is not None:
        write_text(report, str(options.output / f"{name}.md"))
        write_text(as_json, str(options.output / f"{name}.json"))
    _show(options, report, as_json)


def _measure_insertions(options: _Options) -> None:
    """Measure extractors by pieces inserted into pages, write the report into the folder, and print it."""
    from broadsheet.lab.insertions import measure
    from broadsheet.lab.insertions.generate import Insertions

    entrants, absent = _entrants(options)
    corpora, _ = _corpora(options.folders, options.layout, None, options.seed)
    for words in absent:
        note(words)
    if options.output is not None:
        _make(options.output)
    made = Insertions("measure", (sample.gold for corpus in corpora for sample in corpus), seed=options.seed)
    pages = options.sample or _INSERTION_PAGES
    with progress("inserting", sum(map(len, corpora))) as bar:
        judged = list(measure.run(corpora, entrants, made, pages=pages, seed=options.seed, advance=bar.advance))
    if not judged:
        raise Failure("no page of these corpora has four paragraphs of its gold text", Code.FAILED)
    found = measure.figures(judged)
    _write(options, "insertions", measure.as_markdown(found), measure.records(found))


def _note_other_machine(folder: Path, plan: Plan) -> None:
    from broadsheet.lab.evaluate.store import LedgerUnreadable, read_plan

    try:
        before = read_plan(folder).machine
    except LedgerUnreadable:
        return
    if (before.processor, before.python) != (plan.machine.processor, plan.machine.python):
        note(f"{folder} was run on {before.processor}, {before.python}: do not compare times")


def _reopen(options: _Options, folder: Path) -> tuple[Plan, list[Corpus], dict[str, CorpusHashes]]:
    """Open the entrants and pages of an earlier run."""
    from broadsheet.lab.evaluate.store import corpus_hashes, read_plan

    plan = read_plan(folder)
    folders = options.folders or tuple(map(Path, plan.folders))
    found, _ = _corpora(folders, options.layout or plan.layout, plan.sample, plan.seed, others=True)
    corpora = [corpus for corpus in found if corpus.name in plan.corpora]
    gone = sorted(plan.corpora.keys() - {corpus.name for corpus in corpora})
    if gone:
        raise Failure(f"no longer found: {', '.join(gone)} (name the folders of the corpora)", Code.FAILED)
    hashes = {corpus.name: corpus_hashes(corpus) for corpus in corpora}
    for name, state in hashes.items():
        if state.pages == plan.corpora[name].pages and state.answers != plan.corpora[name].answers:
            note(f"{name}: gold answers have changed since the extractions were made; scored with today's")
    names = _names(options.methods) if options.methods is not None else [entered.name for entered in plan.entrants]
    known = {entered.name: entered for entered in plan.entrants}
    for name in names:
        if name not in known:
            raise Failure(f"{name} did not take part in this run; entrants: {', '.join(known)}", Code.USAGE)
    chosen = [known[name] for name in names if known[name].ours or not options.only_ours]
    if not chosen:
        raise Failure(f"none of our methods took part in this run; entrants: {', '.join(known)}", Code.USAGE)
    options.check_worst_of([entered.name for entered in chosen])
    return replace(plan, entrants=tuple(chosen)), corpora, hashes


def _gate(options: _Options, summary: Summary, hashes: Mapping[str, CorpusHashes]) -> None:
    from broadsheet.lab.evaluate.gate import as_table, check, merge, pins_of, read_pins, write_pins

    path = options.gate_file
    pins, measured = read_pins(path), pins_of(summary, hashes, tolerance=options.tolerance)
    if options.pin:
        merged, refused = merge(pins, measured, allow_lower=options.allow_lower)
        if refused:
            write_text(as_table(refused))
            words = counted(len(refused), "score is", "scores are")
            raise Failure(f"{words} lower than pinned: --allow-lower lowers the pins", Code.FAILED)
        write_text(write_pins(merged), str(path))
        note(f"pinned in {path}: {counted(len(measured), 'score')}")
        return
    checks = check(pins, measured)
    if not any(one.f1 is not None for one in checks):
        raise Failure(f"no pin in {path} for these methods on these pages: --pin writes them", Code.FAILED)
    write_text(as_table(checks))
    lower = sum(one.is_lower for one in checks)
    if lower:
        raise Failure(f"{lower} of {len(checks)} scores are below their pins", Code.FAILED)


@contextmanager
def _folder(options: _Options) -> Iterator[Path]:
    """Yield the result folder, or a temporary folder if the user names none."""
    if options.output is not None:
        _make(options.output)
        yield options.output
        return
    with tempfile.TemporaryDirectory(prefix="broadsheet-bench-") as folder:
        yield Path(folder)


def _make(folder: Path) -> None:
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(str(folder / _SUMMARY))


def _entrants(options: _Options) -> tuple[Sequence[Entrant], list[str]]:
    """Return the entrants, and notes about missing libraries; a library that is named explicitly must be installed."""
    from broadsheet.lab.corpora import FOLDS
    from broadsheet.lab.evaluate.entrants import enter, enter_all, held_out_fusion

    missing: Sequence[MissingExtra] = ()
    entrants: list[Entrant]
    if options.methods is not None:
        entrants = [enter(name) for name in _names(options.methods)]
    else:
        entrants, missing = enter_all(libraries=not options.only_ours)
    if options.fold_weights is not None:
        lacking = [fold for fold in range(FOLDS) if not (options.fold_weights / f"fold{fold}.npz").is_file()]
        if lacking:
            raise Failure(f"{options.fold_weights} lacks fold{lacking[0]}.npz", Code.UNREADABLE)
        held_out = held_out_fusion(options.fold_weights)
        entrants = [held_out if entrant.name == held_out.name else entrant for entrant in entrants]
    return entrants, [f"left out: {error}" for error in missing]


def _names(methods: str) -> list[str]:
    names = list(dict.fromkeys(filter(None, (name.strip() for name in methods.split(",")))))
    if not names:
        raise click.UsageError("--methods names nothing")
    return names


def _corpora(
    folders: Sequence[Path],
    layout: str | None,
    sample: int | None,
    seed: int,
    *,
    articles: bool = True,
    others: bool = False,
) -> tuple[list[Corpus], list[str]]:
    """Return the corpora to measure on, and notes about pages left out.

    They hold pages that are, or may be, articles, or pages labelled as non-articles, each kind as a corpus, or both.
    """
    from broadsheet.lab.corpora import open_corpora

    taking_part, left_out = [], []
    for whole in open_corpora(*folders, format=layout):
        parts = [whole.where(lambda gold: gold.can_be_scored and gold.is_article is not False)] if articles else []
        parts += _by_kind(whole) if others else ()
        if (lacking := len(whole) - sum(map(len, parts))) > 0:
            why = "have no answer or are not articles" if articles else "have no answer or may be articles"
            left_out.append(f"{whole.name}: {lacking} of {len(whole)} pages left out, which {why}")
        taking_part += [part.draw(sample, seed=seed) for part in parts if len(part)]
    if not taking_part:
        raise Failure(f"no page can be measured ({'; '.join(left_out) or 'the corpora are empty'})", Code.FAILED)
    return taking_part, left_out


def _by_kind(whole: Corpus) -> list[Corpus]:
    """Split the non-articles of a corpus into one corpus per kind, named ``CORPUS-KIND``."""
    from broadsheet.lab.corpora import Corpus

    pages = whole.where(lambda gold: gold.can_be_scored and gold.is_article is False)
    kinds: dict[str, list[Sample]] = {}
    for sample in pages:
        kinds.setdefault(sample.gold.kind or _OTHER, []).append(sample)
    return [Corpus(f"{whole.name}-{kind}", tuple(of)) for kind, of in sorted(kinds.items())]
