"""The visual layer of a page: where each row is drawn and how. Absent unless the page was rendered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from broadsheet.page.arrays import BoolArray

__all__ = ["Layout"]


@dataclass(frozen=True, eq=False)
class Layout:
    """One entry a row of the page, shape (page size,) each, unless said otherwise.

    Attributes:
        x, y, width, height: the row's box in CSS pixels from the top left corner of the page; 0 where it has none.
        font_size: computed font size in CSS pixels; of a row that is not laid out, that of the nearest ancestor that
            is.
        colour: text colour as 0xRRGGBBAA.
        background: background colour as RGB, shape (page size, 3), 0 to 255: what shows through is mixed in, down to
            the white of the canvas.
        visible: whether anything of the row is drawn.
        font_weight: computed font weight, 1 to 1000; None where the layer does not tell.
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    width: NDArray[np.float32]
    height: NDArray[np.float32]
    font_size: NDArray[np.float32]
    colour: NDArray[np.uint32]
    background: NDArray[np.uint8]
    visible: BoolArray
    font_weight: NDArray[np.uint16] | None = None
