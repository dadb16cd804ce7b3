import numpy as np

from broadsheet.methods.maths.column import in_column, weighted_median

LEFT = np.array([0.0, 100.0, 110.0, 90.0, 350.0, 390.0, 0.0])
RIGHT = np.array([90.0, 400.0, 410.0, 410.0, 450.0, 490.0, 500.0])
CHARS = np.array([500, 300, 400, 200, 50, 50, 10])


def test_the_median_has_half_of_the_weight_with_what_is_below_it() -> None:
    assert weighted_median(np.array([30.0, 10.0, 20.0]), np.array([1, 2, 3])) == 20
    assert weighted_median(np.array([30.0, 10.0, 20.0]), np.array([6, 1, 1])) == 30
    assert weighted_median(np.array([7.0]), np.array([1])) == 7


def test_boxes_that_share_half_of_the_narrower_width() -> None:
    # The column of the second to the fourth is from 100 (500 of 900 characters begin by then) to 410.
    shared = [False, True, True, True, True, False, True]
    assert in_column(LEFT, RIGHT, CHARS, slice(1, 4)).tolist() == shared
    flags = np.array([False, True, True, True, False, False, False])
    assert in_column(LEFT, RIGHT, CHARS, flags).tolist() == shared
