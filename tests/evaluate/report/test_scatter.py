"""The drawing of F1 against time."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from broadsheet.evaluate.metrics import Interval
from broadsheet.evaluate.report.scatter import Point, scatter


def point(name: str, ms: float, f1: float, *, ours: bool = True) -> Point:
    return Point(name, ours, ms, f1, Interval(max(0, f1 - 0.02), min(1, f1 + 0.02)))


def drawn(*points: Point) -> ET.Element:
    return ET.fromstring(scatter(points))  # noqa: S314 - our own drawing


def test_every_point_is_drawn_with_its_name() -> None:
    svg = drawn(point("quick", 1, 0.8), point("slow & good", 100, 0.95, ours=False))
    labels = [text.text for text in svg.iter("text") if "label" in text.get("class", "")]
    assert sorted(labels, key=str) == ["quick", "slow & good"]
    dots = {dot.get("class"): (float(dot.get("cx", "")), float(dot.get("cy", ""))) for dot in svg.iter("circle")}
    assert dots["ours"][0] < dots["other"][0]
    assert dots["ours"][1] > dots["other"][1]


def test_everything_is_inside() -> None:
    points = [point(f"method-{number}", 1 + number / 10, 0.9 + number / 1000) for number in range(12)]
    svg = drawn(*points)
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    for dot in svg.iter("circle"):
        assert 0 <= float(dot.get("cx", "")) <= width
        assert 0 <= float(dot.get("cy", "")) <= height
    assert all(0 <= float(text.get("x", "")) <= width for text in svg.iter("text"))
