"""What a body is: blocks less what belongs to the metadata. It knows blocks, and nothing of how they were chosen."""

from __future__ import annotations

import unicodedata

from broadsheet.article.blocks import Blocks, Heading, plain

__all__ = ["without_title"]


def without_title(blocks: Blocks, title: str | None) -> Blocks:
    """The blocks less the headline: the first heading that says the same as the title, case and punctuation aside.

    Args:
        blocks: the blocks of a body, the headline maybe among them.
        title: the title of the article, if it is known.
    """
    wanted = _folded(title or "")
    if not wanted:
        return blocks
    for at, block in enumerate(blocks):
        if isinstance(block, Heading) and _folded(plain(block.content)) == wanted:
            return blocks[:at] + blocks[at + 1 :]
    return blocks


def _folded(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
