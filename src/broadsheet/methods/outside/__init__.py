"""Adapters for other extraction libraries, for comparison.

The libraries come with the extra ``compare`` and are imported when an adapter is made. An adapter calls its library as
the library's own documentation or evaluation does, and does not improve its output.
"""
