"""The name of the site: what is stated and shown, and what is like its address."""
