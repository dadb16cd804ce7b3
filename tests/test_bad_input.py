"""Hostile pages can be extracted within bounds of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

import broadsheet

PARAGRAPH = "<p>Der Bürgermeister sagte am Dienstag, die Brücke werde im Mai eröffnet.</p>"


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("unclosed everything", "<div><p><span><b><i><a href=x><ul><li><table><tr><td>word, word." * 300),
        ("end tags only", "<p>a" + "</div></p></a>" * 50_000),
        ("deep", "<div>" * 3_900 + PARAGRAPH * 20),
        ("deep lists", "<ul><li>" * 3_900 + "word, and word."),
        ("deep tables", "<table><tr><td>" * 1_900 + PARAGRAPH),
        ("deep emphasis", "<p>" + "<b><i>" * 1_900 + "words, here."),
        ("one long line", "<p>" + "word, " * 300_000),
        ("many links", "<a href=x>link</a> " * 50_000),
        ("wide table", "<table><tr>" + "<td>cell, one</td>" * 20_000),
        ("huge spans", "<table><tr><td colspan=1000000 rowspan=1000000>a, b<td>c, d<tr><td>e, f<td>g, h</table>" * 5),
        ("half a tag", PARAGRAPH * 9 + "<p class='x"),
        ("unclosed script", PARAGRAPH * 9 + "<script>if (a"),
        ("unclosed title", "<title>" + PARAGRAPH * 9),
        ("title of dashes", "<title>" + "- " * 50_000 + "</title>" + PARAGRAPH * 9),
        ("frames", "<html><frameset><frame src=a><noframes>" + PARAGRAPH),
        ("odd attributes", "<p =a '=\" <b>>" + PARAGRAPH),
        ("surrogates", "<p>\ud800 word, word.</p>" * 9),
        ("private characters", "<p>\U0010ffff\ue000\ufffe word, word.</p>" * 9),
        (
            "bad addresses",
            "<base href='http://[x'><p>word, <a href='http://[::1'>word</a> <img src='//['> word.</p>" * 9,
        ),
    ],
    ids=lambda value: value if len(value) < 30 else "",
)
@pytest.mark.parametrize("method", ["fusion", "mss", "cetd", "coreex", "twcem"])
def test_hostile_markup_can_be_extracted(name: str, html: str, method: str) -> None:
    article = broadsheet.extract(html, url="https://a.example/", method=method, with_images=True, with_links=True)
    for written in (article.text, article.markdown, article.html, article.to_json()):
        written.encode("utf-8", "strict")


COSTING = {
    "@type": "NewsArticle",
    "isAccessibleForFree": False,
    "hasPart": {"isAccessibleForFree": False, "cssSelector": "*:has(~ * ~ * ~ * ~ * .zz)"},
}
SCRIPT = "<script type='application/ld+json'>{}</script>"
SECTIONS = {"@type": "NewsArticle", "articleSection": [[f"{at} {n}" for n in range(500)] for at in range(60)]}
LINKED_DATA = {
    "quotes": '{"a": "' + 'x" ' * 50_000,
    "slashes": '{"a": "' + ("\\" * 3 + '"') * 30_000,
    "nested": '{"a":' * 50_000,
    "comments": "{ /* " * 50_000,
    "angles": "{" + "<" * 90_000,
    "names": "{a:" * 50_000,
    "lists": "[a," + "[" * 50_000,
    "commas": "{" + ", " * 50_000,
    "sections": json.dumps(SECTIONS),
}
PICTURES = "<meta property=og:image content='/photo{0}!.jpg'><img src='/photo{0}!.jpg'>".format("-123" * 60)
DAYS = [f"{1991 + at % 30}-01-{1 + at % 28:02}T00:00:{at % 60:02}Z" for at in range(9_000)]
SQUARE = {
    **{name: SCRIPT.format(text) for name, text in LINKED_DATA.items()},
    "a selector": SCRIPT.format(json.dumps(COSTING)) + "<div><p>word</p></div>" * 300,
    "titles": "".join(f"<meta property='og:title' content='Title {n}'>" for n in range(20_000)),
    "marked titles": "".join(f"<p itemprop=headline>Title {n}</p>" for n in range(20_000)),
    "parts of a title": f"<title>{'ab | ' * 20_000}</title>",
    "headers": "<header><h1>x</h1>" * 1500 + "<h1>x y</h1>" * 3000,
    "backslashes": "<meta name=author content='" + "\\" * 200_000 + "'>",
    "authors": "".join(f"<meta name=author content='Ada{at} Lovelace{at}'>" for at in range(4_000)),
    "dates before bylines": f"<meta name=author content='{'By May 1 ' * 3_000}'>",
    "days": "".join(f"<meta name=date content='{day}'>" for day in DAYS),
    "summaries": "".join(f"<meta name=description content='{at} {'word ' * 15}…'>" for at in range(4_000)),
    "a class": "<figure><img src=a.jpg></figure><p class='" + "_" * 200_000 + "'>word</p>",
    "a class around quotations": f"<div class='{'x' * 800_000}'>{'<blockquote></blockquote>' * 5_000}",
    "a name of attributes": f"<img {'data' * 19_000}=x src=data:,>" * 50,
    "names of pictures": PICTURES + PICTURES.replace("-123", "_v1_2222"),
    "spaces in a width": "<img src=a.jpg width='1" + " " * 200_000 + "x'>",
    "captions": "<meta property=og:image content=/long-name.jpg><figure><img src=/long-name.jpg>"
    + "<div class=caption>" * 1_500
    + "word " * 20_000,
    "tables": "<div>" + "<table><tr><th>a<td>b</table>" * 3_000 + "</div>",
    "nested headings": "<h2><div>" * 1_900 + "x<br>" * 50_000,
    "nested boxes of tags": "<div class=tags>" * 3_500 + "x<br>" * 50_000,
    "marks on a letter": "<p>e" + "\u0301\u0327" * 150_000,
    "unclosed tags in a stated text": SCRIPT.format(
        json.dumps({"@type": "NewsArticle", "articleBody": PARAGRAPH * 9 + "<br" * 100_000})
    ),
}
"""Pages of at most a few megabytes on which quadratic code takes half a minute or more."""


@pytest.mark.parametrize("name", SQUARE)
def test_time_is_not_quadratic(name: str) -> None:
    begun = time.process_time()
    parts = [f"<div>{PARAGRAPH * 9}</div>", SQUARE[name]]
    if SQUARE[name].startswith("<title>"):  # which counts in the head alone
        parts.reverse()
    article = broadsheet.extract("".join(parts), url="https://a.example/")
    assert time.process_time() - begun < 20
    assert "die Brücke werde im Mai" in article.text


def test_a_20_mb_page_is_read_in_bounded_memory() -> None:
    code = (
        "import resource, broadsheet\n"
        "html = '<title>t</title>' + ''.join(f'<p>{n} ' + 'word, and word. ' * 60 + '</p>' for n in range(20_000))\n"
        "assert len(html) > 19_000_000\n"
        "article = broadsheet.extract(html)\n"
        "print(len(article.text), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    # A process begins with the peak of the one that starts it, and the tests' own is high: one in between has none.
    between = "import subprocess, sys; sys.exit(subprocess.call([sys.executable, '-c', sys.argv[1]]))"
    started = [sys.executable, "-c", between, code]
    done = subprocess.run(started, capture_output=True, text=True, check=True)  # noqa: S603
    characters, megabytes = map(int, done.stdout.split())
    assert characters > 1_000_000  # how much of such a page is an article is not the point
    assert megabytes < 800
