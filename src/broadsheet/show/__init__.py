"""Views for people: the server with its inspector, and rendered pages."""
