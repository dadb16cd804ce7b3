"""Adapters that call `broadsheet.crawl.batch` from other programs, one file each.

========== =========================================================================================
file       contents
========== =========================================================================================
scrapy     an item pipeline, and a function for spiders
datatrove  a pipeline step
spark      a function for ``DataFrame.mapInPandas``
========== =========================================================================================

Each imports its library, which no extra of Broadsheet installs.
"""
