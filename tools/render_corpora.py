"""Render pages of corpora, for ``broadsheet train --snapshots``: ``python tools/render_corpora.py OUT --corpora DIR``

Writes OUT/CORPUS/ID.snapshot for pages with an answer that can be scored, without a network and without scripts.
Existing files are kept, so that an interrupted run can continue. Takes about a second per page. Pages that cannot be
rendered are named on the standard error, and counted.
"""

import argparse
import sys
from pathlib import Path

from broadsheet.errors import NotHTML, PageTooLarge, RenderFailed
from broadsheet.lab.corpora import open_corpora
from broadsheet.lab.train.node_pages import snapshot_file
from broadsheet.page import read_page
from broadsheet.show.render import Browser, Options


def main() -> None:
    """Render the missing pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--corpora", type=Path, nargs="*", default=[])
    parser.add_argument("--pages", type=int, default=60, help="of each corpus")
    parser.add_argument("--language", help="only pages of this language")
    given = parser.parse_args()
    drawn = failed = 0
    with Browser(Options(timeout=60)) as browser:
        for corpus in open_corpora(*given.corpora):
            wanted = corpus.where(
                lambda gold: (
                    gold.can_be_scored
                    and gold.is_article is not False
                    and (given.language is None or gold.lang == given.language)
                )
            )
            for sample in wanted.draw(given.pages):
                file = snapshot_file(given.out, sample.gold)
                if file.exists():
                    continue
                try:
                    snapshot = browser.render(read_page(sample.text(), url=sample.gold.url))
                except (NotHTML, PageTooLarge, RenderFailed) as error:
                    print(f"{sample.gold.name}: {error}", file=sys.stderr)
                    failed += 1
                    continue
                file.parent.mkdir(parents=True, exist_ok=True)
                part = file.with_suffix(".part")
                snapshot.save(part)
                part.replace(file)
                drawn += 1
    print(f"{drawn} pages rendered, {failed} could not be")


if __name__ == "__main__":
    main()
