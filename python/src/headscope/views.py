"""Functions that return a :class:`~headscope.Figure`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .arrays import Array
from .attention import attention_of
from .figure import Figure, Part, word_properties
from .parameters import input_of, layer_settings, parameters_of
from .settings import attributes_of, labs, options_of, presets
from .sizes import check_sizes
from .tokens import listed, tokens_of, words_for
from .values import choice, within

__all__ = ["head_view", "lab", "layer", "model_view", "train", "walk"]

THEMES = ("light", "dark")
VIEWS = ("walk", "heads", "map", "head", "memory", "code")


def head_view(
    attention: Any,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    tokenizer: Any = None,
    item: int = 0,
    layer: int = 0,
    head: int | None = None,
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows all heads of a layer, one of them large, each with its pattern. The reader chooses the layer.

    Args:
        attention: (H, T_q, T_k), (L, H, T_q, T_k), (L, B, H, T_q, T_k), or a tuple with (B, H, T_q, T_k) for each layer, from torch,
            NumPy, JAX or TensorFlow, on any device, in any float type.
        tokens: T_q strings, a sentence that is split at spaces, or ids with ``tokenizer``; defaults to numbers.
        key_tokens: the same for T_k keys of cross-attention.
        tokenizer: converts ids; it has ``convert_ids_to_tokens``.
        item: index in the batch.
        layer: first layer to show.
        head: first head to show large.
        theme: "light" or "dark"; defaults to that of the notebook.
        settings: other settings, by attribute with ``_`` for ``-``: ``colormap="viridis"``, ``head_view="arcs"``.

    >>> import numpy as np
    >>> head_view(np.full((12, 4, 4), 0.25), "The cat sat down", head=2)
    <headscope figure: Attention of 1 layer, 12 heads, 4 tokens>

    Raises:
        ValueError: if shapes do not fit; the message gives both shapes and the correction.
    """
    numbers, words = attention_and_words(attention, tokens, key_tokens, tokenizer, item)
    layer = _layer_in(numbers, layer)
    shown = {"layer": layer, "head": head, **settings}
    if head is not None:
        head = _head_in(numbers, head)
    part = Part(
        "mha-heads",
        {**attributes_of(settings), **_theme(theme)},
        {"layer": layer, **({} if head is None else {"head": head})},
        {"attention": {"of": "attention"}},
    )
    return Figure(
        [part],
        {"attention": numbers},
        title=_title(numbers),
        height=760,
        words=words,
        pictured={**options_of(shown), **word_properties(words), "view": "heads"},
        theme=theme,
    )


def model_view(
    attention: Any,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    tokenizer: Any = None,
    item: int = 0,
    layer: int = 0,
    head: int = 0,
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows all heads of all layers as maps, layer below layer, and above them the chosen head, large.

    The arguments are those of :func:`head_view`; ``layer`` and ``head`` choose the first head to show large.

    >>> import numpy as np
    >>> model_view(np.full((6, 12, 4, 4), 0.25))
    <headscope figure: Attention of 6 layers, 12 heads each, 4 tokens>
    """
    numbers, words = attention_and_words(attention, tokens, key_tokens, tokenizer, item)
    layer, head = _layer_in(numbers, layer), _head_in(numbers, head)
    attributes = {**attributes_of(settings), **_theme(theme)}
    title = f"layer {layer}, head {head}"
    large = Part("mha-head", attributes, {"layer": layer, "head": head}, {"attention": {"of": "attention"}}, title=title)
    maps = [
        Part(
            "mha-heatmap",
            attributes,
            {"head": head} if at == layer else {},
            {"attention": {"of": "attention", "layer": at}},
            title=f"layer {at}",
        )
        for at in range(len(numbers))
    ]
    return Figure(
        [large, *maps],
        {"attention": numbers},
        title=_title(numbers),
        height=900,
        words=words,
        pictured={**options_of(settings), **word_properties(words), "view": "map", "layers": len(numbers)},
        theme=theme,
    )


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
        view: "walk", "heads", "map", "head", "memory" or "code".
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
    attributes = {**attributes_of(settings), **model, "view": choice("view", view, VIEWS), "controls": controls, **_theme(theme)}
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
    attributes = {"view": choice("view", view, VIEWS), "controls": controls, **_theme(theme)}
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
    part = Part("mha-lab", {**attributes, "kind": choice("kind", kind, labs()), **_theme(theme)})
    return Figure([part], {}, title=f"The lab “{kind}”", height=620, theme=theme)


def train(*, theme: str | None = None, **settings: Any) -> Figure:
    """Shows a small model that learns to fill in words.

    Args:
        theme: "light" or "dark"; defaults to that of the notebook.
        settings: attributes of ``<mha-train>``, as ``heads=4``, ``seed=1``, ``step=200``, ``task="induction"``.

    >>> train(seed=3)
    <headscope figure: A small model that trains>
    """
    return Figure(
        [Part("mha-train", {**attributes_of(settings, "train"), **_theme(theme)})], {}, title="A small model that trains", height=1000, theme=theme
    )


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


def attention_and_words(
    attention: Any, tokens: Any, key_tokens: Any, tokenizer: Any, item: int
) -> tuple[Array, tuple[list[str], list[str]]]:
    """Attention (L, H, T_q, T_k), and the tokens of its queries and keys."""
    numbers = attention_of(attention, item)
    queries = tokens_of(tokens, tokenizer, item)
    keys = tokens_of(key_tokens, tokenizer, item, "key_tokens")
    return numbers, words_for(numbers.shape, queries, keys)


def _some(tokens: Any) -> Any:
    """Returns the tokens, an array of strings as a list; raises ValueError if there are none."""
    tokens = listed(tokens)
    words = tokens.split() if isinstance(tokens, str) else tokens
    if words is None or words in ([], ()):
        raise ValueError(f"tokens={tokens!r} is empty; expected a sentence or a list of strings")
    return tokens


def _theme(theme: str | None) -> dict[str, str]:
    return {} if theme is None else {"theme": choice("theme", theme, THEMES)}


def _layer_in(attention: Array, layer: Any) -> int:
    return within("layer", layer, len(attention), f"attention of {_counted(len(attention), 'layer')}")


def _head_in(attention: Array, head: Any) -> int:
    return within("head", head, attention.shape[1], f"attention of {_counted(attention.shape[1], 'head')}")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _title(attention: Array) -> str:
    layers, heads, queries, keys = attention.shape
    of = f"{queries} tokens" if queries == keys else f"{queries} queries, {keys} keys"
    return (
        f"Attention of {_counted(layers, 'layer')}, {_counted(heads, 'head')}{' each' if layers > 1 else ''}, {of}"
    )
