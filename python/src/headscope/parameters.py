"""Reads the weights and the input of a layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .arrays import Array, array_of, shown_shape
from .settings import limit
from .values import whole

__all__ = ["NAMES", "input_of", "layer_settings", "parameters_of", "torch_parameters"]

MATRICES = ("wQ", "wK", "wV", "wO")
BIASES = ("bQ", "bK", "bV", "bO")
NAMES = MATRICES + BIASES


def parameters_of(given: Any, heads: int | None) -> tuple[dict[str, Array], int]:
    """Matrices (rows in, columns out) and biases by name, and the number of heads.

    >>> eye = np.eye(4)
    >>> matrices, heads = parameters_of({"wQ": eye, "wK": eye, "wV": eye, "wO": eye}, 2)
    >>> list(matrices), heads
    (['wQ', 'wK', 'wV', 'wO'], 2)

    Raises:
        ValueError: for missing or unknown names, and for shapes that do not fit each other.
    """
    if hasattr(given, "in_proj_weight") and hasattr(given, "out_proj"):
        matrices, own = torch_parameters(given)
        if heads not in (None, own):
            raise ValueError(f"heads={heads} for a module of {own} heads: leave heads out")
        return matrices, own
    if not isinstance(given, Mapping):
        raise ValueError(f"parameters is a {type(given).__name__}; expected a dict of {', '.join(NAMES)}, or a torch nn.MultiheadAttention")
    missing = [name for name in MATRICES if given.get(name) is None]
    unknown = [name for name in given if name not in NAMES]
    if missing or unknown:
        found = f"lacks {', '.join(missing)}" if missing else f"has {', '.join(map(str, unknown))}"
        raise ValueError(f"parameters {found}; expected {', '.join(MATRICES)}, and of biases any of {', '.join(BIASES)}")
    if heads is None:
        raise ValueError("heads is left out: matrices do not say how many heads they hold; pass heads=")
    heads = whole("heads", heads, 1)
    matrices = {name: array_of(given[name], name) for name in NAMES if given.get(name) is not None}
    _check(matrices, heads)
    return matrices, heads


def _check(matrices: Mapping[str, Array], heads: int) -> None:
    for name, matrix in matrices.items():
        if matrix.ndim != (2 if name in MATRICES else 1):
            expected = "(rows in, columns out)" if name in MATRICES else "(columns,)"
            raise ValueError(f"{name} has shape {shown_shape(matrix.shape)}; expected {expected}")
    _check_width(matrices)
    queries, keys, values = (matrices[name].shape[1] for name in ("wQ", "wK", "wV"))
    read = matrices["wO"].shape[0]
    for first, then, fits, why in (
        ("wQ", "wK", queries % heads == 0 and queries > 0 and keys * heads % queries == 0, "a query and a key"),
        ("wV", "wO", values * queries == keys * read, "values and what wO reads"),
    ):
        if not fits:
            a, b = matrices[first].shape, matrices[then].shape
            raise ValueError(
                f"{first} is {shown_shape(a)} and {then} {shown_shape(b)} for {heads} heads: {why} do not fit; "
                "expected wQ (d_model, H·d_k), wK (d_model, H_kv·d_k), wV (d_model, H_kv·d_v), wO (H·d_v, d_model), as in x @ wQ "
                "(nn.Linear has them transposed: pass linear.weight.T)"
            )
    for bias, name in zip(BIASES, MATRICES):
        if bias in matrices and matrices[bias].shape[0] != matrices[name].shape[1]:
            raise ValueError(
                f"{bias} is {shown_shape(matrices[bias].shape)} and {name} {shown_shape(matrices[name].shape)}: "
                f"expected {bias} of ({matrices[name].shape[1]},)"
            )


def _check_width(matrices: Mapping[str, Array]) -> None:
    """Raises ValueError unless all matrices read or write d_model features."""
    width = matrices["wQ"].shape[0]
    for name, axis, sides in (("wK", 0, "rows"), ("wV", 0, "rows"), ("wO", 1, "columns")):
        if matrices[name].shape[axis] != width:
            raise ValueError(
                f"wQ is {shown_shape(matrices['wQ'].shape)} and {name} {shown_shape(matrices[name].shape)}: "
                f"expected as many {sides} in {name} as wQ has rows, {width}; nn.Linear has them transposed: pass linear.weight.T"
            )


def torch_parameters(module: Any) -> tuple[dict[str, Array], int]:
    """Weights of a torch ``nn.MultiheadAttention``, transposed as in ``x @ wQ``, and its number of heads."""
    wide = int(module.embed_dim)
    packed = module.in_proj_weight
    parts = (
        [packed[at * wide : (at + 1) * wide] for at in range(3)]
        if packed is not None
        else [module.q_proj_weight, module.k_proj_weight, module.v_proj_weight]
    )
    weights = [*parts, module.out_proj.weight]
    matrices = {name: np.ascontiguousarray(array_of(weight, name).T) for name, weight in zip(MATRICES, weights)}
    if module.in_proj_bias is not None:
        biases = [*(module.in_proj_bias[at * wide : (at + 1) * wide] for at in range(3)), module.out_proj.bias]
        matrices.update({name: array_of(bias, name) for name, bias in zip(BIASES, biases)})
    if getattr(module, "bias_k", None) is not None or getattr(module, "add_zero_attn", False):
        raise ValueError("the module adds a key of its own (add_bias_kv, add_zero_attn), which the core lacks: create the module without")
    return matrices, int(module.num_heads)


def input_of(given: Any, matrices: Mapping[str, Array]) -> Array:
    """The input of the layer as (T, d_model)."""
    array = array_of(given, "input")
    shape = shown_shape(array.shape)
    if array.ndim == 3 and array.shape[0] == 1:
        array = array[0]
    if array.ndim != 2:
        raise ValueError(f"input has shape {shown_shape(array.shape)}; expected (T, d_model) or (1, T, d_model): of a batch pass input[i]")
    rows, columns = matrices["wQ"].shape
    if not array.size:
        raise ValueError(f"input has shape {shape}, which holds no numbers; expected (T, d_model), both at least 1")
    if len(array) > (most := limit("tokens")):
        raise ValueError(f"input has shape {shape}; a figure shows at most {most} tokens: pass input[..., :{most}, :]")
    if array.shape[1] != rows:
        raise ValueError(
            f"input has shape {shown_shape(array.shape)} and wQ {shown_shape((rows, columns))}: input @ wQ needs an input of "
            f"({array.shape[0]}, {rows}), or a wQ of ({array.shape[1]}, columns)"
        )
    return array


def layer_settings(matrices: Mapping[str, Array], heads: int) -> dict[str, Any]:
    """Settings that follow from the matrices: ``kv_heads``, if keys have fewer columns than queries."""
    queries, keys = matrices["wQ"].shape[1], matrices["wK"].shape[1]
    per_head = queries // heads
    if keys != queries and per_head and keys % per_head == 0:
        return {"kv_heads": keys // per_head}
    return {}
