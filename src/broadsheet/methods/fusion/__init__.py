"""`fusion`, the default: all the methods' evidence as features of segments, weighed by a small network over the page.

`features` makes one row of numbers a segment, the same in training and at run time; `network` is the forward pass over
plain arrays; `method` puts them together. Nothing here trains: that is `broadsheet.train.fusion`.
"""

from broadsheet.methods.fusion.method import Fusion

__all__ = ["Fusion"]
