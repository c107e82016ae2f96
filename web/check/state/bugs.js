/**
 * Mistakes that people really made in multi-head attention, as one wrong line of a program in PyTorch. words-bugs.js tells about each.
 *
 * @typedef {import("./bug-layer.js").LayerName} LayerName
 * @typedef {import("./bug-program.js").LineName} LineName
 *
 * @typedef {object} Report  a public issue or pull request about the mistake
 * @property {string} repository  owner/name
 * @property {"issues" | "pull"} kind
 * @property {number} number
 *
 * @typedef {object} Bug
 * @property {string} id         the mistake's name in the checker
 * @property {readonly string[]} [of]  weights or orders that the checker names beside it
 * @property {number} [value]    number that the checker finds
 * @property {LayerName} [layer]  layer on which it shows; defaults to plain
 * @property {LineName} line     the line that is wrong
 * @property {string} wrong
 * @property {string} [right]    the right line, if it is not the layer's own
 * @property {readonly string[]} [setup]  lines that both need
 * @property {readonly Report[]} reports
 * @property {Readonly<Record<string, string>>} walk  query of the walk's state that shows the mistake; if the walk has no such wrong path, of the step
 * that the mistake is in
 */

/** @param {string} repository @param {number} number @returns {Report} */
const issue = (repository, number) => ({ repository, kind: "issues", number });
/** @param {string} repository @param {number} number @returns {Report} */
const pull = (repository, number) => ({ repository, kind: "pull", number });

/** States of the walk at the mask of the future, and at the mask of padding in a batch. */
const CAUSAL = { step: "masked", causal: "true" };
const PADDED = {
  step: "masked",
  tokens: "The cat sat on the mat",
  "batch-tokens": "The dog sleeps",
  batch: "1",
};

/** The bugs, by the part of the layer that they are in. @type {Readonly<Record<string, readonly Bug[]>>} */
export const BUGS_BY_PART = {
  heads: [
    {
      id: "view_without_transpose",
      line: "split",
      wrong: "q, k, v = (each.view(B, -1, T, d_k) for each in (q, k, v))",
      reports: [issue("reczoo/FuxiCTR", 30), issue("hyunwoongko/transformer", 15)],
      walk: { wrong: "view_without_transpose", step: "q_heads" },
    },
    {
      id: "split_features_first",
      line: "split",
      wrong: "q, k, v = (each.view(B, T, d_k, -1).permute(0, 3, 1, 2) for each in (q, k, v))",
      reports: [],
      walk: { step: "q_heads" },
    },
    {
      id: "raw_inputs",
      line: "project",
      wrong: "q, k, v = x, x, x",
      reports: [issue("rongzhou7/ADCCA", 5)],
      walk: { wrong: "raw_inputs", step: "q" },
    },
    {
      id: "transposed",
      of: ["wK"],
      line: "project",
      wrong: "q, k, v = x @ w_q + b_q, x @ w_k.T + b_k, x @ w_v + b_v",
      reports: [pull("vllm-project/vllm", 44113)],
      walk: { step: "k" },
    },
    {
      id: "matrices_exchanged",
      of: ["wQ", "wK", "wK"],
      line: "project",
      wrong: "q, k, v = x @ w_q + b_q, x @ w_k + b_k, x @ w_k + b_k",
      reports: [issue("yflyzhang/AnnotatedTransformer", 1)],
      walk: { step: "v" },
    },
    {
      id: "qkv_by_heads",
      of: ["heads", "thirds"],
      line: "project",
      wrong: "q, k, v = (x @ w_qkv + b_qkv).chunk(3, dim=-1)",
      right: "q, k, v = (x @ w_qkv + b_qkv).view(B, T, H, 3, d_k).unbind(dim=3)",
      setup: [
        "# One matrix, stored head by head: q of head 0, k of head 0, v of head 0, q of head 1 and so on",
        "w_qkv = torch.stack([w.view(d_model, H, d_k) for w in (w_q, w_k, w_v)], dim=2).flatten(1)",
        "b_qkv = torch.stack([b.view(H, d_k) for b in (b_q, b_k, b_v)], dim=1).flatten()",
      ],
      reports: [issue("sgl-project/sglang", 40127), pull("NVIDIA-NeMo/RL", 2802)],
      walk: { step: "q", fused: "true" },
    },
    {
      id: "kv_tiled",
      layer: "grouped",
      line: "repeat",
      wrong: "k_all, v_all = (each.repeat(1, H // kv_heads, 1, 1) for each in (k, v))",
      reports: [pull("onnx/onnx", 7274), pull("ekzhang/jax-js", 180)],
      walk: { step: "k_groups", "kv-heads": "2" },
    },
    {
      id: "no_bias",
      of: ["bQ", "bK", "bV"],
      line: "project",
      wrong: "q, k, v = x @ w_q, x @ w_k, x @ w_v",
      reports: [pull("sbryngelson/ANEForge", 253)],
      walk: { step: "q", bias: "true" },
    },
  ],
  positions: [
    {
      id: "rope_style",
      layer: "rotary",
      line: "turn",
      wrong: "q_turned, k_turned = (rotate_neighbours(each, positions) for each in (q, k))",
      reports: [issue("EleutherAI/gpt-neox", 834)],
      walk: { wrong: "rope_style", step: "weights", rope: "half" },
    },
    {
      id: "rope_axis",
      layer: "rotary",
      line: "turn",
      wrong:
        "q_turned, k_turned = (rotate_halves(each.transpose(1, 2), torch.arange(H)).transpose(1, 2) for each in (q, k))",
      reports: [issue("mlfoundations/open_lm", 4), issue("facebookresearch/xformers", 841)],
      walk: { step: "q_rope", rope: "half" },
    },
    {
      id: "rope_missing",
      of: ["k"],
      layer: "rotary",
      line: "turn",
      wrong: "q_turned, k_turned = rotate_halves(q, positions), k",
      reports: [],
      walk: { step: "k_rope", rope: "half" },
    },
    {
      id: "positions_restart",
      layer: "cached",
      line: "turn",
      wrong: "q_turned, k_turned = (rotate_halves(each, positions) for each in (q, k))",
      reports: [pull("pytorch/executorch", 2010)],
      walk: { step: "q_rope", rope: "half" },
    },
    {
      id: "latent_style",
      layer: "latent",
      line: "turn",
      wrong: "q_turned, k_turned = (rotate_neighbours(each, positions) for each in (q[..., d_k:], shared))",
      reports: [issue("NVIDIA/Megatron-LM", 1547), issue("NVIDIA/Megatron-LM", 3900)],
      walk: {
        step: "q_rope",
        rope: "half",
        weights: "random",
        "latent-rank": "16",
        "latent-rope-width": "8",
      },
    },
  ],
  scores: [
    {
      id: "keys_ask",
      line: "scores",
      wrong: "scores = k @ q.transpose(-2, -1)",
      reports: [issue("keyvank/femtoGPT", 30)],
      walk: { step: "scores" },
    },
    {
      id: "no_scale",
      line: "scale",
      wrong: "scaled = scores",
      reports: [issue("PAIR-code/tiny-transformers", 71), issue("ethen8181/machine-learning", 13)],
      walk: { wrong: "no_scale", step: "weights" },
    },
    {
      id: "scale_d_model",
      line: "scale",
      wrong: "scaled = scores / math.sqrt(d_model)",
      reports: [
        pull("FareedKhan-dev/train-llm-from-scratch", 3),
        issue("aladdinpersson/Machine-Learning-Collection", 65),
      ],
      walk: { step: "scaled" },
    },
    {
      id: "scale_without_root",
      line: "scale",
      wrong: "scaled = scores / d_k",
      reports: [pull("huggingface/transformers", 38290)],
      walk: { step: "scaled" },
    },
    {
      id: "scale_multiplied",
      line: "scale",
      wrong: "scaled = scores * math.sqrt(d_k)",
      reports: [pull("huggingface/transformers", 39043), issue("rasbt/LLMs-from-scratch", 856)],
      walk: { step: "scaled" },
    },
    {
      id: "scale_factor",
      value: 0.25,
      line: "scale",
      wrong: "scaled = scores / math.sqrt(64)",
      reports: [pull("NVIDIA/Megatron-LM", 848)],
      walk: { step: "scaled" },
    },
    {
      id: "alibi_sign",
      layer: "alibi",
      line: "bias",
      wrong: "biased = scaled + slopes[:, None, None] * distance",
      reports: [],
      walk: { wrong: "alibi_sign", step: "biased", alibi: "true" },
    },
  ],
  masks: [
    {
      id: "mask_reversed",
      layer: "causal",
      line: "mask",
      wrong: "masked = scaled.masked_fill(~blocked, -math.inf)",
      reports: [pull("tensorflow/text", 894)],
      walk: { wrong: "mask_reversed", step: "weights", causal: "true" },
    },
    {
      id: "not_masked",
      layer: "causal",
      line: "mask",
      wrong: "masked = scaled",
      reports: [issue("huggingface/transformers", 48745), issue("facebookresearch/xformers", 103)],
      walk: CAUSAL,
    },
    {
      id: "mask_diagonal",
      layer: "causal",
      line: "blocked",
      wrong: "blocked = torch.ones(T, T, dtype=torch.bool).triu(0)",
      reports: [issue("pbloem/former", 10)],
      walk: CAUSAL,
    },
    {
      id: "mask_future",
      layer: "causal",
      line: "blocked",
      wrong: "blocked = torch.ones(T, T, dtype=torch.bool).triu(2)",
      reports: [pull("flashinfer-ai/flashinfer", 348)],
      walk: CAUSAL,
    },
    {
      id: "causal_top_left",
      layer: "cached",
      line: "blocked",
      wrong: "blocked = torch.ones(T, past + T, dtype=torch.bool).triu(1)",
      reports: [pull("onnx/onnx", 8068), issue("NVIDIA/cutlass", 2336)],
      walk: { ...CAUSAL, tokens: "on the mat", "key-tokens": "The cat sat on the mat" },
    },
    {
      id: "window_off_by_one",
      layer: "windowed",
      line: "blocked",
      wrong: "blocked = (distance < 0) | (distance > window)",
      reports: [issue("huggingface/transformers", 39408), pull("ml-explore/mlx-lm", 390)],
      walk: { wrong: "window_off_by_one", step: "weights", window: "4" },
    },
    {
      id: "mask_filled",
      value: 0,
      layer: "causal",
      line: "mask",
      wrong: "masked = scaled.masked_fill(blocked, 1e-9)",
      reports: [pull("awslabs/gluonts", 1401), issue("Shujun-He/RibonanzaNet", 5)],
      walk: CAUSAL,
    },
    {
      id: "mask_added_as_binary",
      of: ["zero"],
      layer: "added",
      line: "mask",
      wrong: "masked = scaled.masked_fill(mask == 0, -math.inf)",
      reports: [pull("harvard-edge/cs249r_book", 1785)],
      walk: CAUSAL,
    },
    {
      id: "masked_afterwards",
      layer: "causal",
      line: "softmax",
      wrong: "attention = scaled.softmax(dim=-1).masked_fill(blocked, 0)",
      reports: [pull("huggingface/pytorch-image-models", 2236)],
      walk: { ...CAUSAL, step: "weights" },
    },
    {
      id: "mask_repeat_order",
      layer: "stacked",
      line: "blocked",
      wrong: "blocked = padding.repeat(H, 1).view(B, H, 1, T)",
      right: "blocked = padding.repeat_interleave(H, dim=0).view(B, H, 1, T)",
      reports: [issue("ArrowLuo/CLIP4Clip", 22), pull("line/lighthouse", 77)],
      walk: { wrong: "mask_repeat_order", step: "weights" },
    },
    {
      id: "mask_batches_first",
      layer: "stacked",
      line: "blocked",
      wrong: "blocked = padding.repeat_interleave(H, dim=0).view(H, B, 1, T).transpose(0, 1)",
      right: "blocked = padding.repeat(H, 1).view(H, B, 1, T).transpose(0, 1)",
      reports: [
        issue("lsdefine/attention-is-all-you-need-keras", 36),
        issue("lsdefine/attention-is-all-you-need-keras", 28),
      ],
      walk: PADDED,
    },
    {
      id: "mask_on_queries",
      layer: "padded",
      line: "blocked",
      wrong: "blocked = padding[:, None, :, None]",
      reports: [issue("lsdefine/attention-is-all-you-need-keras", 16), pull("hyunwoongko/transformer", 40)],
      walk: PADDED,
    },
    {
      id: "padding_ignored",
      layer: "padded",
      line: "mask",
      wrong: "masked = scaled",
      reports: [issue("facebookresearch/fairseq", 318)],
      walk: PADDED,
    },
    {
      id: "mask_as_square",
      layer: "square",
      line: "blocked",
      wrong: "blocked = padding",
      reports: [],
      walk: PADDED,
    },
  ],
  softmax: [
    {
      id: "softmax_axis",
      line: "softmax",
      wrong: "attention = scaled.softmax(dim=-2)",
      reports: [issue("nerminnuraydogan/vision-transformer", 1)],
      walk: { wrong: "softmax_axis", step: "weights" },
    },
    {
      id: "softmax_heads",
      line: "softmax",
      wrong: "attention = scaled.softmax(dim=1)",
      reports: [issue("CAMMA-public/rendezvous-in-time", 3)],
      walk: { step: "weights" },
    },
    {
      id: "dropped_attention",
      line: "softmax",
      wrong: "attention = torch.dropout(scaled.softmax(dim=-1), 0.25, True)",
      reports: [issue("pytorch/pytorch", 42929)],
      walk: { step: "weights" },
    },
  ],
  output: [
    {
      id: "merge_without_transpose",
      line: "merge",
      wrong: "merged = context.reshape(B, T, H * d_k)",
      reports: [pull("jsbaan/transformer-from-scratch", 6), issue("ajhalthor/Transformer-Neural-Network", 8)],
      walk: { wrong: "merge_without_transpose", step: "concat" },
    },
    {
      id: "merge_mixes_batch",
      line: "merge",
      wrong: "merged = context.permute(1, 2, 0, 3).reshape(B, T, H * d_k)",
      reports: [issue("gazelle93/Transformer-Various-Positional-Encoding", 1)],
      walk: { ...PADDED, step: "concat" },
    },
    {
      id: "no_output",
      line: "output",
      wrong: "output = merged",
      reports: [issue("jwallbridge/translob", 4), issue("Kyubyong/transformer", 117)],
      walk: { step: "output" },
    },
  ],
};

/** All bugs, in the order of the page. */
export const BUGS = Object.values(BUGS_BY_PART).flat();

/** @param {Report} report */
export const reportAddress = ({ repository, kind, number }) =>
  `https://github.com/${repository}/${kind}/${number}`;

/** @param {Report} report */
export const reportName = ({ repository, number }) => `${repository} #${number}`;
