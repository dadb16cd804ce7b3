"""Where the article's paragraphs are in a page, and how a piece is inserted beside one of them.

Paragraphs are `p` elements (or `div` without block children) whose text is a line of the gold text; without a full gold
text, the longest run of prose among the children of one element. The page is serialised from its tree, with and
without the piece, and does not change otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from broadsheet.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from selectolax.lexbor import LexborHTMLParser

    from broadsheet.lab.corpora import Gold

__all__ = ["Paragraph", "Places", "find"]

MIN_PARAGRAPHS: Final = 4  # fewest paragraphs of a page for evaluation: two at the ends, and two to put a piece between
MIN_LINE_CHARS: Final = 60  # shortest paragraph that matches a line of the gold text, to rule out chance
MIN_PROSE_CHARS: Final = 80  # shortest paragraph without a gold text
MAX_LINK_SHARE: Final = 0.3  # largest share of link text in such a paragraph
_MARK: Final = "broadsheet-insertion"
_BLOCKS: Final = frozenset("p div ul ol table section article blockquote figure h1 h2 h3".split())


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the article: its text, with white space collapsed, and its markup."""

    text: str
    html: str


@dataclass(frozen=True, slots=True)
class Places:
    """A page into which a piece can be inserted.

    Attributes:
        html: the page, serialised from its tree.
        paragraphs: the article's paragraphs, in order.
        gaps: places in the middle, as the number of the paragraph before. There the article's next paragraph is also
            the next element of prose.
    """

    html: str
    paragraphs: tuple[Paragraph, ...]
    gaps: tuple[int, ...]

    def insert(self, piece: str, place: str, after: int) -> str:
        """Insert a piece into the page.

        Args:
            piece: its markup.
            place: one of `templates.PLACES`.
            after: for ``middle``, the number of the paragraph that the piece follows.
        """
        tree = _parsed(self.html)
        nodes = _paragraph_nodes(tree, {one.text for one in self.paragraphs})
        mark = _parsed(f"<i id={_MARK}></i>").css_first("i")
        first, last = nodes[0], nodes[-1]
        match place:
            case "before":
                body: Any = tree.body
                body.child.insert_before(mark)
            case "top":
                first.insert_before(mark)
            case "middle":
                nodes[after].insert_after(mark)
            case "end":
                last.insert_after(mark)
            case _:
                outer = last.parent if last.parent.tag not in ("body", "html") else last
                outer.insert_after(mark)
        return (tree.html or "").replace(f'<i id="{_MARK}"></i>', piece, 1)

    def shortened(self, paragraphs: int) -> Places:
        """Return the page without the article's later paragraphs; the content between them stays."""
        tree = _parsed(self.html)
        for node in _paragraph_nodes(tree, {one.text for one in self.paragraphs[paragraphs:]}):
            node.decompose()
        gaps = tuple(at for at in self.gaps if at + 1 < paragraphs)
        return Places(tree.html or "", self.paragraphs[:paragraphs], gaps)


def find(html: str, gold: Gold, *, paragraphs: int = MIN_PARAGRAPHS) -> Places | None:
    """Return the places of a page; None if it has too few paragraphs known to be the article's.

    A page with only one paragraph has no place in the middle.
    """
    tree = _parsed(html)
    if tree.body is None or tree.body.child is None:
        return None
    if gold.text is not None:
        lines = {line for line in map(_one_line, gold.text.split("\n")) if len(line) >= MIN_LINE_CHARS}
    else:
        lines = _longest_prose(tree)
    nodes = _paragraph_nodes(tree, lines)
    texts = [_one_line(node.text()) for node in nodes]
    if len(nodes) < paragraphs or len(set(texts)) < len(texts):
        return None
    gaps = tuple(at for at in range(len(nodes) - 1) if _adjacent(nodes[at], nodes[at + 1]))
    if not gaps and len(nodes) > 1:
        return None
    written = [Paragraph(text, node.html or "") for text, node in zip(texts, nodes, strict=True)]
    return Places(tree.html or "", tuple(written), gaps)


def _parsed(html: str) -> LexborHTMLParser:
    """Parse a page into a tree that can be changed.

    Raises:
        MissingExtra: selectolax is not installed.
    """
    try:
        from selectolax.lexbor import LexborHTMLParser
    except ImportError as error:
        raise MissingExtra("selectolax", "train") from error
    return LexborHTMLParser(html)


def _paragraph_nodes(tree: LexborHTMLParser, lines: set[str]) -> list[Any]:
    """Return the elements whose text is one of the lines, in order; of nested ones the innermost."""
    return [node for node in tree.css("p, div") if _is_plain(node) and _one_line(node.text()) in lines]


def _is_plain(node: Any) -> bool:
    """Whether an element is a paragraph: a `p`, or a `div` without block children."""
    return node.tag == "p" or not any(child.tag in _BLOCKS for child in node.iter())


def _adjacent(one: Any, other: Any) -> bool:
    """Whether one element follows another with nothing between them but their wrappers."""
    while (following := _next(one)) is None:
        one = one.parent
        if one is None or one.tag in ("body", "html"):
            return False
    while following is not None and following != other:
        following = next(iter(following.iter()), None)
    return following is not None


def _next(node: Any) -> Any:
    """Return the next sibling that is neither white space nor a comment, or None."""
    following = node.next
    while following is not None and (
        following.tag == "_comment" or (following.tag == "-text" and not _one_line(following.text()))
    ):
        following = following.next
    return following


def _longest_prose(tree: LexborHTMLParser) -> set[str]:
    """Return the lines of the element with the most prose among its children."""
    found: dict[Any, list[str]] = {}
    for node in tree.css("p"):
        text = _one_line(node.text())
        linked = sum(len(_one_line(link.text())) for link in node.css("a"))
        if len(text) >= MIN_PROSE_CHARS and linked <= MAX_LINK_SHARE * len(text) and node.parent is not None:
            found.setdefault(node.parent.mem_id, []).append(text)
    longest: Sequence[str] = max(found.values(), key=lambda texts: sum(map(len, texts)), default=[])
    return set(longest)


def _one_line(text: str | None) -> str:
    return " ".join((text or "").split())
