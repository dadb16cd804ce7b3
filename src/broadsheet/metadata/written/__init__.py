"""How people write dates, times, names and bylines, in any language. It works on strings, and must not know pages."""
