"""Insertions: known pieces put into real pages at known places, to test what an extractor keeps and leaves out.

Gold texts disagree about embedded posts, short lists, notices and copies. An inserted piece has a known answer by the
conventions of `docs/guide/conventions.md`: it belongs to the article (keep), it does not (leave), or it repeats text of
the page (once).

There are two sets: ``measure`` for evaluation, ``train`` for training. Their templates, phrases and class names are in
separate files, which a test keeps disjoint. Five languages are in ``measure`` only.

Pieces and places are chosen from pages and gold texts, never from an extractor's output.
"""
