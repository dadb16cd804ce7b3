"""How good and how fast: metrics, the run over corpora, and the tables.

The room sees every method and every library as the same thing, something that takes HTML and gives text, and must treat
them alike. It must not know how any of them works.
"""
