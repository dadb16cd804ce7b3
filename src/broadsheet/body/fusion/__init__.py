"""`fusion`, the default method: segments are scored by a small network over the page, from all methods' evidence.

`features` computes one row of numbers per segment, `network` is the forward pass over plain arrays, and `method` puts
them together. Training is in `broadsheet.lab.train.fusion`.
"""

from broadsheet.body.fusion.method import Fusion

__all__ = ["Fusion"]
