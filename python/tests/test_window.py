"""Windows of long texts: found by a word, a phrase or an index."""

import numpy as np
import pytest

import headscope
from headscope.window import places_of

COUNT = 700
WORDS = [f"w{at}" for at in range(COUNT)]
WORDS[17] = WORDS[640] = "tired"
RNG = np.random.default_rng(2)
ATTENTION = RNG.random((2, 3, COUNT, COUNT), np.float32)


def shown_in(figure):
    """The numbers and the tokens of a figure, and the token that asks at first."""
    [part, *_] = figure._shown()["parts"]
    return figure.numbers["attention"], figure._words[0], part.get("attributes", {}).get("token")


@pytest.mark.parametrize("given", [ATTENTION, tuple(ATTENTION[:, None]), ATTENTION[:, None]])
@pytest.mark.parametrize("view", [headscope.head_view, headscope.model_view])
def test_a_window_is_cut_around_an_index(given, view):
    figure = view(given, WORDS, find=300, span=512)
    numbers, words, token = shown_in(figure)
    assert np.array_equal(numbers, ATTENTION[:, :, 44:556, 44:556])
    assert (words, token) == (WORDS[44:556], "256")
    assert repr(figure) == (
        "<headscope figure: Attention of 2 layers, 3 heads each, 512 tokens: 44 to 555 of 700 around 300, rows need not sum to 1>"
    )


def test_a_word_is_found_at_its_first_place_and_all_places_are_named():
    figure = headscope.head_view(ATTENTION, WORDS, find="tired", span=40)
    numbers, words, token = shown_in(figure)
    assert np.array_equal(numbers, ATTENTION[:, :, :40, :40])
    assert (words[17], token) == ("tired", "17")
    assert "0 to 39 of 700 around 'tired' (at 17, 640)" in repr(figure)
    last = headscope.head_view(ATTENTION, WORDS, find=699, span=3)
    assert shown_in(last)[1:] == (WORDS[697:], "2")


def test_a_phrase_is_found_across_pieces():
    assert places_of(["[CLS]", "un", "##do", "it", "undo", "it"], "undo it") == [1, 4]
    assert places_of(["The", "Ġc", "at", "Ġsat"], "cat sat") == [1]
    assert places_of(["a", "b"], "") == []


def test_a_short_text_is_shown_whole_and_words_of_the_window_are_merged():
    whole = headscope.head_view(ATTENTION[:, :, :4, :4], "a b c d", find="c")
    assert repr(whole).endswith("4 tokens: 0 to 3 of 4 around 'c'>")
    ids = [None, *(at // 2 for at in range(COUNT - 1))]
    merged = headscope.head_view(ATTENTION, WORDS, find=100, span=10, words=ids)
    numbers, words, token = shown_in(merged)
    assert words == ["w95w96", "w97w98", "w99w100", "w101w102", "w103w104"]
    assert token is None
    assert np.allclose(numbers[0, 0, 0, 1], ATTENTION[0, 0, 95:97, 97:99].sum() / 2)
    mean = headscope.head_view(ATTENTION, WORDS, find=100, span=10, combine="all", queries=[0, 1])
    assert np.allclose(mean.numbers["attention"][0, 0, 0], ATTENTION[:, :, 95:97, 95:105].mean((0, 1, 2)))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"find": "dog"}, "find='dog' is not in the text of 700 tokens, which begins with 'w0 w1 .*; pass a word .* index from 0 to 699"),
        ({"find": 700}, "find=700 for a text of 700 tokens; expected 0 to 699"),
        ({"find": 3, "span": 513}, "span=513; a figure shows at most 512 tokens"),
        ({"find": 3, "span": 0}, "span=0 is no whole number from 1 on"),
        ({"span": 9}, "span=9 is the number of tokens around a word: pass find= too"),
        ({"find": 3, "key_tokens": WORDS}, "find= cuts one text"),
        ({"find": 3, "combine": "rollout"}, "combine='rollout' and sentence_b_start= need the whole"),
        ({"find": 3, "sentence_b_start": 4}, "combine='rollout' and sentence_b_start= need the whole"),
        ({}, 'a figure shows at most 512: pass attention.*, or a word of the text as find="word"'),
    ],
)
def test_what_does_not_fit_is_refused(options, said):
    with pytest.raises(ValueError, match=said):
        headscope.head_view(ATTENTION, WORDS, **options)


def test_other_forms_are_refused():
    with pytest.raises(ValueError, match="699 tokens for attention of shape"):
        headscope.head_view(ATTENTION, WORDS[1:], find=3)
    with pytest.raises(ValueError, match="find='a' needs tokens="):
        headscope.head_view(ATTENTION, find="a")
    with pytest.raises(ValueError, match="has 4 queries and 5 keys"):
        headscope.head_view(ATTENTION[:, :, :4, :5], find=3)
    with pytest.raises(ValueError, match="not to the patches of an image"):
        headscope.head_view(ATTENTION[:, :, :5, :5], grid=(2, 2), extra=1, find=3)
