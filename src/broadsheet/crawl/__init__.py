"""Where pages come from and how many are extracted: sources, site profiles, batch runs, worker pools, integrations."""
