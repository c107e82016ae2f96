"""Files, sizes, and escaped markup."""

import base64
import csv
import gzip
import io
import re
import shutil
import struct
import zlib

import numpy as np
import pytest

import headscope
from headscope import picture
from headscope.node import run_node
from headscope.still import image_of_svg

RNG = np.random.default_rng(0)


def softmax(scores):
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True)


def of_a_model(layers=12, heads=12, tokens=32, causal=False, spread=1.0, dtype=np.float32):
    scores = RNG.normal(size=(layers, heads, tokens, tokens)) * spread
    if causal:
        scores[..., ~np.tril(np.ones((tokens, tokens), bool))] = -np.inf
    return softmax(scores).astype(dtype)


@pytest.mark.parametrize(
    "attention",
    [
        RNG.normal(size=(12, 12, 32, 32)).astype(np.float32),
        of_a_model(),
        of_a_model(spread=4),  # from 1e-9 to 1
        of_a_model(spread=4, causal=True),
        of_a_model(spread=4, dtype=np.float16),
    ],
    ids=["any numbers", "attention", "widely spread", "causal", "float16"],
)
def test_144_heads_of_32_tokens_take_at_most_700_KB(attention):
    figure = headscope.model_view(attention)
    assert len(figure._fragment(holds=False).encode()) <= 700_000


def test_the_script_takes_at_most_830_KB():
    figure = headscope.lab("mask")
    assert len(figure.html().encode()) - len(figure._fragment(holds=False).encode()) < 830_000


def test_a_small_picture_follows_the_frame_for_pages_without_frames():
    attention = np.zeros((2, 3, 4, 4), np.float32)
    attention[..., 0] = 1
    text = headscope.head_view(attention, "a b c d").html()
    still = text[text.index("</iframe>") :]
    assert "Attention of 2 layers, 3 heads each, 4 tokens. This page shows no frames." in still
    data = base64.b64decode(re.search(r'src="data:image/png;base64,([^"]+)"', still)[1])
    width, height = struct.unpack(">II", data[16:24])
    times = width // (3 * 5 - 1)
    assert (width, height) == (times * (3 * 5 - 1), times * (2 * 5 - 1)), "a square a weight, and one between maps"
    lines = np.frombuffer(zlib.decompress(re.search(rb"IDAT(.*)....IEND", data, re.S)[1][:-4]), np.uint8).reshape(height, -1)
    assert lines[::times, 0].tolist() == [0] * 9, "drawn as it is"
    assert all((lines[at::times] == [2] + [0] * (lines.shape[1] - 1)).all() for at in range(1, times)), "as the line above"
    rows = lines[::times, 1:]
    shades = np.stack([rows >> 4, rows & 15], -1).reshape(9, -1)[:, :width:times]
    assert shades[0].tolist() == [15, 1, 1, 1, 0] * 2 + [15, 1, 1, 1], "dark, light, and the paper between maps"
    assert not shades[4].any() and shades.sum() == 2 * 3 * 4 * (15 + 3)


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_still_picture_of_a_walk_is_its_svg(tmp_path, monkeypatch):
    figure = headscope.walk("the cat", heads=2, d_model=8, step="scores")
    svg = figure.save(tmp_path / "f.svg", width=720).read_text("utf-8")
    data = re.search(r'<img alt="The walk of “the cat”[^"]*" src="data:image/svg\+xml;base64,([^"]+)"', figure.html())[1]
    assert base64.b64decode(data).decode() == svg
    assert image_of_svg(" " * 75_001, "too large") == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "<img" not in figure.html() and "trust the notebook" in figure.html()


def test_labs_and_training_have_a_sentence_instead_of_a_still_picture():
    for figure in (headscope.lab("mask"), headscope.train()):
        still = figure.html().split("</iframe>")[1]
        assert "<img" not in still and "trust the notebook" in still


def test_a_saved_page_is_complete(tmp_path):
    text = headscope.head_view(of_a_model(2, 2, 3), "a b c").save(tmp_path / "f.html").read_text("utf-8")
    assert text.startswith("<!doctype html>")
    held = re.search(r'id="script">([^<]+)<', text)[1]
    assert b"mha-heads" in gzip.decompress(base64.b64decode(held))
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)


def test_tokens_are_escaped():
    hostile = ['</script><script>alert(1)</script>', "<!--<script>", '"><img src=x onerror=alert(1)>', "&quot;&#39;\u2028\0\ud800"]
    figure = headscope.head_view(of_a_model(1, 1, 4), hostile)
    inner = re.search(r"srcdoc='([^']*)'", figure.html())[1]
    assert "<" not in inner
    assert inner.count("&lt;/script>") == 3, "those of the document itself: figure, script and loader"
    assert "<img src=x" not in figure.html()
    figure.html().encode()
    headscope.walk(hostile).html().encode()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_csv_parses_to_the_same_bits(tmp_path, dtype):
    attention = of_a_model(2, 3, 4, dtype=dtype)
    attention[0, 0, 0] = [np.nan, np.inf, -0.0, 0.1]
    text = headscope.head_view(attention, ["a", "b,", '"c"', "d"]).save(tmp_path / "f.csv").read_text("utf-8")
    found = list(csv.DictReader(io.StringIO(text)))
    assert np.array([row["weight"] for row in found], dtype).reshape(attention.shape).tobytes() == attention.tobytes()
    last = found[-1]
    assert [last[name] for name in ("layer", "head", "query", "key", "query_token", "key_token")] == ["1", "2", "3", "3", "d", "d"]
    assert found[1]["key_token"] == "b,"


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
@pytest.mark.parametrize(
    "figure",
    [
        headscope.head_view(of_a_model(2, 4, 3), "the cat sat", layer=1, head=2),
        headscope.model_view(of_a_model(3, 4, 3), "the cat sat"),
        headscope.head_view(of_a_model(1, 2, 3)[..., :2, :], ["a", "b"], key_tokens="x y z"),
        headscope.walk("the cat sat", heads=2, d_model=8, step="scores"),
        headscope.layer({name: np.eye(4) for name in ("wQ", "wK", "wV", "wO")}, np.ones((2, 4)), heads=2, step="weights"),
    ],
    ids=["head_view", "model_view", "cross-attention", "walk", "layer"],
)
def test_pictures_are_drawn_without_a_browser(tmp_path, figure):
    svg = figure.save(tmp_path / "f.svg", width=600, theme="dark").read_text("utf-8")
    assert svg.startswith("<svg") and svg.count("<svg") == svg.count("</svg>")
    layers = re.findall(r">(layer \d)</text>", svg)
    assert layers == (["layer 0", "layer 1", "layer 2"] if svg.count("<svg") > 1 else [])


@pytest.mark.skipif(not shutil.which("node") or not shutil.which("rsvg-convert"), reason="needs Node and rsvg-convert")
def test_a_png_has_two_pixels_per_px_by_default(tmp_path):
    figure = headscope.model_view(of_a_model(3, 4, 3), "the cat sat")
    once = figure.save(tmp_path / "f.png", scale=1).read_bytes()
    twice = figure.save(tmp_path / "g.png").read_bytes()
    assert once[:8] == b"\x89PNG\r\n\x1a\n"
    assert [size * 2 for size in struct.unpack(">II", once[16:24])] == pytest.approx(list(struct.unpack(">II", twice[16:24])), abs=2)


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_a_picture_of_several_layers_takes_one_run_of_node_and_has_the_given_alt(tmp_path, monkeypatch):
    starts = []
    monkeypatch.setattr(picture, "run_node", lambda *args, **how: starts.append(args) or run_node(*args, **how))
    figure = headscope.model_view(of_a_model(3, 4, 3), "the cat sat", theme="dark")
    drawn = [figure.save(tmp_path / "f.svg", **how).read_text("utf-8") for how in ({}, {"alt": "A & B", "theme": "light"})]
    assert len(starts) == 2
    layers = ["layer 0", "layer 1", "layer 2"]
    titles = [re.findall("<title>(.*?)</title>", each) for each in drawn]
    assert titles == [["Attention of 3 layers, 4 heads each, 3 tokens", *layers], ["A &amp; B", *layers]]
    assert picture.INK["dark"] in drawn[0] and picture.INK["light"] in drawn[1], "the figure's theme, unless told"


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_numbers_of_a_walk_equal_the_cores(tmp_path):
    text = headscope.walk("the cat", heads=2, d_model=4, step="weights").save(tmp_path / "f.csv").read_text("utf-8")
    assert len(text.splitlines()) == 1 + 2 * 2 * 2


def test_grouped_heads_have_fewer_columns_of_keys_and_values():
    rng = np.random.default_rng(2)
    wide, narrow = rng.normal(size=(8, 8)), rng.normal(size=(8, 4))
    matrices = {"wQ": wide, "wK": narrow, "wV": narrow, "wO": wide}
    figure = headscope.layer(matrices, np.ones((3, 8)), heads=2, step="weights")
    assert figure._parts[0].attributes["kv-heads"] == "1"
    with pytest.raises(ValueError, match="values and what wO reads do not fit"):
        headscope.layer({**matrices, "wV": wide}, np.ones((3, 8)), heads=2)
    with pytest.raises(ValueError, match="a query and a key do not fit"):
        headscope.layer({**matrices, "wK": wide[:, :3]}, np.ones((3, 8)), heads=2)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda at: headscope.lab("mask").save(at / "f.svg"), "has no picture or table outside a page"),
        (lambda at: headscope.walk("a b").save(at / "f.pdf"), r"f.pdf ends in .pdf; a figure is saved as .html, .svg, .png or .csv"),
        (lambda at: headscope.walk("a b").save(at / "f"), "ends in nothing"),
        (lambda at: headscope.walk("a b").save(at / "f.html", width=3), "width: an HTML file takes no options"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", wide=3), "wide is none of width, theme, look, alt"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", width=-1), "width"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", width=float("nan")), "width=nan; expected a number of px above 0, as 720"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", width="x"), "width='x'; expected a number of px above 0"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", alt=3), "alt=3; expected text"),
        (lambda at: headscope.walk("a b").save(at / "f.png", scale="x"), "scale='x'; expected a number of pixels per px above 0, as 2"),
        (lambda at: headscope.walk("a b").save(at / "f.png", scale=None), "scale=None; expected"),
        (lambda at: headscope.walk("a b").save(at / "f.png", scale=float("inf")), "scale=inf; expected"),
    ],
)
def test_saving_to_an_unsupported_format_raises(tmp_path, make, said):
    with pytest.raises(ValueError, match=said):
        make(tmp_path)


def test_a_message_names_a_missing_node_or_converter(tmp_path, monkeypatch):
    figure = headscope.walk("a b")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="a picture runs .* Node, and there is no program `node` on PATH; install Node 20"):
        figure.save(tmp_path / "f.svg")
    with pytest.raises(RuntimeError, match="headscope.check runs .* Node"):
        headscope.check(x=[[1.0]], num_heads=1)
    with pytest.raises(RuntimeError, match="rsvg-convert or by cairosvg, and neither is there"):
        picture.png("<svg/>", 1)


def test_an_old_node_raises(tmp_path, monkeypatch):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v18.19.0\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(RuntimeError, match="needs Node 20 or later, and .* is Node 18"):
        headscope.walk("a b").save(tmp_path / "f.svg")


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_core_has_the_default_sizes_that_a_walk_checks():
    with pytest.raises(ValueError, match="d_model 64 is not divisible by heads 3"):
        picture.svg({"tokens": "a b", "heads": 3}, {}, [], title="")
    with pytest.raises(ValueError, match="d_model 10 is not divisible by heads 8"):
        picture.svg({"tokens": "a b", "dModel": 10}, {}, [], title="")
