"""Captures of torch's own attention, and of layers like those of transformers."""

import inspect
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


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


def padding(of=torch.bool):
    blocked = torch.zeros(2, T, dtype=torch.bool)
    blocked[1, 3:] = True
    return blocked if of == torch.bool else torch.zeros(2, T, dtype=of).masked_fill(blocked, -torch.inf)


@needs_node
@pytest.mark.parametrize("of", [torch.bool, torch.float32])
@pytest.mark.parametrize("options", [{}, {"attn_mask": torch.ones(T, T).triu(1).bool()}], ids=["", "causal"])
@pytest.mark.parametrize("item", [0, 1])
def test_a_padding_mask_is_passed_to_check(of, options, item):
    module, x = nn.MultiheadAttention(D, H, batch_first=True).eval(), torch.randn(2, T, D)
    captured = headscope.capture(module, x, key_padding_mask=padding(of), item=item, **options)
    assert captured.arrays["key_padding_mask"].tolist() == padding()[[item]].tolist()
    assert captured.arrays["causal"] is bool(options)
    assert ("a padding mask blocks some of its keys, so its heads are shown" in captured.note) is (item == 1)
    assert headscope.check(**captured.arrays)


@needs_node
def test_the_padding_mask_of_an_encoder_is_passed_to_check():
    encoder = nn.TransformerEncoderLayer(D, H, 16, batch_first=True).eval()
    captured = headscope.capture(encoder, torch.randn(2, T, D), src_key_padding_mask=padding(), item=1)
    assert headscope.check(**captured.arrays)


def torch_attention(training=False, **how):
    return nn.MultiheadAttention(D, H, batch_first=True, **how).train(training)


def with_a_hole(x):
    return x.index_fill(1, torch.tensor([0]), torch.nan)


@pytest.mark.parametrize(
    ("capture", "cause", "mend"),
    [
        (lambda x: (torch_attention(), x, {"attn_mask": torch.randn(T, T)}), "attn_mask changes the weights", "without attn_mask"),
        (lambda x: (torch_attention(), x, {"attn_mask": torch.eye(T).bool()}), "attn_mask changes the weights", "without attn_mask"),
        (lambda x: (torch_attention(), x, {"key_padding_mask": torch.randn(1, T)}), "key_padding_mask changes", "without key_padding_mask"),
        (lambda x: (torch_attention().bfloat16(), x.bfloat16(), {}), "the module computes in bfloat16", r"module\.float\(\)"),
        (lambda x: (torch_attention(True, dropout=0.5), x, {}), "training mode, where dropout changes the weights", r"module\.eval\(\)"),
        (lambda x: (torch_attention(), with_a_hole(x), {}), "the input holds NaN or infinity", "finite"),
        (lambda x: (torch_attention(), x, {"key_padding_mask": torch.ones(1, T).bool()}), "the weights hold NaN", "a key of each query"),
        (lambda x: (torch_attention(), (x, x[:, :3], x[:, :3]), {}), "another input than the queries", "one input"),
        (lambda x: (torch_attention(), (x, x, x + 1), {}), "another input than the queries", "one input"),
        (lambda x: (BertSelfAttention().eval(), x, {}), "the output projection is not found", "contains the attention"),
        (lambda x: (MaskedAttention().eval(), x, {"attention_mask": torch.randn(T, T)}), "attention_mask changes", "without attention_mask"),
        (lambda x: (MaskedAttention().eval(), (x, torch.randn(T, T)), {}), "attention_mask changes", "without attention_mask"),
    ],
)
def test_the_cause_is_named_and_check_refuses_what_it_cannot_compare(capture, cause, mend):
    module, inputs, options = capture(torch.randn(1, T, D))
    captured = headscope.capture(module, *(inputs if isinstance(inputs, tuple) else (inputs,)), **options)
    assert cause in captured.note and "so its heads are shown" in captured.note
    with pytest.raises(ValueError, match=f"cannot be compared: .*{cause}.*: .*{mend}"):
        headscope.check(**captured.arrays)


class MaskedAttention(GPT2Attention):
    def forward(self, hidden_states, attention_mask=None):
        q, k, v = self.c_attn(hidden_states).split(D, -1)
        weights = (split(q) @ split(k).transpose(-1, -2) / (D // H) ** 0.5 + attention_mask).softmax(-1)
        return self.c_proj((weights @ split(v)).transpose(1, 2).flatten(2)), weights


class Unmasked(LlamaAttention):
    def forward(self, hidden_states, attention_mask=None):
        return super().forward(hidden_states)


def test_a_mask_that_blocks_nothing_is_not_the_cause():
    captured = headscope.capture(Unmasked().eval(), torch.randn(1, T, D), attention_mask=torch.ones(1, T))
    assert "positions, masks or other parts" in captured.note and "not_comparable" not in captured.arrays


def test_a_module_may_take_more_arguments_than_its_signature_names():
    module, own = BertAttention().eval(), inspect.signature(BertAttention.forward)

    def forward(x, **more):
        return BertAttention.forward(module, x, output_attentions=more["output_attentions"])

    forward.__signature__ = own.replace(parameters=list(own.parameters.values())[1:])
    module.forward = forward
    assert "its walk is shown" in headscope.capture(module, torch.randn(1, T, D), old_name=None).note


@needs_node
def test_a_module_with_a_slip_is_compared():
    captured = headscope.capture(LlamaAttention().eval(), torch.randn(1, T, D))
    assert "positions, masks or other parts of the module change the attention" in captured.note
    assert headscope.check(**captured.arrays).parts == "attention"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda m, x: headscope.capture(m), r"capture\(module\) has no input; .* as headscope.capture\(module, x\)"),
        (lambda m, x: headscope.capture(m, x.numpy()), r"inputs\[0\] is a NumPy array; expected a torch tensor: pass torch.from_numpy"),
        (lambda m, x: headscope.capture(m, x, attn_mask=np.eye(T)), "attn_mask is a NumPy array; expected a torch tensor"),
        (lambda m, x: headscope.capture(m, x, at="nope"), "at='nope' names no attention of the module; the module itself is one: leave out at="),
        (lambda m, x: headscope.capture(m, x, item="a"), "item='a' is no whole number from 0 on"),
        (lambda m, x: headscope.capture(m, x, item=1), "item=1 for a batch of 1; expected 0 to 0"),
    ],
)
def test_arguments_of_capture_that_are_wrong_raise(call, said):
    with pytest.raises(ValueError, match=said):
        call(torch_attention(), torch.randn(1, T, D))


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
