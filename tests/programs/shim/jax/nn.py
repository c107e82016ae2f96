"""jax.nn of the stand-in."""

import numpy as np


def softmax(x, axis=-1):
    """Like JAX's, NaN where all numbers of a row are minus infinity."""
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)
