"""Other libraries that find the text of a page, each behind the same small protocol, to compare with.

They come with the extra ``compare`` and are imported when an adapter is made, never before. An adapter calls its
library as the library's own documentation or evaluation does; it must not improve on what comes out.
"""
