"""A page or an address -> a verdict, by the models that the package ships.

`identify` is for a page that was read anywhere; `judge` is for one whose structured data are at hand, so that an
extraction does not read them twice.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from broadsheet.article import Verdict
from broadsheet.facts import Facts
from broadsheet.page import Page, checked_address, page_of
from broadsheet.verdict.address import ADDRESS, address_features
from broadsheet.verdict.evidence import gather
from broadsheet.verdict.kinds import by_rule, by_signs, is_live
from broadsheet.verdict.model import load
from broadsheet.verdict.reasons import reasons

__all__ = ["SELDOM", "identify", "identify_url", "judge"]

SELDOM: Final = 0.1
"""Most that the probability of an article may be where a rule tells another kind."""
_OF_ANOTHER_SCHEME: Final = re.compile(r"\s*(?!https?:)[a-z][a-z0-9+-]*:", re.IGNORECASE)
"""A scheme (RFC 3986, section 3.1) without the dots that it may have: ``www.courier.example:443`` begins with none."""


def identify(
    html: str | bytes | bytearray | memoryview | Page, *, url: str | None = None, charset: str | None = None
) -> Verdict:
    """Is there an article on this page?

    Args:
        html: the page: text, bytes (decoded by the WHATWG order), or a `Page` that is parsed already.
        url: where it is from, if known; a `Page` has its own. What is no address of the web is left out.
        charset: the label of the character encoding that the transport declared (HTTP ``Content-Type``), for bytes.
            Labels that the Encoding Standard of the WHATWG lacks are ignored.

    Raises:
        TypeError: an argument is of another type.
        ValueError: ``url`` or ``charset`` comes with a `Page`.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits that keep time and memory bounded.
    """
    page = page_of(html, url=url, charset=charset)
    return judge(Facts(page))


def judge(facts: Facts) -> Verdict:
    """The verdict on a page whose facts were read already."""
    evidence = gather(facts)
    values = evidence.values
    model, choice = load("page")
    probability = float(model.probabilities(values[None, :])[0])
    rule = by_rule(evidence, probability)
    if rule is not None:
        probability = min(probability, SELDOM)
    is_article = probability >= 0.5
    if rule is not None:
        kind = rule
    elif is_live(evidence):
        kind = "live blog"
    elif is_article:
        kind = "article"
    else:
        kind = by_signs(evidence) or (choice.likeliest(values) if choice is not None else "other")
    return Verdict(
        is_article=is_article,
        probability=probability,
        kind=kind,
        evidence=reasons(evidence, model.contributions(values), rule),
    )


def identify_url(url: str) -> float:
    """The probability that an address leads to an article, by the address alone: which links to follow.

    Args:
        url: an absolute address; the query and the site's name are not looked at.

    Returns:
        0 to 1. An address of another scheme than HTTP (``mailto:``, ``javascript:``) leads to no article: 0.

    Raises:
        TypeError: it is no text.
        ValueError: it is not absolute: links of a page are made so first (``urllib.parse.urljoin``).
    """
    if not isinstance(url, str) or _OF_ANOTHER_SCHEME.match(url) is None:
        checked_address(url)
    found = address_features(url)
    if not found["url_known"]:
        return 0.0
    model, _ = load("address")
    values = np.array([[found[name] for name in ADDRESS]])
    return float(model.probabilities(values)[0])
