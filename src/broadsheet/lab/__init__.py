"""What is needed to judge and to learn: it stands on the library, which never imports it."""
