"""Standke 2019: is there an article on a page? Link targets, MSS and CoreEx as features, and the learner C4.5.

The system judges whole pages and marks no rows, so it is not in the catalog; `broadsheet.lab.reproduce.standke2019` is
its experiment.
"""
