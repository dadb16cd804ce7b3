"""The endpoints, over HTTP on the loopback: responses, and problems for bad input."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

import broadsheet
from broadsheet.cli import main
from broadsheet.crawl.sources.guard import Guard, look_up
from broadsheet.show.serve import METHODS
from broadsheet.show.serve.parameters import SELECTOR
from tests.crawl.sources.loopback import PAGE, Loopback, answer, redirect
from tests.show.serve.conftest import ADDRESS, DEMO, parsed, with_class
from tests.show.serve.serving import Serving

HTML = DEMO.read_text(encoding="utf-8")
MOST = 300_000
GUIDE = Path(__file__).parent.parent.parent.parent / "docs/guide/serve.md"


def resolve(host: str, port: int) -> list[str]:
    """Resolve the tests' names: a public and a private one."""
    return {"news.example": ["127.0.0.1"], "inside.example": ["127.0.0.2"]}.get(host) or look_up(host, port)


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    guard = Guard(allowed=lambda one: str(one) == "127.0.0.1", ports=None, resolve=resolve)
    with Serving(guard=guard, jobs=2, max_bytes=MOST, page_seconds=30, fetch_seconds=1.5) as server:
        yield server


def problem(response: httpx.Response, status: int, kind: str | None) -> dict[str, Any]:
    """Check a problem document (RFC 9457) and that the guide describes its type; return it."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    said: dict[str, Any] = response.json()
    assert said["status"] == status
    assert said["title"]
    assert "Traceback" not in response.text
    if kind is None:
        assert said["type"] == "about:blank"
    else:
        assert said["type"] == f"urn:problem-type:broadsheet:{kind}"
        assert (kind == "wrong-option") == ("errors" in said)
        assert re.search(rf"^\| `{kind}` \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    return said


@pytest.mark.parametrize(
    ("form", "media"), [("text", "text/plain"), ("md", "text/markdown"), ("html", "text/html"), ("json", None)]
)
def test_formats_are_those_of_the_command(served: Serving, form: str, media: str | None) -> None:
    switches = {"with_images": True, "with_links": True, "with_tables": False}
    response = served.post("/extract", html=HTML, url=ADDRESS, format=form, **switches)
    words = ["extract", str(DEMO), "--url", ADDRESS, "-f", form, "--with-images", "--with-links", "--without-tables"]
    written = CliRunner().invoke(main, words).stdout
    if media is None:
        assert response.json() == json.loads(written)
    else:
        assert response.text.rstrip("\n") == written.rstrip("\n")
        assert response.headers["content-type"] == f"{media}; charset=utf-8"
    # Browsers show content of pages without permissions.
    assert response.headers["content-security-policy"].endswith("; sandbox")
    assert response.headers["x-content-type-options"] == "nosniff"


def test_selectors_reach_the_article(served: Serving) -> None:
    options = {"keep": ["nav"], "drop": ["p:first-of-type", ".nothing"]}
    response = served.post("/extract", html=HTML, url=ADDRESS, **options)
    assert response.json() == broadsheet.extract(HTML, url=ADDRESS, with_places=True, **options).to_dict()
    assert "drop '.nothing': matches nothing" in response.json()["notes"]
    query = {"url": ADDRESS, **options}
    assert served.send("/extract", HTML.encode(), params=query).json() == response.json()


def test_front_matter(served: Serving) -> None:
    response = served.post("/extract", html=HTML, url=ADDRESS, format="md", front_matter=True)
    assert response.text.rstrip() == broadsheet.extract(HTML, url=ADDRESS).to_markdown(front_matter=True).rstrip()


def test_relative_dates_refer_to_the_time_of_capture(served: Serving) -> None:
    told = PAGE.replace("</h1>", "</h1><p>By Ada Lovelace | 3 hours ago</p>", 1)
    found = served.post("/extract", html=told, captured="2026-03-06T09:30Z").json()
    assert found["published"] == "2026-03-06T06:30:00+00:00"


def test_an_invalid_selector_is_an_invalid_option(served: Serving) -> None:
    said = problem(served.post("/extract", html=HTML, keep=["p >"]), 422, "wrong-option")
    assert said["detail"] == "not a valid CSS selector: 'p >'"
    assert problem(served.post("/extract", html=HTML, drop=["p"] * 21), 422, "wrong-option")["detail"][:6] == "drop: "
    problem(served.post("/extract", html=HTML, drop=["p" * 2000]), 422, "wrong-option")


def test_the_verdict_is_what_the_library_says(served: Serving) -> None:
    response = served.post("/identify", html=HTML, url=ADDRESS)
    assert response.json() == {"url": ADDRESS, **broadsheet.identify(HTML, url=ADDRESS).to_dict()}
    raw = served.send("/identify", HTML.encode(), "text/html; charset=utf-8").json()
    assert (raw["is_article"], raw["url"]) == (True, None)


def test_the_methods_are_those_of_the_command(served: Serving) -> None:
    listed = CliRunner().invoke(main, ["methods", "--format", "json"]).stdout
    assert served.client.get("/methods").json() == json.loads(listed)


def test_the_policy_of_the_inspector_is_also_a_header(served: Serving) -> None:
    response = served.post("/inspect", html=HTML, url=ADDRESS, method=["coreex", "mss"])
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    tree = parsed(response.text)
    assert [one.get("value") for one in tree.iter("input")] == ["0", "1"]
    stated = next(one for one in tree.iter("meta") if one.get("http-equiv") == "Content-Security-Policy").get("content")
    assert stated is not None
    policy = response.headers["content-security-policy"]
    assert policy == f"{stated}; frame-ancestors 'none'; sandbox allow-scripts"
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert len(with_class(tree, "seg")) > 5


def test_the_form_is_answered_by_the_inspector(served: Serving) -> None:
    form = served.client.get("/")
    assert form.status_code == 200
    tree = parsed(form.text)
    assert list(tree.iter("script")) == []
    assert "script-src" not in form.headers["content-security-policy"]
    assert "form-action 'self'" in form.headers["content-security-policy"]
    (sent,) = tree.iter("form")
    assert (sent.get("action"), sent.get("method"), sent.get("enctype")) == ("inspect", "post", "multipart/form-data")
    names = {one.get("name") for one in tree.iter() if one.get("name")} - {None, "viewport", "referrer", "color-scheme"}
    assert names == {"url", "html", "file", "method"}
    # As a browser sends it: empty fields, and an empty file.
    empty: dict[str, Any] = {"file": ("", b"", "application/octet-stream")}
    shown = served.client.post("/inspect", data={"url": "", "html": HTML, "method": list(METHODS)}, files=empty)
    assert shown.status_code == 200
    assert "Why this text is the article" in shown.text


def test_browsers_get_a_page_for_a_problem(served: Serving) -> None:
    empty = {"file": ("", b"", "application/octet-stream")}
    fields = {"url": "", "html": HTML, "method": "<script>alert(1)</script>"}
    accept = {"Accept": "text/html,*/*;q=0.8"}
    response = served.client.post("/inspect", data=fields, files=empty, headers=accept)
    assert response.status_code == 422
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert "alert(1)" in response.text
    assert "<script>alert" not in response.text
    parsed(response.text)
    problem(served.client.post("/inspect", data={"html": ""}, files=empty), 422, "wrong-option")


def test_health(served: Serving) -> None:
    said = served.client.get("/health").json()
    assert said == {"status": "ok", "version": broadsheet.__version__, "pages": 0, "most_pages": 34, "fetches": 0}


def figure(text: str, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_metrics_count(served: Serving) -> None:
    good = 'broadsheet_requests_total{endpoint="/identify",status="200"}'
    bad = 'broadsheet_requests_total{endpoint="/identify",status="422"}'
    other = 'broadsheet_requests_total{endpoint="other",status="404"}'
    bars = 'broadsheet_request_seconds_count{endpoint="/identify"}'
    before = served.client.get("/metrics").text
    served.post("/identify", html=HTML)
    served.post("/identify", html="")
    for number in range(3):
        problem(served.client.get(f"/none/{number}"), 404, None)
    response = served.client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = response.text
    assert [figure(after, one) - figure(before, one) for one in (good, bad, other, bars)] == [1, 1, 3, 2]
    assert figure(after, 'broadsheet_request_seconds_bucket{endpoint="/identify",le="+Inf"}') == figure(after, bars)
    assert "broadsheet_pages_in_progress 0.0" in after
    assert "/none/" not in after


def test_other_formats_are_refused(served: Serving) -> None:
    for path in ("/extract", "/identify", "/inspect"):
        for html, looks_like in (("", "nothing (empty input)"), ('{"title": "Bridge"}', "JSON")):
            assert problem(served.post(path, html=html), 422, "not-html")["looks_like"] == looks_like


def test_pages_beyond_a_limit(served: Serving) -> None:
    said = problem(served.post("/extract", html="<div>" * 20_000 + "text"), 413, "too-large")
    assert (said["measure"], said["limit"]) == ("the depth of nested elements", 8000)


def test_invalid_utf_8_and_nul_bytes_are_read(served: Serving) -> None:
    for data in (HTML.encode().replace(b"ferry", b"f\xff\xfeerry"), HTML.replace("ferry", "fe\0rry").encode()):
        response = served.send("/extract", data, "text/html; charset=utf-8")
        assert response.json()["title"] == "Ferry returns to the Lower Sound after eleven years"


def test_a_body_that_is_too_large(served: Serving) -> None:
    """With its length declared, and in chunks."""
    body = b"<p>some words</p>" * (MOST // 10)
    for content in (body, iter([body])):
        assert problem(served.send("/extract", content), 413, "too-large")["limit"] == MOST
    assert served.client.get("/health").json()["pages"] == 0


def test_a_body_declared_too_large_is_refused_before_it_is_sent(served: Serving) -> None:
    head = b"POST /extract HTTP/1.1\r\nHost: a\r\nContent-Type: text/html\r\nContent-Length: 5000000\r\n"
    with served.connect(head + b"Expect: 100-continue\r\n\r\n") as connection:
        assert connection.recv(99).startswith(b"HTTP/1.1 413 ")


def test_a_request_with_two_lengths_is_refused(served: Serving) -> None:
    head = b"POST /extract HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
    with served.connect(head + b"0\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n") as connection:
        answers = b"".join(iter(lambda: connection.recv(9999), b""))
    assert answers.startswith(b"HTTP/1.1 400 ")
    assert answers.count(b"HTTP/1.1") == 1, "the connection is closed"


def test_bodies_of_other_types_and_compressed_ones_are_refused(served: Serving) -> None:
    packed = served.send("/extract", gzip.compress(HTML.encode()), headers={"Content-Encoding": "gzip"})
    assert problem(packed, 415, "unsupported-type")["detail"] == "send the body as it is, not compressed"
    for path, forms in (("/extract", False), ("/inspect", True)):
        said = problem(served.send(path, b"p {}", "text/css"), 415, "unsupported-type")
        assert said["detail"].startswith("text/css is not accepted; these are: application/json")
        assert ("multipart/form-data" in said["detail"]) is forms


@pytest.mark.parametrize(
    ("data", "status", "kind"),
    [
        (b"", 400, "bad-request"),
        (b"{", 400, "bad-request"),
        (b'{"html": "\xff"}', 400, "bad-request"),
        (b"[" * 50_000, 400, "bad-request"),
        (b"null", 422, "wrong-option"),
        (b'["html"]', 422, "wrong-option"),
        (b"{}", 422, "wrong-option"),
        (b'{"html": null, "url": ""}', 422, "wrong-option"),
        (b'{"html": 7}', 422, "wrong-option"),
        (b'{"html": "<p>x", "format": "pdf"}', 422, "wrong-option"),
        (b'{"html": "<p>x", "with_images": "perhaps"}', 422, "wrong-option"),
        (b'{"html": "<p>x", "method": "magic"}', 422, "wrong-option"),
        (b'{"html": "<p>x", "captured": "today"}', 422, "wrong-option"),
        (b'{"html": "<p>x", "with_imagse": true}', 422, "wrong-option"),
        (b'{"html": "<p>x", "captured": "2026-03-06T09:30"}', 422, "wrong-option"),
    ],
)
def test_invalid_json_and_options_are_problems(served: Serving, data: bytes, status: int, kind: str) -> None:
    problem(served.send("/extract", data, "application/json"), status, kind)


@pytest.mark.parametrize(
    ("data", "boundary"), [(b"", "b"), (b"--b\r\n\r\n", "b"), (b"--b--", "b"), (b"x" * 99, "b"), (b"--b", "")]
)
def test_broken_forms_are_problems(served: Serving, data: bytes, boundary: str) -> None:
    media = f"multipart/form-data; boundary={boundary}" if boundary else "multipart/form-data"
    response = served.send("/inspect", data, media)
    problem(response, response.status_code, {400: "bad-request", 422: "wrong-option"}[response.status_code])


@pytest.mark.parametrize(
    ("fields", "accepted"),
    [
        ({"html": PAGE}, True),
        ({"html": PAGE, "url": "x", "method": ["coreex", "cetd"]}, True),
        ({"file": PAGE}, True),
        ({"file": PAGE, "captured": "2026-03-06T09:30:00Z"}, True),
        ({"url": "http://inside.example/"}, True),
        ({"file": PAGE, "html": "", "url": "", "captured": "", "method": [""]}, True),
        ({"html": PAGE, "file": "", "url": "x", "method": ["", "coreex"]}, True),
        ({"html": "", "file": "", "url": "http://inside.example/"}, True),
        ({"html": "", "file": "", "url": ""}, False),
        ({}, False),
        ({"url": "x"}, False),
        ({"html": "plain text"}, False),
        ({"file": "plain text"}, False),
        ({"file": PAGE, "html": PAGE}, False),
        ({"file": PAGE, "method": ["magic"]}, False),
        ({"html": PAGE, "colour": "red"}, False),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_forms(served: Serving, fields: dict[str, Any], accepted: bool, named: bool) -> None:
    """Also where the page is a field without a file name; ``make api`` tests all requests of the description."""
    parts = [
        (name, ("page.html" if named and name == "file" else None, value.encode()))
        for name, values in fields.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    response = served.client.post("/inspect", files=parts or [("nothing", (None, b""))])
    assert (response.status_code not in {400, 415, 422}) == accepted, response.text


def test_unknown_paths_and_methods(served: Serving) -> None:
    response = served.client.get("/extract")
    problem(response, 405, None)
    assert response.headers["allow"] == "POST"
    said = problem(served.client.get("/docs?a=b"), 404, None)
    assert said["detail"] == "the API has no GET /docs; see /openapi.json"
    problem(served.client.post("/extract/"), 404, None)


def test_a_page_is_fetched(served: Serving, site: Loopback) -> None:
    site.routes["/news/1"] = redirect("/news/2")
    site.routes["/news/2"] = answer(PAGE)
    said = served.post("/extract", url=f"http://news.example:{site.port}/news/1").json()
    assert said["url"] == f"http://news.example:{site.port}/news/2"
    assert said["title"] == "Bridge to close"
    assert served.post("/identify", url=f"http://news.example:{site.port}/news/2").json()["is_article"] in (True, False)
    assert served.post("/inspect", url=f"http://news.example:{site.port}/news/2").status_code == 200
    page = PAGE.replace("The council", "Der Rat").encode("utf-16")
    site.routes["/utf-16"] = answer(page, type_="text/html; charset=utf-16")
    text = served.post("/extract", url=f"http://news.example:{site.port}/utf-16", format="text").text
    assert "Der Rat" in text


@pytest.mark.parametrize("host", ["127.0.0.2", "inside.example", "[::1]", "10.0.0.1", "169.254.169.254", "2130706434"])
def test_private_addresses_are_refused(served: Serving, site: Loopback, host: str) -> None:
    url = f"http://{host}:{site.port}/"
    said = problem(served.post("/extract", url=url), 403, "refused-address")
    assert said["url"] == url
    site.routes["/"] = redirect(url)
    problem(served.post("/identify", url=f"http://news.example:{site.port}/"), 403, "refused-address")
    assert len(site.requests) == 1


def test_pages_that_cannot_be_fetched(served: Serving, site: Loopback) -> None:
    base = f"http://news.example:{site.port}"
    said = problem(served.post("/extract", url=f"{base}/missing"), 502, "fetch-failed")
    assert said["upstream_status"] == 404
    assert said["url"] == f"{base}/missing"
    site.routes["/loop"] = redirect("/loop")
    problem(served.post("/extract", url=f"{base}/loop"), 502, "fetch-failed")
    site.routes["/file"] = redirect("file:///etc/passwd")
    problem(served.post("/extract", url=f"{base}/file"), 502, "fetch-failed")
    site.routes["/pdf"] = answer(b"%PDF-", type_="application/pdf")
    problem(served.post("/extract", url=f"{base}/pdf"), 422, "not-html")
    site.routes["/large"] = answer(b"<p>words</p>" * 50_000)
    problem(served.post("/extract", url=f"{base}/large"), 413, "too-large")
    site.routes["/bomb"] = answer(gzip.compress(bytes(5_000_000)), Content_Encoding="gzip")
    problem(served.post("/extract", url=f"{base}/bomb"), 413, "too-large")
    site.routes["/slow"] = lambda exchange: exchange.drip([b"HTTP/1.1 200 OK\r\n", *[b"a: b\r\n"] * 60], 0.1)
    problem(served.post("/extract", url=f"{base}/slow"), 504, "fetch-timeout")
    assert served.client.get("/health").json()["fetches"] == 0


def test_the_description_is_complete(served: Serving) -> None:
    said = served.client.get("/openapi.json").json()
    assert said["openapi"].startswith("3.1")
    assert set(said["paths"]) == {"/extract", "/identify", "/inspect", "/methods", "/health", "/metrics"}
    schemas = said["components"]["schemas"]
    targets = set(re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(said)))
    assert targets <= set(schemas)
    whole = json.loads(files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8"))
    assert set(schemas["Article"]["properties"]) == set(whole["properties"])
    options = set(schemas["ExtractBody"]["properties"])
    address = schemas["InspectBody"]["anyOf"][1]["properties"]["url"]["pattern"]
    for pattern, wrong in ((address, "http://a["), (address, "http://a@"), (SELECTOR, '[a="\r"]')):
        assert not re.match(pattern, wrong), "such requests are refused"
    assert {"html", "url", "method", "format", "favor", "with_images", "with_links", "with_tables"} <= options
    assert all(one.get("description") for one in schemas["ExtractBody"]["properties"].values())
    operation = said["paths"]["/extract"]["post"]
    assert set(operation["requestBody"]["content"]) >= {"application/json", "text/html"}
    assert {one["name"] for one in operation["parameters"]} == (options - {"html"})
    assert set(operation["responses"]) == {
        "200", "400", "403", "408", "413", "415", "422", "500", "502", "503", "504",
    }  # fmt: skip
    assert "multipart/form-data" in said["paths"]["/inspect"]["post"]["requestBody"]["content"]


def test_every_answer_of_the_library_has_the_described_members(served: Serving) -> None:
    said = served.client.get("/openapi.json").json()["components"]["schemas"]
    article = served.post("/extract", html=HTML, url=ADDRESS).json()
    assert set(article) <= set(said["Article"]["properties"])
    assert set(said["Article"]["required"]) <= set(article)
    assert set(served.post("/identify", html=HTML).json()) == set(said["VerdictAnswer"]["properties"])
