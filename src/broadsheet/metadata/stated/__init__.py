"""What a page says of itself in a form that is meant for machines."""
