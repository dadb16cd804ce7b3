"""A fuzzer: mutated pages go through the whole library, and what breaks a promise is a finding.

`pages` has the pages to begin with, `mutate` makes mutant number n of a seed, `check` holds one mutant against the
promises of docs/guide/hostile-pages.md, `workers` runs many of them in processes that may crash or hang, `report`
counts. ``python -m tests.fuzz --help`` lists the options.
"""
