"""Page and marking -> a tree of blocks -> text, Markdown, HTML, JSON.

`assemble` turns the kept rows of a page into blocks, whatever method kept them. `Article` is the record that the other
packages pass around. Each format has its own writer.
"""

from broadsheet.article.article import Article, Switches
from broadsheet.article.assemble import assemble
from broadsheet.article.blocks import (
    Block,
    Blocks,
    Cell,
    CodeBlock,
    CodeSpan,
    Embed,
    Emphasis,
    Figure,
    Heading,
    Image,
    Inline,
    InlineImage,
    Inlines,
    LineBreak,
    Link,
    List,
    Paragraph,
    Post,
    Quote,
    Rule,
    Strikethrough,
    Strong,
    Subscript,
    Superscript,
    Table,
    Text,
    plain,
)
from broadsheet.article.explanation import explain
from broadsheet.article.html import write_html
from broadsheet.article.markdown import write_markdown
from broadsheet.article.provenance import Access, Author, Breadcrumb, Claim, Origin
from broadsheet.article.text import write_text
from broadsheet.article.verdict import KINDS, Verdict

__all__ = [
    "KINDS",
    "Access",
    "Article",
    "Author",
    "Block",
    "Blocks",
    "Breadcrumb",
    "Cell",
    "Claim",
    "CodeBlock",
    "CodeSpan",
    "Embed",
    "Emphasis",
    "Figure",
    "Heading",
    "Image",
    "Inline",
    "InlineImage",
    "Inlines",
    "LineBreak",
    "Link",
    "List",
    "Origin",
    "Paragraph",
    "Post",
    "Quote",
    "Rule",
    "Strikethrough",
    "Strong",
    "Subscript",
    "Superscript",
    "Switches",
    "Table",
    "Text",
    "Verdict",
    "assemble",
    "explain",
    "plain",
    "write_html",
    "write_markdown",
    "write_text",
]
