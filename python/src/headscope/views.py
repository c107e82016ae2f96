"""Figures whose numbers the page computes: a walk through a layer, a lab, and a model that trains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .arrays import Array
from .figure import Figure, Part
from .parameters import input_of, layer_settings, parameters_of
from .settings import attributes_of, labs, options_of, presets, theme_attribute
from .sizes import check_sizes
from .tokens import listed, tokens_of
from .values import choice, within

__all__ = ["lab", "layer", "train", "walk"]

VIEWS = ("walk", "heads", "map", "head", "row", "memory", "code")


def walk(
    tokens: str | Sequence[str],
    *,
    attention: str | None = None,
    controls: str = "few",
    view: str = "walk",
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows a sentence on its way through one attention layer, step by step: shapes, strides, memory and numbers.

    Args:
        tokens: a sentence, or a list of tokens.
        attention: a model whose kind of attention is drawn, at sizes that fit the page: "llama-3", "deepseek-v2" and others. Settings given
            beside it take precedence.
        controls: settings that the reader may change: "none", "few", "all", or names.
        view: "walk", "heads", "map", "head", "row", "memory" or "code".
        theme: "light" or "dark"; defaults to that of the notebook.
        settings: ``heads=4``, ``d_model=32``, ``step="scores"``, ``causal=True``, ``wrong="no_scale"`` and others; an unknown name
            raises an error that lists all.

    >>> walk("The cat sat on the mat", heads=4, d_model=32, step="q_heads")
    <headscope figure: The walk of “The cat sat on the mat” through one attention layer>
    >>> walk("The cat sat", attention="llama-3", heads=8)
    <headscope figure: The walk of “The cat sat” through one attention layer>
    >>> walk("The cat sat", steps="q_heads")
    Traceback (most recent call last):
    ValueError: there is no setting steps (nearest: step); there are ...
    """
    tokens = _some(tokens)
    settings = {**settings, "tokens": tokens}
    model = {} if attention is None else {"attention": choice("attention", attention, presets())}
    attributes = {**attributes_of(settings), **model, "view": choice("view", view, VIEWS), "controls": controls, **theme_attribute(theme)}
    check_sizes(settings, model=bool(model))
    said = (tokens if isinstance(tokens, str) else " ".join(tokens)).encode("utf-8", "replace").decode()  # lone surrogates go
    return Figure(
        [Part("mha-explainer", attributes)],
        {},
        title=f"The walk of “{said[:60]}{'…' if len(said) > 60 else ''}” through one attention layer",
        height=900,
        pictured={**options_of(settings), **model, "view": view},
        theme=theme,
    )


def layer(
    parameters: Any,
    input: Any,
    *,
    tokens: Any = None,
    heads: int | None = None,
    view: str = "walk",
    controls: str = "none",
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows the walk through your own layer, with your own input.

    Args:
        parameters: ``{"wQ": (d_model, H·d_k), "wK": …, "wV": …, "wO": (H·d_v, d_model)}``, as in ``x @ wQ``, with or without biases
            ``bQ bK bV bO``; or a torch ``nn.MultiheadAttention``.
        input: (T, d_model), or (1, T, d_model).
        tokens: T strings; defaults to numbers.
        heads: H; left out for a torch module, which has its own.
        view, controls, theme, settings: as for :func:`walk`.

    >>> import numpy as np
    >>> eye = np.eye(8)
    >>> layer({"wQ": eye, "wK": eye, "wV": eye, "wO": eye}, np.ones((3, 8)), heads=2)
    <headscope figure: The walk of 3 tokens through a layer of d_model 8, 2 heads>
    >>> layer({"wQ": eye, "wK": eye, "wV": eye, "wO": eye}, np.ones((3, 6)), heads=2)
    Traceback (most recent call last):
    ValueError: input has shape (3, 6) and wQ (8, 8): input @ wQ needs an input of (3, 8), or a wQ of (6, columns)
    """
    matrices, given, words, implied = layer_of(parameters, input, heads, tokens)
    settings = {**settings, **implied}
    if settings.get("head") is not None:
        within("head", settings["head"], implied["heads"], f"a layer of {implied['heads']} heads")
    attributes = {"view": choice("view", view, VIEWS), "controls": controls, **theme_attribute(theme)}
    return Figure(
        [Part("mha-explainer", {**attributes_of(settings), **attributes}, {}, {"input": {"of": "input"}})],
        {"input": given, **matrices},
        title=f"The walk of {given.shape[0]} tokens through a layer of d_model {given.shape[1]}, {implied['heads']} heads",
        height=900,
        parameters=list(matrices),
        words=(words, []),
        pictured={**options_of(settings), "tokens": words, "view": view},
        theme=theme,
    )


def lab(kind: str, tokens: str | Sequence[str] = "The cat sat on the mat", *, theme: str | None = None, **settings: Any) -> Figure:
    """Shows a lab: a question about attention, a control, and a picture that answers.

    Args:
        kind: the name of a lab; an unknown name raises an error that lists all.
        tokens: a sentence, or a list of tokens.
        theme, settings: as for :func:`walk`.

    >>> lab("mask")
    <headscope figure: The lab “mask”>
    >>> lab("magic")
    Traceback (most recent call last):
    ValueError: kind='magic' is none of ...
    """
    attributes = attributes_of({**settings, "tokens": _some(tokens)})
    part = Part("mha-lab", {**attributes, "kind": choice("kind", kind, labs()), **theme_attribute(theme)})
    return Figure([part], {}, title=f"The lab “{kind}”", height=620, theme=theme)


def train(*, theme: str | None = None, **settings: Any) -> Figure:
    """Shows a small model that learns to fill in words.

    Args:
        theme: "light" or "dark"; defaults to that of the notebook.
        settings: attributes of ``<mha-train>``, as ``heads=4``, ``seed=1``, ``step=200``, ``task="induction"``.

    >>> train(seed=3)
    <headscope figure: A small model that trains>
    """
    part = Part("mha-train", {**attributes_of(settings, "train"), **theme_attribute(theme)})
    return Figure([part], {}, title="A small model that trains", height=1000, theme=theme)


def layer_of(
    parameters: Any, input: Any, heads: int | None, tokens: Any
) -> tuple[dict[str, Array], Array, list[str], dict[str, Any]]:
    """Matrices of a layer, its input (T, d_model), a token per row of the input, and the settings that follow from the matrices."""
    matrices, count = parameters_of(parameters, heads)
    given = input_of(input, matrices)
    words = tokens_of(tokens)
    if words is not None and len(words) != given.shape[0]:
        raise ValueError(f"{len(words)} tokens for an input of shape {given.shape}: pass {given.shape[0]}, or none, and they are numbered")
    words = words if words is not None else [str(at) for at in range(given.shape[0])]
    return matrices, given, words, {"heads": count, **layer_settings(matrices, count)}


def _some(tokens: Any) -> Any:
    """Returns the tokens, an array of strings as a list; raises ValueError if there are none."""
    tokens = listed(tokens)
    words = tokens.split() if isinstance(tokens, str) else tokens
    if words is None or words in ([], ()):
        raise ValueError(f"tokens={tokens!r} is empty; expected a sentence or a list of strings")
    return tokens
