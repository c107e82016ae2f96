"""Captures of torch's own attention, and of layers like those of transformers."""

import inspect
import shutil

import numpy as np
import pytest

import headscope
from headscope.positions import Frequencies

torch = pytest.importorskip("torch")
from stand_ins import CAUSAL, BertAttention, GPT2Attention, LlamaAttention, Written, position_embeddings  # noqa: E402
from stand_ins import D, H, T  # noqa: E402

nn = torch.nn
pytestmark = pytest.mark.usefixtures("one_node")


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


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
    assert "its heads are shown" in captured.note
    assert np.array_equal(captured.arrays["key"], memory[0].numpy()) and "value" not in captured.arrays


def test_weights_are_captured_from_a_layer_with_need_weights_off():
    encoder = nn.TransformerEncoderLayer(D, H, 16, batch_first=True).eval()
    x = torch.randn(1, T, D)
    with torch.no_grad():
        captured = headscope.capture(encoder, x)
        assert torch.allclose(captured.output, encoder(x), atol=1e-6)
    assert "its walk is shown" in captured.note
    assert "forward" not in vars(encoder.self_attn), "the module is as it was"


@pytest.mark.parametrize(("make", "causal"), [(BertAttention, False), (GPT2Attention, True)])
def test_layers_like_those_of_transformers_give_walks(make, causal):
    module = make().eval()
    captured = headscope.capture(module, torch.randn(2, T, D), item=1)
    assert captured.attention.shape == (H, T, T)
    assert "its walk is shown" in captured.note
    assert captured.arrays["causal"] is causal
    if shutil.which("node"):
        assert headscope.check(**captured.arrays)


def test_attention_that_is_not_plain_gives_no_walk():
    captured = headscope.capture(LlamaAttention().eval(), torch.randn(1, T, D), position_embeddings())
    assert "rotary positions turn queries and keys, so its heads are shown" in captured.note
    assert captured.arrays["rope"] == "half" and captured.arrays["rope_base"] == 500000


def test_an_attention_without_output_projection_gives_a_kernel_test():
    captured = headscope.capture(BertAttention().self.eval(), torch.randn(2, T, D), item=1)
    assert "the output projection is not found, so its heads are shown" in captured.note
    assert {"x", "wQ", "wO"}.isdisjoint(captured.arrays)
    assert [captured.arrays[name].shape for name in ("q", "k", "v", "output")] == [*3 * [(H, T, D // H)], (T, D)]


USUAL = [
    *("q_proj k_proj v_proj o_proj", "query key value out", "W_q W_k W_v W_o", "w_q w_k w_v w_o", "Wq Wk Wv Wo", "wq wk wv wo"),
    *("to_q to_k to_v to_out", "q_linear k_linear v_linear out", "linear_q linear_k linear_v linear_out", "W_query W_key W_value out_proj"),
    *("w_qs w_ks w_vs fc", "queries keys values fc_out", "q_lin k_lin v_lin out_lin", "q k v proj", "qkv proj", "qkv_proj o_proj"),
    *("in_proj out_proj", "c_attn c_proj", "Wqkv out_proj", "to_qkv to_out"),
]


@pytest.mark.parametrize("names", USUAL)
def test_a_hand_written_module_needs_no_help_with_usual_names(names):
    captured = headscope.capture(Written(names=names).eval(), torch.randn(2, T, D))
    assert "its walk is shown" in captured.note
    assert {"wQ", "wK", "wV", "wO", "bQ", "bO", "context", "output", "attention"} <= captured.arrays.keys()


def test_an_output_projection_may_have_a_dropout_after_it():
    module = Written(names="to_qkv to_out").eval()
    module.to_out = nn.Sequential(module.to_out, nn.Dropout(0.1)).eval()
    captured = headscope.capture(module, torch.randn(2, T, D))
    assert np.array_equal(captured.arrays["wO"], module.to_out[0].weight.detach().numpy().T)


def test_other_names_are_given():
    module, x = Written(names="ask offer say mix").eval(), torch.randn(2, T, D)
    names = {"q": "ask", "k": "offer", "v": "say", "out": "mix"}
    captured = headscope.capture(nn.Sequential(module), x, names=names)
    assert "its walk is shown" in captured.note
    assert np.array_equal(captured.arrays["wO"], module.mix.weight.detach().numpy().T)
    fused = Written(names="all mix").eval()
    assert "its walk is shown" in headscope.capture(fused, x, names={"qkv": "all", "out": "mix", "num_heads": H}).note
    assert headscope.capture(fused, x, names={"qkv": "all", "out": "mix", "num_heads": "groups"}).arrays["num_heads"] == H


class Listed(nn.Module):
    """Projections in a list, as the annotated transformer has them, under a number of heads that has another name."""

    def __init__(self):
        super().__init__()
        self.linears, self.parts = nn.ModuleList(nn.Linear(D, D) for _ in range(4)), H

    def forward(self, query, key, value):
        q, k, v = (
            linear(x).view(*x.shape[:2], self.parts, -1).transpose(1, 2) for linear, x in zip(self.linears, (query, key, value))
        )
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        weights = scores.exp() / scores.exp().sum(-1, keepdim=True)  # no softmax of torch
        return self.linears[3]((weights @ v).transpose(1, 2).flatten(2))


LISTED = {"q": "linears.0", "k": "linears.1", "v": "linears.2", "out": "linears.3", "num_heads": "parts"}


def test_a_module_that_shows_no_weights_is_captured_by_its_context():
    x, memory = torch.randn(2, T, D), torch.randn(2, 3, D)
    captured = headscope.capture(Listed().eval(), x, x, x, names=LISTED)
    assert captured.attention is None and "attention" not in captured.arrays and "its walk is shown" in captured.note
    cross = headscope.capture(Listed().eval(), x, memory, memory, names=LISTED)
    assert cross.figure is None and "showed no attention weights" in cross.note and cross.arrays["key"].shape == (3, D)
    assert cross._repr_html_() is None and list(cross._repr_mimebundle_()) == ["text/plain"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({"query": "ask"}, "names has 'query'; expected 'q', 'k' and 'v', or 'qkv'"),
        ({"q": "ask", "k": "offer"}, "names has 'q', 'k'; expected 'q', 'k' and 'v'"),
        ({"q": "ask", "k": "offer", "v": "saying"}, "linear layers at q='ask', .*: it has linear layers ask, offer, say, mix"),
        ({"out": "blend"}, "no known attention with linear layers at out='blend'"),
        (None, r"\(Written\) holds no known attention: it has linear layers ask, offer, say, mix; expected .* pass other names as names="),
        ({"q": "ask", "k": "offer", "v": "say", "num_heads": "x"}, r"names\['num_heads'\] is 'x', which gives None; expected a whole"),
    ],
)
def test_names_that_do_not_fit_raise(names, said):
    with pytest.raises(ValueError, match=said):
        headscope.capture(Written(names="ask offer say mix"), torch.randn(2, T, D), names=names)


def test_a_module_without_a_number_of_heads_raises():
    names = {name: path for name, path in LISTED.items() if name != "num_heads"}
    with pytest.raises(ValueError, match=r"\(Listed\) does not show its number of heads; .*pass names=\{'num_heads': 8\}"):
        headscope.capture(Listed(), *3 * [torch.randn(2, T, D)], names=names)


def test_a_softmax_whose_weights_are_masked_afterwards_is_no_attention():
    captured = headscope.capture(Written("masked_afterwards", causal=True).eval(), torch.randn(1, T, D))
    assert "attention" not in captured.arrays and "context" in captured.arrays


@pytest.mark.parametrize("base", [10000.0, 500000.0])
def test_llama_3_frequencies_are_read_from_the_config(base):
    scaled = {"factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}
    module = LlamaAttention(rope_scaling=scaled).eval()
    module.config.rope_theta = base
    rates = Frequencies(base, 8.0, 64, 1.0, 4.0).rates(D // H // 2)
    angles = torch.arange(T)[:, None] * torch.tensor(np.concatenate((rates, rates)), dtype=torch.float32)
    captured = headscope.capture(module, torch.randn(1, T, D), (angles.cos()[None], angles.sin()[None]))
    assert [captured.arrays[name] for name in ("rope_base", "rope_scaling", "rope_length")] == [base, 8.0, 64]


def test_positions_that_check_cannot_compute_are_the_cause():
    cos, sin = position_embeddings()
    captured = headscope.capture(LlamaAttention().eval(), torch.randn(1, T, D), (cos * 2, sin * 2))
    with pytest.raises(ValueError, match='cannot be compared: rotary positions .*pass facts={"rope": "half"}'):
        headscope.check(**captured.arrays)


def test_a_mask_of_another_shape_is_the_cause():
    module = Written().eval()
    module.forward = lambda x, mask=None: Written.forward(module, x)
    captured = headscope.capture(module, torch.randn(2, T, D), mask=torch.eye(T + 1))
    expected = rf"mask has shape \(6, 6\); expected \(2, 5\), \(5, 5\), or a shape that broadcasts to the scores' \(2, {H}, 5, 5\)"
    with pytest.raises(ValueError, match=f"cannot be compared: {expected}"):
        headscope.check(**captured.arrays)


@pytest.mark.parametrize(
    ("mask", "name", "blocked"),
    [
        (torch.ones(T, T).tril(), "causal", True),
        (CAUSAL == 0, "causal", True),
        (torch.ones(2, 1, T, T).tril().bool(), "causal", True),
        (torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0]])[:, None, None], "key_padding_mask", [[False] * 3 + [True] * 2]),
        (torch.tensor([[1, 1, 1, 1, 1], [0, 0, 1, 1, 1]])[:, None, None], "key_padding_mask", [[True] * 2 + [False] * 3]),
    ],
)
def test_the_module_decides_what_a_mask_of_0_and_1_means(mask, name, blocked):
    captured = headscope.capture(Written().eval(), torch.randn(2, T, D), mask=mask, item=1)
    found = captured.arrays[name]
    assert (found if isinstance(found, bool) else found.tolist()) == blocked


def test_check_is_told_what_a_true_of_a_mask_means_where_that_is_known():
    x, mask = torch.randn(2, T, D), torch.rand(T, T).triu(1) > 0.3
    told = headscope.capture(torch_attention(), x, attn_mask=mask).arrays
    assert (told["attn_mask"].tolist(), told["attn_mask_true"]) == (mask.tolist(), "blocked")
    assert "attn_mask_true" not in headscope.capture(torch_attention(), x, attn_mask=torch.randn(T, T)).arrays  # it is added
    assert "attn_mask_true" not in headscope.capture(Written().eval(), x, mask=~mask).arrays  # the module decides


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


class Biased(BertAttention):
    """Returns position biases before the weights, like T5."""

    def forward(self, hidden_states, output_attentions=False):
        context, weights = super().forward(hidden_states, output_attentions=True)
        return context, torch.full((1, H, T, T), -1.0), weights


def test_tensors_before_the_weights_are_ignored():
    captured = headscope.capture(Biased().eval(), torch.randn(1, T, D))
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
        (lambda x: (torch_attention(True, dropout=0.5), x, {}), "training mode, where dropout changes the weights", r"module\.eval\(\)"),
        (lambda x: (torch_attention(), with_a_hole(x), {}), "the input holds NaN or infinity", "finite"),
    ],
)
def test_the_cause_is_named_and_check_refuses_what_it_cannot_compare(capture, cause, mend):
    module, inputs, options = capture(torch.randn(1, T, D))
    captured = headscope.capture(module, *(inputs if isinstance(inputs, tuple) else (inputs,)), **options)
    assert cause in captured.note and "so its heads are shown" in captured.note
    with pytest.raises(ValueError, match=f"cannot be compared: .*{cause}.*: .*{mend}"):
        headscope.check(**captured.arrays)


def test_a_mask_that_blocks_nothing_is_left_out():
    captured = headscope.capture(BertAttention().eval(), torch.randn(1, T, D), attention_mask=torch.ones(1, 1, 1, T))
    assert "its walk is shown" in captured.note and "attn_mask" not in captured.arrays


def test_a_module_may_take_more_arguments_than_its_signature_names():
    module, own = BertAttention().eval(), inspect.signature(BertAttention.forward)

    def forward(x, **more):
        return BertAttention.forward(module, x, output_attentions=more["output_attentions"])

    forward.__signature__ = own.replace(parameters=list(own.parameters.values())[1:])
    module.forward = forward
    assert "its walk is shown" in headscope.capture(module, torch.randn(1, T, D), old_name=None).note


@needs_node
def test_a_module_with_a_slip_is_compared():
    captured = headscope.capture(BertAttention("no_scale").eval(), torch.randn(1, T, D))
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


@pytest.mark.parametrize(
    ("module", "said"),
    [
        (nn.Linear(D, D), r"the module \(Linear\) holds no known attention"),
        (len, "module is a builtin_function_or_method; expected a torch nn.Module"),
        (nn.MultiheadAttention(D, H, add_bias_kv=True), "adds a key of its own"),
    ],
)
def test_modules_that_cannot_be_captured_raise(module, said):
    with pytest.raises(ValueError, match=said):
        headscope.capture(module, torch.randn(1, T, D))
