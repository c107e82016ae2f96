"""Captures of torch's own attention, and of layers like those of transformers."""

import shutil

import numpy as np
import pytest

import headscope

torch = pytest.importorskip("torch")
nn = torch.nn
D, H, T = 8, 2, 5


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


def split(x):
    return x.view(*x.shape[:2], H, D // H).transpose(1, 2)


def weights_of(q, k, causal=False):
    scores = split(q) @ split(k).transpose(-1, -2) / (D // H) ** 0.5
    if causal:
        scores = scores.masked_fill(torch.ones(q.shape[1], k.shape[1]).triu(1).bool(), -torch.inf)
    return scores.softmax(-1)


class BertSelfAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(D, D) for _ in range(3))

    def forward(self, hidden_states, output_attentions=False):
        weights = weights_of(self.query(hidden_states), self.key(hidden_states))
        context = (weights @ split(self.value(hidden_states))).transpose(1, 2).flatten(2)
        return (context, weights) if output_attentions else (context,)


class BertSelfOutput(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(D, D)

    def forward(self, x):
        return self.dense(x)


class BertAttention(nn.Module):
    def __init__(self):
        super().__init__()
        self.self, self.output = BertSelfAttention(), BertSelfOutput()

    def forward(self, hidden_states, output_attentions=False):
        context, *weights = self.self(hidden_states, output_attentions=output_attentions)
        return (self.output(context), *weights)


class Conv1D(nn.Module):
    """GPT-2's layer, whose weight is (in, out)."""

    def __init__(self, nf, nx):
        super().__init__()
        self.nf, self.weight, self.bias = nf, nn.Parameter(torch.randn(nx, nf)), nn.Parameter(torch.randn(nf))

    def forward(self, x):
        return x @ self.weight + self.bias


class GPT2Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.c_attn, self.c_proj = Conv1D(3 * D, D), Conv1D(D, D)

    def forward(self, hidden_states):
        q, k, v = self.c_attn(hidden_states).split(D, -1)
        weights = weights_of(q, k, causal=True)
        return self.c_proj((weights @ split(v)).transpose(1, 2).flatten(2)), weights


class LlamaAttention(nn.Module):
    """With rotary positions, so not plain attention."""

    def __init__(self):
        super().__init__()
        self.q_proj, self.k_proj, self.v_proj, self.o_proj = (nn.Linear(D, D, bias=False) for _ in range(4))

    def forward(self, hidden_states):
        turned = torch.linspace(1, 2, hidden_states.shape[1])[:, None]
        weights = weights_of(self.q_proj(hidden_states) * turned, self.k_proj(hidden_states))
        return self.o_proj((weights @ split(self.v_proj(hidden_states))).transpose(1, 2).flatten(2)), weights


def test_multihead_attention_gives_a_walk_and_arrays_that_agree_with_the_core():
    x = torch.randn(2, T, D)
    captured = headscope.capture(nn.MultiheadAttention(D, H, batch_first=True).eval(), x, item=1)
    assert captured.attention.shape == (H, T, T)
    assert np.array_equal(captured.arrays["x"], x[1].numpy())
    assert "its walk is shown" in repr(captured)
    if shutil.which("node"):
        assert headscope.check(**captured.arrays)


def test_a_causal_mask_is_detected():
    module = nn.MultiheadAttention(D, H, batch_first=True).eval()
    captured = headscope.capture(module, torch.randn(1, T, D), attn_mask=torch.ones(T, T).triu(1).bool())
    assert captured.arrays["causal"] is True
    assert "its walk" in captured.note


def test_sequence_first_and_unbatched_modules_are_supported():
    module = nn.MultiheadAttention(D, H).eval()
    x = torch.randn(T, 3, D)
    batched, alone = headscope.capture(module, x, item=2), headscope.capture(module, x[:, 2])
    assert np.allclose(batched.attention, alone.attention, atol=1e-6)
    assert np.array_equal(batched.arrays["x"], alone.arrays["x"])


def test_cross_attention_shows_its_heads():
    module = nn.MultiheadAttention(D, H, batch_first=True).eval()
    memory = torch.randn(1, 3, D)
    captured = headscope.capture(module, torch.randn(1, 2, D), memory, memory, tokens="a b", key_tokens="x y z")
    assert captured.attention.shape == (H, 2, 3)
    assert "its heads are shown" in captured.note and "x" not in captured.arrays


def test_weights_are_captured_from_a_layer_with_need_weights_off():
    encoder = nn.TransformerEncoderLayer(D, H, 16, batch_first=True).eval()
    x = torch.randn(1, T, D)
    with torch.no_grad():
        captured = headscope.capture(encoder, x)
        assert torch.allclose(captured.output, encoder(x), atol=1e-6)
    assert "its walk is shown" in captured.note
    assert "forward" not in vars(encoder.self_attn), "the module is as it was"


@pytest.mark.parametrize(("make", "causal"), [(BertAttention, False), (BertSelfAttention, False), (GPT2Attention, True)])
def test_layers_like_those_of_transformers_give_walks(make, causal):
    module = make().eval()
    captured = headscope.capture(module, torch.randn(2, T, D), item=1)
    assert captured.attention.shape == (H, T, T)
    if make is BertSelfAttention:  # its output projection is its parent's
        assert "wO" not in captured.arrays and "its heads are shown" in captured.note
        return
    assert captured.arrays["causal"] is causal
    if shutil.which("node"):
        assert headscope.check(**captured.arrays)


def test_attention_that_is_not_plain_gives_no_walk():
    captured = headscope.capture(LlamaAttention().eval(), torch.randn(1, T, D))
    assert "its heads are shown" in captured.note


class Twice(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([BertAttention(), BertAttention()])

    def forward(self, x, output_attentions=False):
        found = []
        for layer in self.layers:
            x, weights = layer(x, output_attentions=True)
            found.append(weights)
        return x, tuple(found)


def test_one_of_several_attentions_must_be_named():
    module, x = Twice().eval(), torch.randn(1, T, D)
    with pytest.raises(ValueError, match="holds 2 attentions: pass one of them, or its name as at=; there are 'layers.0.self', 'layers.1.self'"):
        headscope.capture(module, x)
    first, second = (headscope.capture(module, x, at=f"layers.{at}.self") for at in (0, 1))
    assert np.abs(first.attention - second.attention).max() > 1e-3
    assert np.allclose(second.attention, second.output[1][1][0].detach())
    with pytest.raises(ValueError, match="at='layers.2' names no attention"):
        headscope.capture(module, x, at="layers.2")


class Biased(BertSelfAttention):
    """Returns position biases before the weights, like T5."""

    def forward(self, hidden_states, output_attentions=False):
        context, weights = super().forward(hidden_states, output_attentions=True)
        return context, torch.full((1, H, T, T), -1.0), weights


def test_tensors_before_the_weights_are_ignored():
    captured = headscope.capture(Biased(), torch.randn(1, T, D))
    assert np.allclose(captured.attention.sum(-1), 1, atol=1e-5)


def test_a_patched_forward_is_restored():
    module = nn.MultiheadAttention(D, H, batch_first=True)
    own = module.forward
    module.forward = lambda query, key, value, **options: own(query, key, value, **options)
    wrapped = module.forward
    headscope.capture(module, torch.randn(1, T, D))
    assert module.forward is wrapped


class Silent(BertSelfAttention):
    def forward(self, x):
        return super().forward(x)[0]


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (nn.Linear(D, D), r"the module \(Linear\) holds no known attention"),
        (len, "module is a builtin_function_or_method; expected a torch nn.Module"),
        (Silent(), 'returned no attention weights.*attn_implementation="eager"'),
        (nn.MultiheadAttention(D, H, add_bias_kv=True), "adds a key of its own"),
    ],
)
def test_modules_that_cannot_be_captured_raise(module, said):
    with pytest.raises(ValueError, match=said):
        headscope.capture(module, torch.randn(1, T, D))
