"""Many pages: sources, site profiles, batch runs, worker pools, and integrations into other tools."""
