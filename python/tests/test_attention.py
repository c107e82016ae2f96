"""Attention and tokens in all accepted forms, and error messages for others."""

from types import SimpleNamespace

import numpy as np
import pytest

import headscope
from headscope.attention import attention_of
from headscope.tokens import tokens_of, words_for


def uniform(*shape):
    return np.full(shape, 1 / shape[-1], np.float32)


@pytest.mark.parametrize(
    ("given", "shape"),
    [
        (uniform(8, 5, 5), (1, 8, 5, 5)),
        (uniform(6, 8, 5, 5), (6, 8, 5, 5)),
        (tuple(uniform(1, 8, 5, 5) for _ in range(6)), (6, 8, 5, 5)),
        ([uniform(8, 5, 7) for _ in range(2)], (2, 8, 5, 7)),
        (uniform(6, 3, 8, 5, 5), (6, 8, 5, 5)),
        (uniform(2, 3, 3).tolist(), (1, 2, 3, 3)),
        (SimpleNamespace(last_hidden_state=0, attentions=(uniform(1, 2, 3, 3),)), (1, 2, 3, 3)),
        (SimpleNamespace(encoder_attentions=None, cross_attentions=(uniform(1, 2, 3, 4),)), (1, 2, 3, 4)),
    ],
)
def test_every_form_is_read_as_layers_heads_queries_keys(given, shape):
    assert attention_of(given).shape == shape


def test_item_selects_an_item_of_a_batch():
    batch = np.random.default_rng(0).random((3, 2, 4, 4), np.float32)
    assert np.array_equal(attention_of((batch,), 2)[0], batch[2])
    assert np.array_equal(attention_of(np.stack([batch, batch]), 1)[1], batch[1])


@pytest.mark.parametrize(
    ("given", "item", "said"),
    [
        (uniform(5, 5), 0, r"shape \(5, 5\).*attention\[None\], \(1, 5, 5\)"),
        (uniform(5), 0, r"shape \(5,\); expected \(heads, queries, keys\)"),
        ((uniform(2, 8, 5, 5),), 2, r"item=2 for attention\[0\] of shape \(2, 8, 5, 5\), a batch of 2; expected 0 to 1"),
        ((uniform(1, 8, 5, 5), uniform(1, 8, 6, 6)), 0, r"attention\[1\] is \(8, 6, 6\) and attention\[0\] \(8, 5, 5\)"),
        ((None, None), 0, r'attention\[0\] is None.*attn_implementation="eager"'),
        (((uniform(1, 8, 5, 5),), (uniform(1, 8, 1, 6),)), 0, r"as generate\(\) gives"),
        (uniform(97, 2, 2), 0, r"shape \(97, 2, 2\) has 97 heads; a figure shows at most 96: pass attention\[\.\.\., :96, :, :\]$"),
        (uniform(1, 513, 513), 0, r"513 tokens; a figure shows at most 512: pass attention\[\.\.\., :512, :512\]"),
        (uniform(97, 2, 2).tolist(), 0, r"pass numpy.asarray\(attention\)\[\.\.\., :96, :, :\]$"),
        ((uniform(1, 97, 2, 2),), 0, r"shape \(1, 97, 2, 2\) in each layer.*pass tuple\(a\[\.\.\., :96, :, :\] for a in attention\)$"),
        (SimpleNamespace(attentions=(uniform(1, 97, 2, 2),)), 0, r"for a in attention.attentions\)$"),
        (None, 0, r'attention is None.*attn_implementation="eager".*output_attentions=True'),
        (SimpleNamespace(named_modules=list), 0, r"attention is a module \(SimpleNamespace\).*headscope.capture"),
        ((each for each in [uniform(1, 2, 3, 3)]), 0, r"attention is a generator; .*: pass list\(attention\)$"),
        (SimpleNamespace(logits=1), 0, "output_attentions=True"),
        (SimpleNamespace(encoder_attentions=(1,), cross_attentions=(1,)), 0, "encoder_attentions, cross_attentions: pass one"),
        (np.zeros((0, 3, 3)), 0, r"shape \(0, 3, 3\)"),
    ],
)
def test_wrong_shapes_raise_with_the_shape_and_a_remedy(given, item, said):
    with pytest.raises(ValueError, match=said):
        attention_of(given, item)


class ActivationCache:
    """Stands in for that of TransformerLens: names in the order in which the model computed them, by index, and no other method of a dict."""

    def __init__(self, arrays):
        self.cache_dict = arrays
        self.keys = arrays.keys

    def __getitem__(self, name):
        return self.cache_dict[name]

    def __len__(self):
        return len(self.cache_dict)


def cache_of(layers, *shape, kind="blocks.{}.attn"):
    """Random patterns, among other activations."""
    rng = np.random.default_rng(0)
    arrays = {"hook_embed": rng.random((1, 5, 16))}
    for layer in layers:
        arrays[f"{kind.format(layer)}.hook_q"] = rng.random((1, 5, 2, 8))
        arrays[f"{kind.format(layer)}.hook_pattern"] = rng.random(shape, np.float32)
    return arrays


@pytest.mark.parametrize("made_of", [ActivationCache, dict])
def test_a_cache_of_transformer_lens_is_read_by_its_names(made_of):
    arrays = cache_of(range(12), 3, 2, 5, 5)
    patterns = [arrays[f"blocks.{layer}.attn.hook_pattern"] for layer in range(12)]
    later_first = dict(reversed(arrays.items()))
    assert np.array_equal(attention_of(made_of(later_first), 2), np.stack(patterns)[:, 2])
    without_batch = made_of({name: array[0] for name, array in arrays.items()})
    assert np.array_equal(attention_of(without_batch), np.stack(patterns)[:, 0])
    crossed = made_of(cache_of(range(2), 1, 2, 3, 4, kind="decoder.{}.cross_attn"))
    assert attention_of(crossed).shape == (2, 2, 3, 4)


def test_figures_take_a_cache_and_its_string_tokens():
    cache = ActivationCache(cache_of(range(2), 1, 3, 5, 5))
    tokens = ["<|endoftext|>", "The", " cat", " sat", "\n"]  # as to_str_tokens returns them
    layers = tuple(cache[f"blocks.{layer}.attn.hook_pattern"] for layer in range(2))
    for view in (headscope.head_view, headscope.model_view):
        assert view(cache, tokens, layer=1).html() == view(layers, tokens, layer=1).html()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"blocks.0.attn.hook_q": 1}, r"attention is a ActivationCache without names such as blocks.0.attn.hook_pattern.*names_filter"),
        ({**cache_of([0, 1], 1, 2, 5, 5, kind="encoder.{}.attn"), **cache_of([0, 1], 1, 2, 3, 5, kind="decoder.{}.cross_attn")},
         r'has encoder\.\*\.attn\.hook_pattern, decoder\.\*\.cross_attn\.hook_pattern: pass one of them, as '
         r'attention=tuple\(cache\[f"decoder\.\{layer\}\.cross_attn\.hook_pattern"\] for layer in range\(2\)\)$'),
        (cache_of([5, 8], 1, 2, 5, 5), r"patterns of layers 5, 8; .*: cache all layers, or pass .* for layer in \(5, 8,\)\), .* 0 to 1$"),
        (cache_of([0], 1, 97, 2, 2), r'for a in tuple\(attention\[f"blocks\.\{layer\}\.attn\.hook_pattern"\] for layer in range\(1\)\)\)$'),
    ],
)
def test_a_cache_without_one_pattern_for_each_layer_raises_with_a_remedy(given, said):
    with pytest.raises(ValueError, match=said):
        attention_of(ActivationCache(given))


class CacheView:
    """Stands in for a cache of nnsight: an entry for each module's path; other attributes are looked up in the model, outside of a trace."""

    def __init__(self, outputs):
        self._outputs = outputs

    def keys(self):
        return list(self._outputs)

    def __getitem__(self, name):
        return SimpleNamespace(output=self._outputs[name])

    def __getattr__(self, name):
        if name == "_outputs":
            raise AttributeError(name)
        raise RuntimeError(f"{name} is read outside of a trace")


def returned_by(name, layers, *shape, more=()):
    """Outputs of modules: a result and the weights."""
    rng = np.random.default_rng(0)
    return {name.format(layer): (rng.random((shape[0], shape[2], 8)), rng.random(shape, np.float32), *more) for layer in layers}


@pytest.mark.parametrize("made_of", [CacheView, dict])
def test_a_cache_of_nnsight_is_read_by_the_names_of_its_modules(made_of):
    attention = returned_by("model.transformer.h.{}.attn", range(12), 3, 2, 5, 5)
    others = {"model": object(), "model.transformer.h.3": np.ones((3, 5, 8)), "model.transformer.h.0.attn.c_attn": np.ones((3, 5, 24))}
    found = attention_of(made_of({**others, **dict(reversed(attention.items()))}), 2)
    assert np.array_equal(found, np.stack([weights[2] for _, weights in attention.values()]))


def test_a_module_that_hands_on_the_tuple_of_another_is_left_out():
    inner = returned_by("model.encoder.layer.{}.attention.self", range(2), 1, 2, 5, 5)
    outer = {name.removesuffix(".self"): output for name, output in inner.items()}
    assert attention_of(CacheView({**outer, **inner})).shape == (2, 2, 5, 5)


def test_figures_take_a_cache_of_nnsight_and_ids():
    cache = CacheView(returned_by("model.model.layers.{}.self_attn", range(2), 1, 3, 3, 3))
    tokenizer = SimpleNamespace(convert_ids_to_tokens=lambda ids: [f"piece{each}" for each in ids])
    view = headscope.model_view(cache, {"input_ids": [[4, 5, 6]]}, tokenizer=tokenizer)
    assert repr(view) == "<headscope figure: Attention of 2 layers, 3 heads each, 3 tokens>"
    assert "piece5" in view.html()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"model.h.0.attn": (np.ones((1, 5, 8)), None)}, r'model\.h\.0\.attn returned no attention weights: load .*attn_implementation="eager"'),
        ({"model.h.0.attn": [(np.ones((1, 5, 8)), None)] * 4}, r"4 runs of model\.h\.0\.attn, as generate\(\) makes them; trace one run"),
        ({"model.h.0.mlp": np.ones((1, 5, 8))}, r"attention is a CacheView without names .*; or a cache of nnsight, as tracer\.cache\(\)"),
        ({**returned_by("model.layers.{}.self_attn", [0, 1], 1, 2, 5, 5), **returned_by("model.layers.{}.encoder_attn", [0, 1], 1, 2, 5, 3)},
         r'pass one of them, as attention=tuple\(cache\[f"model\.layers\.\{layer\}\.encoder_attn"\]\.output\[1\] for layer in range\(2\)\)$'),
    ],
)
def test_a_cache_of_nnsight_without_one_pattern_for_each_layer_raises_with_a_remedy(given, said):
    with pytest.raises(ValueError, match=said):
        attention_of(CacheView(given))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (uniform(3, 4, 5, 5), r"attention of shape \(3, 4, 5, 5\), read as \(layers, heads, queries, keys\).*pass item=0.*\(attention,\)"),
        (uniform(4, 5, 5), r"attention of shape \(4, 5, 5\), read as \(heads, queries, keys\)"),
        ((uniform(4, 5, 5),), r"attention\[0\] of shape \(4, 5, 5\), read as \(heads, queries, keys\)"),
    ],
)
def test_item_is_refused_without_a_batch(given, said):
    with pytest.raises(ValueError, match=rf"item=2 for {said}"):
        attention_of(given, 2)
    assert attention_of(given, 0).shape[1:] == (4, 5, 5)


@pytest.mark.parametrize("item", [-1, "a", None, 0.5, True])
def test_item_is_a_whole_number(item):
    with pytest.raises(ValueError, match=f"item={item!r} is no whole number from 0 on"):
        headscope.head_view((uniform(2, 8, 5, 5),), item=item)


@pytest.mark.parametrize("made_by", [lambda x: x[..., :96, :, :], lambda x: tuple(a[..., :96, :, :] for a in x)])
def test_the_remedy_for_too_many_heads_works(made_by):
    array = uniform(2, 97, 2, 2)
    assert attention_of(made_by(array)).shape == (2, 96, 2, 2)


class Tokenizer:
    def convert_ids_to_tokens(self, ids):
        return [f"t{each}" for each in ids]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("a b c", ["a", "b", "c"]),
        (("a", "b"), ["a", "b"]),
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array(["a", "b"], object), ["a", "b"]),
        (np.array([["a", "b"], ["c", "d"]]), ["a", "b"]),
        ([["a", "b"], ["c", "d"]], ["a", "b"]),
        ([101, 7], ["t101", "t7"]),
        (np.array([[101, 7], [1, 2]]), ["t101", "t7"]),
        ({"input_ids": np.array([[3]]), "attention_mask": 1}, ["t3"]),
        (None, None),
    ],
)
def test_tokens_may_be_strings_or_ids_with_a_tokenizer(given, found):
    assert tokens_of(given, Tokenizer()) == found


@pytest.mark.parametrize(
    ("given", "tokenizer", "said"),
    [
        ([101, 7592, 102], None, r"ids \(101, 7592, 102\); pass tokenizer="),
        ([101], object(), "tokenizer is a object without convert_ids_to_tokens"),
        (np.zeros((2, 3, 4)), None, r"shape \(2, 3, 4\); expected strings"),
        ([0.5], Tokenizer(), "whole numbers"),
        (["a", 3], None, "tokens is a list of int and str; expected strings, or ids with tokenizer="),
        (np.array([b"a"]), None, "tokens is a ndarray; expected strings, or ids with tokenizer="),
        ({"a": 1}, None, "tokens is a dict; expected strings, or ids with tokenizer="),
    ],
)
def test_invalid_tokens_raise(given, tokenizer, said):
    with pytest.raises(ValueError, match=said):
        tokens_of(given, tokenizer)


@pytest.mark.filterwarnings("error")
def test_a_walk_and_a_lab_read_arrays_of_strings():
    words = np.array(["The", "cat"])
    assert repr(headscope.walk(words)) == repr(headscope.walk(["The", "cat"]))
    assert headscope.lab("mask", words).html() == headscope.lab("mask", ["The", "cat"]).html()
    with pytest.raises(ValueError, match="is empty"):
        headscope.walk(np.array([], str))


def test_tokens_match_the_size_of_the_attention():
    assert words_for((1, 2, 2, 2), None, None) == (["0", "1"], [])
    assert words_for((1, 2, 1, 2), None, None) == (["0"], ["0", "1"])
    with pytest.raises(ValueError, match=r"2 tokens for attention of shape \(1, 2, 3, 3\), which has 3 queries: pass 3 tokens"):
        words_for((1, 2, 3, 3), ["a", "b"], None)
    with pytest.raises(ValueError, match=r"has 3 queries and 4 keys, so its keys are other tokens: pass 4 key_tokens="):
        words_for((1, 2, 3, 4), ["a", "b", "c"], None)


def own(heads=2, rows=3, head=None, **changed):
    """The figure of a layer of identity matrices, some of them changed."""
    matrices = {name: np.eye(4) for name in ("wQ", "wK", "wV", "wO")}
    return headscope.layer({**matrices, **changed}, np.ones((rows, 4)), heads=heads, head=head)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: headscope.head_view(uniform(2, 3, 3), layer=1), "layer=1 for attention of 1 layer; expected 0 to 0"),
        (lambda: headscope.head_view(uniform(2, 3, 3), head=2), "head=2 for attention of 2 heads; expected 0 to 1"),
        (lambda: headscope.head_view(uniform(2, 3, 3), theme="sepia"), "theme='sepia' is none of 'light', 'dark'"),
        (lambda: headscope.head_view(uniform(2, 3, 3), colourmap="blue"), r"no setting colourmap \(nearest: colormap\)"),
        (lambda: headscope.head_view(["a", "b"], uniform(2, 2, 2)), "attention holds text; expected real numbers"),
        (lambda: headscope.walk(" "), "tokens=' ' is empty; expected a sentence or a list of strings"),
        (lambda: headscope.walk(None), "tokens=None is empty"),
        (lambda: headscope.walk([]), r"tokens=\[\] is empty"),
        (lambda: headscope.walk(3), "tokens=3 is neither a sentence nor a list of strings"),
        (lambda: headscope.lab("mask", ["a", 3]), "neither a sentence nor a list of strings"),
        (lambda: headscope.walk("a b", heads=0), "heads=0 is no whole number from 1 on"),
        (lambda: headscope.walk("a b", heads=97), r"heads=97 is more than a figure shows \(at most 96\)"),
        (lambda: headscope.walk("a b", causal="yes"), "causal='yes' is neither True nor False"),
        (lambda: headscope.walk("a b", wrong="no scale"), "wrong='no scale' is none of"),
        (lambda: headscope.walk("a b", view="tree"), "view='tree' is none of"),
        (lambda: headscope.walk("a b", step="score"), "step='score' is none of 'x', "),
        (lambda: headscope.head_view(uniform(2, 3, 3), head="a"), "head='a' is no whole number from 0 on"),
        (lambda: headscope.head_view(uniform(2, 3, 3), layer=None), "layer=None is no whole number from 0 on"),
        (lambda: headscope.model_view(uniform(2, 3, 3), head=2), "head=2 for attention of 2 heads; expected 0 to 1"),
        (lambda: headscope.model_view(uniform(2, 3, 3), layer=1), "layer=1 for attention of 1 layer; expected 0 to 0"),
        (lambda: headscope.walk("a b", head_scale="x"), "head_scale='x'; expected a factor of each head, as {2: 0.5}"),
        (lambda: headscope.walk("a b", head_scale={1: "x"}), r"head_scale=\{1: 'x'\}; expected"),
        (lambda: headscope.walk("a b", head_scale=[1, float("nan")]), r"head_scale=\[1, nan\]; expected"),
        (lambda: headscope.walk("a b", compared=2.5), "compared=2.5; expected heads, as"),
        (lambda: headscope.walk("a b", compared=[1, "x"]), r"compared=\[1, 'x'\]; expected heads, as"),
        (lambda: headscope.walk("a b", softcap="x"), "softcap='x' is no number"),
        (lambda: headscope.walk("a b", rope_base=float("inf")), "rope_base=inf is no number"),
        (lambda: headscope.walk("a b", weights="language"), "the Python package does not contain the language model.*head_view"),
        (lambda: headscope.walk("a b", weights="vision"), "the Python package does not contain the model of pictures.*head_view"),
        (lambda: headscope.lab("mask", weights="language"), "the Python package does not contain the language model"),
        (lambda: headscope.walk("a " * 513), "tokens are 513; a figure shows at most 512"),
        (lambda: headscope.lab("mask", ["a"] * 513), "tokens are 513; a figure shows at most 512"),
        (lambda: headscope.walk("a b", heads=3), "d_model 64 is not divisible by heads 3; expected d_model=63"),
        (lambda: headscope.walk("a b", d_model=10), "d_model 10 is not divisible by heads 8; expected d_model=8"),
        (lambda: headscope.walk("a b", heads=4, head=9), "head=9 for a layer of 4 heads; expected 0 to 3"),
        (lambda: headscope.train(task="chess"), "task='chess' is none of 'reference', 'induction'"),
        (lambda: headscope.layer([1], np.ones((2, 2))), "parameters is a list; expected a dict"),
        (lambda: headscope.layer({"wQ": np.eye(2)}, np.ones((2, 2))), "parameters lacks wK, wV, wO"),
        (lambda: headscope.layer({n: np.eye(2) for n in ("wQ", "wK", "wV", "wO")}, np.ones((2, 2))), "pass heads="),
        (
            lambda: headscope.layer({n: np.eye(4) for n in ("wQ", "wK", "wV", "wO")}, np.ones((2, 4)), heads=3),
            r"wQ is \(4, 4\) and wK \(4, 4\) for 3 heads",
        ),
        (lambda: own(heads=0), "heads=0 is no whole number from 1 on"),
        (lambda: own(heads="4"), "heads='4' is no whole number from 1 on"),
        (lambda: own(head=2), "head=2 for a layer of 2 heads; expected 0 to 1"),
        (lambda: own(rows=0), r"input has shape \(0, 4\), which holds no numbers; expected \(T, d_model\), both at least 1"),
        (
            lambda: headscope.layer({"wO": np.ones((4, 0)), **{n: np.ones((0, 4)) for n in ("wQ", "wK", "wV")}}, np.ones((3, 0)), heads=2),
            r"input has shape \(3, 0\), which holds no numbers",
        ),
        (lambda: headscope.layer({n: np.eye(4) for n in ("wQ", "wK", "wV", "wO")}, np.ones((1, 513, 4)), heads=2), r"shape \(1, 513, 4\)"),
        (lambda: own(rows=513), r"input has shape \(513, 4\); a figure shows at most 512 tokens: pass input\[\.\.\., :512, :\]"),
        (lambda: own(wK=np.ones((3, 4))), r"wQ is \(4, 4\) and wK \(3, 4\).*expected as many rows in wK as wQ has rows, 4"),
        (lambda: own(wO=np.ones((4, 3))), r"wQ is \(4, 4\) and wO \(4, 3\).*expected as many columns in wO as wQ has rows, 4"),
    ],
)
def test_a_figure_raises_for_invalid_arguments(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_settings_that_python_does_not_know_are_left_to_the_page():
    assert headscope.walk("a b", heads=3, d_k=5), "with d_k, the heads need not divide d_model"
    assert headscope.walk("a b", attention="llama-3", head=9), "a model has its own number of heads"


def test_head_scale_may_be_a_list_and_compared_an_array():
    figure = headscope.walk("a b", head_scale=[1, 0, 0.5], compared=np.array([1, 2]))
    assert figure._parts[0].attributes["head-scale"] == "0:1,1:0,2:0.5"
    assert figure._pictured["headScale"] == {"0": 1, "1": 0, "2": 0.5}
    assert figure._parts[0].attributes["compared"] == "1,2"


def test_model_view_shows_the_chosen_head_large():
    figure = headscope.model_view(uniform(3, 2, 4, 4), layer=2, head=1)
    large, *maps = figure._parts
    assert (large.title, large.properties) == ("layer 2, head 1", {"layer": 2, "head": 1})
    assert [part.properties for part in maps] == [{}, {}, {"head": 1}]
