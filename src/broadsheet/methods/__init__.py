"""Methods that say which rows of a page are content: one file per published method.

`base` defines the protocol, `maths` holds shared computations, and `catalog` imports a method by name. Methods know the
page and the metadata, but not each other.
"""
