"""Files, sizes, and markup that stays text."""

import base64
import csv
import io
import re
import shutil
import struct
import time
import zlib

import numpy as np
import pytest

import headscope
from headscope import picture
from headscope.packing import unpack

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
    ("attention", "most"),
    [
        (of_a_model(causal=True, spread=2), 600_000),
        (of_a_model(spread=2, dtype=np.float16), 600_000),
        (of_a_model(), 600_000),
        (of_a_model(spread=2), 600_000),
        # 23 bits of each float32 are noise and its exponent takes 4.6, which is 495 KB in all but each row's largest; text takes 6/5 of that.
        (of_a_model(spread=4), 606_000),
    ],
    ids=["causal", "float16", "float32", "float32, spread over 3 powers of ten", "float32, spread over 7 powers of ten"],
)
def test_144_heads_of_32_tokens_are_small_and_made_soon(attention, most):
    figure = headscope.model_view(attention)
    begun = time.process_time()
    text = figure._fragment(holds=False)
    assert time.process_time() - begun < 1
    assert len(text.encode()) <= most
    assert len(figure.html().encode()) - len(text.encode()) < 500_000, "the script"


def test_behind_the_frame_stands_a_small_picture_for_pages_that_show_no_frames():
    attention = np.zeros((2, 3, 4, 4), np.float32)
    attention[..., 0] = 1
    text = headscope.head_view(attention, "a b c d").html()
    still = text[text.index("</iframe>") :]
    assert "Attention of 2 layers, 3 heads each, 4 tokens. The figure itself is a frame" in still
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
    assert "<img" not in headscope.lab("mask").html()


def test_a_page_of_its_own_holds_all_of_it(tmp_path):
    text = headscope.head_view(of_a_model(2, 2, 3), "a b c").save(tmp_path / "f.html").read_text("utf-8")
    assert text.startswith("<!doctype html>")
    held = re.search(r'id="script" data-bytes="(\d+)">([^<]+)<', text)
    assert b"mha-heads" in unpack({"text": held[2], "bytes": int(held[1])})
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)


def test_what_tokens_say_is_never_markup():
    hostile = ['</script><script>alert(1)</script>', "<!--<script>", '"><img src=x onerror=alert(1)>', "&quot;&#39;\u2028\0\ud800"]
    figure = headscope.head_view(of_a_model(1, 1, 4), hostile)
    inner = re.search(r"srcdoc='([^']*)'", figure.html())[1]
    assert "<" not in inner
    assert inner.count("&lt;/script>") == 4, "those of the document itself: figure, script, its unpacking and loader"
    assert "<img src=x" not in figure.html()
    figure.html().encode()
    headscope.walk(hostile).html().encode()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_csv_gives_the_same_bits_again(tmp_path, dtype):
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
    if not shutil.which("rsvg-convert"):
        pytest.skip("needs rsvg-convert")
    once = figure.save(tmp_path / "f.png", scale=1).read_bytes()
    twice = figure.save(tmp_path / "g.png").read_bytes()
    assert once[:8] == b"\x89PNG\r\n\x1a\n"
    assert [size * 2 for size in struct.unpack(">II", once[16:24])] == pytest.approx(list(struct.unpack(">II", twice[16:24])), abs=2)


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_walks_numbers_are_the_cores(tmp_path):
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
        (lambda at: headscope.walk("a b").save(at / "f.html", width=3), "width: an HTML file takes nothing but its name"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", wide=3), "wide is none of width, theme, look, alt"),
        (lambda at: headscope.walk("a b").save(at / "f.svg", width=-1), "width"),
        (lambda at: headscope.walk("a b", heads=3).save(at / "f.svg"), "d_model 64 is not divisible by heads 3"),
    ],
)
def test_what_cannot_be_saved_is_said(tmp_path, make, said):
    with pytest.raises(ValueError, match=said):
        make(tmp_path)


def test_without_node_or_a_converter_a_sentence_names_them(tmp_path, monkeypatch):
    figure = headscope.walk("a b")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="a picture runs .* Node, and there is no program `node` on PATH; install Node 20"):
        figure.save(tmp_path / "f.svg")
    with pytest.raises(RuntimeError, match="headscope.check runs .* Node"):
        headscope.check(x=[[1.0]], num_heads=1)
    with pytest.raises(RuntimeError, match="rsvg-convert or by cairosvg, and neither is there"):
        picture.png("<svg/>", 1)


def test_an_old_node_is_said(tmp_path, monkeypatch):
    node = tmp_path / "node"
    node.write_text("#!/bin/sh\necho v18.19.0\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(RuntimeError, match="needs Node 20 or later, and .* is Node 18"):
        headscope.walk("a b").save(tmp_path / "f.svg")
