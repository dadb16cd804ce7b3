"""``broadsheet identify``: is this page an article?"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure
from broadsheet.cli.options import MAX_BYTES_OPTION, OUTPUT_OPTION, TIMEOUT_OPTION, URL_OPTION, address, format_option
from broadsheet.cli.output import check_writable, write_text
from broadsheet.cli.source import OnePage, open_page, reading

if TYPE_CHECKING:
    from broadsheet.article import Verdict

__all__ = ["identify"]


@click.command(cls=OnePage, epilog=EXIT_CODES)
@click.argument("source")
@format_option("text", "json", by_suffix=True)
@click.option("--address-only", is_flag=True, help="Fetch nothing: judge SOURCE, a URL, by the URL alone.")
@click.option("--exit-code", is_flag=True, help=f"Exit with {Code.NOT_ARTICLE.value} if the page is not an article.")
@OUTPUT_OPTION
@URL_OPTION
@TIMEOUT_OPTION
@MAX_BYTES_OPTION
def identify(source: str, *, form: str, address_only: bool, exit_code: bool, output: str, **how: Any) -> None:
    """Tell whether a page is an article, what kind of page it is otherwise, and why.

    SOURCE is a URL, a file (also gzipped, or a snapshot), or - for standard input.
    """
    if address_only and how["url"] is not None:
        raise click.UsageError("--address-only judges SOURCE: leave out --url")
    check_writable(output)
    # Imported here to keep help fast.
    from broadsheet.verdict import identify as judge_page
    from broadsheet.verdict import identify_url

    if address_only:
        checked = address(source, "'SOURCE'")
        probability = identify_url(checked)
        is_article = probability >= 0.5
        text = f"{'article' if is_article else 'not an article'} ({probability:.2f})"
        plain = {"url": checked, "is_article": is_article, "probability": probability}
    else:
        with reading(source):
            page, _ = open_page(source, **how)
            verdict = judge_page(page)
        is_article, text = verdict.is_article, _written(verdict)
        plain = {"url": page.url, **verdict.to_dict()}
    write_text((json.dumps(plain, ensure_ascii=False, indent=2) if form == "json" else text) + "\n", output)
    if exit_code and not is_article:
        raise Failure(None, Code.NOT_ARTICLE)


def _written(verdict: Verdict) -> str:
    answer = "an article" if verdict.is_article else "not an article"
    head = f"{verdict.kind}: {answer} (probability {verdict.probability:.2f})"
    return "\n".join([head, *(f"  {reason}" for reason in verdict.evidence)])
