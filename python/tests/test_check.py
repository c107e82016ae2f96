"""A reader's arrays compared with the core's."""

import shutil
import sys

import numpy as np
import pytest

import headscope

torch = pytest.importorskip("torch")
saved = sys.modules["headscope.check"]._saved
pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


def arrays(scale=True, made_by=np.asarray, rounded=np.asarray):
    rng = np.random.default_rng(0)
    T, d, H = 5, 12, 3
    x, wQ, wK, wV, wO = (rounded(rng.normal(size=size).astype(np.float32)) for size in [(T, d), *4 * [(d, d)]])

    def heads(a):
        return a.reshape(T, H, d // H).transpose(1, 0, 2)

    scores = heads(x @ wQ) @ heads(x @ wK).transpose(0, 2, 1) / (np.sqrt(d // H) if scale else 1)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    output = (weights @ heads(x @ wV)).transpose(1, 0, 2).reshape(T, d) @ wO
    given = dict(x=x, wQ=wQ, wK=wK, wV=wV, wO=wO, scores=scores, attention=weights, output=output)
    return dict(num_heads=H, **{name: made_by(array) for name, array in given.items()})


@pytest.mark.parametrize("made_by", [np.asarray, torch.tensor])
def test_a_check_that_agrees_is_true(made_by):
    found = headscope.check(**arrays(made_by=made_by))
    assert found and found.parts is None and found.path is None
    assert all(found.steps[name]["agrees"] for name in ("scores", "attention", "output"))


def test_a_check_that_differs_names_the_step_and_the_bug():
    found = headscope.check(**arrays(scale=False))
    assert not found
    assert (found.parts, found.path) == ("attention", "no_scale")
    assert "Known wrong path: no ÷ √d_k" in repr(found)


@pytest.mark.parametrize("extra", [["a"], np.array([1j]), np.ones(2, np.float16), {"a": 1}, object()])
def test_an_extra_that_the_check_does_not_need_is_reported_as_not_compared(extra):
    found = headscope.check(**arrays(), labels=extra)
    assert found and "Not compared: labels." in repr(found)
    assert found.found["unknown"] == ["labels"]


def bfloat16(array):
    return torch.tensor(array).bfloat16().float().numpy()


@pytest.mark.parametrize(
    ("rounded", "made_by", "more"),
    [
        (lambda array: array.astype(np.float16).astype(np.float32), lambda array: array.astype(np.float16), {}),
        (bfloat16, lambda array: torch.tensor(array).bfloat16(), {}),
        (bfloat16, bfloat16, {"dtype": "bfloat16"}),
    ],
    ids=["float16", "tensors of bfloat16", "bfloat16 as float32"],
)
def test_16_bits_are_compared_with_a_tolerance_of_their_own(rounded, made_by, more):
    assert headscope.check(**arrays(made_by=made_by, rounded=rounded), **more)
    assert headscope.check(**arrays(False, made_by=made_by, rounded=rounded), **more).path == "no_scale"


@pytest.mark.parametrize(
    ("value", "bits"),
    [
        *((1 + 2**-8, 0x3F80), (1 + 3 * 2**-8, 0x3F82), (1 + 2**-8 + 2**-20, 0x3F81), (-1.999, 0xC000)),  # between two: the even one
        *((3.4e38, 0x7F80), (np.inf, 0x7F80), (0, 0), (-0.0, 0x8000)),
    ],
)
def test_bfloat16_is_rounded_to_the_nearest(value, bits):
    assert saved_bits(value) == bits
    assert saved_bits(value) == int(torch.tensor([value], dtype=torch.float32).bfloat16().view(torch.int16)) & 0xFFFF


@pytest.mark.parametrize("bits", [0x7F800001, 0xFFFFFFFF, 0x7FC00000])
def test_nan_stays_nan_in_bfloat16(bits):
    found = saved_bits(np.uint32(bits).view(np.float32))
    assert found & 0x7F80 == 0x7F80 and found & 0x7F


def saved_bits(value):
    """The bits of a number of float32 that is saved as bfloat16."""
    name, bits = saved("x", np.array([value], np.float32), "bfloat16")
    assert (name, bits.dtype) == ("x_bf16", np.uint16)
    return int(bits[0])


def test_options_of_a_layer_are_passed_on():
    given = arrays()
    assert not headscope.check(**given, rope="half", rope_base=10000.0)
    assert headscope.check(**given, rope=None, window=None, softcap=None)
    causal = np.tril(np.ones((5, 5), bool))
    assert headscope.check(**given, attn_mask=~causal).parts == "attention"
    q, k, v, output = (np.moveaxis(given[name].reshape(5, 3, 4), 1, 0)[None] for name in 3 * ["x"] + ["output"])
    assert headscope.check(q=q, k=k, v=v, num_heads=3, output=output).parts == "output"


def test_arrays_that_cannot_be_compared_raise():
    with pytest.raises(ValueError, match="no arrays; expected num_heads"):
        headscope.check()
    with pytest.raises(ValueError, match="^wQ "):
        headscope.check(**{**arrays(), "wQ": np.ones((3, 4))})
    with pytest.raises(ValueError, match="x is complex: save real numbers"):
        headscope.check(**{**arrays(), "x": np.ones((2, 2), complex)})
    with pytest.raises(ValueError, match="x holds Python objects"):
        headscope.check(**{**arrays(), "x": {"a": 1}})
    with pytest.raises(ValueError, match=r'^rope is "spiral", which is not computed; expected "half" .* or "interleaved"'):
        headscope.check(**arrays(), rope="spiral")
