"""Finds the attention in a torch module, and records its inputs and results."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from unittest.mock import patch

from .named import NamedAttention
from .parameters import torch_parameters
from .projections import check_names, linear_parts, projections_of
from .taken import Taken, as_heads, batch_first, half_of, inputs_of, masks_of, refusal_of, sizes_of

__all__ = ["WEIGHTS_ARE_KEPT", "attention_in"]

WEIGHTS_ARE_KEPT = (
    "the module showed no attention weights (heads, queries, keys): it returned none, and called no softmax of PyTorch; a model of "
    'transformers returns them if it is loaded with attn_implementation="eager" and called with output_attentions=True'
)


def attention_in(module: Any, at: str | None, names: Mapping[str, Any] | None) -> _TorchAttention | NamedAttention:
    """The attention with the name ``at``, or the only one in a module.

    Args:
        names: names of its projections, where they are not usual.

    Raises:
        ValueError: if the module contains no attention, or several and ``at`` is None.
    """
    if not hasattr(module, "named_modules"):
        raise ValueError(f"module is a {type(module).__name__}; expected a torch nn.Module")
    check_names(names)
    found = {name: kind for name, each in module.named_modules() if (kind := _kind_of(module, name, each, names)) is not None}
    if at is not None and found:
        if at not in found:
            if list(found) == [""]:
                raise ValueError(f"at={at!r} names no attention of the module; the module itself is one: leave out at=")
            raise ValueError(f"at={at!r} names no attention of the module; there are {_listed(found)}")
        return found[at]
    if len(found) != 1:
        if found:
            raise ValueError(f"the module holds {len(found)} attentions: pass one of them, or its name as at=; there are {_listed(found)}")
        raise ValueError(_no_attention(module, names))
    return next(iter(found.values()))


def _no_attention(module: Any, names: Mapping[str, Any] | None) -> str:
    linear = list(linear_parts(module)) or [name for name, each in module.named_modules() if linear_parts(each) and name]
    found = f"has {'linear layers ' if linear_parts(module) else 'modules '}{', '.join(linear[:8])}" if linear else "has no linear layers"
    asked = f"with linear layers at {', '.join(f'{role}={name!r}' for role, name in names.items())}" if names else ""
    return (
        f"the module ({type(module).__name__}) holds no known attention{' ' + asked if asked else ''}: it {found}; expected an "
        "nn.MultiheadAttention, or linear layers for queries, keys and values (as q_proj, query, W_q or to_q) or one for all three (as qkv, "
        "in_proj or c_attn); pass other names as names={'q': 'ask', 'k': 'offer', 'v': 'say', 'out': 'mix'}"
    )


def _listed(found: dict[str, Any]) -> str:
    names = [repr(name) for name in found]
    return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")


def _kind_of(whole: Any, name: str, each: Any, names: Mapping[str, Any] | None) -> _TorchAttention | NamedAttention | None:
    if hasattr(each, "in_proj_weight") and hasattr(each, "out_proj"):
        return None if names else _TorchAttention(each)
    parent = whole.get_submodule(name.rpartition(".")[0]) if name else None
    projections = projections_of(each, parent, names)
    return None if projections is None else NamedAttention(each, projections)


class _TorchAttention:
    """An ``nn.MultiheadAttention``."""

    def __init__(self, module: Any) -> None:
        self._module = module

    def take(self, whole: Any, inputs: Sequence[Any], options: Mapping[str, Any], _: Mapping[str, Any]) -> Taken:
        module, calls = self._module, []
        forward = module.forward
        signature = inspect.signature(forward)

        def taking(*args: Any, **kwargs: Any) -> Any:
            bound = signature.bind(*args, **kwargs)
            bound.arguments.update(need_weights=True, average_attn_weights=False)  # a parent may set need_weights=False
            output, weights = forward(*bound.args, **bound.kwargs)
            calls.append((bound.arguments, output, weights))
            return output, weights

        if whole is module and len(inputs) == 1:
            inputs = [inputs[0]] * 3
        with patch.object(module, "forward", taking):
            returned = _with_gradients(whole, inputs, options)
        if not calls:
            raise ValueError("the module did not call its attention: torch took a fused path; pass the attention itself")
        given, output, weights = calls[0]
        one = partial(batch_first, first=module.batch_first)
        read = inputs_of(given["query"], given["key"], given["value"], one)
        sizes = sizes_of(read, int(module.num_heads))
        arrays: dict[str, Any] = {"num_heads": sizes.heads, **read, **torch_parameters(module)[0]}
        arrays.update(attention=as_heads(weights, sizes), output=one(output))
        masks = masks_of({name: given.get(name) for name in ("key_padding_mask", "attn_mask")}, sizes, blocks=True)
        return Taken(arrays, None, sizes, masks, None, None, returned, half_of(given["query"]), refusal_of(module, arrays), {})


def _with_gradients(whole: Any, inputs: Sequence[Any], options: Mapping[str, Any]) -> Any:
    """Runs the module with gradients: without, torch may take a fused path that does not call the attention."""
    import torch

    with torch.enable_grad():
        return whole(*inputs, **options)
