"""The tags of an article: what its publisher says that it is about."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from math import ceil
from typing import Final

from broadsheet.article.provenance import Author
from broadsheet.metadata.around.boxes import is_of_other_article, is_own
from broadsheet.metadata.around.context import CATEGORY, Context, count_words, fold, is_wide, label_test, words
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.site.chosen import is_called
from broadsheet.metadata.stated.json_ld import in_string
from broadsheet.metadata.stated.structured import texts_of
from broadsheet.page import tags as pagetags

__all__ = ["tags"]

_LONGEST: Final = 60
"""Characters of a tag; what is longer is a sentence."""
_A, _FOOTER = pagetags.IDS["a"], pagetags.IDS["footer"]
_ASIDE: Final = pagetags.mask("nav aside footer")
_MOST: Final = 60
"""Tags of an article."""
_OWN_MARK: Final = re.compile(
    r"https?:|[\w-]+[:/]\w|/\w|_\w|[^\s_]*_\S*$|(?:\d{1,3}|\d{5,})$|"
    r"[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$|\w?[\da-f]{24,}$|(?-i:[a-z]{2,}[A-Z]\w*)\s*:|locale\s*:|"
    r"exclude[ -](?:from|in)\b|(?:one|two|three|four|five)columns?$|"
    r"(?:text|image|caption|screen|split|left|right|cent(?:er|re)|above|below|grid|"
    r"width|inset|full|bleed|columns?|rows?|small|medium|large|overlay|header|hero){3,}$|"
    r"(?:NLP )?(?:categor(?:y|ies)|sections?|subsection|content[\s-]?type|(?:entity )?tokens?|page[\s-]?type|"
    r"type|channel|template|word count|"
    r"authors?|source|format|layout|site|topic|article[\s-]?id|id|access|premium|syndication|contributor)\s*:",
    re.IGNORECASE,
)
_MARK_WITHIN: Final = re.compile(r"[=@{}<>]|, ?[\w-]+[:/]\w|\bexclude$|-(?:en|dis)abled$", re.IGNORECASE)
"""Publishing systems write their own marks as keywords: ``section:news``, ``type_news``, ``Category: Tech``, numbers
of records, names of layouts (``textbelowcentergridwidth``)."""
_BESIDE_MARKS: Final = frozenset({"web", "amp"})
"""Where such marks are, these words say where the article is shown, and not what it is about."""
_ALL: Final = re.compile(
    r"^(?:(?:see |view |show )?all|alle|more|mehr|weitere|toute?s les|tous les|tod[oa]s (?:los|las|os|as)|"
    r"tutt[ie] (?:i|gli|le))\s(?:[\w-]+\s)?(?:topics|tags|keywords|stories|themen|schlagw[oö]rte[rn]?|"
    r"stichw[oö]rte[rn]?|th[eè]mes|sujets|mots-clés|temas|etiquetas|argomenti|tag)\W*$|"
    r"^(?:more|mehr|plus|más|mais|altro|meer)\W*$",
    re.IGNORECASE,
)
"""The last link of a line of tags, which leads to those of other articles."""
_CALLED_TAG: Final = re.compile(r"^(?:tags?|keywords?)[:/](?=\w)", re.IGNORECASE)
"""What some systems write before each tag: ``tag:bridge``."""
_MARKS: Final = ";|,、，،"
"""What stands between tags; a comma is in the name of one where another mark is."""
_LIST_BEGINS: Final = ('["', "['")
"""How a list begins that was written as one text."""
_INVERTED: Final = re.compile(r"[^;|,、，،]+, [^;|,、，،]+")
"""A name with a comma in it: ``Porter, Jane``."""
_EDGES: Final = "# \t\n›»>•·"
"""What is shown around a tag and is no part of it."""
_TAG_LINK: Final = re.compile(
    r"/(?:tags?|tagi|topics?|themen?|keywords?|schlagwort\w*|etiquetas?|temas?|tagged|sujet|tema)/", re.IGNORECASE
)
_IN_TAG_LINK: Final = (
    "/tag", "/topic", "/theme", "/keyword", "/schlagwort", "/etiqueta", "/tema", "/sujet",
)  # fmt: skip
"""In lower case; one of these is in every address that the pattern above finds."""
_NAMED: Final = ("tag", "keyword", "topic")
"""What is in names of elements that hold tags."""
_is_called_box: Final = label_test(
    re.compile(
        r"(?:^|[-_])(?:tags?|keywords|topics)(?:[-_]*(?:list|links?|container|wrap(?:per)?|box|items|block))?$",
        re.IGNORECASE,
    )
)
"""And how those are called that hold nothing else."""
_QUOTED: Final = re.compile(r"[\"“”„«»‘’‚']([^\"“”„«»]+)[\"“”„«»‘’']")
"""A tag with quotation marks around it and none in it."""
_IN_TEXT: Final = 0.5
"""The share of a line of the body that a link has, at the most, that is a word of it."""
_UP: Final = 5
"""Ancestors of a label that may hold what it introduces."""
_COMMENTS: Final = re.compile(r"^\d+\s")
_LONGEST_LINK: Final = 40
"""What such a box has where it is the line below a headline: counts of something; and the characters of a link."""
_ROOM: Final = 12
"""Characters between two tags, white space included."""
_OF_SITE: Final = ("cloud", "popular", "trending")
"""What is in names of elements that hold the tags of the site."""
_CLOUD: Final = ("tagcloud", "tag_cloud", "tag-cloud")
"""What publishing systems call the box of all tags of a site, which some themes put into the article as well."""
_LEAST: Final = 2
_LABEL_SIZE: Final = 20
"""Links of tags that stand alone, and characters of a label before them."""
_LABEL: Final = re.compile(
    r"^\W*(?:tags?|tagged(?: with| as| under)?|topics?|related topics|keywords?|schlagw[oö]rte?r?|"
    r"schlagworte|themen|stichw[oö]rte?r?|markiert mit|getaggt(?: mit| als)?|verschlagwortet(?: mit| als)?|"
    r"mots?[- ]cl[eé]f?s?|étiquettes?|th[eè]mes?|sujets|etiquetas?|temas?(?: relacionados)?|palabras clave|"
    r"palavras[- ]chave|marcadores|assuntos|tópicos|parole chiave|argomenti|etichette|temi|trefwoorden|"
    r"onderwerpen|ämnen|ämnesord|nyckelord|emner|emneord|nøgleord|nøkkelord|stikkord|avainsanat|asiasanat|aiheet|"
    r"tagi|(?:powiązane )?tematy|słowa kluczowe|klíčová slova|témata|témy|kľúčové slová|címkék|kulcsszavak|etichete|"
    r"cuvinte cheie|теги|тэги|метки|ключевые слова|темы|теми|мітки|ключові слова|ключови думи|тагове|ετικέτες|θέματα|"
    r"λέξεις[- ]κλειδιά|etiketler|anahtar kelimeler|konular|štítky|ključne riječi|ključne besede|oznake|žymės|"
    r"raktažodžiai|birkas|atslēgvārdi|märksõnad|الكلمات (?:الدلالية|المفتاحية)|الوسوم|وسوم|مواضيع|برچسب[\u200c ]?ها|"
    r"کلیدواژه[\u200c ]?ها|תגיות|מילות מפתח|टैग्?स?|ট্যাগ|từ khóa|chủ đề|แท็ก|topik(?: terkait)?|hashtags?|标签|標籤|关键词|"
    r"關鍵字|關鍵詞|タグ|キーワード|태그|키워드)\s*(?:[:：]\s*|$)",
    re.IGNORECASE,
)
"""What introduces the tags where they are shown."""
_BEHIND: Final = 15
"""Segments behind the body in which they are."""
_ABOVE: Final = 6
"""Segments above it in which they are in some systems."""
_LINKS_MOST: Final = 150
"""Links of a box that are looked at, most of which may be without words."""
_SHOWN_MOST: Final = 15
"""Tags that such a line has."""
_OF_TEXT: Final = 4
"""Letters of a word that shows that tags are of this article, where its text has it."""
_TITLE_PART: Final = re.compile(r"\s+[|–—:-]\s+|\s*\|\s*")
"""What parts the headline and the site in a title."""
_FEW: Final = 5
"""Tags of which one that the text speaks of tells nothing."""
_SHARE: Final = 0.3
"""The share of an article's tags that its text speaks of, at least. Of some 70 lists that are on several pages of a
site it drops 66, and one of some 200 that are of their article."""
_BEGINNING: Final = 5
"""Segments of a body in which most have them."""
_ANYWHERE: Final = frozenset(
    "news online daily breaking latest today headlines newspaper magazine media world international national local "
    "service sport sports business politics video videos photos forum chat portal archive weather entertainment "
    "culture economy science technology health opinion "
    "nachrichten aktuell aktuelle aktuelles wirtschaft politik kultur zeitung inland ausland wetter "
    "noticias actualidad economía deportes política actualités économie politique "
    "wiadomości aktualności gospodarka polityka новости политика экономика спорт культура видео погода "
    "ειδήσεις νέα οικονομία πολιτική αθλητισμός κόσμος ニュース 新聞 政治 経済 社会 国際 スポーツ 新闻".split()
)
"""Words that are in articles of all kinds, and in keywords of all papers."""
_ENDING: Final = 2
"""Letters of a word's end in which its forms differ."""
_TELLING: Final = 3
"""Words of a headline that is no tag; one more where it is not stated."""
_WIDE: Final = 8
"""Characters of one in a script without spaces."""
_PHRASES: Final = frozenset(f"json-ld:{kind}.keywords" for kind in ("NewsArticle", "BlogPosting", "Article"))
"""Sources in which some systems put the phrase by which an article is to be found; its tags are elsewhere then:"""
_REL: Final = "rel:tag"
"""What links to tags' pages say of themselves."""
_TRUSTED: Final = frozenset({"meta:article:tag", "meta:og:article:tag", "meta:parsely-tags", _REL})
_CHECKED: Final = frozenset({"meta:keywords", "meta:keyword", "meta:news_keywords", "class:tags", "text:hashtags"})
"""Sources that many sites fill with the same words on each page, or with something else."""


def tags(context: Context, authors: Sequence[Author] = ()) -> tuple[tuple[str, ...], str | None]:
    """The tags, and the source that has them.

    Sources in order: JSON-LD, ``article:tag``, other ``meta``, links to tags' pages, the line that is introduced as
    tags. The first that has some has all. The names of the site and of the authors are none, and keywords of which no
    word is in the article are those of the site.

    Args:
        context: the page.
        authors: who wrote it, if that is known.
    """
    names = {fold(one.name) for one in authors}
    headlines = _headlines(context)
    single: tuple[tuple[str, ...], str | None] = (), None
    for values, source in _sources(context):
        found = _kept(context, values, source, headlines, names) if values else {}  # mostly there are none
        if not found or (source in _CHECKED and not _speaks_of(context, found.values())):
            continue
        if single[0]:
            if len(found) > 1 and (source in _TRUSTED or (source in _CHECKED and fold(single[0][0]) in found)):
                return tuple(found.values())[:_MOST], source
        elif len(found) == 1 and source in _PHRASES:
            single = tuple(found.values()), source
        else:
            return tuple(found.values())[:_MOST], source
    if single[0]:
        return single
    # Categories that are marked as tags, where there is nothing else.
    said = [context.words_of(row) for row in context.once(_marked_as_tags)]
    found = _kept(context, said, _REL, headlines, names)
    return (tuple(found.values())[:_MOST], _REL) if found else single


def _kept(
    context: Context, values: Sequence[str], source: str, headlines: Sequence[str], names: Collection[str]
) -> dict[str, str]:
    """The tags in what a source says, by their folded form.

    Args:
        context: the page.
        values: what it says.
        source: the source.
        headlines: what the page states as its headline.
        names: those of the authors, folded.
    """
    listed = len(values) > 1 and (source in _TRUSTED or source.startswith("json-ld:"))
    whole = [one for value in values for one in _unwrapped(value)]
    parts = [text for value in whole for text in _split(value, headlines, listed=listed)]
    marks = {text for text in parts if _is_mark(text)}
    found: dict[str, str] = {}
    for text in parts:
        folded = fold(text)
        if (
            folded
            and len(text) <= _LONGEST
            and text not in marks
            and not (marks and text in _BESIDE_MARKS)
            and not _ALL.match(text)
            and folded not in names
        ):
            found.setdefault(folded, text)
    found.pop(fold(context.structured.title or ""), None)
    return {folded: text for folded, text in found.items() if not is_called(context, text)}


def _headlines(context: Context) -> list[str]:
    """What the page states or shows as its headline, if it is long enough to be no tag, in lower case, the longest
    first.
    """
    parts = _TITLE_PART.split(context.structured.title or "", maxsplit=1)[:1]
    shown = [context.words_of(context.headline_row)] if context.headline_row >= 0 else []
    telling = {
        " ".join(text.split()).lower()
        for texts, least in ((context.headlines, _TELLING), ((*parts, *shown), _TELLING + 1))
        for text in texts
        if count_words(text) >= least or (len(text) >= _WIDE and is_wide(text))
    }
    return sorted(telling, key=len, reverse=True)


def _sources(context: Context) -> Iterator[tuple[list[str], str]]:
    structured = context.structured
    for value, source in structured.stated("keywords"):
        yield texts_of(value), source
    for name in (
        "article:tag", "og:article:tag", "parsely-tags", "sailthru.tags", "news_keywords", "cxenseparse:taglist",
        "keywords", "dc.subject", "keyword", "tags", "bt:keywords",
    ):  # fmt: skip
        yield [value for value, _ in structured.metas(name)], f"meta:{name}"
    yield (
        [one.value for one in structured.marked if one.name == "keywords" and is_own(context, one)],
        "microdata:keywords",
    )
    elements = context.elements
    # WordPress marks links to categories as both; the article's own tags are what else there is.
    yield (
        [
            context.words_of(row)
            for row, rel in context.once(_marked_as_tags).items()
            if "category" not in rel and not CATEGORY.search(elements.value(row, "href").rstrip("/"))
        ],
        _REL,
    )
    leading = [
        row
        for row in context.links(elements.holding("href", _IN_TAG_LINK))
        if _TAG_LINK.search(elements.value(row, "href"))
        and _is_after_headline(context, row)
        and not _is_of_site(context, row)
        and not (_is_in_text(context, row) or is_of_other_article(context, row, context.words_of(row)))
    ]
    if leading:
        named = {row for name in ("class", "id", "data-testid") for row in elements.holding(name, _NAMED)}
        holders = context.page.holders(named, leading)
        called = [row for row in leading if holders[row] >= 0]
        for rows in (_before_headings(context, called), _alone(context, _before_headings(context, leading))):
            yield [context.words_of(row) for row in rows], "link:tag"
    yield _introduced(context), "text:tags"
    yield _in_box(context), "class:tags"
    yield _hashed(context), "text:hashtags"


def _marked_as_tags(context: Context) -> dict[int, frozenset[str]]:
    """The links that are marked as those of tags, with all that they are marked as; none that a heading has too."""
    elements = context.elements
    said = {row: tokens(elements.value(row, "rel")) for row in context.links(elements.holding("rel", ("tag",)))}
    others = _linked_by_headings(context) if said else frozenset()
    return {row: rel for row, rel in said.items() if "tag" in rel and elements.value(row, "href") not in others}


def _is_of_site(context: Context, row: int, names: tuple[str, ...] = _OF_SITE) -> bool:
    """Whether a link to a tag's page is in a box of the site's own tags, by what is in the names of such boxes."""
    return context.is_under(names, row)


def _is_in_text(context: Context, row: int) -> bool:
    """Whether a link is a word or some words of the body's text."""
    if not context.is_in_body(row):
        return False
    segments, place = context.page.segments, context.place[row]
    return int(segments.link_chars[place]) <= _IN_TEXT * int(segments.chars[place])


def _before_headings(context: Context, links: list[int]) -> list[int]:
    """Those of some links that are not behind a heading which follows others of them behind the body: there are other
    articles.
    """
    page = context.page
    first = next((row for row in links if context.place[row] > context.last), None)
    if first is None:
        return links
    headings = pagetags.HEADING.take(page.tag).nonzero()[0]
    behind = headings[headings > first]
    stop = next((int(row) for row in behind if context.words_of(int(row))), len(page))
    return [row for row in links if row < stop]


def _linked_by_headings(context: Context) -> frozenset[str]:
    """The addresses that headings link to: those of other articles, whatever else is said of them."""
    page, value = context.page, context.elements.value
    headings = pagetags.HEADING.take(page.tag)
    links = page.under(headings)
    links[page.parent[headings]] = True
    return frozenset(value(row, "href") for row in (links & (page.tag == _A)).nonzero()[0].tolist())


def _alone(context: Context, links: list[int]) -> list[int]:
    """Those of some links right behind the body that stand beside each other, with nothing else in their element."""
    near = [row for row in links if context.last < context.place[row] <= context.last + _BEHIND]
    if len(near) < _LEAST:
        return []
    first, last = near[0], near[-1]
    holder = next((up for up in context.page.ancestors(first) if context.end[up] > last), 0)
    words = sum(len(context.words_of(row)) for row in near)
    return near if len(context.words_of(holder)) <= words + len(near) + _LABEL_SIZE else []


def _introduced(context: Context) -> list[str]:
    """The links of the line that is introduced as tags, or right behind one that introduces them."""
    texts, segments = context.texts, context.page.segments
    for at in range(max(context.first, context.last - 3), min(len(texts), context.last + _BEHIND)):
        label = _label_of(context, at)
        row = context.first_row[at]
        if not label or (context.is_aside(row) and not _is_in_own_footer(context, row)):
            continue
        own = texts[at][label:].lstrip()
        if own and not segments.link_chars[at]:
            return [own] if len(own) < 5 * _LONGEST and "," in own else []
        stop = at + 1
        if not segments.link_chars[at]:
            while stop < min(len(texts), at + _SHOWN_MOST) and segments.link_chars[stop]:
                stop += 1
        rows = range(row, min(context.last_row[stop - 1] + 1, _end_of_list(context, row, context.last_row[at] + 1)))
        found = [context.words_of(row) for row in rows if context.tag[row] == _A]
        if _is_of_site(context, row, _CLOUD) and not _speaks_of(context, found):
            continue
        return found[:_SHOWN_MOST]
    return []


def _is_in_own_footer(context: Context, row: int) -> bool:
    """Whether a row is in the footer of an article, and in nothing else that is beside one."""
    around = next((up for up in context.page.ancestors(row) if _ASIDE[context.tag[up]]), -1)
    return around >= 0 and context.tag[around] == _FOOTER and context.is_in_article(around)


def _end_of_list(context: Context, row: int, after: int) -> int:
    """The row behind the first element around a label that has links behind it.

    Args:
        context: the page.
        row: the row of the label.
        after: the row behind its line.
    """
    end, tag = context.end, context.tag
    for up in context.chain(row, _UP):
        if any(tag[one] == _A for one in range(min(row, after), end[up])):
            return end[up]
    return len(context.page)


def _label_of(context: Context, at: int) -> int:
    """How many characters of a segment introduce tags; 0 where it does not. Without a colon they are in an element or a
    piece of text of their own, before a link.
    """
    text = context.texts[at]
    label = _LABEL.match(text[:_LONGEST])
    if label is not None:
        return label.end()
    if not context.page.segments.link_chars[at]:
        return 0
    row, last = context.first_row[at], context.last_row[at]
    head = context.page.raw(row).strip()
    alone = 0 < len(head) < len(text) and text.startswith(head) and _LABEL.match(head) is not None
    return len(head) if alone and any(context.tag[one] == _A for one in range(row + 1, last)) else 0


def _is_after_headline(context: Context, row: int) -> bool:
    """Whether a row is behind the headline, or where that is unknown in one of the last lines above the body."""
    headline = context.headline_row
    return context.place[row] > context.first or (
        row > headline if headline >= 0 else context.place[row] >= context.first - _ABOVE and not context.is_aside(row)
    )


def _near(context: Context, row: int) -> bool:
    """Whether a row is where an article has its tags: between its headline and what is right behind its body, in no box
    of something else.
    """
    return (
        _is_after_headline(context, row) and context.place[row] <= context.last + _BEHIND and not context.is_aside(row)
    )


def _in_box(context: Context) -> list[str]:
    """The links of the first element near the body that is called tags, if it holds several and little else."""
    elements, anchors = context.elements, context.page.rows_of(_A)
    for row in sorted(context.called(_NAMED)):
        if (
            not _is_called_box(context.label(row))
            or context.hidden[row]
            or not _near(context, row)
            or _is_of_site(context, row)
        ):
            continue
        if context.is_beside(row):
            continue
        links = anchors[bisect_left(anchors, row) : bisect_left(anchors, context.end[row])]
        if len(links) > _LINKS_MOST:
            continue
        if any(elements.value(at, "href").startswith("#") for at in links):  # to what is on the page: comments, buttons
            continue
        found = [name for at in links if (name := context.words_of(at))]
        if max(map(len, found), default=0) > _LONGEST_LINK or any(map(_COMMENTS.search, found)):
            continue
        if _LEAST <= len(found) <= _SHOWN_MOST and context.size(row) <= sum(map(len, found)) + _ROOM * (len(found) + 1):
            return found
    return []


def _hashed(context: Context) -> list[str]:
    """The words of the links near the end of the body that begin with ``#``, if there are several."""
    segments = context.page.segments
    found = []
    for at in range(max(context.first, context.last - 3), min(len(context.texts), context.last + _BEHIND)):
        if segments.link_chars[at] and "#" in context.texts[at] and not context.is_beside(context.first_row[at]):
            rows = range(context.first_row[at], context.last_row[at] + 1)
            links = {row if context.tag[row] == _A else context.parent[row] for row in rows}
            said = [context.words_of(row) for row in sorted(links) if context.tag[row] == _A]
            found += [name for name in said if name.startswith("#") and " " not in name]
    return found if _LEAST <= len(found) <= _SHOWN_MOST else []


def _speaks_of(context: Context, found: Iterable[str]) -> bool:
    """Whether the article has the words of its tags: of a few tags any word, of more a word of a share of them."""
    telling = [
        own for text in found if (own := [word for word in words(text) if len(word) >= _OF_TEXT or not word.isascii()])
    ]
    if len(telling) < _FEW:
        wanted = 1
        stems = [[word for word in own if not context.is_site(word)] for own in telling]
    else:
        wanted = ceil(_SHARE * len(telling))
        stems = [
            [
                word[: max(_OF_TEXT, len(word) - _ENDING)]
                for word in own
                if word not in _ANYWHERE and not context.is_site(word)
            ]
            for own in telling
        ]
    parts = _TITLE_PART.split(context.structured.title or "")
    title = fold(" ".join(part for part in parts if not context.is_site(part)))
    # Most articles say at their beginning what they are about.
    for segments in (context.body[:_BEGINNING], context.body):
        folded = title + "\0" + fold("\n".join([context.texts[at] for at in segments]))
        if sum(any(map(folded.__contains__, own)) for own in stems) >= wanted:
            return True
    return False


def _is_mark(text: str) -> bool:
    """Whether a tag is a mark of a publishing system."""
    return _OWN_MARK.match(text) is not None or _MARK_WITHIN.search(text) is not None


def _unwrapped(value: str) -> list[str]:
    """The members of a list that was written as one text; else the text alone.

    >>> _unwrapped('["bridge", "council"]'), _unwrapped("['bridge', 'council']"), _unwrapped("bridge")
    (['bridge', 'council'], ["'bridge', 'council'"], ['bridge'])
    """
    if not (value.startswith(_LIST_BEGINS) and value.endswith("]")):
        return [value]
    listed = in_string(value)
    return [value[1:-1]] if listed is None else texts_of(listed)


def _split(value: str, headlines: Sequence[str] = (), *, listed: bool = False) -> Iterator[str]:
    """The tags of a list of them, without a headline in it.

    Args:
        value: the list.
        headlines: what the page states as its headline.
        listed: the value is one of several: then one comma is in the name of a tag, as of a person's.
    """
    if listed and _INVERTED.fullmatch(value):
        yield _without_edges(value)
        return
    if headlines and len(value) >= len(headlines[-1]) and len(lower := value.lower()) == len(value):
        for headline in headlines:
            at = lower.find(headline)
            before, behind = value[:at].rstrip(), value[at + len(headline) :].lstrip()
            if at >= 0 and before[-1:] in _MARKS and behind[:1] in _MARKS:
                value = before + behind
                break
    if "," in value and "，" in value:
        value = value.replace("，", ",")
    mark = next((mark for mark in _MARKS if mark in value), None)
    for part in value.split(mark) if mark is not None else [value]:
        # Where one of several is a mark, they are no name with a comma in it.
        pieces = part.split(",") if mark in (";", "|") and "," in part else [part]
        texts = list(map(_without_edges, pieces))
        if len(texts) > 1 and not any(map(_is_mark, texts)):
            texts = [_without_edges(part)]
        yield from filter(None, texts)


def _without_edges(text: str) -> str:
    """A tag without what is shown or written around it, its words with single spaces."""
    text = " ".join(_CALLED_TAG.sub("", text.strip(_EDGES).removeprefix("- ")).split())
    quoted = _QUOTED.fullmatch(text)
    return text if quoted is None else quoted[1].strip(_EDGES)
