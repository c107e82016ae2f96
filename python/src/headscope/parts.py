"""Numbers of heads, and the parts between projections and softmax that a module's attributes show."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from .arrays import array_of
from .values import real

__all__ = ["heads_of", "key_heads_of", "parts_of", "unread_parts"]

HEADS = ("num_heads", "n_heads", "n_head", "num_attention_heads", "num_q_heads", "nhead", "heads", "n_local_heads", "h", "H")
KEY_HEADS = ("num_key_value_heads", "num_kv_heads", "n_kv_heads", "n_kv_head", "kv_heads", "n_local_kv_heads", "num_query_groups")


def heads_of(module: Any, given: int | None, weights: Any) -> int:
    """The number of heads: as given, or as the module or its configuration holds it, or of the weights (B, H, T_q, T_k)."""
    found = given or _number(module, HEADS)
    if found is None and getattr(weights, "ndim", 0) == 4:
        found = int(weights.shape[1])
    if found is None:
        raise ValueError(
            f"the module ({type(module).__name__}) does not show its number of heads; expected an attribute such as num_heads or n_head: "
            "pass names={'num_heads': 8}, with the number or the name of the attribute"
        )
    return found


def key_heads_of(module: Any, heads: int) -> int:
    """The number of heads of keys and values, for a fused projection."""
    return _number(module, KEY_HEADS) or heads


def _number(module: Any, names: tuple[str, ...]) -> int | None:
    for holder in (module, getattr(module, "config", None)):
        for name in names:
            found = getattr(holder, name, None)
            if isinstance(found, int) and not isinstance(found, bool) and found > 0:
                return found
    return None


#: Names of parameters, buffers and arguments that change scores: tables of relative positions, biases by position, slopes, factors.
_ADDED = re.compile(
    r"(^|_|\.)rel(ative)?_?(attn|attention|pos|position|bias|emb|key|height|width)|pos(ition|itional)?_?bias|bias_?table|att(ention|n)_?bias(es)?$"
    r"|distance_embedding|(^|_|\.)(linear_pos|pos_proj|pos_key_proj|pos_query_proj|pos_q_proj|r_w_bias|r_r_bias)"
)
_SLOPES = re.compile(r"alibi|(^|_|\.)slopes?$")
_FACTOR = re.compile(r"logit_?scale|temperature")
#: Attributes that multiply queries, keys or scores; parts_of reads attention_multiplier.
_MULTIPLIER = re.compile(r"(^|_)(attn|query|key|qk|softmax)_multiplier$")


def parts_of(module: Any) -> dict[str, Any]:
    """Arguments of check for sinks, a soft cap and a scale, as modules of transformers hold them."""
    found: dict[str, Any] = {}
    config = getattr(module, "config", None)
    if getattr(getattr(module, "sinks", None), "ndim", 0) == 1:
        found["sinks"] = array_of(module.sinks, "sinks")
    if cap := getattr(module, "attn_logit_softcapping", getattr(config, "attn_logit_softcapping", None)):
        found["softcap"] = float(cap)
    if width := getattr(config, "query_pre_attn_scalar", None):
        found["scale"] = float(width) ** -0.5
    if scale := getattr(module, "attention_multiplier", getattr(config, "attention_multiplier", None)):  # Granite
        found["scale"] = float(scale)
    return found


def unread_parts(module: Any, given: Mapping[str, Any]) -> dict[str, str]:
    """Parts of a module and its arguments that change the scores and cannot be read: argument of check, and cause."""
    found = {}
    held = [name for name, _ in (*module.named_parameters(), *module.named_buffers())]
    tensors = [*held, *(name for name, each in given.items() if hasattr(each, "detach"))]
    if slopes := _first(_SLOPES, tensors):  # BLOOM
        found["alibi"] = f'{slopes} is about ALiBi, which the module adds to its scores: pass facts={{"alibi": True}}, or its slopes'
    if factor := _first(_FACTOR, tensors):
        found["scale"] = f'{factor} multiplies or divides the scores: pass facts={{"scale": factor}}'
    elif multiplier := _first(_MULTIPLIER, _numbers(module)):
        found["scale"] = f'{multiplier} is a factor of queries, keys or scores: pass facts={{"scale": factor}}, which takes the place of 1/√d_k'
    if hasattr(module, "has_relative_attention_bias"):  # T5 adds relative positions and does not scale its scores
        found["attn_mask"] = 'the module adds relative positions to its scores: pass facts={"attn_mask": positions, "scale": 1}'
    elif added := _first(_ADDED, tensors):
        found["attn_mask"] = f'{added} is about positions or a bias that the module adds to its scores: pass facts={{"attn_mask": positions}}'
    return found


def _first(pattern: re.Pattern[str], names: Iterable[str]) -> str | None:
    return next((name for name in names if pattern.search(name.lower())), None)


def _numbers(module: Any) -> list[str]:
    """Attributes of a module and its configuration that hold another number than 1."""
    holders = (module, getattr(module, "config", None))
    held = {name: each for holder in holders for name, each in getattr(holder, "__dict__", {}).items()}
    return [name for name, each in held.items() if real(each) and each != 1]
