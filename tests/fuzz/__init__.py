"""A fuzzer: extract mutated pages, and report every answer that breaks a promise of docs/guide/hostile-pages.md.

`pages` has the pages to start from, `mutate` makes mutant number n of a seed, `check` extracts one mutant and checks
the answer, `workers` runs many in processes that may crash or hang, `report` counts. ``python -m tests.fuzz --help``
lists the options.
"""
