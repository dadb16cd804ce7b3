"""What a page states as the name of its site, in a form that is meant for machines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context, fold
from broadsheet.metadata.site.hosts import bare_name, is_latin, is_like_site, site_labels, without_form
from broadsheet.metadata.stated.json_ld import types
from broadsheet.metadata.stated.structured import clean, texts_of

__all__ = [
    "ADDRESS",
    "HANDLE",
    "HOME_WORDS",
    "LONGEST",
    "RIGHTS",
    "but_authors",
    "of_handles",
    "of_organisations",
    "of_other_names",
    "of_statements",
]

HANDLE: Final = re.compile(r"^@|^https?:|^www\.|^[\w-]+(?:\.[\w-]+)+[/,]")
ADDRESS: Final = re.compile(rf"{HANDLE.pattern}|^[\w-]+(?:\.[\w-]+)+$")
_USER: Final = re.compile(r"(?:https?://(?:www\.)?(?:twitter|x)\.com/)?@?(?P<name>\w+)/?")
"""A handle, or the address of what it stands for."""
LONGEST: Final = 60
"""Characters of a name of a site."""
RIGHTS: Final = re.compile(
    r"[©ⓒⒸ]|\(c\)|&copy;|\bcopyright\b|\ball rights reserved\b.*|alle rechte vorbehalten.*|tous droits réservés.*|"
    r"todos los derechos reservados.*|todos os direitos reservados.*|tutti i diritti riservati.*|版权所有|版權所有|"
    r"все права защищены.*|wszelkie prawa zastrzeżone.*|(?<!\d)(?:19|20)\d\d(?!\d)(?:\s*[-–]\s*(?:(?:19|20)\d\d)?)?",
    re.IGNORECASE,
)
HOME_WORDS: Final = re.compile(
    r"(?<!\w)(?:(?:back )?to (?:the )?home ?page|home(?:page| page)?|logo|(?:zur )?startseite|start|accueil|inicio|"
    r"portada|(?:на )?главную|главная|strona główna|úvod|domů|forside|etusivu)(?!\w)|"
    r"首页|首頁|主頁|主页|ホーム|トップ|홈",
    re.IGNORECASE,
)
"""What a link to the home page says besides its name."""


def of_statements(context: Context) -> tuple[list[Claim], list[Claim]]:
    """The names that the page states for its site or for who publishes it, and those that may be others': of who
    published the article first, has the rights in it, or made an application.
    """
    structured = context.structured
    found = [Claim(value, source) for value, source in structured.metas("og:site_name", "og:sitename", "og:site")]
    rest: list[Claim] = []
    found += [
        Claim(name, "json-ld:WebSite.name")
        for thing in structured.objects
        if "WebSite" in types(thing) and (name := clean(thing.get("name"))) and HOME_WORDS.sub("", name).strip()
    ]
    has_own = bool(found)
    holders = [
        Claim(without_form(name), f"{source}.name")
        for value, source in structured.stated("publisher")
        for name in texts_of(value)
    ]
    found += holders if has_own else but_authors(context, holders)
    for value, source in structured.metas("application-name", "apple-mobile-web-app-title"):
        of_site = has_own or fold(value) in fold(structured.title or "") or is_like_site(context, value)
        (found if of_site else rest).append(Claim(value, source))
    holders = [
        Claim(without_form(one.value), f"{one.kind}:{one.type or 'Thing'}.{one.name}")
        for one in structured.marked
        if one.name == "publisher" and len(one.value) < LONGEST
    ]
    holders += [
        Claim(without_form(value), source)
        for value, source in structured.metas("dc.publisher", "dcterms.publisher", "publisher", "cre")
    ]
    holders += [
        Claim(without_form(value, places=True), source)
        for text, source in structured.metas("copyright", "twitter:site")
        if (value := bare_name(RIGHTS.sub("", text).removeprefix("by ")))
        and len(value) < LONGEST
        and not (source == "meta:twitter:site" and (_USER.fullmatch(text) or HANDLE.search(text)))
    ]
    return found, rest + (holders if has_own else but_authors(context, holders))


def of_other_names(context: Context) -> list[Claim]:
    """What else the site is called in JSON-LD."""
    return [
        Claim(name, "json-ld:WebSite.alternateName")
        for thing in context.structured.objects
        if "WebSite" in types(thing)
        for name in texts_of(thing.get("alternateName"))
    ]


def of_organisations(context: Context) -> list[Claim]:
    """Organisations in JSON-LD that are like the host."""
    return [
        Claim(without_form(name), "json-ld:Organization.name")
        for thing in context.structured.objects
        if any("Organization" in kind for kind in types(thing))
        and (name := clean(thing.get("name")))
        and is_like_site(context, name)
    ]


def but_authors(context: Context, claims: list[Claim]) -> list[Claim]:
    """Claims of who publishes a page or has the rights in it, without its authors where the host is not called so."""
    if not claims:
        return claims
    structured = context.structured
    authors = {fold(name) for name, _ in structured.metas("author", "dc.creator")}
    authors |= {fold(name) for value, _ in structured.stated("author") for name in texts_of(value)}
    return [
        claim
        for claim in claims
        if fold(claim.value) not in authors
        or not is_latin(claim.value)
        or ADDRESS.search(claim.value)
        or is_like_site(context, claim.value)
    ]


def of_handles(context: Context) -> Iterator[Claim]:
    """The beginnings of handles that are what the host says: sites have more in them than their names (``_news``)."""
    for value, source in context.structured.metas("twitter:site"):
        if (user := _USER.fullmatch(value)) is None:
            continue
        beginnings = {fold(user["name"][:end]): user["name"][:end] for end in range(len(user["name"]), 1, -1)}
        labels = context.once(site_labels)
        if name := next((beginnings[label] for label in labels if len(label) > 2 and label in beginnings), None):
            if name.islower():  # as the text writes it
                said = Counter(re.findall(rf"(?<![\w.@/]){name}(?![\w.@/])", context.body_text, re.IGNORECASE))
                name = said.most_common(1)[0][0] if said else name
            yield Claim(name, f"{source} (part)")
