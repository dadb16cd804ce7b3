"""Makes the corpora of the tests: ``tiny``, in the plain layout, and one for each public format, in ``formats``.

    python tests/data/corpora/make.py

Run it to write the folders anew. The pages are invented. Each of ``tiny`` shows one thing that the reader or the bench
must get right; ``SHOWS`` says which.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

Files = dict[str, str | bytes]
"""The files of a corpus by their path; those named .gz are packed when written."""

SHOWS = {
    "article": "an article whose gold text is the body alone",
    "latin": "bytes that are not UTF-8, and a truth that names their codec",
    "chinese": "a language without spaces",
    "segments": "no gold text, but segments that must and must not be there",
    "index": "a page that is not an article by its label",
    "silent": "a page without any answer",
}

FERRY = [
    "The old ferry across the sound will stop running at the end of October, the harbour board said on Tuesday.",
    "For ninety years the boat has carried schoolchildren, cattle and the weekly mail to the islands, and many of the "
    "people who live there say they cannot picture the place without it.",
    "A bridge that opened in spring has taken two thirds of the passengers, and the board, which lost money in four of "
    "the last five years, sees no way to pay for a new engine.",
    "The crew of eleven will be offered work at the container terminal, the board added.",
]
MILL = [
    "Die alte Mühle am Fluss wird im Frühjahr wieder Mehl mahlen, wie der Förderverein am Freitag mitteilte.",
    "Zwölf Jahre lang stand das große Rad still, weil das Geld für neue Lager fehlte und niemand wusste, wem das "
    "Gebäude eigentlich gehört.",
    "Nun übernimmt die Gemeinde die Kosten, und die Schüler der örtlichen Schule dürfen am ersten Tag die Säcke "
    "füllen.",
]
RIVER = [
    "星期二清晨，河边的老茶馆重新开门，许多居民带着孩子来喝第一壶茶。",
    "茶馆关闭了三年，因为屋顶在一场大雨中倒塌，而修理的费用一直没有着落。",
    "去年冬天，镇上的年轻人开始收集旧木料，自己动手把屋顶修好了。",
]
ORCHARD = [
    "Pear growers in the valley expect their smallest harvest since records began, after frost in April killed most of "
    "the blossom in a single night.",
    "The cooperative has asked the ministry to bring forward the payments that are due in winter, so that families can "
    "keep their pickers until the season ends.",
]


def page(title: str, paragraphs: list[str], *, lang: str = "en", charset: str = "utf-8") -> str:
    body = "\n".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"""<!DOCTYPE html>
<html lang="{lang}"><head><meta charset="{charset}"><title>{title} - The Sound Courier</title></head>
<body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li>
<li><a href="/sport">Sport</a></li></ul></nav></header>
<main><article><h1>{title}</h1>
<p class="byline">By Ada Moller</p>
{body}
</article></main>
<aside><h2>More news</h2><ul><li><a href="/1">Council meets</a></li><li><a href="/2">Swimming pool to close</a></li>
<li><a href="/3">New trains in summer</a></li></ul></aside>
<footer><p>Copyright The Sound Courier. <a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></p></footer>
</body></html>
"""


INDEX = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>News - The Sound Courier</title></head><body><ul>
<li><a href="/1">Council meets</a></li><li><a href="/2">Swimming pool to close</a></li>
</ul></body></html>
"""


def pages() -> list[tuple[dict[str, Any], bytes]]:
    site = {"site": "courier.example", "encoding": "utf-8"}
    return [
        (
            {
                "id": "article",
                "url": "https://courier.example/ferry",
                "lang": "en",
                "title": "Last trip for the old ferry",
                "authors": ["Ada Moller"],
                "date": "2024-10-01",
                "text": "\n".join(FERRY),
                **site,
            },
            page("Last trip for the old ferry", FERRY).encode(),
        ),
        (
            {"id": "latin", "lang": "de", "text": "\n".join(MILL), **site, "encoding": "cp1252", "year": 2004},
            page("Die Mühle dreht sich wieder", MILL, lang="de", charset="utf-8").encode("cp1252"),
        ),
        (
            {"id": "chinese", "lang": "zh", "text": "\n".join(RIVER), **site},
            page("河边的老茶馆", RIVER, lang="zh").encode(),
        ),
        (
            {
                "id": "segments",
                "lang": "en",
                "with": ["smallest harvest since  records began", "bring forward the payments"],
                "without": ["Swimming pool to close", "Imprint"],
                "comments": [],
                **site,
            },
            page("Frost takes the pears", ORCHARD).encode(),
        ),
        ({"id": "index", "lang": "en", "label": "not_article", "text": "", **site}, INDEX.encode()),
        ({"id": "silent", **site}, page("Nothing is known of this page", ORCHARD).encode()),
    ]


def tiny() -> Files:
    return {
        "truth.jsonl": as_json_lines(*(truth for truth, _ in pages())),
        **{f"html/{truth['id']}.html.gz": data for truth, data in pages()},
    }


# The public formats.

FERRY_TITLE, MILL_TITLE, RIVER_TITLE = "Last trip for the old ferry", "Die Mühle dreht sich wieder", "河边的老茶馆"


def leaf(title: str, paragraphs: list[str], *, lang: str = "en", charset: str = "utf-8") -> str:
    """A page with nothing beside the article: what is shown is its place in the format."""
    body = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    head = f'<meta charset="{charset}"><title>{title}</title>'
    return f'<!DOCTYPE html><html lang="{lang}"><head>{head}</head>\n<body><h1>{title}</h1>{body}</body></html>\n'


FERRY_PAGE = leaf(FERRY_TITLE, FERRY)
MILL_PAGE = leaf(MILL_TITLE, MILL, lang="de")
RIVER_PAGE = leaf(RIVER_TITLE, RIVER, lang="zh", charset="gb2312")


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def as_json_lines(*values: object) -> str:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def scrapinghub() -> Files:
    return {
        "ground-truth.json": as_json(
            {
                "a1": {"articleBody": "\n\n".join(FERRY), "url": "https://www.courier.example/ferry"},
                "b2": {"articleBody": "  ".join(MILL), "note": "no URL"},
            }
        ),
        "html/a1.html.gz": FERRY_PAGE,
        # Written as UTF-8, whatever it declares.
        "html/b2.html.gz": leaf(MILL_TITLE, MILL, lang="de", charset="iso-8859-1"),
    }


def wrapped(url: str, html: str, attributes: str = "") -> str:
    return f'<text id="{url}"{attributes}>\n{html}\n</text>\n'


def cleaneval() -> Files:
    first, *others = FERRY
    words = first.split()
    marked = f"<h>{FERRY_TITLE}\n\n<p>{' '.join(words[:9])}\n {' '.join(words[9:])}\n\n"
    marked += "".join(f"<p>{text}\n" for text in others) + "<l>Home &amp; garden\n<l> 3 < 4\n"
    url = "http://news.courier.co.uk/ferry"
    chinese = "".join(f"<p>{text}\n" for text in RIVER)
    return {
        "GoldStandard/1.txt": f"URL: {url}\n{marked}",
        "GoldStandard/2.txt": "<p>Die alte Mühle\r\n am Fluss\r\n\r\nohne Zeichen\r\n".encode("cp1252"),
        "finalrun-input/1.html": wrapped(url, FERRY_PAGE, ' title="Ferry" encoding="utf-8"'),
        "finalrun-input/2.html": wrapped(
            "http://muehle.example/", "<p>Die alte Mühle am Fluss</p>", " encoding='iso-8859-1'"
        ).encode("cp1252"),
        # A page without a gold text, as in the task.
        "finalrun-input/3.html": wrapped("http://courier.example/3", INDEX),
        "zh_cleaned/7-cleaned.txt": f"URL: http://chaguan.example/\n{chinese}".encode("gb18030"),
        "zh_original/7.html": wrapped("http://chaguan.example/", RIVER_PAGE).encode("gb18030"),
    }


def cleanportaleval() -> Files:
    url = "http://courier.example/news/ferry"
    text = f"\nURL: {url}\n<h>{FERRY_TITLE}\n\n" + "".join(f"<p>{text}\n\n" for text in FERRY)
    return {
        "GoldStandard/courier.example_news_01.txt": text,
        "input/courier.example_news_01.html": "\n" + wrapped(url, FERRY_PAGE),
    }


def l3s() -> Files:
    name = "01234567-89ab-cdef-0123-456789abcdef"

    def span(label: int, text: str) -> str:
        return f'<span class="x-nc-sel{label}">{text}</span>'

    head, rest = FERRY[0].split(" ", 1)
    advertisement = span(0, "Advertisement")
    body = "".join(
        [
            span(0, "<ul><li>Home</li></ul>"),
            f"<h1>{span(1, FERRY_TITLE)}</h1>",
            # Two pieces of one line: the space between them is outside the labels.
            f"<p>{span(2, head)} <b class='lead x-nc-sel2'>{rest}</b></p>",
            f"<div>{span(2, f'<p>{FERRY[1]}</p><p>{advertisement}</p><p>{FERRY[2]}</p>')}</div>",
            f"<p>{span(3, 'The ferry in 1952')}</p>",
            f"<ul><li>{span(4, '<a>New trains in summer</a>')}</li></ul>",
            f"<p>{span(5, 'What a pity.')}</p><p>{span(5, 'At last!')}</p><p>Copyright</p>",
        ]
    )
    return {
        f"annotated/{name}.html": f"<html><body>{body}</body></html>",
        f"original/{name}.html": FERRY_PAGE,
        "url-mapping.txt": f"<urn:uuid:{name}>\thttp://www.courier.example/ferry\n",
    }


def dragnet() -> Files:
    return {
        "HTML/10.html": FERRY_PAGE,
        "HTML/11.html": MILL_PAGE,
        "Corrected/10.html.corrected.txt": "\n\n".join([FERRY_TITLE, *FERRY])
        + "\n\n!@#$%^&*()  COMMENTS\n\nWhat a pity.\n\nAt last!\n",
        "Corrected/11.html.corrected.txt": ("\n".join(MILL) + "\n").encode("utf-16"),
        "training.txt": "10\n12\n",
        "test.txt": "13\n",
    }


def readability() -> Files:
    article = "".join(f"<p>{text}</p>" for text in FERRY)
    return {
        "ferry/source.html": FERRY_PAGE,
        "ferry/expected.html": f'<div id="readability-page-1" class="page"><h2>{FERRY_TITLE}</h2>\n{article}</div>\n',
        "ferry/expected-metadata.json": as_json(
            {
                "title": FERRY_TITLE,
                "byline": "By Ada Moller",
                "dir": None,
                "lang": "en-GB",
                "excerpt": FERRY[0],
                "siteName": "The Sound Courier",
                "publishedTime": "2024-10-01T07:30:00+02:00",
                "readerable": True,
            }
        ),
        "silent/source.html": INDEX,
        "silent/expected.html": "",
        "silent/expected-metadata.json": as_json({"title": "News", "publishedTime": "yesterday", "readerable": False}),
        "detection/readerable/one.html": FERRY_PAGE,
    }


def trafilatura() -> Files:
    return {
        "evaldata.json": as_json(
            {
                "https://www.courier.example/ferry": {
                    "file": "courier.example.ferry.html",
                    "author": "Ada Moller; Rune Dahl, PhD",
                    "title": FERRY_TITLE,
                    "date": "2024-10-01",
                    "with": ["stop running at the end", "work at the container terminal"],
                    "without": ["New trains in summer"],
                    "comments": ["What a pity."],
                    "license": "",
                    "region": "GB",
                },
                "https://muehle.example/rad": {
                    "file": "muehle.example.html",
                    "date": "im Frühjahr",
                    "with": ["Die alte Mühle"],
                    "without": ["Impressum"],
                },
                "https://courier.example/later": {"file": "", "with": [], "without": []},
            },
        ),
        "cache/courier.example.ferry.html": FERRY_PAGE,
        "eval/muehle.example.html": MILL_PAGE,
    }


def wceb() -> Files:
    return {
        "ground-truth/cetd.jsonl": as_json_lines(
            {"page_id": "aa", "plaintext": "\n".join(FERRY), "source": ["cetd", "BBC_1"]},
            # The page was empty, and not written.
            {"page_id": "bb", "plaintext": "", "source": ["cetd", "BBC_2"]},
        ),
        "ground-truth/l3s-gn1.jsonl": as_json_lines(
            {
                "page_id": "cc",
                "plaintext": f"{MILL_TITLE} \n " + " ".join(MILL),
                "url": "http://www.muehle.example/rad",
                "source": ["l3s-gn1", "x"],
            }
        ),
        "html/cetd/aa.html": FERRY_PAGE,
        "html/l3s-gn1/cc.html.gz": MILL_PAGE,
    }


def wcxb() -> Files:
    return {
        "dev/ground-truth/0001.json": as_json(
            {
                "schema_version": "2.0",
                "url": "https://www.courier.example/ferry",
                "file_id": "0001",
                "_internal": {"page_type": {"primary": "article", "confidence": "verified", "tags": ["sea"]}},
                "ground_truth": {
                    "title": FERRY_TITLE,
                    "author": "Ada Moller",
                    "publish_date": "2024-10-01",
                    "main_content": "\n\n".join(FERRY),
                    "with": ["stop running at the end"],
                    "without": ["New trains in summer"],
                    "main_content_markdown": "**The old ferry**",
                },
            }
        ),
        "dev/ground-truth/0002.json": as_json(
            {
                "url": "https://www.courier.example/",
                "_internal": {"page_type": "category"},
                "ground_truth": {"title": "", "main_content": None, "with": None, "publish_date": "autumn"},
            }
        ),
        "dev/ground-truth/0003.json": as_json({"url": "https://courier.example/3", "ground_truth": None}),
        "dev/html/0001.html.gz": FERRY_PAGE,
        "dev/html/0002.html.gz": INDEX,
        "test/ground-truth/4000.json": as_json(
            {"url": "https://muehle.example/rad", "_internal": None, "ground_truth": {"main_content": "\n".join(MILL)}}
        ),
        "test/html/4000.html.gz": MILL_PAGE,
    }


def fundus() -> Files:
    def answer(title: str, paragraphs: list[str], day: str) -> dict[str, Any]:
        first, *others = paragraphs
        section = {"headline": ["Was bleibt"], "paragraphs": others}
        return {
            "authors": ["Ada Moller"],
            "body": {"summary": [first], "sections": [section]},
            "publishing_date": f"{day} 07:30:00+02:00",
            "title": title,
            "topics": ["Handwerk"],
        }

    return {
        "de/meta.info": as_json(
            {
                "Muehlenbote_2023_05_01.html.gz": {
                    "url": "https://muehle.example/rad",
                    "crawl_date": "2023-05-01 10:00:00",
                },
                "Muehlenbote_2024_06_02.html.gz": {
                    "url": "https://muehle.example/lager",
                    "crawl_date": "2024-06-02 10:00:00",
                },
            }
        ),
        "de/Muehlenbote.json": as_json(
            {
                "V1_1": answer("Neue Lager", ORCHARD, "2024-06-01"),
                "V1": answer(MILL_TITLE, MILL, "2023-04-30"),
            }
        ),
        "de/Muehlenbote_2023_05_01.html.gz": MILL_PAGE,
        "de/Muehlenbote_2024_06_02.html.gz": leaf("Neue Lager", ORCHARD),
        "gb/meta.info": as_json(
            {"SoundCourier.html.gz": {"url": "https://www.courier.co.uk/ferry", "crawl_date": "2024-10-02 08:00:00"}}
        ),
        # As in the older answers: no body, no day.
        "gb/SoundCourier.json": as_json({"V1": {"authors": ["Ada Moller"], "title": FERRY_TITLE}}),
        "gb/SoundCourier.html.gz": FERRY_PAGE,
    }


def fundus_evaluation() -> Files:
    first, *others = FERRY
    return {
        "ground_truth.json": as_json(
            {
                "SoundCourier_0.html.gz": {
                    "url": "https://www.courier.example/ferry",
                    "body": [first, "[Read more about the sound.]", *others],
                    "crawl_date": "2024-10-02 08:00:00",
                }
            }
        ),
        "html/SoundCourier_0.html.gz": FERRY_PAGE,
    }


def daniel() -> Files:
    greek, other = "20111103_www.news.courier.gr_0123456789abcdef", "press_01_en.html"
    return {
        f"html/{greek}": FERRY_PAGE,
        f"html/{other}": FERRY_PAGE,
        f"reference/{greek}": "".join(f"<p>{text}</p>\n" for text in [FERRY_TITLE, *FERRY]),
        f"reference/{other}": "<p>Ferries &amp; bridges</p>\n",
        "doc_lg.json": as_json({greek: "Greek", other: "en"}),
    }


def naeb() -> Files:
    return {
        "articles.json": as_json(
            {
                "00ff": {
                    "id": 1,
                    "title": FERRY_TITLE,
                    "authors": "Ada Moller",
                    "date": "2024-10-01",
                    "articleBody": "\n\n".join(FERRY),
                    "site": "http://www.courier.example",
                    "url": "https://news.courier.example/ferry",
                },
                "11ee": {
                    "id": 2,
                    "title": MILL_TITLE,
                    "authors": ["Rune Dahl", "Ada Moller"],
                    "date": "",
                    "articleBody": "\n".join(MILL),
                    "url": "https://muehle.example/rad",
                },
            }
        ),
        "html/00ff.html": FERRY_PAGE,
        "html/11ee.html": MILL_PAGE,
    }


FORMATS = [cleaneval, cleanportaleval, daniel, dragnet, fundus, fundus_evaluation, l3s, naeb, readability, scrapinghub]
FORMATS += [trafilatura, wceb, wcxb]


def make(folder: Path) -> None:
    """Write all corpora into a folder."""
    corpora = {"tiny": tiny()} | {f"formats/{files.__name__.replace('_', '-')}": files() for files in FORMATS}
    for name, files in corpora.items():
        for file, content in files.items():
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            data = content.encode() if isinstance(content, str) else content
            # No time stamp, so that the same page is the same file.
            path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)


if __name__ == "__main__":
    make(Path(__file__).parent)
