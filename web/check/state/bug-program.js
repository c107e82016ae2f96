import { HIDDEN, isBlocking, layerOf } from "./bug-layer.js";

/**
 * A program in PyTorch that computes a layer line by line and saves its arrays for the checker, with or without the wrong line of a bug.
 *
 * @typedef {import("./bugs.js").Bug} Bug
 * @typedef {import("./bug-layer.js").BugLayer} BugLayer
 *
 * @typedef {"down" | "project" | "split" | "repeat" | "turn" | "cache" | "scores" | "scale" | "bias" | "blocked" | "mask" | "softmax" |
 *   "context" | "merge" | "output"} LineName
 */

/** The right lines of a layer, in order. @param {BugLayer} layer @returns {Partial<Record<LineName, string>>} */
function linesOf(layer) {
  const { sizes, alibi, rope, rank, isAdded } = layer;
  const { past, H, kvHeads } = sizes;
  const isGrouped = kvHeads < H;
  const [q, k] = rope ? ["q_turned", past ? "k_all" : "k_turned"] : ["q", isGrouped ? "k_all" : "k"];
  const v = past || isGrouped ? "v_all" : "v";
  const scaled = alibi ? "biased" : "scaled";
  const isMasked = isBlocking(layer) || isAdded;
  return {
    ...(rank && { down: "latent, shared = x @ w_dkv, (x @ w_kr)[:, None]" }),
    project: rank
      ? "q, k, v = x @ w_q, latent @ w_k, latent @ w_v"
      : "q, k, v = x @ w_q + b_q, x @ w_k + b_k, x @ w_v + b_v",
    split: rank
      ? "q, k, v = (each.view(B, T, H, -1).transpose(1, 2) for each in (q, k, v))"
      : "q, k, v = (each.view(B, T, -1, d_k).transpose(1, 2) for each in (q, k, v))",
    ...(isGrouped && {
      repeat: "k_all, v_all = (each.repeat_interleave(H // kv_heads, dim=1) for each in (k, v))",
    }),
    ...(rope && { turn: turnOf(layer) }),
    ...(rank && {
      cache:
        "q_turned, k_turned = torch.cat((q[..., :d_k], q_turned), -1), torch.cat((k, k_turned.expand(B, H, T, d_r)), -1)",
    }),
    ...(past && {
      cache: "k_all, v_all = torch.cat((past_k, k_turned), dim=2), torch.cat((past_v, v), dim=2)",
    }),
    scores: `scores = ${q} @ ${k}.transpose(-2, -1)`,
    scale: `scaled = scores / math.sqrt(${rank ? "d_k + d_r" : "d_k"})`,
    ...(alibi && { bias: "biased = scaled - slopes[:, None, None] * distance" }),
    ...(isBlocking(layer) && { blocked: blockedOf(layer) }),
    ...(isBlocking(layer) && { mask: "masked = scaled.masked_fill(blocked, -math.inf)" }),
    ...(isAdded && { mask: "masked = scaled + mask" }),
    softmax: `attention = ${isMasked ? "masked" : scaled}.softmax(dim=-1)`,
    context: `context = attention @ ${v}`,
    merge: "merged = context.transpose(1, 2).reshape(B, T, H * d_k)",
    output: rank ? "output = merged @ w_o" : "output = merged @ w_o + b_o",
  };
}

/** @param {BugLayer} layer */
function turnOf({ sizes: { past }, rank }) {
  if (rank) return "q_turned, k_turned = (rotate_halves(each, positions) for each in (q[..., d_k:], shared))";
  const positions = past ? "past + positions" : "positions";
  return `q_turned, k_turned = (rotate_halves(each, ${positions}) for each in (q, k))`;
}

/** @param {BugLayer} layer */
function blockedOf({ sizes: { past }, lengths, window }) {
  if (lengths) return "blocked = padding[:, None, None, :]";
  if (window) return "blocked = (distance < 0) | (distance >= window)";
  if (past) return "blocked = torch.ones(T, past + T, dtype=torch.bool).triu(1 + past)";
  return "blocked = torch.ones(T, T, dtype=torch.bool).triu(1)";
}

/** The wrong line and the right one of a bug. @param {Bug} bug */
export const linePair = (bug) => ({
  wrong: bug.wrong,
  right: bug.right ?? linesOf(layerOf(bug))[bug.line] ?? "",
});

/** @param {Bug} bug @param {{ isWrong: boolean, seed: number, file: string }} how  seed: of the random numbers; file: the saved file's name */
export function programOf(bug, { isWrong, seed, file }) {
  const layer = layerOf(bug);
  const { wrong, right } = linePair(bug);
  const lines = { ...linesOf(layer), [bug.line]: isWrong ? wrong : right };
  const parts = [
    ...beginning(layer, seed),
    ...(bug.setup ?? []),
    "",
    ...Object.values(lines),
    "",
    ...saving(layer, file),
  ];
  return `${parts.join("\n")}\n`;
}

/** @param {BugLayer} layer @param {number} seed */
function beginning(layer, seed) {
  const { sizes, lengths, isAdded, window, alibi, rope } = layer;
  const { B, T, Tk, past, dModel, H, kvHeads } = sizes;
  return [
    "import math",
    "",
    "import numpy as np",
    "import torch",
    "",
    ...(rope ? ROTATION : []),
    `torch.manual_seed(${seed})`,
    `B, T, d_model, H = ${B}, ${T}, ${dModel}, ${H}`,
    "d_k = d_model // H",
    ...(kvHeads < H ? [`kv_heads = ${kvHeads}`] : []),
    "x = torch.randn(B, T, d_model)",
    ...weights(layer),
    ...(lengths ? [`padding = torch.arange(T) >= torch.tensor([${lengths.join(", ")}])[:, None]`] : []),
    ...(isAdded ? [`mask = torch.full((T, T), ${HIDDEN}).triu(1)`] : []),
    ...(window ? [`window = ${window}`, "distance = torch.arange(T)[:, None] - torch.arange(T)"] : []),
    ...(alibi
      ? [
          "slopes = 2 ** (-8 * torch.arange(1, H + 1) / H)",
          "distance = (torch.arange(T)[:, None] - torch.arange(T)).abs()",
        ]
      : []),
    ...(rope ? ["positions = torch.arange(T)"] : []),
    ...(past
      ? [`past = ${Tk - T}`, "past_k, past_v = torch.randn(B, H, past, d_k), torch.randn(B, H, past, d_k)"]
      : []),
  ];
}

/** @param {BugLayer} layer */
function weights({ sizes: { width, dK, H, kvHeads }, rank }) {
  if (rank)
    return [
      `rank, d_r = ${rank}, ${width - dK}`,
      "w_q, w_dkv, w_kr = (torch.randn(d_model, n) / math.sqrt(d_model) for n in (H * (d_k + d_r), rank, d_r))",
      "w_k, w_v = (torch.randn(rank, d_model) / math.sqrt(rank) for _ in range(2))",
      "w_o = torch.randn(d_model, d_model) / math.sqrt(d_model)",
    ];
  if (kvHeads < H)
    return [
      "w_q, w_o = (torch.randn(d_model, d_model) / math.sqrt(d_model) for _ in range(2))",
      "w_k, w_v = (torch.randn(d_model, kv_heads * d_k) / math.sqrt(d_model) for _ in range(2))",
      "b_q, b_k, b_v, b_o = (torch.randn(w.shape[1]) for w in (w_q, w_k, w_v, w_o))",
    ];
  return [
    "w_q, w_k, w_v, w_o = (torch.randn(d_model, d_model) / math.sqrt(d_model) for _ in range(4))",
    "b_q, b_k, b_v, b_o = (torch.randn(d_model) for _ in range(4))",
  ];
}

/** Rotary positions in both styles. */
const ROTATION = [
  "def angles(y, positions):",
  "    d = y.shape[-1]",
  "    angle = positions[:, None] / 10000 ** (torch.arange(0, d, 2) / d)",
  "    return angle.cos(), angle.sin()",
  "",
  "def rotate_halves(y, positions):  # feature i with i + d / 2",
  "    cos, sin = angles(y, positions)",
  "    a, b = y.chunk(2, dim=-1)",
  "    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)",
  "",
  "def rotate_neighbours(y, positions):  # feature 2 i with 2 i + 1",
  "    cos, sin = angles(y, positions)",
  "    a, b = y[..., ::2], y[..., 1::2]",
  "    return torch.stack((a * cos - b * sin, a * sin + b * cos), dim=-1).flatten(-2)",
  "",
];

/** @param {BugLayer} layer @param {string} file */
const saving = ({ sizes, causal, lengths, isAdded, window, alibi, rope, rank }, file) => [
  "np.savez(",
  `    "${file}", num_heads=H, causal=${causal ? "True" : "False"}, x=x, wQ=w_q, wK=w_k, wV=w_v, wO=w_o,`,
  rank ? "    wDKV=w_dkv, wKR=w_kr," : "    bQ=b_q, bK=b_k, bV=b_v, bO=b_o,",
  ...(lengths ? ["    key_padding_mask=padding,"] : []),
  ...(isAdded ? ["    attn_mask=mask,"] : []),
  ...(window ? ["    window=window,"] : []),
  ...(alibi ? ["    alibi=slopes,"] : []),
  ...(rope ? ['    rope="half",'] : []),
  ...(sizes.past ? ["    past_key=past_k, past_value=past_v,"] : []),
  `    q=${rope ? "q_turned, k=k_turned" : "q, k=k"}, v=v, scores=scores, attention=attention, context=context, output=output,`,
  ")",
];
