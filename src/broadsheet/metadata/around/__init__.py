"""What stands around the body, and in which part of the page."""
