"""Combined attention equals loops over heads, layers and pieces."""

from __future__ import annotations

import numpy as np
import pytest
from headscope import head_view, model_view
from headscope.combined import combined

RANDOM = np.random.default_rng(3)
PIECES = ["[CLS]", "un", "##do", "it", "[SEP]", "re", "##do", "##ne", "[SEP]"]
SCORES = np.exp(RANDOM.normal(size=(3, 4, 9, 9)))
ATTENTION = (SCORES / SCORES.sum(-1, keepdims=True)).astype(np.float64)
WORDS = [[0], [1, 2], [3], [4], [5, 6, 7], [8]]


def test_pieces_are_merged_to_words() -> None:
    found = combined(ATTENTION, PIECES, [], words=True)
    assert found.queries == ["[CLS]", "undo", "it", "[SEP]", "redone", "[SEP]"]
    assert found.keys == []
    for row, asks in enumerate(WORDS):
        for column, asked in enumerate(WORDS):
            expected = sum(ATTENTION[1, 2, i, j] for i in asks for j in asked) / len(asks)
            assert abs(found.numbers[1, 2, row, column] - expected) < 1e-12
    assert np.allclose(found.numbers.sum(-1), 1)


@pytest.mark.parametrize(
    ("tokens", "words", "names"),
    [
        (["The", "Ġcat", "s", "Ġsat"], True, ["The", "cats", "sat"]),
        (["<s>", "▁un", "do", "</s>"], True, ["<s>", "undo", "</s>"]),
        (["The", " cat", "s"], True, ["The", "cats"]),
        (["a", "b", "c", "d"], [None, 0, 0, None], ["a", "bc", "d"]),
    ],
)
def test_marks_of_tokenizers_and_word_ids(tokens: list[str], words: object, names: list[str]) -> None:
    size = len(tokens)
    found = combined(np.full((1, 1, size, size), 1 / size), tokens, [], words=words)  # type: ignore[arg-type]
    assert found.queries == names


def test_means_and_rollout() -> None:
    assert np.allclose(combined(ATTENTION, PIECES, [], combine="heads").numbers[2, 0], sum(ATTENTION[2]) / 4)
    assert np.allclose(combined(ATTENTION, PIECES, [], combine="layers").numbers[0, 3], sum(ATTENTION[:, 3]) / 3)
    assert np.allclose(combined(ATTENTION, PIECES, [], combine="all").numbers[0, 0], sum(ATTENTION.reshape(12, 9, 9)) / 12)
    rolled = np.eye(9)
    for layer in range(3):
        mixed = 0.5 * sum(ATTENTION[layer]) / 4 + 0.5 * np.eye(9)
        rolled = mixed @ rolled
    found = combined(ATTENTION, PIECES, [], combine="rollout")
    assert found.numbers.shape == (1, 1, 9, 9)
    assert np.allclose(found.numbers[0, 0], rolled)
    assert np.allclose(found.numbers.sum(-1), 1)


def test_one_sentence_to_the_other() -> None:
    found = combined(ATTENTION, PIECES, [], sentence_b_start=5, sentences="ab")
    assert (found.queries, found.keys) == (PIECES[:5], PIECES[5:])
    assert np.array_equal(found.numbers, ATTENTION[:, :, :5, 5:])
    words = combined(ATTENTION, PIECES, [], sentence_b_start=5, sentences="ba", words=True)
    assert (words.queries, words.keys) == (["redone", "[SEP]"], ["[CLS]", "undo", "it", "[SEP]"])
    own = combined(ATTENTION, PIECES, [], sentence_b_start=5, sentences="bb")
    assert (own.queries, own.keys) == (PIECES[5:], [])


def test_views_say_what_was_combined() -> None:
    assert repr(model_view(ATTENTION, PIECES, combine="heads")) == "<headscope figure: Attention of 3 layers, 1 head each, 9 tokens: mean of 4 heads>"
    view = head_view(ATTENTION, PIECES, words=True, sentence_b_start=5, sentences="ab")
    assert repr(view) == "<headscope figure: Attention of 3 layers, 4 heads each, 4 queries, 2 keys: sentence A to B, rows need not sum to 1>"


def test_rows_of_several_queries_become_one() -> None:
    mean = combined(ATTENTION, PIECES, [], queries=["it", 1])
    assert (mean.queries, mean.keys, mean.notes) == (["mean of it, un"], PIECES, ["mean of 2 queries"])
    assert np.allclose(mean.numbers[:, :, 0], (ATTENTION[:, :, 3] + ATTENTION[:, :, 1]) / 2)
    total = combined(ATTENTION, PIECES, [], words=True, queries=("undo", "redone"), queries_as="sum")
    assert total.queries == ["undo + redone"]
    words = combined(ATTENTION, PIECES, [], words=True).numbers
    assert np.allclose(total.numbers[:, :, 0], words[:, :, 1] + words[:, :, 4])
    assert repr(head_view(ATTENTION, PIECES, queries=range(3))) == (
        "<headscope figure: Attention of 3 layers, 4 heads each, 1 query, 9 keys: mean of 3 queries>"
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"combine": "mean"}, "combine='mean' is none of 'heads', 'layers', 'all', 'rollout'"),
        ({"sentences": "ab"}, "sentences='ab' needs sentence_b_start="),
        ({"sentence_b_start": 9, "sentences": "ab"}, "sentence_b_start=9 for 9 tokens; expected 1 to 8"),
        ({"sentence_b_start": 2, "sentences": "ab", "words": True}, "sentence_b_start=2 is inside of a word"),
        ({"sentence_b_start": 5, "sentences": "abc"}, "sentences='abc' is none of"),
        ({"words": [0, 1]}, "words=2 words for 9 tokens"),
        ({"queries": "it"}, "queries='it'; expected a list of tokens or of their indices"),
        ({"queries": 3}, "queries=3; expected a list"),
        ({"queries": []}, "queries=[]; expected a list"),
        ({"queries": [9]}, "queries=9 for 9 tokens; expected 0 to 8"),
        ({"queries": ["##do"]}, "queries='##do' stands at 2, 6"),
        ({"queries": ["dog"]}, "queries='dog' is none of the tokens"),
        ({"queries": [1], "queries_as": "max"}, "queries_as='max' is none of 'mean', 'sum'"),
        ({"words": "##"}, "words='##' for 9 tokens"),
    ],
)
def test_what_does_not_fit_is_refused(options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace("[", r"\[")):
        head_view(ATTENTION, PIECES, **options)  # type: ignore[arg-type]


def test_a_sentence_of_whole_words_is_left_as_it_is() -> None:
    found = combined(np.full((1, 1, 3, 3), 1 / 3), ["[CLS]", "cat", "[SEP]"], [], words=True)
    assert found.queries == ["[CLS]", "cat", "[SEP]"]


def test_words_by_number_are_refused_for_other_keys() -> None:
    with pytest.raises(ValueError, match="words= names the words of one text"):
        combined(np.full((1, 1, 3, 2), 0.5), ["un", "##do", "it"], ["le", "chat"], words=[0, 0, 1])


def test_tokens_without_marks_and_images_are_refused() -> None:
    with pytest.raises(ValueError, match="words=True found no mark of word pieces in tokens"):
        head_view(ATTENTION[:, :, :2, :2], ["a", "b"], words=True)
    with pytest.raises(ValueError, match="combine=, words=, .*belong to attention between words"):
        head_view(np.full((1, 1, 5, 5), 0.2), grid=(2, 2), extra=1, combine="heads")
    with pytest.raises(ValueError, match="rollout"):
        head_view(np.full((1, 1, 2, 3), 1 / 3), "a b", key_tokens="c d e", combine="rollout")
