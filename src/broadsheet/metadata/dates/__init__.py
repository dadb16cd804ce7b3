"""Days: which are stated, shown and told, and which is that of publication or of a change."""
