"""The publisher's name for the site: the choice among what the page states and shows."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context, ascii_, count_words, fold
from broadsheet.metadata.site.hosts import (
    ALIKE_WORDS,
    CHARS,
    abbreviates,
    bare_name,
    beginnings,
    host_of,
    is_latin,
    is_like_site,
    registered,
    site_labels,
    spellings,
)
from broadsheet.metadata.site.shown import (
    ENDS,
    MOST_WORDS,
    PART,
    beside_headline,
    home_names,
    of_lines,
    of_logos,
    of_title,
)
from broadsheet.metadata.site.stated import ADDRESS, HANDLE, of_handles, of_organisations, of_other_names, of_statements

__all__ = ["is_called", "own_names", "site_name"]

_MOST: Final = 20
"""Stated names that are looked at."""
_SLOGAN: Final = re.compile(r"\s+(?:[|»«·•–—:/\\>‹›~-]|::|--|//)\s+|\s*[|｜»«·•]\s*|[:：]\s+|：")
"""What a name of a site has between itself and what the site says of itself."""
_DANGLING: Final = re.compile(r"^[\s|–—·•-]+|[\s|–—·•-]+$")
_BEHIND: Final = re.compile(r"(?<=[\w.])[\s,;|–-]+https?://\S+$")
"""An address behind a name."""
_TITLE_WORDS: Final = 4
_TITLE_WIDE: Final = 8
"""Words of a headline, and characters of one in a script without spaces; a shorter one may be the name of its site."""
_PUBLISHER: Final = ".publisher.name"
"""What is in the sources of who published an article."""


def site_name(context: Context) -> tuple[Claim, ...]:
    """The name of the site.

    Sources in order: Open Graph, the site in JSON-LD, the JSON-LD publisher, the name of the application where the host
    or the title has it; the part of the title that is like the host, or that the line of rights or the link to the home
    page repeats; an organisation in JSON-LD that is like the host; what stands in microdata and ``meta`` for the
    publisher and the holder of the rights; the link to the home page, where it is like the host; the beginning of the
    site's handle, where the host has it; the line of rights, where that is like the host; what the title has beside the
    headline; any line of rights; the logo.
    What the site says of itself behind its name, and the legal form of a company, are cut. The article's headline is
    none, and neither are its authors as publishers. An address yields only to a name that says the same; the name of a
    folder in the page's address, and of a publisher that the host is not called after, to one that is like the host.
    """
    found, rest = of_statements(context)
    known = {fold(claim.value) for claim in (*found, *rest)}
    found = _named(context, found, known)
    if unnamed := all(HANDLE.search(claim.value) for claim in found):
        found += (*of_title(context), *of_organisations(context))
    found += _named(context, rest, known)
    if not unnamed and ADDRESS.search(found[0].value):
        found += (*of_title(context), *of_other_names(context), *beside_headline(context))
    elif found and (_is_of_part(context, found[0].value) or _is_of_company(context, found[0])):
        more = () if unnamed else (*of_title(context), *of_organisations(context), *beside_headline(context))
        found = _of_whole(context, [*found, *more])
    if names := [claim for claim in found if not HANDLE.search(claim.value)]:
        return tuple(_proper(names))
    shown = list(of_lines(context))
    if found:
        hosts = [Claim(host_of(claim.value) or claim.value, claim.source) for claim in found]
        shown = [claim for claim in shown if _says_same(claim, hosts[0].value)]
        return (*shown, *(claim for claim in beside_headline(context) if not is_latin(claim.value)), *hosts)
    sure = [claim for claim in shown if claim.source == "text:home" or is_like_site(context, claim.value)]
    at = sum(claim.source == "text:home" and is_like_site(context, claim.value) for claim in sure)
    if named := (*sure[:at], *of_handles(context), *sure[at:]):
        others = set(shown).difference(sure)
        return (*named, *(claim for claim in shown if claim in others))
    return (*beside_headline(context), *shown, *of_logos(context))


def is_called(context: Context, text: str) -> bool:
    """Whether a text is a name of the site, by what the page states or by what was found."""
    return fold(text) in context.once(own_names)


def own_names(context: Context) -> frozenset[str]:
    """The names of the site, folded: what the page states, and what was found."""
    return context.site_names | {fold(claim.value) for claim in context.once(site_name)[:1]}


def _is_of_part(context: Context, name: str) -> bool:
    """Whether a stated name may be that of a part of the site: a folder in the page's address has it, and the site's
    own name is another.
    """
    folded = fold(name)
    return folded in context.once(_folders) and not is_like_site(context, name)


def _is_of_company(context: Context, claim: Claim) -> bool:
    """Whether a stated name is that of who published the article, and not what the host is called: a company with
    several papers, or an agency.
    """
    return _PUBLISHER in claim.source and not is_like_site(context, claim.value)


def _of_whole(context: Context, claims: list[Claim]) -> list[Claim]:
    """Claims with those first that are like the host and no addresses of it, or of which nobody can tell that: what the
    title has in another script than the first one.
    """
    written_as_hosts = is_latin(claims[0].value)

    def may_be_whole(claim: Claim) -> bool:
        in_other_script = written_as_hosts and claim.source == "title (part)" and not is_latin(claim.value)
        return ADDRESS.search(claim.value) is None and (in_other_script or is_like_site(context, claim.value))

    return sorted(claims, key=lambda claim: not may_be_whole(claim))


def _folders(context: Context) -> frozenset[str]:
    """The folders of the page's address, folded."""
    try:
        path = urlsplit(context.page.url or "").path
    except ValueError:
        return frozenset()
    return frozenset(map(fold, path.split("/")[1:-1])) - {""}


def _proper(names: list[Claim]) -> list[Claim]:
    """Names of which the first is the site's; where that is an address, another that says the same goes before it, or
    one in another script that the title has in its place.
    """
    first = names[0].value
    proper = [claim for claim in names if not ADDRESS.search(claim.value)]
    if ADDRESS.search(first):
        in_title = any(claim.source == "title (part)" and fold(claim.value) == fold(first) for claim in names)
        proper = [
            claim
            for claim in proper
            if _says_same(claim, first)
            or (claim.source == "title (part)" and not in_title and not is_latin(claim.value))
        ]
    return proper or [claim for claim in names if ADDRESS.search(claim.value)]


def _says_same(claim: Claim, address: str) -> bool:
    """Whether a name is what an address stands for, and not only something with the address in it."""
    name, whole = fold(claim.value), fold(address)
    if name == whole or not is_latin(claim.value):
        return name == whole
    label = registered(host_of(f"//{address}")).split(".")[0]
    label = ascii_(fold(label))
    return whole not in name and any(_is_short_for(label, parts) for parts in spellings(claim.value))


def _is_short_for(label: str, parts: list[str]) -> bool:
    """Whether a label begins with a name, or with the beginning of it or of its later words, or abbreviates it.

    >>> _is_short_for("faz", ["frankfurter", "allgemeine", "zeitung"]), _is_short_for("climbing", ["iceclimbing"])
    (True, False)
    """
    if not label:
        return False
    if label.startswith("".join(parts)) or any("".join(parts[at:]).startswith(label) for at in range(len(parts))):
        return True
    return any(label[0] == own[0][0] and abbreviates(label, own) for own in beginnings(parts))


def _named(context: Context, claims: list[Claim], known: Collection[str]) -> list[Claim]:
    """Stated names without what the sites say of themselves beside them, and without those that are headlines.

    Args:
        context: the page.
        claims: the names.
        known: all names that the page states, folded.
    """
    if not claims:
        return []
    headlines = context.once(_headlines)
    out = []
    for claim in claims[:_MOST]:
        if len(claim.value) > CHARS:
            continue
        whole = _DANGLING.sub("", _BEHIND.sub("", claim.value))
        name = _without_slogan(context, whole, known)
        if name != whole:
            out.append(Claim(name, f"{claim.source} (part)"))
        elif (folded := fold(whole)) and not (
            folded in headlines
            and (count_words(whole) >= _TITLE_WORDS or (len(whole) >= _TITLE_WIDE and not whole.isascii()))
            and not is_like_site(context, whole)
        ):
            out.append(Claim(whole, claim.source))
    return out


def _headlines(context: Context) -> frozenset[str]:
    """What the page states as its headline or its title, and the longest part of the title, folded; the last part is
    the site's name.
    """
    parts = PART.split(context.structured.title or "")
    longest = max(parts, key=len)
    own = [longest] if longest != parts[-1] or len(parts) < 2 else []
    return frozenset(map(fold, (*context.headlines, *own)))


def _without_slogan(context: Context, name: str, known: Collection[str]) -> str:
    """A stated name, or that part of it that is like the host, or that is stated as a name elsewhere, or that the link
    to the home page shows.

    Args:
        context: the page.
        name: the name.
        known: the names that the page states, folded.
    """
    parts = [part for one in _SLOGAN.split(name) if (part := bare_name(one))]
    if len(parts) < 2 or any(fold(name) in label for label in context.once(site_labels)):
        return name
    parts = parts[: 2 * ENDS]
    for part in (parts[0], *parts[:0:-1]):
        if len(part.split()) <= (MOST_WORDS if part is parts[0] else ALIKE_WORDS) and is_like_site(context, part):
            return part
    whole = fold(name)
    title = context.structured.title or ""
    parted = {fold(part) for part in PART.split(title)} if whole not in fold(title) else ()
    for names in (known, home_names(context), parted):
        for part in parts:
            if fold(part) in names and fold(part) != whole:
                return part
    return name
