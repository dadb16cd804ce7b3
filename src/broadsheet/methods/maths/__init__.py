"""What several methods compute: subsequences of numbers and of words. Nothing here knows a page."""
