"""Pages of every kind in several languages, written for the tests, whose kind is obvious to a reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

__all__ = ["CASES", "HEADLINES", "SENTENCES", "Case"]


@dataclass(frozen=True, slots=True)
class Case:
    """A page and what it is."""

    name: str
    kind: str
    html: str
    url: str | None = None


SENTENCES: Final = {
    "en": (
        "The council of the lower sound voted on Tuesday to bring back the ferry that was given up eleven years ago.",
        "Two electric boats will cross every twenty minutes between the market quay and the old rope works.",
        "“We have waited for this for a long time,” said Maren Iversen, who runs the café at the landing stage.",
        "Critics had argued that the bridge was enough, and that the money should be spent on the buses instead.",
    ),
    "de": (
        "Der Rat der Stadt am unteren Sund hat am Dienstag beschlossen, die Fähre wieder fahren zu lassen.",
        "Zwei elektrische Boote sollen alle zwanzig Minuten zwischen dem Marktkai und der alten Seilerei verkehren.",
        "„Darauf haben wir lange gewartet“, sagte Maren Iversen, die das Café an der Anlegestelle betreibt.",
        "Kritiker hatten eingewandt, dass die Brücke ausreiche und das Geld besser für Busse ausgegeben werde.",
    ),
    "fr": (
        "Le conseil du détroit a décidé mardi de remettre en service le bac, abandonné il y a onze ans déjà.",
        "Deux bateaux électriques traverseront toutes les vingt minutes, entre le quai du marché et la corderie.",
        "« Nous attendions cela depuis longtemps », a dit Maren Iversen, qui tient le café près de l'embarcadère.",
        "Les opposants estimaient que le pont suffisait et que l'argent devait aller aux autobus de la ville.",
    ),
    "es": (
        "El ayuntamiento del estrecho decidió el martes que el transbordador vuelva a navegar después de once años.",
        "Dos barcos eléctricos cruzarán cada veinte minutos entre el muelle del mercado y la antigua cordelería.",
        "«Lo esperábamos desde hace mucho tiempo», dijo Maren Iversen, que lleva el café junto al embarcadero.",
        "Los críticos sostenían que bastaba con el puente y que el dinero debía gastarse en los autobuses.",
    ),
    "ru": (
        "Совет города на нижнем проливе во вторник решил вернуть паром, от которого отказались одиннадцать лет назад.",
        "Два судна будут ходить каждые двадцать минут между рыночной набережной и старой канатной фабрикой.",
        "«Мы долго этого ждали», — сказала Марен Иверсен, хозяйка кафе у причала, в беседе с корреспондентом.",
        "Критики утверждали, что моста достаточно, а деньги следовало бы потратить на автобусы и трамваи.",
    ),
    "ja": (
        "下海峡の市議会は火曜日、十一年前に廃止された渡し船を復活させることを決めた。来年の春から運航が始まる予定だ。",
        "二隻の電動船が市場の岸壁と古い縄工場の間を二十分おきに結ぶ。料金は路面電車の切符より安くなるという。",
        "「長い間この日を待っていました」と、船着き場で喫茶店を営むマレン・イーヴェルセンさんは話した。",
        "反対派は橋があれば十分であり、予算はバスに使うべきだと主張していた。議会では長い議論が続いた。",
    ),
}
HEADLINES: Final = {
    "en": (
        "Bridge closed for repairs until the end of the month",
        "School wins prize for its garden on the roof",
        "Storm leaves hundreds of homes without power",
        "Harbour museum opens new wing with old boats",
    ),
    "de": (
        "Brücke bis zum Ende des Monats gesperrt",
        "Schule gewinnt Preis für ihren Dachgarten",
        "Sturm lässt Hunderte Häuser ohne Strom",
        "Hafenmuseum eröffnet neuen Flügel mit alten Booten",
    ),
    "fr": (
        "Le pont fermé pour travaux jusqu'à la fin du mois",
        "Une école primée pour son jardin sur le toit",
        "La tempête prive des centaines de foyers de courant",
        "Le musée du port ouvre une nouvelle aile",
    ),
    "es": (
        "El puente, cerrado por obras hasta fin de mes",
        "Una escuela gana un premio por su huerto en la azotea",
        "La tormenta deja sin luz a cientos de hogares",
        "El museo del puerto abre una nueva ala",
    ),
    "ru": (
        "Мост закрыт на ремонт до конца месяца",
        "Школа получила премию за сад на крыше",
        "Буря оставила без света сотни домов",
        "Музей порта открыл новое крыло со старыми лодками",
    ),
    "ja": (
        "橋は月末まで補修のため通行止め",
        "屋上庭園の学校に賞が贈られる",
        "嵐で数百世帯が停電、復旧に二日",
        "港の博物館に古い船の新館が開館",
    ),
}
_MENU: Final = {
    "en": "Home News Sport Culture",
    "de": "Start Nachrichten Sport Kultur",
    "fr": "Accueil Actualité Sport Culture",
    "es": "Inicio Noticias Deporte Cultura",
    "ru": "Главная Новости Спорт Культура",
    "ja": "ホーム ニュース スポーツ 文化",
}


def _page(lang: str, title: str, body: str, head: str = "", classes: str = "") -> str:
    menu = "".join(f'<li><a href="/{n}/">{word}</a></li>' for n, word in enumerate(_MENU[lang].split()))
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
    head = _og("article") + _ld("NewsArticle", headline=title, datePublished="2026-03-06T06:30:00+01:00")
    body = f'<main><article><h1>{title}</h1><p class="byline">Maren Iversen, 6.3.2026</p>{_text(lang, 9)}</article>'
    return Case(f"article {lang}", "article", _page(lang, title, f"{body}<aside><ul>{more}</ul></aside></main>", head))


def _index(lang: str) -> Case:
    cards = "".join(
        f'<div class="teaser"><h3><a href="/2026/03/0{1 + n % 9}/{n}">{HEADLINES[lang][n % 4]}</a></h3>'
        f"<p>{SENTENCES[lang][n % 4]}</p></div>"
        for n in range(18)
    )
    body = f"<main><h1>{_MENU[lang].split()[1]}</h1>{cards}</main>"
    return Case(f"index {lang}", "index", _page(lang, _MENU[lang].split()[1], body, _og("website")))


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
        _page(lang, _MENU[lang].split()[1], f"<main><h1>{_MENU[lang].split()[1]}</h1>{cards}</main>"),
    )


_LIVE: Final = {
    "en": "Live: Storm over the sound",
    "de": "Liveticker: Sturm über dem Sund",
    "fr": "En direct : tempête sur le détroit",
    "es": "En directo: temporal en el estrecho",
}


def _live(lang: str, *, declared: bool) -> Case:
    posts = "".join(
        f'<div class="liveblog-post"><time datetime="2026-03-06T{20 - n:02}:15">{20 - n:02}:15</time>'
        f"<h3>{HEADLINES[lang][n % 4]}</h3>{_text(lang, 1, n)}</div>"
        for n in range(12)
    )
    title = _LIVE[lang]
    head = _og("article") + (_ld("LiveBlogPosting", headline=title) if declared else _ld("NewsArticle", headline=title))
    body = f"<main><h1>{title}</h1><p>{SENTENCES[lang][0]}</p>{posts}</main>"
    slug = {"en": "live", "de": "liveticker", "fr": "en-direct", "es": "directo"}[lang]
    url = f"https://courier.example/{slug}/2026/03/06/storm-4711"
    return Case(f"live {lang}{' declared' if declared else ''}", "live blog", _page(lang, title, body, head), url)


_WATCH: Final = {
    "en": "Watch: the first boat arrives",
    "de": "Video: Das erste Boot kommt an",
    "fr": "Vidéo : l'arrivée du premier bac",
    "es": "Vídeo: llega el primer barco",
    "ja": "動画：最初の船が到着",
}


def _video(lang: str, how: str) -> Case:
    title = _WATCH[lang]
    head, url = "", "https://courier.example/2026/03/first-boat-arrives-in-the-harbour-4711"
    if how == "declared":
        head = _og("video.other") + _ld("VideoObject", name=title)
    elif how == "address":
        url = "https://courier.example/video/first-boat-arrives-in-the-harbour-4711"
    else:
        head = '<meta name="twitter:card" content="player"><meta property="og:video" content="/boat.mp4">'
    body = f'<main><h1>{title}</h1><video src="/boat.mp4" controls></video><p>{SENTENCES[lang][0]}</p></main>'
    return Case(f"video {lang} {how}", "video", _page(lang, title, body, head), url)


_PICTURES: Final = {
    "en": "In pictures: a day on the sound",
    "de": "Fotostrecke: Ein Tag am Sund",
    "fr": "En images : une journée sur le détroit",
    "es": "Galería: un día en el estrecho",
    "ru": "Фоторепортаж: день на проливе",
}


def _gallery(lang: str, how: str) -> Case:
    title = _PICTURES[lang]
    head = _ld("ImageGallery", name=title) if how == "declared" else ""
    url = f"https://courier.example/{'galerie/' if how == 'address' else ''}a-day-on-the-sound-4711"
    slides = "".join(
        f'<li class="slide"><figure><img src="/{n}.jpg" width="1200" height="800"><figcaption>'
        f"{HEADLINES[lang][n % 4]}. {n + 1}/14</figcaption></figure></li>"
        for n in range(14)
    )
    body = f'<main><h1>{title}</h1><ul class="gallery">{slides}</ul></main>'
    return Case(f"gallery {lang} {how}", "gallery", _page(lang, title, body, head), url)


_LISTEN: Final = {
    "en": "Podcast: voices of the harbour",
    "de": "Podcast: Stimmen vom Hafen",
    "fr": "Podcast : les voix du port",
}


def _audio(lang: str, how: str) -> Case:
    title = _LISTEN[lang]
    head = _ld("PodcastEpisode", name=title) if how == "declared" else ""
    url = "https://courier.example/podcasts/voices-of-the-harbour-episode-12" if how == "address" else None
    body = f'<main><h1>{title}</h1><audio src="/12.mp3" controls></audio><p>{SENTENCES[lang][1]}</p></main>'
    return Case(f"audio {lang} {how}", "audio", _page(lang, title, body, head), url)


_SHOPS: Final = {
    "en": ("Add to cart", "In stock", "Quantity", "Customer reviews", "Harbour lamp"),
    "de": ("In den Warenkorb", "Auf Lager", "Menge", "Kundenbewertungen", "Hafenlampe"),
    "fr": ("Ajouter au panier", "En stock", "Quantité", "Avis des clients", "Lampe de port"),
    "es": ("Añadir al carrito", "En stock", "Cantidad", "Opiniones", "Lámpara de puerto"),
}


def _product(lang: str, *, declared: bool) -> Case:
    buy, stock, amount, reviews, title = _SHOPS[lang]
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


_THREADS: Final = {
    "en": ("Which ferry for bicycles?", "Reply", "Quote", "Senior Member", "Joined: 2019", "posts"),
    "de": ("Welche Fähre für Fahrräder?", "Antworten", "Zitieren", "Mitglied", "Registriert: 2019", "Beiträge"),
    "fr": ("Quel bac pour les vélos ?", "Répondre", "Citer", "Membre", "Inscrit : 2019", "messages"),
    "es": ("¿Qué barco para bicicletas?", "Responder", "Citar", "Miembro", "Registrado: 2019", "mensajes"),
}


def _forum(lang: str, *, declared: bool) -> Case:
    title, reply, quote, member, joined, posts = _THREADS[lang]
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


_LEGAL: Final = {
    "en": ("Privacy policy", "privacy"),
    "de": ("Datenschutzerklärung", "datenschutz"),
    "fr": ("Mentions légales", "mentions-legales"),
    "es": ("Política de privacidad", "privacidad"),
}


def _legal(lang: str) -> Case:
    title, slug = _LEGAL[lang]
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


_ERRORS: Final = {
    "en": ("Page not found", "Sorry, the page you requested has moved or never existed."),
    "de": ("Seite nicht gefunden", "Leider gibt es die gewünschte Seite nicht oder nicht mehr."),
    "fr": ("Page introuvable", "Désolé, la page demandée n'existe pas ou plus."),
    "es": ("Página no encontrada", "Lo sentimos, la página que busca no existe o se ha movido."),
    "ru": ("Страница не найдена", "К сожалению, такой страницы нет или она была перемещена."),
    "ja": ("ページが見つかりません", "お探しのページは移動または削除された可能性があります。"),
}


def _error(lang: str, *, links: int = 0) -> Case:
    title, text = _ERRORS[lang]
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


_WALLS: Final = {
    "en": ("Subscribe to continue reading", "Already a subscriber? Log in."),
    "de": ("Jetzt weiterlesen mit dem Abo", "Sie haben schon ein Abo? Anmelden."),
    "fr": ("Article réservé aux abonnés", "Déjà abonné ? Se connecter."),
    "es": ("Contenido exclusivo para suscriptores", "¿Ya es suscriptor? Inicie sesión."),
    "ru": ("Только для подписчиков", "Уже подписаны? Войдите."),
    "ja": ("この記事は会員限定です", "すでに会員の方はログイン"),
}


def _wall(lang: str, *, declared: bool) -> Case:
    """A headline, a sentence, and a call to subscribe."""
    ask, log_in = _WALLS[lang]
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


_CONSENTS: Final = {
    "en": ("Before you continue", "We and our partners store cookies. Accept cookies to continue.", "Accept all"),
    "de": ("Weiter mit Werbung", "Besuchen Sie uns mit Werbung und Tracking. Zustimmen und weiter.", "Zustimmen"),
    "fr": ("Votre vie privée", "Nos partenaires stockent des cookies. Continuer sans accepter.", "Tout accepter"),
}


def _consent(lang: str) -> Case:
    title, text, accept = _CONSENTS[lang]
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
        (_LEGAL, _legal),
        (_ERRORS, _error),
        (_CONSENTS, _consent),
    ):
        yield from (make(lang) for lang in languages for make in makers)
    for languages, make in ((_LIVE, _live), (_SHOPS, _product), (_THREADS, _forum), (_WALLS, _wall)):
        yield from (make(lang, declared=declared) for lang in languages for declared in (True, False))
    for languages, make, other in (
        (_WATCH, _video, ("address", "card")),
        (_PICTURES, _gallery, ("address", "pictures")),
        (_LISTEN, _audio, ("address",)),
    ):
        yield from (make(lang, how) for lang in languages for how in ("declared", *other))
    yield _documentation()
    for words in ("404 Not Found", "403 Forbidden", "502 Bad Gateway", "Error 500", "Just a moment..."):
        yield _numbered_error(words)
    yield _partners("We value your privacy", "We and our 842 partners store and access information on your device.")
    yield _partners("We value your privacy", "We and our partners use cookies to process personal data.")


CASES: Final = tuple(_cases())
