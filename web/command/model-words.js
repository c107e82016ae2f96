/** What `headscope model --info` says. */

/** @typedef {import("../models/state/description.js").Description} Description */
/** @typedef {import("./model.js").Facts} Facts */

/** @param {number} value */
const counted = (value) => value.toLocaleString("en");

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toLocaleString("en", { maximumSignificantDigits: 3 });

/** Orders of a layer's parts. @type {Readonly<Record<Description["order"], string>>} */
const ORDERS = {
  pre: "before attention and before the feed-forward network",
  post: "after attention and after the feed-forward network",
  sandwich: "before and after attention, and before and after the feed-forward network",
  parallel: "before attention and the feed-forward network, which stand side by side",
};

/** @type {Readonly<Record<Description["activation"], string>>} */
const ACTIVATIONS = { gelu: "GELU", gelu_tanh: "GELU (tanh)", silu: "SiLU", relu: "ReLU" };

/** @param {Description} model */
function positionsIn({ rope, longest }) {
  if (!rope) return `learned positions of ${counted(longest)} tokens`;
  const share = rope.fraction === 1 ? "" : ` of ${rope.fraction} of each head`;
  const scaled = rope.scaling ? `, scaled by ${rope.scaling.factor} (${rope.scaling.kind})` : "";
  return `rotary positions${share}, base ${counted(rope.base)}${scaled}, for ${counted(longest)} tokens`;
}

/** @param {Description} model */
function windowIn({ windows, layers }) {
  const widths = windows.filter((width) => width !== null);
  return widths.length
    ? `a window of ${counted(widths[0])} tokens in ${widths.length} of ${layers} layers`
    : "";
}

/** @param {Facts} facts */
function outputOf({ predicts, causal, description }) {
  if (!predicts) return "predicts nothing: the weights hold no output layer";
  return `predicts ${causal ? "the next piece" : "masked pieces"}${description.tied ? ", by the words' embeddings" : ""}`;
}

export const MODEL = {
  /** @param {Facts} facts */
  title: ({ family, layers, heads, kvHeads, parameters }) =>
    `${family}: ${counted(layers)} layers of ${counted(heads)} heads${kvHeads < heads ? ` (${counted(kvHeads)} of keys and values)` : ""}, ${counted(parameters)} parameters`,
  /** By name; a row without text is left out. @type {Readonly<Record<string, (facts: Facts) => string>>} */
  rows: {
    sizes: ({ dModel, dHead, vocabulary }) =>
      `d_model ${counted(dModel)}, d_head ${counted(dHead)}, vocabulary ${counted(vocabulary)}`,
    attention: ({ causal, description }) =>
      [
        causal ? "causal" : "every token sees every other",
        positionsIn(description),
        windowIn(description),
        description.qkNorm ? "RMSNorm of queries and keys" : "",
        description.softcap === null ? "" : `scores capped at ${description.softcap}`,
      ]
        .filter(Boolean)
        .join("; "),
    norms: ({ description: { norm, order } }) =>
      `${norm === "rms" ? "RMSNorm" : "LayerNorm"} ${ORDERS[order]}`,
    "feed-forward": ({ description: { dFeedForward, activation, gated } }) =>
      `${counted(dFeedForward)} wide, ${ACTIVATIONS[activation]}${gated ? ", gated" : ""}`,
    output: outputOf,
    weights: ({ types, files }) =>
      `${types.join(", ")}; ${files.map(({ name, size }) => `${name}, ${megabytes(size)} MB`).join("; ")}`,
    text: ({ whyNoText }) => whyNoText ?? "cut into pieces by tokenizer.json",
    "not used": ({ unused }) =>
      unused.length > MOST_NAMED
        ? `${unused.slice(0, MOST_NAMED).join(", ")} and ${unused.length - MOST_NAMED} more`
        : unused.join(", "),
  },
};

const MOST_NAMED = 4; // tensors
