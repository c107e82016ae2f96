"""What is recorded of an attention in a torch module."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import Array, array_of
from .fused import Fused
from .masks import Mask, Sizes, mask_of
from .positions import Rotary
from .values import within

__all__ = ["Taken", "as_heads", "batch_first", "half_of", "inputs_of", "kernel_of", "masks_of", "one_of", "refusal_of", "sizes_of"]

#: Arguments of check that have an axis for the batch, and the least number of axes with it.
BATCHED = {"x": 3, "key": 3, "value": 3, "q": 3, "k": 3, "v": 3, "attention": 4, "context": 3, "output": 3, "key_padding_mask": 2}


@dataclass(frozen=True)
class Taken:
    """Inputs and results of an attention.

    Attributes:
        arrays: arguments of check, the batch first: input, weights, and the results that were seen.
        fused: the projection of queries, keys and values, if there is one and its layout is open.
        sizes: of the scores.
        masks: those that the module was given.
        rotary: rotary positions, if any.
        softmax: the result of the module's last softmax, (B, H, T_q, T_k), if the module returned no weights. The weights of the values may
            be others, as where a module masks them afterwards.
        returned: the return value of the whole module.
        half: name of the 16-bit float type that the module computes in; None for other types.
        refusal: why check cannot compare the arrays, and what to do; None if check can.
        unread: arguments of check that the module has, but that cannot be read, with causes.
    """

    arrays: Mapping[str, Any]
    fused: Fused | None
    sizes: Sizes
    masks: tuple[Mask, ...]
    rotary: Rotary | None
    softmax: Array | None
    returned: Any
    half: str | None
    refusal: tuple[str, str] | None
    unread: Mapping[str, str]

    @property
    def attention(self) -> Array | None:
        """(B, H, T_q, T_k); None if the module showed no weights of that shape."""
        returned = self.arrays.get("attention")
        return returned if returned is not None and returned.shape == self.sizes.scores else self.softmax


def batch_first(tensor: Any, *, first: bool = True) -> Array:
    """(B, T, d_model) of a tensor with or without a batch axis, which may be the second one."""
    array = array_of(tensor, "a tensor of the module")
    if array.ndim == 2:
        return array[None]
    return array if first or array.ndim != 3 else np.ascontiguousarray(array.swapaxes(0, 1))


def one_of(arrays: Mapping[str, Any], item: int, batch: int) -> dict[str, Any]:
    """The arguments of check for one item of the batch."""
    at = within("item", item, batch, f"a batch of {batch}")
    found = dict(arrays)
    for name, axes in BATCHED.items():
        array = arrays.get(name)
        if array is not None and array.ndim >= axes and len(array) == batch:
            found[name] = array[[at]] if name == "key_padding_mask" else np.ascontiguousarray(array[at])
    mask = arrays.get("attn_mask")
    if mask is not None and mask.ndim > 2 and len(mask) == batch:
        found["attn_mask"] = mask[[at]]
    return found


def kernel_of(arrays: Mapping[str, Any], sizes: Sizes) -> dict[str, Any]:
    """The arguments of check for an attention without output projection: q, k and v, (B, heads, T, d), in place of input and weights."""
    width = arrays["q"].shape[2] // sizes.heads
    split = {name: arrays[name].reshape(*arrays[name].shape[:2], -1, width).swapaxes(1, 2) for name in "qkv"}
    weights = ("x", "key", "value", "wQ", "wK", "wV", "bQ", "bK", "bV")
    others = {name: each for name, each in arrays.items() if name not in (*weights, "context")}
    context = {"output": arrays["context"]} if "context" in arrays else {}
    return {**others, **{name: np.ascontiguousarray(each) for name, each in split.items()}, **context}


def inputs_of(query: Any, key: Any, value: Any, one: Callable[[Any], Array]) -> dict[str, Any]:
    """The inputs of an attention as arguments of check: key and value only where they are others."""
    found = {"x": one(query)}
    if not _is_same(key, query):
        found["key"] = one(key)
    if not _is_same(value, key):
        found["value"] = one(value)
    return found


def sizes_of(inputs: Mapping[str, Array], heads: int) -> Sizes:
    x = inputs["x"]
    return Sizes(len(x), heads, x.shape[1], inputs.get("key", x).shape[1])


def as_heads(weights: Any, sizes: Sizes) -> Array:
    """(B, H, T_q, T_k) of weights without a batch axis, or with heads in it; others as they are."""
    array = array_of(weights, "the attention weights")
    is_joined = array.shape == (sizes.batch * sizes.heads, sizes.queries, sizes.keys)
    return array.reshape(sizes.scores) if is_joined else array


def masks_of(given: Mapping[str, Any], sizes: Sizes, blocks: bool | None = None) -> tuple[Mask, ...]:
    tensors = {name: each for name, each in given.items() if hasattr(each, "detach")}
    masks = (mask_of(name, each, sizes, blocks=blocks) for name, each in tensors.items())
    return tuple(mask for mask in masks if mask is not None)


def half_of(tensor: Any) -> str | None:
    """Name of the 16-bit float type of a tensor; None for other types."""
    return str(tensor.dtype).removeprefix("torch.") if tensor.is_floating_point() and tensor.element_size() == 2 else None


def refusal_of(module: Any, arrays: Mapping[str, Any]) -> tuple[str, str] | None:
    if not np.isfinite(arrays["x"]).all():
        return "the input holds NaN or infinity", "pass a finite input"
    if _drops(module):
        return "the module is in training mode, where dropout changes the weights", "call module.eval() first"
    return None


def _is_same(a: Any, b: Any) -> bool:
    """Whether two tensors are one, or have equal numbers."""
    return a is b or (a.shape == b.shape and bool((a == b).all()))


def _drops(module: Any) -> bool:
    """Whether the module is in training mode, with a share of dropout above 0."""
    names = ("p", "dropout", "attention_dropout")  # attributes of nn.Dropout, nn.MultiheadAttention and modules of transformers
    shares = (getattr(each, name, 0) for each in module.modules() for name in names)
    return bool(module.training) and any(isinstance(share, float) and share > 0 for share in shares)
