"""Dates, times, names and bylines in text, in any language. It works on strings, and must not know pages."""
