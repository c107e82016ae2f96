"""Attention weights as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from .arrays import Array

__all__ = ["weights"]

COLUMNS = ("layer", "head", "query", "key", "query_token", "key_token", "weight")


def weights(attention: Array, tokens: Sequence[str], key_tokens: Sequence[str] = ()) -> str:
    """One row per weight. Each weight has the fewest digits that give the same bits in its float type.

    Args:
        attention: (L, H, T_q, T_k).
        tokens: T_q queries.
        key_tokens: T_k keys; defaults to ``tokens``.

    >>> print(weights(np.full((1, 1, 1, 1), 0.1, np.float32), ["a"]).splitlines()[1])
    0,0,0,0,a,a,0.1
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    keys = key_tokens or tokens
    for (layer, head, query, key), weight in np.ndenumerate(attention):
        writer.writerow((layer, head, query, key, tokens[query], keys[key], str(attention.dtype.type(weight))))
    return out.getvalue()
