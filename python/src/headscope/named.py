"""Records an attention that is made of linear layers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np

from .arrays import Array, array_of
from .fused import Fused, layout_of
from .masks import MASK_SENSES, Mask, Sizes
from .norms import norms_of
from .parts import heads_of, key_heads_of, parts_of, unread_parts
from .positions import rotary_of
from .projections import Projections
from .softmax import recorded_softmax
from .taken import Taken, as_heads, batch_first, half_of, inputs_of, masks_of, refusal_of, sizes_of
from .values import choice

__all__ = ["NamedAttention"]


class NamedAttention:
    """An attention with linear projections, as hand-written ones and those of transformers."""

    def __init__(self, module: Any, projections: Projections) -> None:
        self._module = module
        self._projections = projections

    def take(self, whole: Any, inputs: Sequence[Any], options: Mapping[str, Any], facts: Mapping[str, Any]) -> Taken:
        module, into = self._module, self._projections.into
        if "output_attentions" in inspect.signature(whole.forward).parameters:
            options = {"output_attentions": True, **options}
        with ExitStack() as hooks:
            call = hooks.enter_context(_first_call(module))
            seen = [_seen_of(part, hooks) for part in (*into, self._projections.out)]
            returned = whole(*inputs, **options)
        if not call:
            raise ValueError("the module did not call its attention; pass the attention itself, or its name as at=")
        return self._taken(whole, call, seen, returned, facts)

    def _taken(
        self, whole: Any, call: Mapping[str, Any], seen: Sequence[Mapping[str, Any]], returned: Any, facts: Mapping[str, Any]
    ) -> Taken:
        module = self._module
        one = partial(batch_first, first=getattr(module, "batch_first", True))
        query = seen[0].get("given", _first_tensor(call["arguments"]))
        if query is None:
            raise ValueError("the module did not call its projections, and was given no tensor of numbers")
        key, value = query, query
        if self._projections.fused is None:
            key = seen[1].get("given", query)
            value = seen[2].get("given", key)
        read = inputs_of(query, key, value, one)
        weights = next((found for made in (call["result"], returned) if (found := _weights_in(made)) is not None), None)
        softmax = call["softmax"][-1] if call["softmax"] and weights is None else None
        sizes = sizes_of(read, heads_of(module, self._projections.num_heads, softmax if weights is None else weights))
        parameters, fused = self._parameters(sizes, facts.get("qkv_layout"))
        features = _features(parameters, sizes, fused)
        norms, unread = norms_of(module, features)
        unread.update(unread_parts(module, call["arguments"]))
        parts = {**parts_of(module), **norms}
        arrays: dict[str, Any] = {"num_heads": sizes.heads, **read, **parameters, **parts, **self._results(call, seen, one)}
        if weights is not None:
            arrays["attention"] = as_heads(weights, sizes)
        sense = facts.get("attn_mask_true")
        blocks = None if sense is None else choice("attn_mask_true", sense, MASK_SENSES) == "blocked"
        masks: tuple[Mask, ...] = ()
        rotary = None
        try:
            masks = masks_of({name: each for name, each in call["arguments"].items() if "mask" in name}, sizes, blocks)
        except ValueError as error:
            unread["attn_mask"] = str(error)
        try:
            rotary = rotary_of(call["arguments"], module, whole, features)
        except ValueError as error:
            unread["rope"] = str(error)
        recorded = None if softmax is None else as_heads(softmax, sizes)
        recorded = recorded if recorded is not None and recorded.shape == sizes.scores else None
        return Taken(arrays, fused, sizes, masks, rotary, recorded, returned, half_of(query), refusal_of(module, arrays), unread)

    def _results(self, call: Mapping[str, Any], seen: Sequence[Mapping[str, Any]], one: Callable[[Any], Array]) -> dict[str, Any]:
        """What projections gave, and what the output projection was given and gave."""
        *into, out = seen
        found: dict[str, Any] = {}
        if self._projections.fused is None:
            found.update({name: one(part["made"]) for name, part in zip("qkv", into) if part})
        if out:
            return {**found, "context": one(out["given"]), "output": one(out["made"])}
        made = _first_tensor({"": call["result"]})
        name = "context" if self._projections.out is None else "output"
        return found if made is None else {**found, name: one(made)}

    def _parameters(self, sizes: Sizes, layout: str | None) -> tuple[dict[str, Any], Fused | None]:
        """Weights by name, and the fused projection, if its layout is open."""
        projections = self._projections
        parts = {**dict(zip("QKV", projections.into)), "O": projections.out} if projections.fused is None else {"O": projections.out}
        found: dict[str, Any] = {}
        for name, part in parts.items():
            if part is not None:
                weight, bias = _weight_and_bias(part)
                found[f"w{name}"] = np.ascontiguousarray(weight)
                found.update({} if bias is None else {f"b{name}": bias})
        if projections.fused is None:
            return found, None
        keys = key_heads_of(self._module, sizes.heads)
        fused = Fused(*_weight_and_bias(projections.into[0]), sizes.heads, keys)
        layout = layout or layout_of(projections.fused)
        if keys != sizes.heads:
            found["num_kv_heads"] = keys
        return ({**found, **fused.cut(layout)}, None) if layout else ({**found, **fused.arrays}, fused)


@contextmanager
def _first_call(module: Any) -> Iterator[dict[str, Any]]:
    """Arguments, result and softmax of the first call of a module's forward."""
    call: dict[str, Any] = {}
    forward = module.forward
    names = list(inspect.signature(forward).parameters)  # a decorator may take other arguments, too

    def taking(*args: Any, **kwargs: Any) -> Any:
        if call:
            return forward(*args, **kwargs)
        with recorded_softmax() as made:
            result = forward(*args, **kwargs)
        call.update(arguments={**dict(zip(names, args)), **kwargs}, result=result, softmax=made)
        return result

    with patch.object(module, "forward", taking):
        yield call


def _seen_of(part: Any, hooks: ExitStack) -> dict[str, Any]:
    """Receives the input and the result of the first call of a projection."""
    seen: dict[str, Any] = {}

    def keep(_: Any, given: Any, made: Any) -> None:
        if not seen and given:
            seen.update(given=given[0], made=made)

    if part is not None:
        hooks.callback(part.register_forward_hook(keep).remove)
    return seen


def _features(parameters: Mapping[str, Any], sizes: Sizes, fused: Fused | None) -> int:
    """Features of a head of queries."""
    if fused is None:
        return int(parameters["wQ"].shape[1]) // sizes.heads
    return int(fused.weight.shape[1]) // (fused.heads + 2 * fused.keys)


def _weight_and_bias(part: Any) -> tuple[Array, Any]:
    """A weight as (in, out), and a bias. nn.Linear stores (out, in), GPT-2's Conv1D stores (in, out)."""
    weight = array_of(part.weight, "a projection's weight")
    bias = getattr(part, "bias", None)
    return (weight if hasattr(part, "nf") else weight.T), None if bias is None else array_of(bias, "a projection's bias")


def _first_tensor(given: Mapping[str, Any]) -> Any:
    """The first tensor of float numbers (B, T, d) or (T, d) in nested values; None if there is none."""
    for each in given.values():
        if hasattr(each, "detach"):
            if each.is_floating_point() and each.ndim in (2, 3):
                return each
        elif isinstance(each, (tuple, list)):
            return _first_tensor({str(at): part for at, part in enumerate(each)})
    return None


def _weights_in(made: Any) -> Any:
    """The first tensor (B, H, T_q, T_k) without negative numbers in nested results; None if there is none."""
    if hasattr(made, "detach"):
        return made if made.ndim == 4 and not bool((made < 0).any()) else None
    parts = made.values() if hasattr(made, "values") else made if isinstance(made, (tuple, list)) else ()
    return next((found for part in parts if (found := _weights_in(part)) is not None), None)
