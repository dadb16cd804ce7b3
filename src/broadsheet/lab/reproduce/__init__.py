"""Reproduction of the papers' tables and figures on our pages, and documents that set both side by side.

One module per paper (`studies.Study`): ``measure`` turns corpora into figures, plain data stored as JSON; ``summary``
and ``section`` turn figures into Markdown, in short and with all tables. Statements about orderings are computed from
the figures. No extraction uses this package.
"""
