"""``broadsheet reproduce``: options and output of `broadsheet.lab.reproduce`."""

from __future__ import annotations

from pathlib import Path

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, note
from broadsheet.cli.options import CORPORA_OPTION, SAMPLE_OPTION, SEED_OPTION, path_option
from broadsheet.cli.output import making, writing
from broadsheet.cli.progress import progress
from broadsheet.errors import CorpusError, MissingExtra, NeedsNotMet

__all__ = ["reproduce"]


@click.command(epilog=EXIT_CODES)
@click.argument("papers", nargs=-1, metavar="[PAPER]...")
@CORPORA_OPTION
@SAMPLE_OPTION
@SEED_OPTION
@click.option("--write-only", is_flag=True, help="Measure nothing: write the pages from the stored figures.")
@path_option(
    "--output",
    "-o",
    metavar="DIR",
    file_okay=False,
    default=Path("docs"),
    show_default=True,
    help="Folder that holds the folders papers and log/reproduction.",
)
def reproduce(
    papers: tuple[str, ...],
    folders: tuple[Path, ...],
    *,
    sample: int | None,
    seed: int,
    write_only: bool,
    output: Path,
) -> None:
    """Reproduce the tables and figures of the papers, and write them beside the published ones.

    Each PAPER is tan2018, barua2014, zhang2018, standke2019 or hausner2021; by default all that can be measured on this
    machine. Figures are stored as JSON, one file per paper, and the pages are written from all stored figures.

    standke2019 also measures the author's own cases, if BROADSHEET_STANDKE_CASES names their folder (by default
    papers/standke-cases beside the folder of corpora).
    """
    if write_only and (papers or folders or sample is not None):
        raise click.UsageError("--write-only measures nothing: leave out papers, --corpora and --sample")
    # Imported here to keep help fast.
    from broadsheet.lab.reproduce import studies

    with making(output), writing(output):
        if not write_only:
            from broadsheet.lab.corpora import named_folders, open_corpora

            try:
                for name in papers:
                    studies.load(name)
            except studies.UnknownStudy as error:
                raise Failure(str(error), Code.USAGE) from error
            corpora = open_corpora(*folders)
            with progress("") as bar:
                options = studies.Options(folders=named_folders(folders), sample=sample, seed=seed, progress=bar.move)
                for name in papers or studies.STUDIES:
                    try:
                        stored = studies.measure(name, corpora, options)
                    except (MissingExtra, NeedsNotMet, CorpusError) as error:
                        if papers:
                            raise Failure(f"{name} cannot be measured: {error}", Code.CANNOT_RUN) from error
                        note(f"{name} is left out: {error}")
                        continue
                    studies.write_figures(stored, studies.file_of(output, name))
                    note(f"measured {name}")
        if not any(studies.file_of(output, name).exists() for name in studies.STUDIES):
            raise Failure(f"no figures in {output}, and none were measured", Code.FAILED)
        note(f"written: {', '.join(map(str, studies.write(output)))}")
