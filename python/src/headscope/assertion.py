"""Fails a test where a torch module's attention differs from the core's, with the report as its message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .capture import arrays_of, taken_from
from .check import Checked, check

__all__ = ["assert_attention"]


def assert_attention(
    module: Any,
    *inputs: Any,
    expected_failure: str | None = None,
    facts: Mapping[str, Any] | None = None,
    at: str | None = None,
    names: Mapping[str, Any] | None = None,
    **options: Any,
) -> None:
    """Fails unless a torch module computes the attention that its weights, masks and positions ask for; or unless it has one mistake.

    Args:
        module, inputs, at, names, options: as for :func:`headscope.capture`. All items of the batch are compared.
        expected_failure: id of a mistake, as ``headscope.check(...).path`` gives it: "qkv_by_heads". The test then passes only if the
            module has this mistake, and no other.
        facts: arguments of :func:`headscope.check` that the module does not show, as ``{"causal": True, "rope": "interleaved"}``. They take
            precedence over those that the module shows.

    Raises:
        AssertionError: if the module's numbers differ, or do not have the expected mistake; the message holds the report.
        ValueError: if the module cannot be captured, or its arrays cannot be compared.

    >>> import torch, headscope
    >>> attention = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    >>> headscope.assert_attention(attention, torch.randn(2, 3, 8))
    >>> headscope.assert_attention(attention, torch.randn(2, 3, 8), expected_failure="no_scale")
    Traceback (most recent call last):
    AssertionError: expected the mistake no_scale, and the module has none: ...
    """
    __tracebackhide__ = True  # pytest shows the test's line
    facts = facts or {}
    taken, reading = taken_from(module, inputs, options, at, names, facts)
    found = check(**arrays_of(taken, reading, facts))
    if expected_failure is None:
        if not found:
            raise AssertionError(f"{type(module).__name__} differs from the core.\n\n{found.report}")
    elif wrong := _other_than(expected_failure, found):
        raise AssertionError(f"expected the mistake {expected_failure}, and {wrong}\n\n{found.report}")


def _other_than(expected: str, found: Checked) -> str | None:
    """What was found in place of the expected mistake; None if it was found, and no other."""
    if found:
        return "the module has none: all its arrays agree with the core's."
    if found.path is None:
        return f"the module differs at {found.parts} in a way that has no name."
    if expected not in (found.path, *found.also):
        return f"the module has {' or '.join((found.path, *found.also))}, at {found.parts}."
    if again := found.found["path"]["again"]:
        return f"the module has it, and differs at {again} by another one."
    return None
