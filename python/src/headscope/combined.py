"""Combines attention before a figure shows it: heads and layers to one map, word pieces to words, and a pair of sentences to one direction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from .arrays import Array
from .values import choice, whole, within

__all__ = ["Combined", "combined"]

COMBINATIONS = ("heads", "layers", "all", "rollout")
SUMS = ("mean", "sum")
DIRECTIONS = ("all", "aa", "ab", "ba", "bb")


class Combined(NamedTuple):
    """Attention (L, H, T_q, T_k), the tokens of its queries and keys, and notes for the figure's title."""

    numbers: Array
    queries: list[str]
    keys: list[str]  # empty if they are the queries'
    notes: list[str]


def combined(
    numbers: Array,
    tokens: list[str],
    key_tokens: list[str],
    *,
    combine: str | None = None,
    words: bool | Sequence[int | None] = False,
    sentence_b_start: int | None = None,
    sentences: str = "all",
    queries: Sequence[int | str] | None = None,
    queries_as: str = "mean",
) -> Combined:
    """Attention with fewer heads, layers or tokens.

    Args:
        numbers: (L, H, T_q, T_k).
        combine: "heads", "layers" or "all" for a mean over these; "rollout" for the product over layers of 0.5 (mean over heads) + 0.5 I
            (Abnar & Zuidema 2020). Rollout leaves values and feed-forward networks out.
        words: whether word pieces are merged to words, or the word of each piece as ``BatchEncoding.word_ids()`` gives it, with None for a
            piece that is a word of its own. The weight to a word is the sum over its pieces, that from a word the mean (Clark et al. 2019), so
            that rows sum to 1 as before.
        sentence_b_start: index of the first token of the second sentence, as in BertViz.
        sentences: "ab" for the attention of the first sentence to the second, "ba", "aa", "bb", or "all". Rows of a part need not sum to 1.
        queries: tokens, or their indices, whose rows become one.
        queries_as: "mean" or "sum" of these rows.

    >>> of = combined(np.full((1, 2, 3, 3), 1 / 3), ["un", "##do", "it"], [], words=True, combine="heads")
    >>> of.numbers.shape, of.queries, of.notes
    ((1, 1, 2, 2), ['undo', 'it'], ['mean of 2 heads'])

    Raises:
        ValueError: for values that do not fit; the message gives the expected ones.
    """
    notes: list[str] = []
    if combine is not None:
        numbers, note = _one_map(numbers, choice("combine", combine, COMBINATIONS), bool(key_tokens))
        notes.append(note)
    if sentence_b_start is None and choice("sentences", sentences, DIRECTIONS) != "all":
        raise ValueError(f"sentences={sentences!r} needs sentence_b_start=, the index of the second sentence's first token")
    if sentence_b_start is not None:
        if key_tokens:
            raise ValueError("sentence_b_start= is for two sentences in one text, and this attention has key_tokens of its own")
        if not 1 <= whole("sentence_b_start", sentence_b_start) < len(tokens):
            raise ValueError(f"sentence_b_start={sentence_b_start} for {len(tokens)} tokens; expected 1 to {len(tokens) - 1}")
    if key_tokens and not isinstance(words, bool):
        raise ValueError("words= names the words of one text, and this attention has key_tokens of its own: pass words=True")
    starts = _starts(tokens, words, "tokens") if words is not False else list(range(len(tokens)))
    key_starts = (_starts(key_tokens, words is not False, "key_tokens") if key_tokens and words is not False else list(range(len(key_tokens)))) if key_tokens else starts
    if words is not False:
        if sentence_b_start is not None and sentence_b_start not in starts:
            raise ValueError(f"sentence_b_start={sentence_b_start} is inside of a word")
        numbers = np.add.reduceat(numbers, key_starts, axis=3)
        sizes = np.diff([*starts, len(tokens)]).astype(numbers.dtype)
        numbers = np.add.reduceat(numbers, starts, axis=2) / sizes[:, None]
        sentence_b_start = sentence_b_start and starts.index(sentence_b_start)
        tokens, key_tokens = _joined(tokens, starts), _joined(key_tokens, key_starts) if key_tokens else []
    if sentence_b_start is not None and choice("sentences", sentences, DIRECTIONS) != "all":
        parts = {"a": slice(0, sentence_b_start), "b": slice(sentence_b_start, None)}
        rows, columns = parts[sentences[0]], parts[sentences[1]]
        numbers = np.ascontiguousarray(numbers[:, :, rows, columns])
        key_tokens = [] if rows == columns else tokens[columns]
        tokens = tokens[rows]
        notes.append(f"sentence {sentences[0].upper()} to {sentences[1].upper()}, rows need not sum to 1")
    if queries is not None:
        numbers, key_tokens, name = _one_row(numbers, tokens, key_tokens, queries, choice("queries_as", queries_as, SUMS))
        tokens = [name]
        notes.append(f"{queries_as} of {len(queries)} queries")
    return Combined(numbers, tokens, key_tokens, notes)


def _one_row(numbers: Array, tokens: list[str], key_tokens: list[str], shown: Sequence[int | str], how: str) -> tuple[Array, list[str], str]:
    """The mean or the sum of some rows, its keys, and its name."""
    if isinstance(shown, str) or not hasattr(shown, "__len__") or not len(shown):
        raise ValueError(f"queries={shown!r}; expected a list of tokens or of their indices, such as ['cat', 3]")
    rows = [_row(each, tokens) for each in shown]
    chosen = numbers[:, :, rows, :]
    one = chosen.sum(2, keepdims=True) if how == "sum" else chosen.mean(2, keepdims=True)
    names = [tokens[row].strip("Ġ▁ ") or tokens[row] for row in rows]
    return one, key_tokens or tokens, " + ".join(names) if how == "sum" else f"mean of {', '.join(names)}"


def _row(given: int | str, tokens: list[str]) -> int:
    """The index of a query that is given by its index or its token."""
    if not isinstance(given, str):
        return within("queries", given, len(tokens), f"{len(tokens)} tokens")
    found = [at for at, token in enumerate(tokens) if given in (token, token.strip("Ġ▁ "))]
    if len(found) != 1:
        what = f"stands at {', '.join(map(str, found))}" if found else "is none of the tokens"
        raise ValueError(f"queries={given!r} {what} ({', '.join(tokens[:8])}{', …' if len(tokens) > 8 else ''}); pass an index from 0 to {len(tokens) - 1}")
    return found[0]


def _one_map(numbers: Array, combine: str, is_cross: bool) -> tuple[Array, str]:
    layers, heads, queries, keys = numbers.shape
    if combine == "heads":
        return numbers.mean(1, keepdims=True), f"mean of {heads} heads"
    if combine == "layers":
        return numbers.mean(0, keepdims=True), f"mean of {layers} layers"
    if combine == "all":
        return numbers.mean((0, 1), keepdims=True), f"mean of {layers} layers with {heads} heads"
    if is_cross or queries != keys:
        raise ValueError(f"combine='rollout' multiplies layers, so that tokens must look at themselves; this attention has {queries} queries and {keys} other keys")
    whole_map = np.eye(keys, dtype=numbers.dtype)
    for layer in numbers.mean(1):
        whole_map = (0.5 * layer + 0.5 * np.eye(keys, dtype=numbers.dtype)) @ whole_map
    return whole_map[None, None], f"rollout of {layers} layers"


def _starts(tokens: list[str], words: bool | Sequence[int | None], name: str) -> list[int]:
    """The index of each word's first piece."""
    if words is True:
        return _starts_by_marks(tokens, name)
    ids = list(words) if not isinstance(words, (bool, str)) and hasattr(words, "__len__") else None
    if ids is None or len(ids) != len(tokens):
        given = f"{len(ids)} words" if ids is not None else repr(words)
        raise ValueError(f"words={given} for {len(tokens)} {name}; expected True, or the word of each token as word_ids() gives it")
    return [at for at, word in enumerate(ids) if at == 0 or word is None or word != ids[at - 1]]


def _starts_by_marks(tokens: list[str], name: str) -> list[int]:
    """Reads the marks of tokenizers: ## before a piece that goes on; Ġ, ▁ or a space before one that begins a word."""
    is_word_piece = any(token in ("[CLS]", "[SEP]") for token in tokens) or any(token.startswith("##") and len(token) > 2 for token in tokens)
    if is_word_piece:  # perhaps with whole words alone
        return [at for at, token in enumerate(tokens) if at == 0 or not token.startswith("##")]
    begins = ("Ġ", "▁", " ")
    if any(token.startswith(begins) for token in tokens):
        special = [token.startswith(("<", "[")) and token.endswith((">", "]")) for token in tokens]
        return [at for at, token in enumerate(tokens) if at == 0 or token.startswith(begins) or special[at] or special[at - 1]]
    raise ValueError(
        f"words=True found no mark of word pieces in {name} (## before a piece that goes on; Ġ, ▁ or a space before one that begins a word); "
        "pass words=encoding.word_ids()"
    )


def _joined(tokens: list[str], starts: list[int]) -> list[str]:
    """Words of pieces, without the marks."""
    ends = [*starts[1:], len(tokens)]
    return ["".join([tokens[first], *(piece.removeprefix("##") for piece in tokens[first + 1 : end])]).lstrip("Ġ▁ ") or tokens[first] for first, end in zip(starts, ends)]
