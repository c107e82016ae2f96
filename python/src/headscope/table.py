"""Attention weights as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

import numpy as np

from .arrays import Array
from .patches import Patches

__all__ = ["weights"]

COLUMNS = ("layer", "head", "query", "key", "query_token", "key_token", "weight")
PLACES = ("query_row", "query_column", "key_row", "key_column")


def weights(attention: Array, tokens: Sequence[str], key_tokens: Sequence[str] = (), patches: Patches | None = None) -> str:
    """One row per weight. Each weight has the fewest digits that give the same bits in its float type.

    Args:
        attention: (L, H, T_q, T_k).
        tokens: T_q queries.
        key_tokens: T_k keys; defaults to ``tokens``.
        patches: of an image; adds the rows and columns of patches, from 1, which other tokens leave empty.

    >>> print(weights(np.full((1, 1, 1, 1), 0.1, np.float32), ["a"]).splitlines()[1])
    0,0,0,0,a,a,0.1
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*COLUMNS[:-1], *(PLACES if patches else ()), COLUMNS[-1]))
    keys = key_tokens or tokens
    none: tuple[int | str, int | str] = ("", "")
    of_keys = [(patches.place(key) if patches else None) or none for key in range(len(keys))]
    of_queries = [none] * len(tokens) if key_tokens else of_keys
    for (layer, head, query, key), weight in np.ndenumerate(attention):
        places = (*of_queries[query], *of_keys[key]) if patches else ()
        writer.writerow((layer, head, query, key, tokens[query], keys[key], *places, str(attention.dtype.type(weight))))
    return out.getvalue()
