import { attentionOf, notesOn } from "./own.js";
import { unknownStep } from "./stages.js";

/**
 * Any model's attention as a picture of one step: what is known without a layer.
 *
 * @typedef {import("./picture.js").Picture} Picture
 *
 * @param {import("../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {import("./own.js").Own} own with attention
 * @returns {Picture}
 */
export function attentionPicture(core, settings, own) {
  const { layers, ...attention } = attentionOf(own);
  const [, heads, queries, keys] = attention.shape;
  const words = wordsFor(settings, queries, keys);
  /** @type {import("../core/types.js").Step} */
  const step = {
    id: "weights",
    op: "softmax",
    lane: null,
    stage: 0,
    inputs: [],
    weights: [],
    axes: ["B", "H", "T_q", "T_k"],
    shape: attention.shape,
    strides: [heads * queries * keys, queries * keys, keys, 1],
    offset: 0,
    contiguous: true,
    storage: "copy",
    buffer: 0,
    attributes: {},
    flops: 0,
    bytesRead: 0,
    bytesWritten: 0,
    error: null,
  };
  const none = () => {
    throw new Error("attention of one's own comes without a layer");
  };
  const options = {
    tokens: words.tokens,
    keyTokens: words.keyTokens.length ? words.keyTokens : words.tokens,
  };
  const measured = core.measure(attention, { ...options, similarity: false });
  return {
    settings: { ...settings, ...words, heads, causal: false },
    fault: "none",
    own,
    config: /** @type {any} */ ({ numHeads: heads, numKvHeads: heads }),
    steps: [step],
    stages: [[step]],
    operations: core.operations,
    layer: null,
    call: null,
    layers,
    step: (id) => (id === step.id ? step : undefined),
    values: () => attention.data,
    tensor(id) {
      if (id !== step.id) throw unknownStep(id, [step]);
      return { ...step, data: attention.data.slice(), shape: attention.shape.slice() };
    },
    measure: () => measured,
    similarity: () => core.measure(attention).similarity,
    rank: core.rank.bind(core),
    blend: (factors) => core.blend(attention, factors),
    run: /** @type {any} */ ({ differenceFrom: none }),
    weight: none,
    warnings: notesOn(attention.data, measured.rowSum.data),
    dispose() {},
  };
}

/** @param {import("./settings.js").Settings} settings @param {number} queries @param {number} keys */
function wordsFor({ tokens, keyTokens }, queries, keys) {
  const of = keyTokens.length || tokens.length;
  if (tokens.length === queries && of === keys) return { tokens, keyTokens };
  const apart = keyTokens.length || queries !== keys;
  throw new RangeError(
    `tokens ${tokens.length}${apart ? ` and key-tokens ${keyTokens.length}` : ""} for attention of ${queries} queries and ${keys} keys: ` +
      `set tokens to ${queries} words${apart ? ` and key-tokens to ${keys}` : ""}, or to none, and they are numbered`,
  );
}
