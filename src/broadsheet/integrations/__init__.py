"""The function for one page in the shapes that other programs want it in: thin, one file for each of them.

========== =========================================================================================
file       what it is
========== =========================================================================================
scrapy     an item pipeline, and a function for spiders
datatrove  a pipeline step
spark      a function for ``DataFrame.mapInPandas``
========== =========================================================================================

Each imports its library, so it is imported by those who have it: Broadsheet is a step of theirs, and no extra installs
them. What a page becomes is decided in `broadsheet.batch`.
"""
