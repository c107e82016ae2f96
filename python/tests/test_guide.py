"""Runs the code blocks of the notebook guide and of the README."""

import re
import shutil
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import headscope
from headscope.widget import _widget_class

torch = pytest.importorskip("torch")
traitlets = pytest.importorskip("traitlets")
ROOT = Path(__file__).resolve().parents[2]
SMALL_MODEL = ROOT / "models" / "headscope-small"
FILES = ("README.md", "docs/guide/notebooks.md")

pytestmark = pytest.mark.skipif(not shutil.which("node") or not shutil.which("rsvg-convert"), reason="needs Node and rsvg-convert")


def blocks():
    for name in FILES:
        text = (ROOT / name).read_text("utf-8")
        for found in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
            if "headscope" in found[1]:
                yield pytest.param(found[1], id=f"{name}:{text.count(chr(10), 0, found.start()) + 1}")


@pytest.fixture()
def names():
    """Variables that the blocks use: 2 layers of 8 heads, 3 tokens, d_model 16."""
    rng = np.random.default_rng(0)
    attention = np.full((2, 1, 8, 3, 3), 1 / 3, np.float32)
    matrices = {name: rng.normal(size=(16, 16)).astype(np.float32) for name in ("wQ", "wK", "wV", "wO")}
    x = torch.randn(3, 16)
    return {
        "headscope": headscope,
        "outputs": SimpleNamespace(attentions=tuple(attention)),
        "attention": attention[0, 0],
        "photo": rng.integers(0, 256, (28, 28, 3), dtype=np.uint8),
        "processor": lambda image, return_tensors: {"pixel_values": image},
        "vit": lambda pixel_values, output_attentions: SimpleNamespace(attentions=(np.full((1, 2, 197, 197), 1 / 197, np.float32),)),
        "tokens": ["The", "cat", "sat"],
        "encoding": SimpleNamespace(word_ids=lambda: [0, 1, 1]),
        "model": SimpleNamespace(
            run_with_cache=run_with_cache,
            to_str_tokens=lambda text: ["<|endoftext|>", *text.split()],
            trace=trace,
            tokenizer=Bert(),
        ),
        "folder": SMALL_MODEL,
        "texts": ["the cat sat on the mat", "a dog saw the cat, and the cat saw the dog"],
        "parts": ["study.npz"],
        "parameters": matrices,
        **matrices,
        "x": x,
        "module": torch.nn.MultiheadAttention(16, 8).eval(),
    }


def run_with_cache(text):
    """Stands in for a model of TransformerLens: names, shapes (batch, heads, queries, keys), and a first token of its own."""
    pieces = len(text.split()) + 1
    pattern = torch.full((1, 8, pieces, pieces), 1 / pieces)
    return None, {"hook_embed": torch.zeros(1, pieces, 16), **{f"blocks.{layer}.attn.hook_pattern": pattern for layer in range(2)}}


@contextmanager
def trace(text):
    """Stands in for a model of nnsight, in whose cache a module's path leads to an entry with its output."""
    pieces = len(text.split())
    output = (torch.zeros(1, pieces, 16), torch.full((1, 8, pieces, pieces), 1 / pieces))
    yield SimpleNamespace(cache=lambda: {f"model.transformer.h.{layer}.attn": SimpleNamespace(output=output) for layer in range(2)})


class Bert:
    """Stands in for AutoTokenizer and AutoModel of transformers: no model is downloaded."""

    @classmethod
    def from_pretrained(cls, name, attn_implementation=None):
        assert name == "google-bert/bert-base-uncased"
        return cls()

    def __call__(self, text=None, *, return_tensors=None, input_ids=None, output_attentions=False):
        if text is not None:
            assert return_tensors in (None, "pt")
            return Inputs(input_ids=torch.arange(len(text.split())).reshape(1, -1))
        assert output_attentions
        pieces = input_ids.shape[1]
        return SimpleNamespace(attentions=(torch.full((1, 12, pieces, pieces), 1 / pieces),) * 12)

    def convert_ids_to_tokens(self, ids):
        return [f"piece{each}" for each in ids]


class Inputs(dict):
    """The tensors of a tokenizer, by key and by name."""

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]


@pytest.mark.parametrize("block", blocks())
def test_a_block_runs(block, names, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "transformers", SimpleNamespace(AutoModel=Bert, AutoTokenizer=Bert))
    monkeypatch.setitem(sys.modules, "anywidget", SimpleNamespace(AnyWidget=traitlets.HasTraits))
    _widget_class.cache_clear()
    exec(block, names)
    _widget_class.cache_clear()
    for name in re.findall(r'\.save\("([^"]+)"\)', block):
        assert (tmp_path / name).stat().st_size > 100


def test_the_guide_has_a_block_for_every_function():
    text = "".join(each.values[0] for each in blocks())
    functions = [name for name in headscope.__all__ if name.islower() and name != "hold_script"]
    assert [name for name in functions if f"headscope.{name}(" not in text] == []
