"""Cuts one matrix that makes queries, keys and values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .arrays import Array

__all__ = ["LAYOUTS", "Fused", "layout_of"]

#: Orders of the columns, as check names them: all queries, all keys, all values; for each head (of keys) its queries, key and value; or for
#: each feature its query, key and value.
LAYOUTS = ("thirds", "heads", "features")

_KNOWN = {"inproj": "thirds", "cattn": "thirds", "querykeyvalue": "heads"}


def layout_of(name: str) -> str | None:
    """The layout that all modules with an attribute of this name use; None if both are in use."""
    return _KNOWN.get(name.lower().replace("_", ""))


@dataclass(frozen=True)
class Fused:
    """A matrix (in, out) and its bias, for some heads of queries and of keys."""

    weight: Array
    bias: Array | None
    heads: int
    keys: int

    @property
    def arrays(self) -> dict[str, Array]:
        """Arguments of check that leave the layout open."""
        return {"wQKV": self.weight} if self.bias is None else {"wQKV": self.weight, "bQKV": self.bias}

    def cut(self, layout: str) -> dict[str, Array]:
        """The matrices and biases of queries, keys and values.

        >>> fused = Fused(np.arange(12)[None], None, 2, 2)
        >>> fused.cut("thirds")["wQ"].tolist(), fused.cut("heads")["wQ"].tolist()
        ([[0, 1, 2, 3]], [[0, 1, 6, 7]])
        """
        found = {f"w{name}": np.ascontiguousarray(part) for name, part in zip("QKV", self._parts(self.weight, layout))}
        if self.bias is not None:
            found.update({f"b{name}": part[0].copy() for name, part in zip("QKV", self._parts(self.bias[None], layout))})
        return found

    def _parts(self, fused: Array, layout: str) -> list[Array]:
        rows, columns = fused.shape
        width, left = divmod(columns, self.heads + 2 * self.keys)
        if left or not width:
            raise ValueError(
                f"the projection of queries, keys and values has {columns} columns for {self.heads} heads and {self.keys} heads of keys; "
                f"expected a multiple of {self.heads + 2 * self.keys}: pass names={{'num_heads': …}} with the right number"
            )
        if layout == "thirds":
            return np.split(fused, [self.heads * width, (self.heads + self.keys) * width], axis=1)
        if layout == "features":
            return [fused[:, at::3] for at in range(3)]
        group = self.heads // self.keys
        by_heads = fused.reshape(rows, self.keys, group + 2, width)
        return [part.reshape(rows, -1) for part in np.split(by_heads, [group, group + 1], axis=2)]
