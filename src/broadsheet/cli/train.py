"""``broadsheet train MODEL``: learn the weights of a method anew, from pages with known answers.

It knows the options and the words for the reader; the learning is `broadsheet.train`'s.
"""

from __future__ import annotations

import datetime as dt
import shlex
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, note
from broadsheet.cli.output import check_writable, write_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["train"]

_REFRESH: Final = 0.2
"""Seconds between two drawings of the progress bar."""


_CORPORA: Final = click.option(
    "--corpora",
    "folders",
    metavar="DIR",
    multiple=True,
    type=click.Path(path_type=Path),
    help="A corpus, or a folder of corpora; may be given again. "
    "By default the folder that the environment variable BROADSHEET_CORPORA names.",
)
"""The option that every model's command has."""


@click.group(short_help="Learn the weights of a method from pages with known answers.", epilog=EXIT_CODES)
def train() -> None:
    """Learn the weights of a method from pages with known answers.

    Each command writes a file of plain numbers, and beside it a model card that says what it was learnt from and how
    good it is. The same pages give the same file.
    """


@train.command(short_help="The node classifier of the method clg.", epilog=EXIT_CODES)
@_CORPORA
@click.option("--seed", metavar="N", type=int, default=0, show_default=True, help="Another seed makes other folds.")
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the weights here (.npz), and the model card beside it (.md).",
)
def clg(folders: tuple[Path, ...], *, seed: int, output: Path) -> None:
    """Learn the node classifier of clg, and its threshold and gap.

    Pages that are articles and have a gold text are read as they are, not rendered, so the weights are those of "CLG
    without layout". Takes some minutes for a few thousand pages.
    """
    card = output.with_suffix(".md")
    check_writable(str(output))
    check_writable(str(card))
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet import __version__
    from broadsheet.corpora import open_corpora
    from broadsheet.train import clg as learner

    corpora = open_corpora(*folders)
    with _progress(sum(map(len, corpora))) as advance:
        pages = list(learner.examples(corpora, seen=advance))
    try:
        trained = learner.train(pages, seed=seed)
    except ValueError as error:
        raise Failure(f"cannot learn from these corpora: {error}", Code.FAILED) from error
    command = shlex.join(["broadsheet", "train", "clg", "--corpora", "DIR", "--seed", str(seed), "-o", output.name])
    try:
        output.write_bytes(learner.archive([trained]))
    except OSError as error:
        raise Failure(f"cannot write {output}: {error.strerror}", Code.UNWRITABLE) from error
    today = dt.datetime.now(tz=dt.UTC).date()
    write_text(learner.model_card(trained, date=today, command=command, version=__version__), str(card))
    found = trained.overall
    note(f"learnt from {found.pages} pages; F1 {found.f1:.3f} on sites that were left out; the model card is {card}")


@train.command(short_help="The network of the default method.", epilog=EXIT_CODES)
@_CORPORA
@click.option("--seed", metavar="N", type=int, default=0, show_default=True, help="Of everything that is drawn.")
@click.option("--epochs", metavar="N", type=click.IntRange(min=1), default=6, show_default=True, help="Passes.")
@click.option(
    "--hold-out",
    metavar="N",
    type=click.IntRange(0, 4),
    help="Leave the sites of this fold (of five) out, and say how good the network is on them.",
)
@click.option(
    "--output",
    "-o",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the weights here (.npz).",
)
def fusion(folders: tuple[Path, ...], *, seed: int, epochs: int, hold_out: int | None, output: Path) -> None:
    """Learn the network of fusion.

    Needs the extra 'train' (PyTorch; the CPU is enough). Takes some ten minutes on two cores for a few thousand pages.
    """
    check_writable(str(output))
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.corpora import open_corpora
    from broadsheet.methods.fusion import Fusion
    from broadsheet.train import fusion as learner

    corpora = open_corpora(*folders)
    with _progress(sum(map(len, corpora))) as advance:
        pages = list(learner.examples(corpora, seen=advance))
    kept = [page for page in pages if hold_out is None or learner.fold_of(page.site) != hold_out]
    settings = learner.Settings(seed=seed, epochs=epochs)
    network = learner.train(kept, settings, lambda epoch, loss: note(f"pass {epoch + 1} of {epochs}: loss {loss:.4f}"))
    learner.write(network, output)
    note(f"learnt from {len(kept)} pages: {output}")
    if hold_out is None:
        return
    unseen = [page for page in pages if learner.fold_of(page.site) == hold_out]
    for name, found in learner.figures(network, unseen, Fusion().threshold).items():
        click.echo(
            f"{name:18} {found.pages:5} pages   P {found.precision:.3f}  R {found.recall:.3f}  F1 {found.f1:.3f}"
        )


@contextmanager
def _progress(pages: int) -> Iterator[Callable[[], None]]:
    """A bar on the standard error, if that is a terminal; gives the function that moves it on by a page."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("reading"), BarColumn(), MofNCompleteColumn(), console=console, auto_refresh=False, transient=True,
        disable=not console.is_terminal,
    )  # fmt: skip
    task = bar.add_task("reading", total=pages)
    drawn = 0.0

    def advance() -> None:
        nonlocal drawn
        bar.advance(task)
        if time.monotonic() - drawn > _REFRESH:
            drawn = time.monotonic()
            bar.refresh()

    with bar:
        yield advance
