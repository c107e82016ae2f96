"""assert_attention on right modules and on modules with one mistake each."""

import shutil

import pytest

import headscope

torch = pytest.importorskip("torch")
from stand_ins import B, CAUSAL, D, H, T, additive, position_embeddings  # noqa: E402
from stand_ins import BertAttention, GemmaNorm, GPT2Attention, LlamaAttention, RMSNorm, Written  # noqa: E402

nn = torch.nn
pytestmark = [pytest.mark.skipif(not shutil.which("node"), reason="needs Node"), pytest.mark.usefixtures("one_node")]


@pytest.fixture(autouse=True)
def seeded():
    torch.manual_seed(0)


def padded(tokens=T):
    """(B, T): true is padding, of which the first item has none."""
    return torch.arange(tokens) >= torch.tensor([tokens, tokens - 1, tokens - 3])[:, None]


def sentences(tokens=T):
    return torch.randn(B, tokens, D)


def unweighted(width):
    norm = RMSNorm(width)
    norm.weight = None
    norm.forward = lambda x: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-3)
    return norm


def attention(**how):
    return nn.MultiheadAttention(D, H, batch_first=True, **how)


RIGHT = {
    "torch": lambda: (attention(), [sentences()], {}),
    "torch, sequence first": lambda: (nn.MultiheadAttention(D, H), [sentences().transpose(0, 1)], {}),
    "torch, causal": lambda: (attention(), [sentences()], {"attn_mask": CAUSAL}),
    "torch, mask": lambda: (attention(), [sentences()], {"attn_mask": torch.rand(T, T).triu(1) > 0.3}),
    "torch, masks of heads": lambda: (attention(), [sentences()], {"attn_mask": torch.rand(B * H, T, T).triu(1) > 0.3}),
    "torch, additive": lambda: (attention(), [sentences()], {"attn_mask": torch.randn(T, T)}),
    "torch, padding": lambda: (attention(), [sentences()], {"key_padding_mask": padded()}),
    "torch, padding and causal": lambda: (attention(), [sentences()], {"key_padding_mask": padded(), "attn_mask": CAUSAL}),
    "torch, additive padding": lambda: (attention(), [sentences()], {"key_padding_mask": torch.randn(B, T)}),
    "torch, cross": lambda: (attention(), [sentences(), sentences(7)], {}),
    "torch, three inputs": lambda: (attention(kdim=6, vdim=10), [sentences(), torch.randn(B, 7, 6), torch.randn(B, 7, 10)], {}),
    "torch, cross with padding": lambda: (attention(), [sentences(), sentences(7)], {"key_padding_mask": padded(7)}),
    "torch, a query without keys": lambda: (attention(), [sentences()], {"attn_mask": torch.ones(T, T).triu(0).bool()}),
    "torch, bfloat16": lambda: (attention().bfloat16(), [sentences().bfloat16()], {}),
    "torch, float64": lambda: (attention().double(), [sentences().double()], {}),
    "written": lambda: (Written(), [sentences()], {}),
    "written, fused": lambda: (Written(names="qkv proj"), [sentences()], {}),
    "written, fused by heads": lambda: (Written("qkv_by_heads", names="qkv proj"), [sentences()], {}),
    "written, causal": lambda: (Written(causal=True), [sentences()], {}),
    "written, grouped": lambda: (Written(groups=2, bias=False), [sentences()], {}),
    "written, cross, causal": lambda: (Written(causal=True), [sentences()], {"memory": sentences(7)}),
    "written, rope of halves": lambda: (Written(rope="half", causal=True), [sentences()], {}),
    "written, rope of pairs": lambda: (Written(rope="interleaved"), [sentences()], {}),
    "written, mask of keys": lambda: (Written(), [sentences()], {"mask": (~padded())[:, None, None]}),
    "written, mask of pairs": lambda: (Written(), [sentences()], {"mask": torch.ones(T, T).tril()}),
    "BERT": lambda: (BertAttention(), [sentences()], {}),
    "BERT, padding": lambda: (BertAttention(), [sentences()], {"attention_mask": additive(padded())[:, None, None]}),
    "BERT, self-attention alone": lambda: (BertAttention().self, [sentences()], {}),
    "GPT-2": lambda: (GPT2Attention(), [sentences()], {}),
    "GPT-2, padding": lambda: (GPT2Attention(), [sentences()], {"attention_mask": additive(padded())[:, None, None]}),
    "Llama": lambda: (LlamaAttention(), [sentences(), position_embeddings()], {"attention_mask": additive(CAUSAL)[None, None]}),
    "Llama, padding": lambda: (
        LlamaAttention(),
        [sentences(), position_embeddings()],
        {"attention_mask": additive(CAUSAL | padded()[:, None])[:, None]},
    ),
    "Qwen": lambda: (LlamaAttention(norms=RMSNorm), [sentences(), position_embeddings()], {"attention_mask": additive(CAUSAL)[None, None]}),
    "Gemma 3": lambda: (LlamaAttention(norms=GemmaNorm), [sentences(), position_embeddings()], {}),
    "norms with other names": lambda: (LlamaAttention(norms=RMSNorm, named="norm_q key_layernorm"), [sentences(), position_embeddings()], {}),
    "norms without weights": lambda: (LlamaAttention(norms=unweighted), [sentences(), position_embeddings()], {}),
    "norms that change nothing": lambda: (LlamaAttention(norms=lambda _: nn.Identity()), [sentences(), position_embeddings()], {}),
    "Granite": lambda: (LlamaAttention(attention_multiplier=0.0156), [sentences(), position_embeddings()], {}),
    "Gemma": lambda: (LlamaAttention(softcap=2.0, query_pre_attn_scalar=D // H), [sentences(), position_embeddings()], {}),
    "gpt-oss": lambda: (LlamaAttention(sinks=True), [sentences(), position_embeddings()], {"attention_mask": additive(CAUSAL)[None, None]}),
}


@pytest.mark.parametrize("made", RIGHT.values(), ids=RIGHT)
def test_a_right_module_is_not_accused(made):
    module, inputs, options = made()
    inputs = [*inputs, inputs[1]] if isinstance(module, nn.MultiheadAttention) and len(inputs) == 2 else inputs
    headscope.assert_attention(module.eval(), *inputs, **options)


WRONG = {
    "no_scale": lambda: [Written("no_scale")],
    "scale_d_model": lambda: [Written("scale_d_model")],
    "scale_without_root": lambda: [Written("scale_without_root")],
    "scale_multiplied": lambda: [Written("scale_multiplied")],
    "view_without_transpose": lambda: [Written("view_without_transpose")],
    "merge_without_transpose": lambda: [Written("merge_without_transpose")],
    "softmax_axis": lambda: [Written("softmax_axis")],
    "softmax_heads": lambda: [Written("softmax_heads")],
    "masked_afterwards": lambda: [Written("masked_afterwards", causal=True)],
    "mask_diagonal": lambda: [Written("mask_diagonal", causal=True)],
    "mask_future": lambda: [Written("mask_future", causal=True)],
    "keys_ask": lambda: [Written("keys_ask")],
    "no_output": lambda: [Written("no_output")],
    "matrices_exchanged": lambda: [Written("matrices_exchanged")],
    "transposed": lambda: [Written("transposed")],
    "no_bias": lambda: [Written("no_bias")],
    "scale_factor": lambda: [Written("scale_factor")],
    "padding_ignored": lambda: [Written("padding_ignored"), (~padded())[:, None, None]],
    "mask_filled": lambda: [Written("mask_filled", causal=True)],
    "causal_top_left": lambda: [Written("causal_top_left", causal=True), None, sentences(7)],
    "kv_tiled": lambda: [LlamaAttention("kv_tiled"), position_embeddings()],
    "rope_style": lambda: [Written("rope_style", rope="half")],
    "rope_missing": lambda: [LlamaAttention("rope_missing"), position_embeddings()],
    "qkv_by_heads": lambda: [GPT2Attention("qkv_by_heads")],
}
CAUSAL_MISTAKES = ("masked_afterwards", "mask_diagonal", "mask_future", "mask_filled", "causal_top_left")
FACTS = {name: {"causal": True} for name in CAUSAL_MISTAKES} | {"rope_style": {"rope": "half"}, "padding_ignored": {"key_padding_mask": padded()}}


@pytest.mark.parametrize("mistake", WRONG)
def test_a_mistake_is_named(mistake):
    module, *more = WRONG[mistake]()
    inputs, facts = [sentences(), *more], FACTS.get(mistake)
    with pytest.raises(AssertionError, match="differs from the core.*\n\n(.|\n)*Known wrong path"):
        headscope.assert_attention(module.eval(), *inputs, facts=facts)
    headscope.assert_attention(module, *inputs, facts=facts, expected_failure=mistake)


def test_either_of_two_mistakes_with_the_same_numbers_is_the_expected_one():
    module, x = Written("scale_d_model", size=H * H).eval(), torch.randn(B, T, H * H)  # √d_model is d_k
    for mistake in ("scale_d_model", "scale_without_root"):
        headscope.assert_attention(module, x, expected_failure=mistake)


def test_another_mistake_than_the_expected_one_fails():
    with pytest.raises(AssertionError, match="expected the mistake no_scale, and the module has scale_d_model, at attention"):
        headscope.assert_attention(Written("scale_d_model").eval(), sentences(), expected_failure="no_scale")


def test_a_right_module_fails_where_a_mistake_is_expected():
    with pytest.raises(AssertionError, match="expected the mistake no_scale, and the module has none"):
        headscope.assert_attention(Written().eval(), sentences(), expected_failure="no_scale")


def test_a_second_mistake_fails():
    module = Written("no_scale").eval()
    whole = module.out_proj.forward
    module.out_proj.forward = lambda x: whole(x) + 1
    with pytest.raises(AssertionError, match="the module has it, and differs at output by another one"):
        headscope.assert_attention(module, sentences(), expected_failure="no_scale")


def test_a_mistake_without_a_name_is_located():
    module = Written().eval()
    module.divisor = lambda: torch.rand(T, T) + 1
    with pytest.raises(AssertionError, match="Your code first differs from the core at attention"):
        headscope.assert_attention(module, sentences())
    with pytest.raises(AssertionError, match="expected the mistake no_scale, and the module differs at attention in a way that has no name"):
        headscope.assert_attention(module, sentences(), expected_failure="no_scale")


def test_a_layout_as_a_fact_decides_how_a_fused_projection_is_cut():
    module, x = Written("qkv_by_heads", names="qkv proj").eval(), sentences()
    headscope.assert_attention(module, x)
    headscope.assert_attention(module, x, facts={"qkv_layout": "thirds"}, expected_failure="qkv_by_heads")


def test_facts_decide_what_a_mask_means():
    module, x, mask = Written().eval(), sentences(), torch.ones(T, T).tril()
    headscope.assert_attention(module, x, mask=mask)
    facts = {"key_padding_mask": padded()}
    headscope.assert_attention(module, x, mask=(~padded())[:, None, None], facts=facts)
    with pytest.raises(AssertionError, match="first differs from the core at attention"):
        headscope.assert_attention(module, x, mask=padded()[:, None, None], facts=facts)


def test_facts_decide_what_a_true_of_a_mask_means():
    module, x, seen = Written().eval(), sentences(), (~padded())[:, None, None]
    headscope.assert_attention(module, x, mask=seen, facts={"attn_mask_true": "allowed"})
    headscope.assert_attention(module, x, mask=seen, facts={"attn_mask_true": "blocked"}, expected_failure="mask_reversed")
    blocked = {"attn_mask": torch.ones(T, T).triu(1).bool(), "attn_mask_true": "blocked"}
    headscope.assert_attention(module, x, mask=torch.ones(T, T).tril(), facts=blocked)
    with pytest.raises(ValueError, match="attn_mask_true='seen' is none of 'blocked', 'allowed'"):
        headscope.assert_attention(module, x, mask=seen, facts={"attn_mask_true": "seen"})


def test_facts_take_the_place_of_positions_that_cannot_be_read():
    module, (cos, sin) = LlamaAttention().eval(), position_embeddings()
    rounded = cos.bfloat16().float(), sin.bfloat16().float()
    with pytest.raises(ValueError, match='rotary positions are rounded .*pass facts={"rope": "half"}'):
        headscope.assert_attention(module, sentences(), rounded)
    with pytest.raises(AssertionError, match="first differs from the core at attention"):  # by the rounding
        headscope.assert_attention(module, sentences(), rounded, facts={"rope": "half", "rope_base": 500000.0})


class WithPart(Written):
    """Joins a number, or a parameter, to the scores."""

    def __init__(self, name, part, join):
        super().__init__()
        setattr(self, name, nn.Parameter(part) if torch.is_tensor(part) else part)
        self.part, self.join = lambda: getattr(self, name), join

    def weights(self, scores, mask):
        return super().weights(self.join(scores, self.part()), mask)


def test_facts_take_the_place_of_parts_that_cannot_be_read():
    module, x = WithPart("bias", torch.randn(H, T, T), torch.add).eval(), sentences()
    module.has_relative_attention_bias = True  # T5
    with pytest.raises(ValueError, match='the module adds relative positions to its scores: pass facts={"attn_mask": positions'):
        headscope.assert_attention(module, x)
    headscope.assert_attention(module, x, facts={"attn_mask": module.part()})
    rotary = Written(rope="interleaved").eval()
    del rotary.inv_freq
    with pytest.raises(ValueError, match="rope is about rotary positions, and there is no buffer inv_freq: pass facts="):
        headscope.assert_attention(rotary, x)
    headscope.assert_attention(rotary, x, facts={"rope": "interleaved"})


def normed(q_norm, k_norm):
    module = LlamaAttention(norms=RMSNorm)
    module.q_norm, module.k_norm = q_norm(D // H), k_norm(D // H)
    return module


@pytest.mark.parametrize(
    ("q_norm", "k_norm", "said"),
    [
        (nn.LayerNorm, nn.LayerNorm, "[qk]_norm is no RMS norm of each head's features"),
        (RMSNorm, lambda width: nn.LayerNorm(width, elementwise_affine=False), "k_norm is no RMS norm of each head's features"),
        (lambda width: nn.Softmax(-1), RMSNorm, "q_norm is no RMS norm of each head's features"),
        (RMSNorm, lambda _: nn.Identity(), "queries and keys have different norms"),
        (RMSNorm, lambda width: RMSNorm(width, 1e-3), "queries and keys have different norms"),
    ],
)
def test_norms_that_check_does_not_compute_are_not_accused(q_norm, k_norm, said):
    with pytest.raises(ValueError, match=rf"{said}.*: pass queries and keys after their norms to headscope.check\(q=q, k=k"):
        headscope.assert_attention(normed(q_norm, k_norm).eval(), sentences(), position_embeddings())


@pytest.mark.parametrize(
    "name", ["relative_position_bias_table", "rel_pos_h", "distance_embedding", "attention_biases", "pos_bias_u", "position_bias"]
)
def test_tables_of_positions_are_not_accused(name):
    module, x = WithPart(name, torch.randn(H, T, T), torch.add).eval(), sentences()
    with pytest.raises(ValueError, match=f'{name} is about positions or a bias .*: pass facts={{"attn_mask": positions}}'):
        headscope.assert_attention(module, x)
    headscope.assert_attention(module, x, facts={"attn_mask": module.part()})


@pytest.mark.parametrize(("name", "factor"), [("logit_scale", torch.tensor(0.7)), ("temperature", torch.tensor(3.0)), ("key_multiplier", 0.5)])
def test_factors_that_cannot_be_read_are_not_accused(name, factor):
    module, x = WithPart(name, factor, torch.mul).eval(), sentences()
    with pytest.raises(ValueError, match=f'{name} .*: pass facts={{"scale": factor}}'):
        headscope.assert_attention(module, x)
    headscope.assert_attention(module, x, facts={"scale": float(module.part()) / (D // H) ** 0.5})


def test_slopes_are_not_accused():
    with pytest.raises(ValueError, match='slopes is about ALiBi.*: pass facts={"alibi": True}, or its slopes'):
        headscope.assert_attention(WithPart("slopes", torch.rand(H, 1, 1), torch.add).eval(), sentences())


def test_arrays_that_cannot_be_compared_are_an_error():
    with pytest.raises(ValueError, match=r"training mode, where dropout changes the weights: call module.eval\(\)"):
        headscope.assert_attention(attention(dropout=0.5), sentences())
