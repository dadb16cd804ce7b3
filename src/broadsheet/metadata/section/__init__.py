"""The section of an article: what is stated and shown, and the way to it."""
