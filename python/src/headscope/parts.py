"""Numbers of heads, and the parts between projections and softmax that a module's attributes show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .arrays import array_of

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


def parts_of(module: Any) -> dict[str, Any]:
    """Arguments of check for a norm of queries and keys, sinks, a soft cap and a scale, as modules of transformers hold them."""
    found: dict[str, Any] = {}
    config = getattr(module, "config", None)
    for name in ("q_norm", "k_norm"):
        norm: Any = getattr(module, name, None)
        if getattr(getattr(norm, "weight", None), "ndim", 0) == 1:
            found[name] = array_of(norm.weight, name)
            found["qk_norm"] = float(getattr(norm, "variance_epsilon", getattr(norm, "eps", None)) or 1e-6)
    if getattr(getattr(module, "sinks", None), "ndim", 0) == 1:
        found["sinks"] = array_of(module.sinks, "sinks")
    if cap := getattr(module, "attn_logit_softcapping", getattr(config, "attn_logit_softcapping", None)):
        found["softcap"] = float(cap)
    if width := getattr(config, "query_pre_attn_scalar", None):
        found["scale"] = float(width) ** -0.5
    return found


def unread_parts(module: Any, given: Mapping[str, Any]) -> dict[str, str]:
    """Parts of a module and its arguments that are added to the scores and cannot be read: argument of check, and cause."""
    found = {}
    if hasattr(module, "has_relative_attention_bias"):  # T5, which has no scale either
        found["attn_mask"] = 'the module adds relative positions to its scores: pass facts={"attn_mask": positions, "scale": 1}'
    if hasattr(given.get("alibi"), "detach"):  # BLOOM
        found["alibi"] = 'the module adds ALiBi to its scores: pass facts={"alibi": True}, or its slopes'
    return found
