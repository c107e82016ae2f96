"""Attention over an image: images in all accepted forms, grids, and files."""

import base64
import csv
import gzip
import io
import json
import re

import numpy as np
import pytest

import headscope
from headscope.patches import Patches, pixels_of

RNG = np.random.default_rng(0)
PHOTO = RNG.integers(0, 256, (28, 42, 3), dtype=np.uint8)


def uniform(*shape):
    return np.full(shape, 1 / shape[-1], np.float32)


def over_photo(layers=2, **how):
    return headscope.head_view(uniform(layers, 3, 7, 7), image=PHOTO, grid=(2, 3), extra=1, **how)


class Pillow:
    """An image of PIL, as far as the package uses one."""

    def __init__(self, rgba):
        self.rgba = rgba

    def convert(self, mode):
        assert mode == "RGBA"
        return self.rgba


def test_images_of_pil_numpy_and_torch_have_the_same_pixels():
    torch = pytest.importorskip("torch")
    opaque = np.concatenate([PHOTO, np.full((28, 42, 1), 255, np.uint8)], -1)
    forms = [
        PHOTO,
        PHOTO / 255,
        PHOTO.transpose(2, 0, 1),
        PHOTO[None],
        Pillow(opaque),
        torch.tensor(PHOTO).permute(2, 0, 1),
        torch.tensor(PHOTO).permute(2, 0, 1)[None].float() / 255,
        PHOTO.tolist(),
    ]
    for each in forms:
        assert np.array_equal(pixels_of(each), PHOTO), type(each)


def test_grey_transparent_and_large_images():
    grey = pixels_of(np.array([[0, 128], [255, 1]], np.uint8))
    assert grey[0, 1].tolist() == [128] * 3
    assert pixels_of(Pillow(np.zeros((1, 1, 4), np.uint8))).ravel().tolist() == [255] * 3
    large = pixels_of(np.kron(PHOTO, np.ones((40, 40, 1), np.uint8)))
    assert large.shape == (280, 420, 3)
    assert np.array_equal(large[::10, ::10], PHOTO), "averages of equal pixels"
    striped = np.zeros((1024, 1024, 4), np.uint8)
    striped[:, ::2] = (255, 0, 0, 255)
    assert (pixels_of(striped) == (255, 128, 128)).all(), "averages of red and of the white under transparent pixels"


@pytest.mark.parametrize(
    ("image", "said"),
    [
        ("boat.png", r"image='boat.png' is a path; .*PIL.Image.open\(path\)"),
        (np.zeros((4, 5, 6)), r"image has shape \(4, 5, 6\) of float64; expected a PIL image, or pixels \(height, width, 3\)"),
        (np.zeros((0, 5, 3)), r"image has shape \(0, 5, 3\)"),
        (RNG.normal(size=(3, 8, 8)), r"numbers from -[\d.]+ to [\d.]+; .*pixels \* std \+ mean"),
        (np.full((2, 2, 3), np.nan), r"numbers from nan to nan"),
        (object(), r"image has shape \(\) of object"),
    ],
)
def test_images_that_are_none_are_refused_with_what_would_work(image, said):
    with pytest.raises(ValueError, match=said):
        headscope.head_view(uniform(1, 5, 5), image=image, grid=(2, 2), extra=1)


@pytest.mark.parametrize(
    ("count", "how", "said"),
    [
        (197, {"image": PHOTO}, r"image= needs grid=.*: grid=\(14, 14\), extra=1 if the image is cut into a square$"),
        (149, {"image": PHOTO}, r"image= needs grid=, the rows and columns of its patches: grid=\(12, 12\), extra=5 if"),
        (151, {"image": PHOTO}, r"image= needs grid=, the rows and columns of its patches, as \(14, 14\)$"),
        (6, {"grid": (2, 3), "key_tokens": "a b"}, r"key_tokens= with 6 queries and 6 keys: .* pass tokens= alone"),
        (50, {"grid": (14, 14), "extra": 1}, r"makes 197 tokens, and the attention has 50 keys: pass grid=\(7, 7\)$"),
        (198, {"grid": (14, 14), "extra": 1}, r"has 198 keys: pass extra=2, or tokens= with the 2 that are no patches"),
        (12, {"grid": (9, 9), "extra": 1}, r"rows times columns plus extra is the number of keys"),
        (7, {"grid": 3}, r"grid=3; expected the rows and columns"),
        (7, {"grid": (0, 7)}, r"grid=0 is no whole number from 1 on"),
        (7, {"grid": (2, 3), "extra": -1}, r"extra=-1 is no whole number from 0 on"),
        (7, {"grid": (2, 3), "extra": 1, "tokens": "a b"}, r"2 tokens for 7 keys, of which 6 are patches: pass the 1 that are none, or all 7"),
        (7, {"extra": 1}, r"extra=1 counts the tokens before the patches of an image: pass grid= too"),
        (1601, {"grid": (40, 40), "extra": 1}, r"1601 tokens; a figure shows at most 1600"),
    ],
)
def test_grids_that_do_not_fit_are_refused_with_what_would(count, how, said):
    with pytest.raises(ValueError, match=said):
        headscope.head_view(uniform(1, count, count), **how)


def test_a_figure_holds_the_image_once_and_names_no_patch_twice():
    for figure in (over_photo(), headscope.model_view(uniform(2, 3, 7, 7), image=PHOTO, grid=(2, 3), extra=1)):
        shown = figure._shown()
        held = shown["numbers"]["image"]
        assert gzip.decompress(base64.b64decode(held["text"])) == PHOTO.tobytes()
        assert (held["shape"], held["bytes"], shown["words"]) == ([28, 42, 3], True, {})
        for part in shown["parts"]:
            assert part["properties"]["grid"] == [2, 3]
            assert part["properties"]["extra"] == 1
            assert part["numbers"]["image"] == {"of": "image"}
        assert json.loads(json.dumps(shown)) == shown


def test_words_may_follow_the_patches_and_queries_may_be_no_patches():
    mixed = headscope.head_view(uniform(1, 9, 9), ["<s>", "what", "is"], grid=(2, 3), extra=1)
    assert mixed._words[0] == ["<s>", *(f"row {r}, column {c}" for r in (1, 2) for c in (1, 2, 3)), "what", "is"]
    assert mixed._shown()["words"] == {"tokens": ["<s>", "what", "is"]}
    crossed = headscope.head_view(uniform(1, 2, 6), ["q0", "q1"], grid=(2, 3))
    assert crossed._words == (["q0", "q1"], Patches(None, 2, 3, 0).names(6))
    assert crossed._shown()["words"] == {"tokens": ["q0", "q1"]}


def test_csv_has_rows_and_columns_from_1(tmp_path):
    rows = list(csv.DictReader(io.StringIO(over_photo().save(tmp_path / "f.csv").read_text())))
    assert len(rows) == 2 * 3 * 7 * 7
    first, last = rows[0], rows[-1]
    assert (first["query_token"], first["query_row"], first["key_column"]) == ("[CLS]", "", "")
    assert (last["key_token"], last["key_row"], last["key_column"]) == ("row 2, column 3", "2", "3")
    assert np.float32(last["weight"]) == np.float32(1 / 7)


@pytest.mark.parametrize("view", ["head_view", "model_view"])
def test_svg_holds_the_image_and_no_address(tmp_path, view):
    figure = getattr(headscope, view)(uniform(2, 3, 7, 7), image=PHOTO, grid=(2, 3), extra=1)
    text = figure.save(tmp_path / "f.svg").read_text()
    images = re.findall(r'<image [^>]*href="([^"]*)"', text)
    assert len(images) == (1 if view == "head_view" else 2)
    assert all(each.startswith("data:image/png;base64,") for each in images)
    assert text.count("<use ") == 3 * len(images)


def test_a_grid_that_only_node_refuses_raises_its_message(tmp_path):
    figure = over_photo()
    figure._pictured["grid"] = [5, 5]
    with pytest.raises(ValueError, match="5 by 5 after extra 1 makes 26 tokens, and the attention has 7 keys"):
        figure.save(tmp_path / "f.svg")
