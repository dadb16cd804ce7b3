"""What a person looks at: the server with its inspector, and rendered pages."""
