"""Finds the attention in a torch module, and records its inputs and results."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

import numpy as np

from .arrays import Array, array_of
from .parameters import BIASES, MATRICES, torch_parameters
from .taken import Taken, drops, half_type, is_same, one_of, padding_of

__all__ = ["attention_in"]

#: Names that implementations give to the projections of query, key and value, or to the fused projection.
PROJECTIONS = (("query", "key", "value"), ("q_proj", "k_proj", "v_proj"), ("q_lin", "k_lin", "v_lin"), ("q", "k", "v"), ("c_attn",))
#: Names of the output projection.
OUTPUTS = ("o_proj", "out_proj", "out_lin", "c_proj", "o")

WEIGHTS_ARE_KEPT = (
    "the module returned no attention weights (heads, queries, keys); a model of transformers returns them if it is loaded with "
    'attn_implementation="eager" and called with output_attentions=True'
)


def attention_in(module: Any, at: str | None) -> _TorchAttention | _NamedAttention:
    """The attention with the name ``at``, or the only one in a module.

    Raises:
        ValueError: if the module contains no attention, or several and ``at`` is None.
    """
    if not hasattr(module, "named_modules"):
        raise ValueError(f"module is a {type(module).__name__}; expected a torch nn.Module")
    found = {name: kind for name, each in module.named_modules() if (kind := _kind_of(module, name, each)) is not None}
    if at is not None and found:
        if at not in found:
            if list(found) == [""]:
                raise ValueError(f"at={at!r} names no attention of the module; the module itself is one: leave out at=")
            raise ValueError(f"at={at!r} names no attention of the module; there are {_listed(found)}")
        return found[at]
    if len(found) != 1:
        if found:
            raise ValueError(f"the module holds {len(found)} attentions: pass one of them, or its name as at=; there are {_listed(found)}")
        families = ", ".join("/".join(names) for names in PROJECTIONS)
        raise ValueError(
            f"the module ({type(module).__name__}) holds no known attention: an nn.MultiheadAttention, or a module whose "
            f"projections are named {families}"
        )
    return next(iter(found.values()))


def _listed(found: dict[str, Any]) -> str:
    names = [repr(name) for name in found]
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def _kind_of(whole: Any, name: str, each: Any) -> _TorchAttention | _NamedAttention | None:
    if hasattr(each, "in_proj_weight") and hasattr(each, "out_proj"):
        return _TorchAttention(each)
    for names in PROJECTIONS:
        if all(_is_linear(getattr(each, part, None)) for part in names):
            parent = whole.get_submodule(name.rpartition(".")[0]) if "." in name else (whole if name else None)
            return _NamedAttention(each, [getattr(each, part) for part in names], _output_of(each, parent))
    return None


def _is_linear(part: Any) -> bool:
    return hasattr(part, "register_forward_hook") and getattr(getattr(part, "weight", None), "ndim", 0) == 2


def _output_of(each: Any, parent: Any) -> Any:
    places = [*(getattr(each, name, None) for name in OUTPUTS), getattr(getattr(parent, "output", None), "dense", None)]  # BERT's
    return next((part for part in places if _is_linear(part)), None)


class _TorchAttention:
    """An ``nn.MultiheadAttention``."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def take(self, whole: Any, inputs: Sequence[Any], options: dict[str, Any], item: int) -> Taken:
        module, calls = self._module, []
        forward = module.forward
        signature = inspect.signature(forward)

        def taking(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.arguments.update(need_weights=True, average_attn_weights=False)
            output, weights = forward(*bound.args, **bound.kwargs)
            calls.append((bound.arguments, output, weights))
            return output, weights

        if whole is module and len(inputs) == 1:
            inputs = [inputs[0]] * 3
        with patch.object(module, "forward", taking):  # a parent may set need_weights=False
            returned = _with_gradients(whole, inputs, options)
        if not calls:
            raise ValueError("the module did not call its attention: torch took a fused path; pass the attention itself")
        arguments, output, weights = calls[0]
        query = arguments["query"]
        padding_mask = arguments.get("key_padding_mask")
        padding = None if padding_mask is None else padding_of(padding_mask, item)
        masks = {"key_padding_mask": padding_mask if padding is None else None, "attn_mask": arguments.get("attn_mask")}
        one = lambda tensor: one_of(tensor, item, batch=0 if module.batch_first else 1)  # noqa: E731
        return Taken(
            query=one(query),
            is_self=all(is_same(arguments[name], query) for name in ("key", "value")),
            attention=one_of(weights, item, batch=0, dims=3),
            output=one(output),
            parameters=torch_parameters(module)[0],
            returned=returned,
            padding=padding,
            mask=next((name for name, mask in masks.items() if mask is not None), None),
            half=half_type(query, weights),
            drops=drops(module),
        )


def _with_gradients(whole: Any, inputs: Sequence[Any], options: dict[str, Any]) -> Any:
    """Runs the module with gradients: without, torch may take a fused path that does not call the attention."""
    import torch

    with torch.enable_grad():
        return whole(*inputs, **options)


class _NamedAttention:
    """An attention with linear projections under one of the names in PROJECTIONS, as in transformers."""

    def __init__(self, module: Any, projections: Sequence[Any], output: Any) -> None:
        self._module = module
        self._projections = projections
        self._output = output

    def take(self, whole: Any, inputs: Sequence[Any], options: dict[str, Any], item: int) -> Taken:
        seen: dict[str, Any] = {}
        first, last = self._projections[0], self._projections[-1]
        if "output_attentions" in inspect.signature(whole.forward).parameters:
            options = {"output_attentions": True, **options}
        with ExitStack() as hooks:

            def hook(part: Any, name: str, of: int) -> None:
                def keep(_: Any, given: Any, made: Any) -> None:
                    seen.setdefault(name, (given, made)[of])

                hooks.callback(part.register_forward_hook(keep).remove)

            hook(first, "query", 0)
            hook(last, "key", 0)
            hook(self._module, "made", 1)
            if self._output is not None:
                hook(self._output, "output", 1)
            returned = whole(*inputs, **options)
        if "query" not in seen or not seen["query"]:
            raise ValueError("the module did not call its projections of query and key")
        query, key = seen["query"][0], seen["key"][0]
        weights = _weights_in(seen.get("made"))
        weights = _weights_in(returned) if weights is None else weights
        if weights is None:
            raise ValueError(WEIGHTS_ARE_KEPT)
        output = seen.get("output")
        return Taken(
            query=one_of(query, item, batch=0),
            is_self=is_same(query, key),
            attention=one_of(weights, item, batch=0, dims=3),
            output=None if output is None else one_of(output, item, batch=0),
            parameters=self._parameters(),
            returned=returned,
            padding=None,
            mask=_mask_in(whole, inputs, options),
            half=half_type(query, weights),
            drops=drops(self._module),
        )

    def _parameters(self) -> dict[str, Array]:
        parts = [_weight_and_bias(part) for part in self._projections]
        if len(parts) == 1:
            weight, bias = parts[0]
            weights = np.split(weight, 3, axis=1)
            biases: list[Any] = [None] * 3 if bias is None else list(np.split(bias, 3))
            parts = list(zip(weights, biases))
        if self._output is not None:
            parts.append(_weight_and_bias(self._output))
        found = {name: np.ascontiguousarray(weight) for name, (weight, _) in zip(MATRICES, parts)}
        found.update({name: bias for name, (_, bias) in zip(BIASES, parts) if bias is not None})
        return found


def _weight_and_bias(part: Any) -> tuple[Array, Any]:
    """A weight as (in, out), and a bias. nn.Linear stores (out, in), GPT-2's Conv1D stores (in, out)."""
    weight = array_of(part.weight, "a projection's weight")
    bias = getattr(part, "bias", None)
    return (weight if hasattr(part, "nf") else weight.T), None if bias is None else array_of(bias, "a projection's bias")


def _mask_in(whole: Any, inputs: Sequence[Any], options: dict[str, Any]) -> str | None:
    """Name of the first mask among the arguments of a module. A mask of one number blocks nothing, and does not count."""
    names = inspect.signature(whole.forward).parameters  # a decorator may take other arguments, too
    given = {**dict(zip(names, inputs)), **options}
    return next((name for name, value in given.items() if "mask" in name and hasattr(value, "detach") and len(value.unique()) > 1), None)


def _weights_in(made: Any) -> Any:
    """The first tensor (B, H, T_q, T_k) without negative numbers in nested results; None if there is none."""
    if hasattr(made, "detach"):
        return made if made.ndim == 4 and not bool((made < 0).any()) else None
    parts = made.values() if hasattr(made, "values") else made if isinstance(made, (tuple, list)) else ()
    return next((found for part in parts if (found := _weights_in(part)) is not None), None)
