import { layerOf } from "./bug-layer.js";

/**
 * A program in PyTorch that computes a layer line by line and saves its arrays for the checker, with or without the wrong line of a bug.
 *
 * @typedef {import("./bugs.js").Bug} Bug
 * @typedef {import("./bug-layer.js").BugLayer} BugLayer
 */

/** The right lines, in order. `blocked` and `mask` belong to layers with a mask. */
const LINES = {
  project: "q, k, v = x @ w_q + b_q, x @ w_k + b_k, x @ w_v + b_v",
  split: "q, k, v = (each.view(B, T, -1, d_k).transpose(1, 2) for each in (q, k, v))",
  scores: "scores = q @ k.transpose(-2, -1)",
  scale: "scaled = scores / math.sqrt(d_k)",
  blocked: "",
  mask: "masked = scaled.masked_fill(blocked, -math.inf)",
  softmax: "attention = masked.softmax(dim=-1)",
  context: "context = attention @ v",
  merge: "merged = context.transpose(1, 2).reshape(B, T, H * d_k)",
  output: "output = merged @ w_o + b_o",
};
/** @typedef {keyof typeof LINES} LineName */

/** The right lines of a layer. @param {BugLayer} layer @returns {Partial<Record<LineName, string>>} */
function linesOf({ causal, lengths }) {
  if (causal) return { ...LINES, blocked: "blocked = torch.ones(T, T, dtype=torch.bool).triu(1)" };
  if (lengths) return { ...LINES, blocked: "blocked = padding[:, None, None, :]" };
  const { blocked, mask, ...others } = LINES;
  return { ...others, softmax: LINES.softmax.replace("masked", "scaled") };
}

/** The wrong line and the right one of a bug. @param {Bug} bug */
export function linePair(bug) {
  const right = bug.right ?? linesOf(layerOf(bug))[bug.line] ?? "";
  return { wrong: isMasked(layerOf(bug)) ? bug.wrong : bug.wrong.replace("masked", "scaled"), right };
}

/** @param {BugLayer} layer */
const isMasked = ({ causal, lengths }) => causal || lengths !== null;

/** @param {Bug} bug @param {{ isWrong: boolean, seed: number, file: string }} how  seed: of the random numbers; file: the saved file's name */
export function programOf(bug, { isWrong, seed, file }) {
  const layer = layerOf(bug);
  const { wrong, right } = linePair(bug);
  const lines = { ...linesOf(layer), [bug.line]: isWrong ? wrong : right };
  return `${[...beginning(layer, seed), ...Object.values(lines), "", ...saving(layer, file)].join("\n")}\n`;
}

/** @param {BugLayer} layer @param {number} seed */
function beginning({ sizes, lengths }, seed) {
  const { B, T, dModel, H } = sizes;
  return [
    "import math",
    "",
    "import numpy as np",
    "import torch",
    "",
    `torch.manual_seed(${seed})`,
    `B, T, d_model, H = ${B}, ${T}, ${dModel}, ${H}`,
    "d_k = d_model // H",
    "x = torch.randn(B, T, d_model)",
    "w_q, w_k, w_v, w_o = (torch.randn(d_model, d_model) / math.sqrt(d_model) for _ in range(4))",
    "b_q, b_k, b_v, b_o = (torch.randn(d_model) for _ in range(4))",
    ...(lengths ? [`padding = torch.arange(T) >= torch.tensor([${lengths.join(", ")}])[:, None]`] : []),
    "",
  ];
}

/** @param {BugLayer} layer @param {string} file */
const saving = ({ causal, lengths }, file) => [
  "np.savez(",
  `    "${file}", num_heads=H, causal=${causal ? "True" : "False"}, x=x, wQ=w_q, wK=w_k, wV=w_v, wO=w_o, bQ=b_q, bK=b_k, bV=b_v, bO=b_o,`,
  ...(lengths ? ["    key_padding_mask=padding,"] : []),
  "    q=q, k=k, v=v, scores=scores, attention=attention, context=context, output=output,",
  ")",
];
