"""Reads rotary positions from what a module holds or is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import Array, array_of, shown_shape

__all__ = ["Frequencies", "Rotary", "rotary_of"]

NEAR = 1e-4  # relative difference between frequencies that are the same
UNKNOWN = 'pass facts={"rope": "half"} or {"rope": "interleaved"}, with "rope_base" if it is not 10000'


@dataclass(frozen=True)
class Frequencies:
    """Turns of each pair for each position: base^(-2i/r), slower where a model scales them for long texts.

    Attributes:
        base: 10000 in most models.
        scaling: divides the frequencies; with a length, only those of long waves.
        length: tokens of the texts before scaling; 0 where scaling is the same for all pairs.
        low, high: waves per length below which frequencies are scaled, and above which they are kept.
    """

    base: float
    scaling: float = 1.0
    length: int = 0
    low: float = 1.0
    high: float = 4.0

    def rates(self, pairs: int) -> Array:
        each: Array = self.base ** (-np.arange(pairs) / pairs)
        if not self.length:
            return each / self.scaling
        kept = np.clip((self.length * each / (2 * np.pi) - self.low) / (self.high - self.low), 0, 1)
        scaled: Array = each * (kept + (1 - kept) / self.scaling)
        return scaled

    def arrays(self) -> dict[str, Any]:
        """Arguments of check."""
        found: dict[str, Any] = {"rope_base": self.base}
        if self.scaling != 1:
            found["rope_scaling"] = self.scaling
        if self.length:
            found.update(rope_length=self.length, rope_low=self.low, rope_high=self.high)
        return found


@dataclass(frozen=True)
class Rotary:
    """Rotary positions 0, 1, 2, …

    Attributes:
        style: "half", where features i and i + r/2 turn together, or "interleaved", where 2i and 2i + 1 do.
        is_open: whether the style is not known.
        width: number r of the features of a head that turn.
        features: of a head.
        frequencies: of the r/2 pairs.
    """

    style: str
    is_open: bool
    width: int
    features: int
    frequencies: Frequencies

    def turn(self, heads: Array) -> Array:
        """Turns (B, H, T, d)."""
        turns = np.exp(1j * np.arange(heads.shape[2])[:, None] * self.frequencies.rates(self.width // 2))
        turned = heads.astype(np.float64)
        half = self.width // 2
        halves = (slice(0, half), slice(half, self.width))
        one, two = halves if self.style == "half" else (slice(0, self.width, 2), slice(1, self.width, 2))
        both = (turned[..., one] + 1j * turned[..., two]) * turns
        turned[..., one], turned[..., two] = both.real, both.imag
        return turned

    def arrays(self) -> dict[str, Any]:
        """Arguments of check."""
        found: dict[str, Any] = {"rope": self.style, **self.frequencies.arrays()}
        return found if self.width == self.features else {**found, "rope_fraction": self.width / self.features}


def rotary_of(given: Mapping[str, Any], module: Any, whole: Any, features: int) -> Rotary | None:
    """The rotary positions of an attention: from arguments (cos and sin, or complex numbers), or from frequencies that a module holds.

    Raises:
        ValueError: for positions that are not 0, 1, 2, … with frequencies that check knows.
    """
    turns = _given_turns(given)
    config = getattr(module, "config", None)
    if turns is not None:
        return _from_turns(*turns, features, config)
    for part in (*module.modules(), *whole.modules()):
        if getattr(part, "inv_freq", None) is not None:
            rates = array_of(part.inv_freq, "inv_freq").astype(np.float64)
            return Rotary("half", True, 2 * len(rates), features, _frequencies(rates, config))
    held = {**vars(module), **dict(module.named_modules())}
    named = next((name for name, each in held.items() if ("rotary" in name.lower() or "rope" in name.lower()) and each), None)
    if named:
        raise ValueError(f"{named} is about rotary positions, and there is no buffer inv_freq: {UNKNOWN}")
    return None


def _given_turns(given: Mapping[str, Any]) -> tuple[Array, bool] | None:
    """Complex numbers (T, features), and whether they are one for each pair; None without such arguments."""
    pair = given.get("position_embeddings", (given.get("cos"), given.get("sin")))
    if isinstance(pair, (tuple, list)) and len(pair) == 2 and all(hasattr(each, "detach") for each in pair):
        cos, sin = (_one_table(array_of(each, "cos and sin")) for each in pair)
        return cos + 1j * sin, False
    for tensor in given.values():
        if hasattr(tensor, "is_complex") and tensor.is_complex():
            return _one_table(np.asarray(tensor.detach().cpu().resolve_conj().numpy())), True
    return None


def _one_table(table: Array) -> Array:
    """(T, features) of a table that may have axes for batch and heads."""
    size = (table.shape[-2], table.shape[-1]) if table.ndim == 2 or table.shape[-2] > 1 else (table.shape[1], table.shape[-1])
    tables = table.reshape(-1, *size)
    if (tables != tables[0]).any():
        raise ValueError(f"rotary positions of shape {shown_shape(table.shape)} differ in the batch; expected the same for each item")
    first: Array = tables[0].astype(np.complex128 if np.iscomplexobj(table) else np.float64)
    return first


def _from_turns(turns: Array, is_pairs: bool, features: int, config: Any) -> Rotary | None:
    if len(turns) < 2:
        return None  # one position, which turns queries and keys alike
    width = turns.shape[1]
    style, is_open = "interleaved", False
    if is_pairs:
        each, width = turns, 2 * width
    elif np.array_equal(turns[:, : width // 2], turns[:, width // 2 :]):
        style, each = "half", turns[:, : width // 2]
    elif np.array_equal(turns[:, ::2], turns[:, 1::2]):
        each = turns[:, ::2]
    else:
        style, is_open, each, width = "half", True, turns, 2 * width
    steps = each[1:] * each[:-1].conj()
    if np.abs(np.abs(each) - 1).max() > NEAR or np.abs(steps - steps[0]).max() > NEAR or width > features:
        raise ValueError(f"rotary positions are rounded to 16 bits, are scaled, or do not count 0, 1, 2, …: {UNKNOWN}")
    return Rotary(style, is_open, width, features, _frequencies(np.angle(steps[0]), config))


def _frequencies(rates: Array, config: Any) -> Frequencies:
    """The base of frequencies base^(-2i/r), or what a configuration of transformers says of them."""
    pairs = len(rates)
    base = float(rates[1] ** -float(pairs)) if pairs > 1 else 10000.0
    rounded = float(f"{base:.3g}")
    scaled = getattr(config, "rope_scaling", None) or getattr(config, "rope_parameters", None) or {}
    configured = Frequencies(float(scaled.get("rope_theta", getattr(config, "rope_theta", 10000))), float(scaled.get("factor", 1)))
    if "low_freq_factor" in scaled:  # of Llama 3
        length, low, high = (scaled[name] for name in ("original_max_position_embeddings", "low_freq_factor", "high_freq_factor"))
        configured = replace(configured, length=int(length), low=float(low), high=float(high))
    for found in (Frequencies(rounded), Frequencies(base), configured):
        if np.abs(rates / found.rates(pairs) - 1).max() < 10 * NEAR:
            return found
    raise ValueError(f"rotary frequencies are not base^(-2i/r), nor those of the module's config: {UNKNOWN}")
