"""``broadsheet train MODEL``: options and output of `broadsheet.lab.train`."""

from __future__ import annotations

import datetime as dt
import shlex
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, note
from broadsheet.cli.options import CORPORA_OPTION, Decorator, NamedPath, number_option, path_option
from broadsheet.cli.output import check_writable, making, write_text, writing
from broadsheet.cli.progress import progress
from broadsheet.lab import train as defaults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from broadsheet.errors import SourceUnreadable
    from broadsheet.lab.corpora import Corpus, Sample
    from broadsheet.lab.train.cards import Origin
    from broadsheet.page import Page

__all__ = ["train"]

_Example = TypeVar("_Example")
_Command = TypeVar("_Command", bound="Callable[..., None]")

_SEED: Final = click.option("--seed", metavar="N", type=int, default=0, show_default=True, help="Random seed.")
_SNAPSHOTS: Final = path_option(
    "--snapshots",
    metavar="DIR",
    exists=True,
    file_okay=False,
    help="Train weights for rendered pages too: DIR/CORPUS/ID.snapshot, as 'broadsheet render' writes them.",
)
_WEIGHTS: Final = path_option(
    "--output",
    "-o",
    required=True,
    dir_okay=False,
    help="Write the weights here (.npz), and the model card beside them (.md).",
)


def _folder(files: str) -> Decorator:
    """Make the option for the output folder of these files."""
    words = f"Write {files} into this folder."
    return path_option("--output", "-o", metavar="DIR", required=True, file_okay=False, help=words)


@click.group(epilog=EXIT_CODES)
def train() -> None:
    """Train the weights of a method on pages with gold answers.

    Each command writes a file of plain arrays, and a model card beside it with the training data and the quality. The
    same pages give the same file.
    """


@train.command(short_help="The node classifier of clg.", epilog=EXIT_CODES)
@CORPORA_OPTION
@_SEED
@_SNAPSHOTS
@_WEIGHTS
def clg(folders: tuple[Path, ...], *, seed: int, snapshots: Path | None, output: Path) -> None:
    """Train the node classifier of clg, and its threshold and gap.

    Trains on article pages with a gold text, without rendering: the weights of "CLG without layout". --snapshots adds a
    second set of weights, trained on rendered pages, to the same file. Needs the extra 'train' (scikit-learn). Takes
    some minutes for a few thousand pages.
    """
    card = _card_beside(output)
    # Imported here to keep help fast.
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import clg as learner

    corpora = open_corpora(*folders)
    drawn = []
    if snapshots is not None:
        with _rendered(snapshots) as rendered:
            drawn = _read(partial(learner.examples, page_of=rendered), corpora)
    pages = _read(learner.examples, corpora)
    with _learning():
        trained = [learner.train(pages, seed=seed)]
        same = None
        if snapshots is not None:
            trained.append(learner.train(drawn, seed=seed))
            flat = _read(partial(learner.examples, page_of=lambda sample: learner.flat(rendered(sample))), corpora)
            same = learner.train(flat, seed=seed)
    with writing(output):
        output.write_bytes(learner.archive(trained))
    words = {"snapshots": "DIR"} if snapshots is not None else {}
    write_text(learner.model_card(trained, _origin("clg", output.name, seed=seed, **words), same=same), str(card))
    found = " and ".join(
        f"{one.figures['all'].pages} pages{' rendered' if one.layout else ''}, F1 {one.figures['all'].f1:.3f}"
        for one in trained
    )
    note(f"trained on {found} on held-out sites; the model card is {card}")


@train.command(short_help="The network of the default method.", epilog=EXIT_CODES)
@CORPORA_OPTION
@_SEED
@number_option(
    "--epochs",
    default=defaults.FUSION_PASSES,
    help=f"Epochs; the teacher networks take at most {defaults.TEACHER_PASSES}.",
)
@number_option(
    "--hold-out",
    least=0,
    most=4,
    help="Train only without the sites of this fold (of five), and report the quality on them.",
)
@path_option(
    "--keep-folds",
    metavar="DIR",
    file_okay=False,
    help="Also write the network of each fold here, as fold0.npz and so on.",
)
@_WEIGHTS
def fusion(
    folders: tuple[Path, ...],
    *,
    seed: int,
    epochs: int,
    hold_out: int | None,
    keep_folds: Path | None,
    output: Path,
) -> None:
    """Train the network of fusion.

    Trains one network per fold of five folds of sites, without that fold, for the figures of the model card and the
    confidence, and then one on all pages. Teacher networks first decide which labels to trust. Most pages are used
    twice, the second time with inserted pieces. Needs the extra 'train' (PyTorch and scikit-learn; the CPU is enough).
    Takes forty minutes on two cores for a few thousand pages, or a quarter of it with --hold-out.
    """
    card = _card_beside(output)
    # Imported here to keep help fast.
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import fusion as learner
    from broadsheet.lab.train import fusion_folds
    from broadsheet.lab.train.fusion_model import Settings

    pages = _read(learner.examples, open_corpora(*folders))
    settings = Settings(seed=seed, epochs=epochs)
    with _learning():
        fusion_folds.check(pages, hold_out)
    if keep_folds is not None:  # before the long run, and only if there is something to learn
        with writing(keep_folds):
            keep_folds.mkdir(parents=True, exist_ok=True)
    with _learning():
        trained = fusion_folds.train(pages, settings, hold_out=hold_out, report=note)
    if keep_folds is not None:
        with writing(keep_folds):
            for fold, network in trained.by_fold.items():
                learner.write(network, keep_folds / f"fold{fold}.npz")
    with writing(output):
        learner.write(trained.network, output)
    origin = _origin("fusion", output.name, seed=seed, epochs=epochs, hold_out=hold_out)
    write_text(fusion_folds.model_card(trained, pages, settings, origin), str(card))
    note(f"trained on {len(trained.training_pages)} of {len(pages)} pages; the model card is {card}")


_EMBEDDINGS: Final = path_option(
    "--embeddings", dir_okay=False, help="Embeddings of tags and words; by default the package's."
)
_PAGES: Final = number_option("--pages", help="Draw at most N pages from each corpus.")
_MAX_EPOCHS: Final = number_option("--epochs", default=defaults.NODE_PASSES, help="Maximum epochs.")
_RATE: Final = click.option(
    "--rate",
    metavar="R",
    type=click.FloatRange(min=0, min_open=True, max=1),
    default=defaults.NODE_RATE,
    show_default=True,
    help="Adam's learning rate.",
)


@train.command(short_help="The embeddings of tags and words of gcn2, gcn3, svc and mlp.", epilog=EXIT_CODES)
@click.argument("texts", nargs=-1, type=NamedPath(dir_okay=False, path_type=Path))
@CORPORA_OPTION
@_PAGES
@_SEED
@number_option("--vocabulary", default=defaults.MOST_WORDS, help="Maximum words.")
@_WEIGHTS
def embeddings(
    texts: tuple[Path, ...],
    *,
    folders: tuple[Path, ...],
    pages: int | None,
    seed: int,
    vocabulary: int,
    output: Path,
) -> None:
    """Train the vectors of tags and words.

    Tags are learnt from the pages of the corpora; words from TEXTS (one sentence per line, plain or in the format of
    the Leipzig corpora, also gzipped), by default from the segments of the pages. Needs the extra 'train' (gensim). One
    fold of sites is held out, for unbiased figures.
    """
    card = _card_beside(output)
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import embeddings as learner

    corpora = [corpus.draw(pages) for corpus in open_corpora(*folders)]
    lines = [line for file in texts for line in learner.lines_of_file(file)]
    with progress("reading", sum(map(len, corpora))) as bar:
        found = learner.gather(corpora, advance=bar.advance)
    settings = learner.Settings(seed=seed, vocabulary=vocabulary)
    if not texts:
        lines = found.lines
    try:
        learnt, figures = learner.train(lines, found.pairs, settings)
    except ValueError as error:
        raise Failure(f"cannot learn from this text: {error}", Code.FAILED) from error
    with writing(output):
        output.write_bytes(learner.archive(learnt))
    names = [file.name for file in texts]
    origin = _origin("embeddings", output.name, *names, seed=seed, vocabulary=vocabulary, pages=pages)
    text = learner.model_card(figures, found, settings, origin, lines=len(lines), files=names)
    write_text(text, str(card))
    note(f"{len(learnt.words.number):,} words, {figures['known']:.1%} of the text; the model card is {card}")


def _of_nodes(command: _Command) -> _Command:
    """Add the options that the node classifiers share."""
    for option in (_WEIGHTS, _EMBEDDINGS, _SNAPSHOTS, _PAGES, CORPORA_OPTION, _SEED):
        command = option(command)
    return command


@train.command(short_help="The graph network of gcn2 or gcn3.", epilog=EXIT_CODES)
@number_option("--layers", metavar="M", least=2, most=3, default=defaults.LAYERS, help="2 or 3.")
@_MAX_EPOCHS
@_RATE
@number_option("--neighbours", help="Sample at most N children of a node.")
@_of_nodes
def gcn(*, layers: int, epochs: int, rate: float, neighbours: int | None, seed: int, **rest: Any) -> None:
    """Train the network of gcn2 or gcn3.

    Needs the extra 'train' (PyTorch; the CPU is enough).
    """
    chosen = {"layers": layers, "epochs": epochs, "rate": rate, "neighbours": neighbours, "seed": seed}
    _train_nodes(f"gcn{layers}", "gcn", chosen, **rest)


@train.command(short_help="The network of the baseline mlp.", epilog=EXIT_CODES)
@_MAX_EPOCHS
@_RATE
@_of_nodes
def mlp(*, epochs: int, rate: float, seed: int, **rest: Any) -> None:
    """Train the network of mlp.

    Needs the extra 'train' (PyTorch; the CPU is enough).
    """
    _train_nodes("mlp", "mlp", {"epochs": epochs, "rate": rate, "seed": seed}, **rest)


@train.command(short_help="The support vector machine of the baseline svc.", epilog=EXIT_CODES)
@number_option("--nodes", least=3, default=defaults.MOST_NODES, help="Maximum nodes.")
@_of_nodes
def svc(*, nodes: int, seed: int, **rest: Any) -> None:
    """Train the support vector machine of svc.

    Needs the extra 'train' (scikit-learn).
    """
    _train_nodes("svc", "svc", {"nodes": nodes, "seed": seed}, **rest)


def _train_nodes(
    method: str,
    model: str,
    chosen: dict[str, Any],
    *,
    folders: tuple[Path, ...],
    pages: int | None,
    snapshots: Path | None,
    embeddings: Path | None,
    output: Path,
) -> None:
    """Train a node classifier, optionally a second one on rendered pages, and report quality on held-out sites."""
    card = _card_beside(output)
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import gcn as learner
    from broadsheet.lab.train.node_networks import Settings
    from broadsheet.lab.train.node_pages import examples, figures_flat
    from broadsheet.methods.dom_nodes import load_embeddings

    vectors = load_embeddings(str(embeddings) if embeddings is not None else None)
    known = open_corpora(*folders)
    corpora = [corpus.draw(pages) for corpus in known]
    settings = Settings(model=model, **chosen)

    def report(epoch: int, loss: float) -> None:
        note(f"epoch {epoch + 1} of {settings.epochs}: loss {loss:.5f}")

    drawn, same = [], None
    if snapshots is not None:
        with _rendered(snapshots) as page_of:
            drawn = _read(partial(examples, embeddings=vectors, page_of=page_of), known)
    flat = _read(partial(examples, embeddings=vectors), corpora)
    with _learning():
        trained = [learner.train(flat, vectors.fingerprint, settings, report)]
        if snapshots is not None:
            # There are few rendered pages, so their network starts from that of the other pages.
            first = trained[0].learnt
            trained.append(learner.train(drawn, vectors.fingerprint, settings, report, first=first))
            same = figures_flat(trained[0].learnt, drawn, known, vectors)
    with writing(output):
        output.write_bytes(learner.archive(trained))
    origin = _origin(model, output.name, **chosen, pages=pages, snapshots=None if snapshots is None else "DIR")
    write_text(learner.model_card(method, trained, settings, origin, same=same), str(card))
    for one in trained:
        quality = f"; F1 {one.figures['all'].f1:.3f} on held-out sites" if one.figures else ""
        note(f"trained on {one.learning} {'rendered ' if one.layout else ''}pages{quality}")
    note(f"the model card is {card}")


@train.command(short_help="The rankings of title, authors and day.", epilog=EXIT_CODES)
@CORPORA_OPTION
@_SEED
@_folder("title.npz, authors.npz, published.npz and the model card metadata.md")
@path_option(
    "--keep-folds",
    metavar="DIR",
    file_okay=False,
    help="Write the models of each fold of sites into this folder, for 'bench --metadata --fold-weights'.",
)
def metadata(folders: tuple[Path, ...], *, seed: int, output: Path, keep_folds: Path | None) -> None:
    """Train the rankings that choose title, authors and publication day among candidates.

    Trains on article pages with gold metadata; word statistics come from all pages. Figures are from five folds of
    sites. Takes some minutes for a few thousand pages.
    """
    card = output / "metadata.md"
    # Imported here to keep help fast.
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import metadata as learner

    with making(output):
        check_writable(str(card))
        corpora = open_corpora(*folders)
        words = learner.Words()
        pages = _read(partial(learner.examples, words=words), corpora)
        with _learning():
            trained = [
                learner.learn(datum, pages, learner.settings_of(datum, seed=seed), words) for datum in learner.DATA
            ]
    with writing(output):
        for one in trained:
            learner.write(one, output)
    if keep_folds is not None:
        with writing(keep_folds):
            for one in trained:
                learner.write_folds(one, keep_folds)
    write_text(learner.model_card(trained, _origin("metadata", "DIR", seed=seed)), str(card))
    note(f"trained on {len({(one.site, one.page) for one in pages})} pages; the model card is {card}")


@train.command(short_help="The classifiers of articles and other pages.", epilog=EXIT_CODES)
@CORPORA_OPTION
@_SEED
@click.option("--wrong", is_flag=True, help="Print the pages of held-out sites whose verdict is wrong.")
@_folder("page.npz, address.npz and the model card identify.md")
def identify(folders: tuple[Path, ...], *, seed: int, wrong: bool, output: Path) -> None:
    """Train the models of identify: article or not, kind of page, and article by URL.

    Trains on labelled pages; figures are from held-out sites. Needs the extra 'train' (scikit-learn). Takes a few
    minutes for a few thousand pages.
    """
    card = output / "identify.md"
    # Imported here to keep help fast.
    from broadsheet.lab.corpora import open_corpora
    from broadsheet.lab.train import identify as learner

    with making(output):
        check_writable(str(card))
        corpora = open_corpora(*folders)
        pages = _read(learner.examples, corpora)
        with _learning():
            trained = learner.train(pages, seed=seed, report=note)
    with writing(output):
        learner.write(trained, output)
    write_text(learner.model_card(trained, _origin("identify", output.name, seed=seed)), str(card))
    found = trained.figures["all"]
    note(f"{found.pages} pages of held-out sites: accuracy {found.accuracy:.3f}, F1 {found.f1:.3f}; model card {card}")
    for name, probability in trained.wrong if wrong else ():
        click.echo(f"{probability:.2f}  {name}")


def _card_beside(weights: Path) -> Path:
    """Return the path of the model card; check first that both files can be written."""
    card = weights.with_suffix(".md")
    check_writable(str(weights))
    check_writable(str(card))
    return card


def _read(examples: Callable[..., Iterable[_Example]], corpora: Sequence[Corpus]) -> list[_Example]:
    with progress("reading", sum(map(len, corpora))) as bar:
        return list(examples(corpora, advance=bar.advance))


@contextmanager
def _rendered(folder: Path) -> Iterator[Callable[[Sample], Page | None]]:
    """Yield a function that returns rendered pages of a folder; at the end, note unreadable snapshots."""
    from broadsheet.lab.train.node_pages import snapshots_in

    names: set[str] = set()
    unreadable: list[SourceUnreadable] = []
    page_of = snapshots_in(folder, unreadable.append)

    def counted(sample: Sample) -> Page | None:
        page = page_of(sample)
        if page is not None:
            names.add(sample.gold.name)
        return page

    yield counted
    for error in unreadable:
        note(str(error))
    if not names:
        words = f"; {len(unreadable)} cannot be read" if unreadable else ""
        raise Failure(f"{folder} holds no snapshot of a page of these corpora{words}", Code.FAILED)
    if unreadable:
        note(f"{len(unreadable)} of {len(names) + len(unreadable)} snapshots cannot be read, and are left out")


@contextmanager
def _learning() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise Failure(f"cannot learn from these corpora: {error}", Code.FAILED) from error


def _origin(model: str, output: str, *inputs: str, **options: object) -> Origin:
    from broadsheet import __version__
    from broadsheet.lab.train.cards import Origin

    words = ["broadsheet", "train", model, *inputs, "--corpora", "DIR"]
    for name, value in options.items():
        if value is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    command = shlex.join([*words, "-o", output])
    return Origin(dt.datetime.now(tz=dt.UTC).date(), command, __version__)
