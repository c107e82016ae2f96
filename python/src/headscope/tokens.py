"""Reads the tokens of a figure: strings, or ids and their tokenizer."""

from __future__ import annotations

from typing import Any

from .arrays import Array, array_of, shown_shape
from .values import within

__all__ = ["listed", "tokens_of", "words_for"]


def listed(tokens: Any) -> Any:
    """An array or series of strings as a list; other values are returned as they are.

    >>> import numpy as np
    >>> listed(np.array(["The", "cat"])), listed("The cat")
    (['The', 'cat'], 'The cat')
    """
    is_text = getattr(getattr(tokens, "dtype", None), "kind", "") in ("U", "O", "T")
    return tokens.tolist() if is_text and hasattr(tokens, "tolist") else tokens


def tokens_of(tokens: Any, tokenizer: Any = None, item: int = 0, name: str = "tokens") -> list[str] | None:
    """Tokens as strings; None for None.

    Args:
        tokens: strings; a sentence, which is split at spaces; ids (T,) or (B, T); or the output of a tokenizer of transformers.
        tokenizer: converts ids; it has ``convert_ids_to_tokens``.
        item: index in a batch of ids.
        name: the argument's name in error messages.

    >>> tokens_of("The cat sat")
    ['The', 'cat', 'sat']

    Raises:
        ValueError: for ids without a tokenizer, and for other values.
    """
    tokens = listed(tokens)
    if tokens is None:
        return None
    if isinstance(tokens, str):
        return tokens.split()
    if hasattr(tokens, "keys") and "input_ids" in tokens:
        tokens = tokens["input_ids"]
    if isinstance(tokens, (list, tuple)) and all(isinstance(token, str) for token in tokens):
        return list(tokens)
    if isinstance(tokens, (list, tuple)) and tokens and all(isinstance(each, (list, tuple)) for each in tokens) and isinstance(tokens[0][0], str):
        return list(_one_of(tokens, item, name))
    ids = _ids(tokens, name)
    if ids.ndim == 2:
        ids = _one_of(ids, item, name)
    if ids.ndim != 1 or (ids != ids.astype(int)).any():
        raise ValueError(f"{name} has shape {shown_shape(ids.shape)}; expected strings, or whole numbers (T,) or (batch, T) with tokenizer=")
    numbers = [int(each) for each in ids]
    if tokenizer is None:
        raise ValueError(
            f"{name} are ids ({', '.join(map(str, numbers[:4]))}{', …' if len(numbers) > 4 else ''}); "
            "pass tokenizer= that made them, or the tokens as strings"
        )
    if not hasattr(tokenizer, "convert_ids_to_tokens"):
        raise ValueError(
            f"tokenizer is a {type(tokenizer).__name__} without convert_ids_to_tokens, which those of transformers have; "
            f"pass {name} as strings"
        )
    return [str(token) for token in tokenizer.convert_ids_to_tokens(numbers)]


def _ids(tokens: Any, name: str) -> Array:
    try:
        return array_of(tokens, name)
    except ValueError as error:
        kinds = sorted({type(each).__name__ for each in tokens}) if isinstance(tokens, (list, tuple)) else []
        given = f"a {type(tokens).__name__}{' of ' if kinds else ''}{' and '.join(kinds)}"
        raise ValueError(f"{name} is {given}; expected strings, or ids with tokenizer=") from error


def _one_of(batch: Any, item: int, name: str) -> Any:
    return batch[within("item", item, len(batch), f"{name} of a batch of {len(batch)}")]


def words_for(shape: tuple[int, ...], tokens: list[str] | None, key_tokens: list[str] | None) -> tuple[list[str], list[str]]:
    """The tokens of queries and keys for attention of this shape. Missing tokens are numbered. The list of keys is empty if keys and
    queries have the same tokens.

    >>> words_for((1, 12, 2, 2), ["a", "b"], None)
    (['a', 'b'], [])

    Raises:
        ValueError: if their number is not that of the attention.
    """
    queries, keys = shape[-2:]
    if queries != keys and key_tokens is None and tokens is not None:
        raise ValueError(
            f"attention of shape {shown_shape(shape)} has {queries} queries and {keys} keys, so its keys are other tokens: "
            f"pass {keys} key_tokens= beside the {queries} tokens"
        )
    for name, given, count, what in (("tokens", tokens, queries, "queries"), ("key_tokens", key_tokens, keys, "keys")):
        if given is not None and len(given) != count:
            raise ValueError(
                f"{len(given)} {name} for attention of shape {shown_shape(shape)}, which has {count} {what}: "
                f"pass {count} {name}, special tokens such as [CLS] among them, or none, and they are numbered"
            )
    words = tokens if tokens is not None else [str(at) for at in range(queries)]
    if key_tokens is None and queries != keys:
        key_tokens = [str(at) for at in range(keys)]
    return words, key_tokens or []
