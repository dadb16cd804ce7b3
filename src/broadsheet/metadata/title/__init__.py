"""The headline: what may be it, and what is taken."""
