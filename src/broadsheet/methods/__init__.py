"""Which rows of a page are content: one file per published method, and the libraries to compare with.

`base` says what a method is, `maths` holds what several methods compute, `catalog` finds a method by its name and
imports it when it is asked for. A method knows the page and the metadata, and nothing of its siblings.
"""
