"""What is recorded of an attention in a torch module, for one item of the batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, array_of
from .values import within

__all__ = ["Taken", "drops", "half_type", "is_same", "one_of", "padding_of"]


@dataclass(frozen=True)
class Taken:
    """Inputs and results of an attention, for one item of the batch.

    Attributes:
        query: (T_q, d_model).
        is_self: whether keys and values come from the query.
        attention: (H, T_q, T_k).
        output: (T_q, d_model), after the output projection; None if the projection is not found.
        parameters: matrices as in ``x @ wQ``, and biases.
        returned: the return value of the whole module.
        padding: (T_k,), true where a padding mask blocks the key; None without such a mask.
        mask: name of a mask that may do more than block padding; None without one.
        half: name of the 16-bit float type that the module computes in; None for other types.
        drops: whether dropout changes the weights.
    """

    query: Array
    is_self: bool
    attention: Array
    output: Array | None
    parameters: dict[str, Array]
    returned: Any
    padding: Array | None
    mask: str | None
    half: str | None
    drops: bool


def one_of(tensor: Any, item: int, *, batch: int, dims: int = 2) -> Array:
    """One item of a tensor with or without a batch axis.

    Args:
        batch: the axis of the batch.
        dims: number of axes of an item.
    """
    array = array_of(tensor, "a tensor of the module")
    if array.ndim == dims:
        return array
    size = array.shape[batch]
    return np.ascontiguousarray(array.take(within("item", item, size, f"a batch of {size}"), axis=batch))


def is_same(a: Any, b: Any) -> bool:
    """Whether two tensors are one, or have equal numbers."""
    return a is b or (a.shape == b.shape and bool((a == b).all()))


def padding_of(mask: Any, item: int) -> Array | None:
    """The keys that a padding mask blocks, (T_k,): where it is true or -inf. None if a float mask holds other numbers than 0 and -inf."""
    one = one_of(mask, item, batch=0, dims=1)
    if not mask.is_floating_point():
        return one != 0
    return np.isneginf(one) if np.isin(one, (0, -np.inf)).all() else None


def half_type(*tensors: Any) -> str | None:
    """Name of the first 16-bit float type of the tensors."""
    return next((str(each.dtype).removeprefix("torch.") for each in tensors if each.is_floating_point() and each.element_size() == 2), None)


def drops(module: Any) -> bool:
    """Whether the module is in training mode, with a share of dropout above 0."""
    names = ("p", "dropout", "attention_dropout")  # attributes of nn.Dropout, nn.MultiheadAttention and modules of transformers
    shares = (getattr(each, name, 0) for each in module.modules() for name in names)
    return bool(module.training) and any(isinstance(share, float) and share > 0 for share in shares)
