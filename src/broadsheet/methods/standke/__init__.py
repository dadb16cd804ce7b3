"""Standke 2019: is there an article on a page? Link targets, MSS and CoreEx as features, and the learner C4.5.

`targets` reads an address, `features` puts the factors of the experiment together, `c45` is the learner. The system
judges whole pages and marks no rows, so the catalog does not have it; `broadsheet.lab.reproduce.standke2019` is its
experiment.
"""
