"""Figures of attention that the caller has computed: the heads of one layer, or of all layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from .arrays import Array
from .attention import attention_of
from .combined import combined
from .figure import Figure, Part, word_properties
from .patches import MOST_PATCHES, Patches, patches_of
from .settings import attributes_of, options_of, theme_attribute
from .tokens import tokens_of, words_for
from .values import within
from .window import Window

__all__ = ["head_view", "model_view"]

#: Options of a view that combine nothing.
PLAIN = {"combine": None, "words": False, "sentence_b_start": None, "sentences": "all", "queries": None, "queries_as": "mean"}


def head_view(
    attention: Any,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    tokenizer: Any = None,
    item: int = 0,
    image: Any = None,
    grid: tuple[int, int] | None = None,
    extra: int = 0,
    layer: int = 0,
    head: int | None = None,
    combine: str | None = None,
    words: bool | Sequence[int | None] = False,
    sentence_b_start: int | None = None,
    sentences: str = "all",
    queries: Sequence[int | str] | None = None,
    queries_as: str = "mean",
    find: str | int | None = None,
    span: int | None = None,
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows all heads of a layer, one of them large, each with its pattern. The reader chooses the layer.

    Args:
        attention: (H, T_q, T_k), (L, H, T_q, T_k), (L, B, H, T_q, T_k), or a tuple with (B, H, T_q, T_k) for each layer, from torch,
            NumPy, JAX or TensorFlow, on any device, in any float type; the output of a model of transformers; an ActivationCache of
            TransformerLens, whose ``hook_pattern`` of all layers is read; or a cache of nnsight, as ``tracer.cache()`` returns it, whose
            modules return weights.
        tokens: T_q strings, as ``to_str_tokens`` of TransformerLens returns them, a sentence that is split at spaces, or ids with ``tokenizer``;
            defaults to numbers.
        key_tokens: the same for T_k keys of cross-attention.
        tokenizer: converts ids; it has ``convert_ids_to_tokens``.
        item: index in the batch.
        image: the image whose patches are the tokens: a PIL image, or pixels (height, width, 3) or (3, height, width) from NumPy or torch, before
            a processor normalises them. Weights are shown over it.
        grid: rows and columns of the patches, as (14, 14).
        extra: number of tokens before the patches, such as [CLS] and registers. ``tokens`` then names the tokens that are no patches, or all;
            words after the patches need names.
        layer: first layer to show.
        head: first head to show large.
        combine: "heads", "layers" or "all" for their mean, or "rollout" (Abnar & Zuidema 2020), which leaves values and feed-forward networks
            out. A mean hides what single heads do.
        words: whether word pieces are merged to words, or the word of each token as ``BatchEncoding.word_ids()`` gives it. The weight to a word
            is the sum over its pieces, the weight from a word the mean.
        sentence_b_start: index of the first token of the second sentence.
        sentences: "ab", "ba", "aa" or "bb": the attention from one sentence to the other. Its rows need not sum to 1.
        queries: tokens, or their indices, whose rows are shown as one.
        queries_as: "mean" or "sum" of these rows.
        find: a word or a phrase of a text, or a token's index: shows the tokens around it, which a text of more than 512 tokens needs. Weights
            to other tokens are left out.
        span: number of tokens that ``find`` shows, at most 512; defaults to 128.
        theme: "light" or "dark"; defaults to that of the notebook.
        settings: other settings, by attribute with ``_`` for ``-``: ``colormap="viridis"``, ``head_view="arcs"``.

    >>> import numpy as np
    >>> head_view(np.full((12, 4, 4), 0.25), "The cat sat down", head=2)
    <headscope figure: Attention of 1 layer, 12 heads, 4 tokens>
    >>> head_view(np.full((12, 50, 50), 0.02), image=np.zeros((28, 28)), grid=(7, 7), extra=1)
    <headscope figure: Attention of 1 layer, 12 heads, 50 tokens>

    Raises:
        ValueError: if shapes do not fit; the message gives both shapes and the correction.
    """
    options = {"combine": combine, "words": words, "sentence_b_start": sentence_b_start, "sentences": sentences, "queries": queries, "queries_as": queries_as}
    numbers, named, patches, notes, first = _shown(
        attention, tokens, key_tokens, tokenizer, item, image=image, grid=grid, extra=extra, find=find, span=span, options=options
    )
    settings = {**first, **settings}
    layer = _layer_in(numbers, layer)
    shown = {"layer": layer, "head": head, **settings}
    if head is not None:
        head = _head_in(numbers, head)
    part = Part(
        "mha-heads",
        {**attributes_of(settings), **theme_attribute(theme)},
        {"layer": layer, **({} if head is None else {"head": head}), **_grid(patches)},
        {"attention": {"of": "attention"}, **_image(patches)},
    )
    return Figure(
        [part],
        {"attention": numbers, **_pixels(patches)},
        title=_title(numbers, notes),
        height=760,
        words=named,
        patches=patches,
        pictured={**options_of(shown), **word_properties(named, patches), **_grid(patches), "view": "heads"},
        theme=theme,
    )


def model_view(
    attention: Any,
    tokens: Any = None,
    *,
    key_tokens: Any = None,
    tokenizer: Any = None,
    item: int = 0,
    image: Any = None,
    grid: tuple[int, int] | None = None,
    extra: int = 0,
    layer: int = 0,
    head: int = 0,
    combine: str | None = None,
    words: bool | Sequence[int | None] = False,
    sentence_b_start: int | None = None,
    sentences: str = "all",
    queries: Sequence[int | str] | None = None,
    queries_as: str = "mean",
    find: str | int | None = None,
    span: int | None = None,
    theme: str | None = None,
    **settings: Any,
) -> Figure:
    """Shows all heads of all layers as maps, layer below layer, and above them the chosen head, large.

    The arguments are those of :func:`head_view`; ``layer`` and ``head`` choose the first head to show large.

    >>> import numpy as np
    >>> model_view(np.full((6, 12, 4, 4), 0.25))
    <headscope figure: Attention of 6 layers, 12 heads each, 4 tokens>
    """
    options = {"combine": combine, "words": words, "sentence_b_start": sentence_b_start, "sentences": sentences, "queries": queries, "queries_as": queries_as}
    numbers, named, patches, notes, first = _shown(
        attention, tokens, key_tokens, tokenizer, item, image=image, grid=grid, extra=extra, find=find, span=span, options=options
    )
    settings = {**first, **settings}
    layer, head = _layer_in(numbers, layer), _head_in(numbers, head)
    attributes = {**attributes_of(settings), **theme_attribute(theme)}
    title = f"layer {layer}, head {head}"
    properties = {"layer": layer, "head": head, **_grid(patches)}
    large = Part("mha-head", attributes, properties, {"attention": {"of": "attention"}, **_image(patches)}, title=title)
    maps = [
        Part(
            "mha-heatmap",
            attributes,
            {**({"head": head} if at == layer else {}), **_grid(patches)},
            {"attention": {"of": "attention", "layer": at}, **_image(patches)},
            title=f"layer {at}",
        )
        for at in range(len(numbers))
    ]
    return Figure(
        [large, *maps],
        {"attention": numbers, **_pixels(patches)},
        title=_title(numbers, notes),
        height=900,
        words=named,
        patches=patches,
        pictured={**options_of(settings), **word_properties(named, patches), **_grid(patches), "view": "map", "layers": len(numbers)},
        theme=theme,
    )


def attention_and_words(
    attention: Any, tokens: Any, key_tokens: Any, tokenizer: Any, item: int, window: Window | None = None
) -> tuple[Array, tuple[list[str], list[str]]]:
    """Attention (L, H, T_q, T_k), and the tokens of its queries and keys."""
    numbers = attention_of(attention, item, window=window)
    if window:
        return numbers, (window.names(), [])
    queries = tokens_of(tokens, tokenizer, item)
    keys = tokens_of(key_tokens, tokenizer, item, "key_tokens")
    return numbers, words_for(numbers.shape, queries, keys)


def attention_over(
    attention: Any,
    tokens: Any,
    key_tokens: Any,
    tokenizer: Any,
    item: int,
    image: Any,
    grid: Any,
    extra: int,
    window: Window | None = None,
) -> tuple[Array, tuple[list[str], list[str]], Patches | None]:
    """Attention (L, H, T_q, T_k), the tokens of its queries and keys, and the patches among them."""
    if image is None and grid is None:
        if extra:
            raise ValueError(f"extra={extra!r} counts the tokens before the patches of an image: pass grid= too, as grid=(14, 14)")
        return *attention_and_words(attention, tokens, key_tokens, tokenizer, item, window), None
    if window:
        raise ValueError("find= belongs to a text, not to the patches of an image")
    numbers = attention_of(attention, item, MOST_PATCHES)
    queries, keys = numbers.shape[-2:]
    words = tokens_of(tokens, tokenizer, item)
    if queries == keys:
        if key_tokens is not None:
            raise ValueError(
                f"key_tokens= with {queries} queries and {keys} keys: as many of both are read as patches that look at each other; "
                "pass tokens= alone"
            )
        patches = patches_of(image, grid, extra, keys, words)
        return numbers, (patches.names(keys), []), patches
    patches = patches_of(image, grid, extra, keys, tokens_of(key_tokens, tokenizer, item, "key_tokens"))
    return numbers, words_for(numbers.shape, words or [str(at) for at in range(queries)], patches.names(keys)), patches


class _Shown(NamedTuple):
    """What a view shows: attention (L, H, T_q, T_k), the tokens of its queries and keys, patches among them, notes for the title, and first settings."""

    numbers: Array
    named: tuple[list[str], list[str]]
    patches: Patches | None
    notes: list[str]
    settings: dict[str, Any]


def _shown(
    attention: Any,
    tokens: Any,
    key_tokens: Any,
    tokenizer: Any,
    item: int,
    *,
    image: Any,
    grid: Any,
    extra: int,
    find: str | int | None,
    span: int | None,
    options: dict[str, Any],
) -> _Shown:
    window = _window(find, span, tokens, key_tokens, tokenizer, item)
    numbers, named, patches = attention_over(attention, tokens, key_tokens, tokenizer, item, image, grid, extra, window)
    numbers, named, notes = _combined(numbers, named, patches, window, options)
    is_whole = window and numbers.shape[2] == window.size
    return _Shown(numbers, named, patches, notes, {"token": window.at} if window and is_whole else {})


def _window(find: str | int | None, span: int | None, tokens: Any, key_tokens: Any, tokenizer: Any, item: int) -> Window | None:
    if find is None:
        if span is not None:
            raise ValueError(f"span={span!r} is the number of tokens around a word: pass find= too")
        return None
    if key_tokens is not None:
        raise ValueError("find= cuts one text, and this attention has key_tokens of its own: pass a part of both")
    return Window(find, span, tokens_of(tokens, tokenizer, item))


def _combined(
    numbers: Array, named: tuple[list[str], list[str]], patches: Patches | None, window: Window | None, options: dict[str, Any]
) -> tuple[Array, tuple[list[str], list[str]], list[str]]:
    """Attention and words after what the options of a view ask for, and notes for the title."""
    notes = [window.note()] if window else []
    if options == PLAIN:
        return numbers, named, notes
    if patches:
        names = ", ".join(f"{name}=" for name in PLAIN)
        raise ValueError(f"{names} belong to attention between words, not over the patches of an image")
    if window:
        if options["combine"] == "rollout" or options["sentence_b_start"] is not None:
            raise ValueError("find= shows a part of a text; combine='rollout' and sentence_b_start= need the whole: pass one of them")
        if not isinstance(options["words"], (bool, str)):
            options = {**options, "words": window.part_of(list(options["words"]))}
    found = combined(numbers, *named, **options)
    return found.numbers, (found.queries, found.keys), [*notes, *found.notes]


def _grid(patches: Patches | None) -> dict[str, Any]:
    return patches.properties() if patches else {}


def _image(patches: Patches | None) -> dict[str, dict[str, str]]:
    return {"image": {"of": "image"}} if _pixels(patches) else {}


def _pixels(patches: Patches | None) -> dict[str, Array]:
    return {"image": patches.image} if patches and patches.image is not None else {}


def _layer_in(attention: Array, layer: Any) -> int:
    return within("layer", layer, len(attention), f"attention of {_counted(len(attention), 'layer')}")


def _head_in(attention: Array, head: Any) -> int:
    return within("head", head, attention.shape[1], f"attention of {_counted(attention.shape[1], 'head')}")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _title(attention: Array, notes: list[str]) -> str:
    layers, heads, queries, keys = attention.shape
    of = f"{queries} tokens" if queries == keys else f"{queries} quer{'y' if queries == 1 else 'ies'}, {_counted(keys, 'key')}"
    title = f"Attention of {_counted(layers, 'layer')}, {_counted(heads, 'head')}{' each' if layers > 1 else ''}, {of}"
    return f"{title}: {', '.join(notes)}" if notes else title
