"""The widget, with a stand-in for anywidget, which Debian does not package."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest

import headscope
from headscope.widget import _widget_class

traitlets = pytest.importorskip("traitlets")


@pytest.fixture()
def anywidget(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", SimpleNamespace(AnyWidget=traitlets.HasTraits))
    _widget_class.cache_clear()
    yield
    _widget_class.cache_clear()


def test_attention_and_tokens_are_traits(anywidget):
    attention = np.random.default_rng(0).random((2, 3, 4, 4), np.float32)
    widget = headscope.widget(attention, "a b c d", head=2, colormap="viridis")
    assert widget.attention == {"data": attention.tobytes(), "shape": [2, 3, 4, 4]}
    assert (widget.tokens, widget.view, widget.head, widget.colormap) == (list("abcd"), "heads", 2, "viridis")
    assert all(trait.metadata.get("sync") for trait in widget.traits().values())
    assert "render" in widget._esm


def test_an_image_and_its_grid_are_traits(anywidget):
    attention, image = np.full((2, 5, 5), 0.2, np.float32), np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
    widget = headscope.widget(attention, image=image, grid=(2, 2), extra=1)
    assert widget.image == {"data": image.tobytes(), "shape": [4, 4, 3], "dtype": "uint8"}
    assert (widget.grid, widget.extra, widget.view) == ([2, 2], 1, "heads")
    assert widget.tokens == ["[CLS]", "row 1, column 1", "row 1, column 2", "row 2, column 1", "row 2, column 2"]
    assert headscope.widget(attention, grid=(2, 2), extra=1).image is None
    words = headscope.widget(np.full((1, 7, 7), 1 / 7), ["[CLS]", "a", "cat"], image=image, grid=(2, 2), extra=1).tokens
    assert (words[0], words[4:]) == ("[CLS]", ["row 2, column 2", "a", "cat"])
    with pytest.raises(ValueError, match="grid=\\(3, 3\\) with extra=0 makes 9 tokens"):
        headscope.widget(attention, image=image, grid=(3, 3))
    with pytest.raises(ValueError, match="pass attention= too"):
        headscope.widget(tokens="a b", image=image, grid=(2, 2))


def test_a_sentence_or_a_layer_gives_a_walk(anywidget):
    assert headscope.widget(tokens="the cat", heads=2, d_model=8).heads == 2
    assert headscope.widget(tokens=np.array(["the", "cat"])).tokens == ["the", "cat"]
    eye = np.eye(4)
    widget = headscope.widget(parameters={name: eye for name in ("wQ", "wK", "wV", "wO")}, input=np.ones((3, 4)), heads=2)
    assert widget.weights["wQ"]["shape"] == [4, 4] and widget.input["shape"] == [3, 4] and widget.tokens == ["0", "1", "2"]


def test_wrong_shapes_raise(anywidget):
    with pytest.raises(ValueError, match="3 tokens for attention of shape"):
        headscope.widget(np.ones((1, 2, 2)), "a b c")
    with pytest.raises(ValueError, match="no setting hed"):
        headscope.widget(tokens="a", hed=2)
    with pytest.raises(ValueError, match="does not contain the language model"):
        headscope.widget(tokens="a", weights="language")
    with pytest.raises(ValueError, match="d_model 64 is not divisible by heads 3"):
        headscope.widget(tokens="a", heads=3)
    with pytest.raises(ValueError, match="tokens=3 is neither a sentence nor a list of strings"):
        headscope.widget(tokens=3)


def test_the_arguments_of_a_layer_are_checked(anywidget):
    rng = np.random.default_rng(0)
    wide, narrow = rng.normal(size=(8, 8)), rng.normal(size=(8, 4))
    matrices = {"wQ": wide, "wK": narrow, "wV": narrow, "wO": wide}
    widget = headscope.widget(parameters=matrices, input=np.ones((3, 8)), heads=2)
    assert (widget.heads, widget.kv_heads) == (2, 1)
    with pytest.raises(ValueError, match="1 tokens for an input"):
        headscope.widget(tokens=["one"], parameters=matrices, input=np.ones((3, 8)), heads=2)


def test_a_message_names_a_missing_anywidget(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    _widget_class.cache_clear()
    with pytest.raises(ImportError, match="pip install anywidget"):
        headscope.widget(tokens="a b")
