"""Numbers from every library and of every float type are read without a change of bits."""

import base64
import gzip

import numpy as np
import pytest

from headscope.arrays import array_of
from headscope.packing import pack, pack_numbers

#: Numbers that a conversion by way of decimals or of another type would change.
HARD = [0.1, -0.0, 1 / 3, 2.0**-14, 2.0**-24, 65504.0, np.inf, -np.inf, np.nan]

torch = pytest.importorskip("torch")


class Jax:
    """A JAX array, which is read by __array__ from any device."""

    def __init__(self, array):
        self._array, self.dtype, self.shape, self.ndim = array, array.dtype, array.shape, array.ndim

    def __array__(self, dtype=None):
        return np.asarray(self._array, dtype)

    def __getitem__(self, at):
        return Jax(self._array[at])


class Tensorflow:
    """An eager tensor of TensorFlow, which has numpy(), and whose shape is not a tuple."""

    def __init__(self, array):
        self._array, self.dtype, self.shape = array, array.dtype, list(array.shape)

    def numpy(self):
        return self._array


def bits(array):
    return array.view({2: np.uint16, 4: np.uint32, 8: np.uint64}[array.itemsize])


def unpacked(text):
    return gzip.decompress(base64.b64decode(text))


def unpacked_numbers(packed):
    planes = np.frombuffer(unpacked(packed["text"]), np.uint8).reshape(4, -1)
    return np.ascontiguousarray(planes.T).view("<f4").reshape(packed["shape"])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("made_by", [np.asarray, Jax, Tensorflow, torch.tensor], ids=["numpy", "jax", "tensorflow", "torch"])
def test_every_float_type_is_read_with_the_same_bits(dtype, made_by):
    given = np.array(HARD, dtype)
    found = array_of(made_by(given), "x")
    assert found.dtype == dtype
    assert np.array_equal(bits(found), bits(given))


def test_bfloat16_is_read_as_an_equal_float32():
    given = torch.tensor(HARD, dtype=torch.bfloat16)
    found = array_of(given, "x")
    assert found.dtype == np.float32
    halves = given.view(torch.int16).numpy().view(np.uint16)
    assert np.array_equal(bits(found), halves.astype(np.uint32) << 16)


def test_a_tensor_with_a_gradient_and_a_sparse_tensor_are_read():
    assert array_of(torch.ones(2, requires_grad=True), "x").tolist() == [1, 1]
    assert array_of(torch.eye(2).to_sparse(), "x").tolist() == [[1, 0], [0, 1]]


def test_whole_numbers_keep_their_value():
    assert array_of(np.array([2**24 + 1]), "x").dtype == np.float64
    assert array_of(np.array([True, False]), "x").tolist() == [1, 0]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (np.array([1j]), "x holds complex128; expected real numbers"),
        ([[1, 2], [3]], "x is a builtins.list that cannot be read as an array"),
        (np.array([1], np.longdouble), r"pass x.astype\(np.float64\)"),
        ("abc", "x holds text"),
        (None, "x is a NoneType; expected real numbers"),
        ([1, None], "x is a list that holds a NoneType; expected real numbers"),
        ({1.0}, "x is a set; expected real numbers"),
        ((each for each in [1]), r"x is a generator; expected real numbers.*: pass list\(x\)"),
        (torch.ones(2, device="meta"), "cannot be read as an array"),
    ],
)
def test_other_values_than_arrays_of_real_numbers_raise(given, said):
    with pytest.raises(ValueError, match=said):
        array_of(given, "x")


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_packed_numbers_are_the_nearest_float32(dtype):
    rng = np.random.default_rng(0)
    given = np.concatenate([np.array(HARD), rng.normal(size=1000), rng.random(1000) * 1e-40]).astype(dtype)
    found = unpacked_numbers(pack_numbers(given))
    assert np.array_equal(bits(found), bits(given.astype(np.float32)))


def test_packing_keeps_every_pattern_of_bits():
    given = np.random.default_rng(1).integers(0, 2**32, 4096, np.uint32).view(np.float32)
    assert np.array_equal(bits(unpacked_numbers(pack_numbers(given.reshape(4, 32, 32)))).ravel(), bits(given))
    assert unpacked_numbers(pack_numbers(np.zeros((0, 3), np.float32))).shape == (0, 3)


@pytest.mark.parametrize("data", [b"", b"\0", bytes(range(256)) * 3, np.random.default_rng(0).bytes(9999), b"\xff" * 16])
def test_packing_keeps_bytes(data):
    assert unpacked(pack(data)) == data


def test_packed_text_has_no_special_characters_of_html_or_templates():
    text = pack(np.random.default_rng(0).bytes(99_999))
    assert text.isascii() and not set(text) & set("\"'&<\\`{ \n")
