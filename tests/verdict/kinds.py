"""Pages of every kind in several languages, written for the tests, whose kind is obvious to a reader."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

__all__ = ["CASES", "HEADLINES", "SENTENCES", "Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """A page and what it is."""

    name: str
    kind: str
    html: str
    url: str | None = None


_PHRASES: Final = tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))
SENTENCES: Final[dict[str, list[str]]] = _PHRASES["sentences"]
HEADLINES: Final[dict[str, list[str]]] = _PHRASES["headlines"]


def _page(lang: str, title: str, body: str, head: str = "", classes: str = "") -> str:
    menu = "".join(f'<li><a href="/{n}/">{word}</a></li>' for n, word in enumerate(_PHRASES["menu"][lang].split()))
    return (
        f'<!doctype html><html lang="{lang}"><head><title>{title} | Sound Courier</title>{head}</head><body'
        f"{f' class={classes!r}' if classes else ''}><header><nav><ul>{menu}</ul></nav></header>{body}"
        '<footer><a href="/imprint/">Imprint</a> <a href="/privacy/">Privacy</a> © Sound Courier</footer></body></html>'
    )


def _text(lang: str, paragraphs: int, first: int = 0) -> str:
    said = SENTENCES[lang]
    return "".join(f"<p>{said[(first + n) % 4]} {said[(first + n + 1) % 4]}</p>" for n in range(paragraphs))


def _ld(kind: str, **members: str) -> str:
    stated = "".join(f', "{name}": "{value}"' for name, value in members.items())
    return (
        f'<script type="application/ld+json">{{"@context": "https://schema.org", "@type": "{kind}"{stated}}}</script>'
    )


def _og(kind: str) -> str:
    return f'<meta property="og:type" content="{kind}">'


def _article(lang: str) -> Case:
    title = HEADLINES[lang][3]
    more = "".join(f'<li><a href="/2026/03/0{n}/{n}">{HEADLINES[lang][n]}</a></li>' for n in range(3))
    day = "2026-03-06T06:30:00+01:00"
    head = _og("article") + f'<meta property="article:published_time" content="{day}">'
    head += _ld("NewsArticle", headline=title, datePublished=day)
    byline = f'<p class="byline">Maren Iversen, <time datetime="{day}">6.3.2026</time></p>'
    body = f"<main><article><h1>{title}</h1>{byline}{_text(lang, 9)}</article>"
    return Case(f"article {lang}", "article", _page(lang, title, f"{body}<aside><ul>{more}</ul></aside></main>", head))


def _index(lang: str) -> Case:
    cards = "".join(
        f'<div class="teaser"><h3><a href="/2026/03/0{1 + n % 9}/{n}">{HEADLINES[lang][n % 4]}</a></h3>'
        f"<p>{SENTENCES[lang][n % 4]}</p></div>"
        for n in range(18)
    )
    body = f"<main><h1>{_PHRASES['menu'][lang].split()[1]}</h1>{cards}</main>"
    return Case(f"index {lang}", "index", _page(lang, _PHRASES["menu"][lang].split()[1], body, _og("website")))


def _index_of_overlays(lang: str) -> Case:
    """Teasers whose link lies over them and has no text."""
    cards = "".join(
        f'<article><a href="/2026/03/{n}" aria-label="{n}"></a><h3>{HEADLINES[lang][n % 4]}</h3>'
        f"<p>{SENTENCES[lang][n % 4]}</p></article>"
        for n in range(18)
    )
    return Case(
        f"overlays {lang}",
        "index",
        _page(
            lang, _PHRASES["menu"][lang].split()[1], f"<main><h1>{_PHRASES['menu'][lang].split()[1]}</h1>{cards}</main>"
        ),
    )


def _live(lang: str, *, declared: bool) -> Case:
    posts = "".join(
        f'<div class="liveblog-post"><time datetime="2026-03-06T{20 - n:02}:15">{20 - n:02}:15</time>'
        f"<h3>{HEADLINES[lang][n % 4]}</h3>{_text(lang, 1, n)}</div>"
        for n in range(12)
    )
    title = _PHRASES["live"][lang]
    head = _og("article") + (_ld("LiveBlogPosting", headline=title) if declared else _ld("NewsArticle", headline=title))
    body = f"<main><h1>{title}</h1><p>{SENTENCES[lang][0]}</p>{posts}</main>"
    slug = {"en": "live", "de": "liveticker", "fr": "en-direct", "es": "directo"}[lang]
    url = f"https://courier.example/{slug}/2026/03/06/storm-4711"
    return Case(f"live {lang}{' declared' if declared else ''}", "live blog", _page(lang, title, body, head), url)


def _video(lang: str, how: str) -> Case:
    title = _PHRASES["watch"][lang]
    head, url = "", "https://courier.example/2026/03/first-boat-arrives-in-the-harbour-4711"
    if how == "declared":
        head = _og("video.other") + _ld("VideoObject", name=title)
    elif how == "address":
        url = "https://courier.example/video/first-boat-arrives-in-the-harbour-4711"
    else:
        head = '<meta name="twitter:card" content="player"><meta property="og:video" content="/boat.mp4">'
    body = f'<main><h1>{title}</h1><video src="/boat.mp4" controls></video><p>{SENTENCES[lang][0]}</p></main>'
    return Case(f"video {lang} {how}", "video", _page(lang, title, body, head), url)


def _gallery(lang: str, how: str) -> Case:
    title = _PHRASES["pictures"][lang]
    head = _ld("ImageGallery", name=title) if how == "declared" else ""
    url = f"https://courier.example/{'galerie/' if how == 'address' else ''}a-day-on-the-sound-4711"
    slides = "".join(
        f'<li class="slide"><figure><img src="/{n}.jpg" width="1200" height="800"><figcaption>'
        f"{HEADLINES[lang][n % 4]}. {n + 1}/14</figcaption></figure></li>"
        for n in range(14)
    )
    body = f'<main><h1>{title}</h1><ul class="gallery">{slides}</ul></main>'
    return Case(f"gallery {lang} {how}", "gallery", _page(lang, title, body, head), url)


def _audio(lang: str, how: str) -> Case:
    title = _PHRASES["listen"][lang]
    head = _ld("PodcastEpisode", name=title) if how == "declared" else ""
    url = "https://courier.example/podcasts/voices-of-the-harbour-episode-12" if how == "address" else None
    body = f'<main><h1>{title}</h1><audio src="/12.mp3" controls></audio><p>{SENTENCES[lang][1]}</p></main>'
    return Case(f"audio {lang} {how}", "audio", _page(lang, title, body, head), url)


def _product(lang: str, *, declared: bool) -> Case:
    buy, stock, amount, reviews, title = _PHRASES["shops"][lang]
    head = _og("product") + _ld("Product", name=title, sku="4711") if declared else ""
    similar = "".join(
        f'<li class="product-card"><a href="/products/{n}"><img src="/{n}.jpg">{title} {n}</a><span class="price">'
        f"€ {n}9,00</span><button>{buy}</button></li>"
        for n in range(1, 7)
    )
    body = (
        f'<main class="product"><div class="product-gallery"><img src="/a.jpg"></div>'
        f'<h1 class="product-title">{title}</h1>'
        f'<span class="price">€ 89,00</span><p>{stock}</p><label>{amount} <input type="number"></label><button '
        f'class="add-to-cart">{buy}</button><div class="product-description"><p>{title}, 2 m, 40 W.</p></div>'
        f'<h2>{reviews}</h2><ul class="related-products">{similar}</ul></main>'
    )
    return Case(
        f"product {lang}{' declared' if declared else ''}",
        "product",
        _page(lang, title, body, head),
        "https://shop.example/products/harbour-lamp" if lang in ("en", "de") else None,
    )


def _forum(lang: str, *, declared: bool) -> Case:
    title, reply, quote, member, joined, posts = _PHRASES["threads"][lang]
    head = _ld("DiscussionForumPosting", headline=title) if declared else ""
    thread = "".join(
        f'<div class="post message" id="post-{n}"><div class="user">'
        f'<a href="/members/{n}" class="username avatar">sailor{n}</a>'
        f'<span>{member}</span><span>{joined}</span><span>{n}42 {posts}</span></div><div class="post-body"><p>'
        f"{SENTENCES[lang][n % 4]}</p></div>"
        f'<div class="actions"><a href="#">{reply}</a> <a href="#">{quote}</a></div></div>'
        for n in range(1, 10)
    )
    body = f'<main class="thread"><h1>{title}</h1>{thread}<form class="reply-form"><textarea></textarea></form></main>'
    return Case(
        f"forum {lang}{' declared' if declared else ''}",
        "forum",
        _page(lang, title, body, head),
        "https://courier.example/forum/threads/bicycles.4711/" if lang != "es" else None,
    )


def _legal(lang: str) -> Case:
    title, slug = _PHRASES["legal"][lang]
    parts = "".join(f"<h2>{n}. {HEADLINES[lang][n % 4]}</h2>{_text(lang, 2, n)}" for n in range(6))
    return Case(
        f"legal {lang}",
        "service",
        _page(lang, title, f"<main><h1>{title}</h1>{parts}</main>", _og("website")),
        f"https://courier.example/{slug}",
    )


def _documentation() -> Case:
    parts = "".join(
        f"<h2 id='s{n}'>open_gate({n})</h2><p>Opens gate {n} and returns its handle; raises an error if it is open.</p>"
        f"<pre><code class='hljs'>handle = harbour.open_gate({n}, wait=True)\nhandle.close()</code></pre>"
        for n in range(8)
    )
    side = "".join(f'<li class="toctree-l1"><a href="gate{n}.html">Gate {n}</a></li>' for n in range(14))
    body = f'<div class="sphinxsidebar toc"><ul>{side}</ul></div><main class="docs"><h1>Gates</h1>{parts}</main>'
    head = '<meta name="generator" content="Sphinx 7"><link rel="next" href="b.html"><link rel="prev" href="a.html">'
    return Case(
        "documentation en",
        "documentation",
        _page("en", "Gates – harbour 2.1 documentation", body, head),
        "https://docs.harbour.example/en/latest/api/gates.html",
    )


def _error(lang: str, *, links: int = 0) -> Case:
    title, text = _PHRASES["errors"][lang]
    more = "".join(f'<li><a href="/2026/03/{n}">{HEADLINES[lang][n % 4]}</a></li>' for n in range(links))
    body = f"<main><h1>{title}</h1><p>{text}</p><ul>{more}</ul></main>"
    return Case(
        f"error {lang}{f' with {links} links' if links else ''}",
        "error",
        _page(lang, title, body),
        "https://courier.example/2026/03/06/ferry-returns-after-eleven-years",
    )


def _numbered_error(words: str) -> Case:
    return Case(f"error {words}", "error", f"<title>{words}</title><h1>{words}</h1><hr><center>nginx</center>")


def _wall(lang: str, *, declared: bool) -> Case:
    """A headline, a sentence, and a call to subscribe."""
    ask, log_in = _PHRASES["walls"][lang]
    title = HEADLINES[lang][1]
    head = _og("article") + _ld("NewsArticle", headline=title, isAccessibleForFree="False") if declared else ""
    body = (
        f"<main><h1>{title}</h1><p>{SENTENCES[lang][0]}</p><div class='paywall'><h2>{ask}</h2><form><input type=email>"
        f"<button>OK</button></form><p>{log_in}</p></div></main>"
    )
    return Case(
        f"wall {lang}{' declared' if declared else ''}",
        "wall",
        _page(lang, title, body, head),
        "https://courier.example/2026/03/06/council-delays-decision-on-tram" if declared else None,
    )


def _consent(lang: str) -> Case:
    title, text, accept = _PHRASES["consents"][lang]
    html = (
        f'<!doctype html><html lang="{lang}"><head><title>{title}</title></head><body>'
        f'<div class="consent"><h1>{title}</h1>'
        f"<p>{text}</p><button>{accept}</button></div></body></html>"
    )
    return Case(f"consent {lang}", "wall", html, "https://courier.example/2026/03/06/ferry-returns-after-eleven-years")


def _partners(title: str, text: str) -> Case:
    """A page with all that surrounds articles, and a year at its foot."""
    html = (
        f"<!doctype html><html><head><title>{title}</title></head><body><header><a href=/>Courier</a>"
        f"<nav><a href=/s>Sport</a></nav></header><main><h1>{title}</h1>"
        f"<p>{text} You can change your choice at any time.</p>"
        "<button>Accept</button><button>Reject</button></main><footer>© 2025 Courier</footer></body></html>"
    )
    return Case(f"partners {text[:30]}", "wall", html, "https://courier.example/2026/03/06/ferry-returns")


def _cases() -> Iterator[Case]:
    for languages, *makers in (
        (SENTENCES, _article, _index),
        (("en", "de"), _index_of_overlays, partial(_error, links=20)),
        (_PHRASES["legal"], _legal),
        (_PHRASES["errors"], _error),
        (_PHRASES["consents"], _consent),
    ):
        yield from (make(lang) for lang in languages for make in makers)
    for languages, make in (
        (_PHRASES["live"], _live),
        (_PHRASES["shops"], _product),
        (_PHRASES["threads"], _forum),
        (_PHRASES["walls"], _wall),
    ):
        yield from (make(lang, declared=declared) for lang in languages for declared in (True, False))
    for languages, make, other in (
        (_PHRASES["watch"], _video, ("address", "card")),
        (_PHRASES["pictures"], _gallery, ("address", "pictures")),
        (_PHRASES["listen"], _audio, ("address",)),
    ):
        yield from (make(lang, how) for lang in languages for how in ("declared", *other))
    yield _documentation()
    for words in ("404 Not Found", "403 Forbidden", "502 Bad Gateway", "Error 500", "Just a moment..."):
        yield _numbered_error(words)
    yield _partners("We value your privacy", "We and our 842 partners store and access information on your device.")
    yield _partners("We value your privacy", "We and our partners use cookies to process personal data.")


CASES: Final = tuple(_cases())
