"""Tools to evaluate and train the library, which never imports them."""
