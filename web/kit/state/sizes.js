/**
 * Sizes for texts about a lane. Keys and values can have tokens of their own, and fewer heads.
 * @param {import("./picture.js").Picture} picture @param {import("../../core/types.js").Step["lane"]} [lane]
 */
export function sizesOf({ settings, steps, config, own }, lane = null) {
  const size = (/** @type {string} */ axis) => {
    const step = steps.find((candidate) => candidate.axes.includes(axis));
    return step ? step.shape[step.axes.indexOf(axis)] : 0;
  };
  const dK = size("d_k");
  const dV = size("d_v") || dK;
  const { tokens, keyTokens, dModel } = settings;
  const asked = lane === "k" || lane === "v";
  const T = (asked && keyTokens.length) || tokens.length;
  const heads = (asked && size("H_kv")) || settings.heads;
  const width = heads * (lane === "v" ? dV : dK);
  const [before, after] = config?.window || [-1, -1];
  const isRead = Number(Boolean(own?.source && !keyTokens.length)); // keys and values read the words, queries the previous layers
  return {
    B: size("B"),
    T,
    heads,
    dModel,
    dK,
    dV,
    width,
    concat: heads * dV,
    bias: Number(config?.bias),
    window: own?.window ?? 0,
    before, // keys before a query that it sees, -1 for all
    newest: before + 1,
    after: settings.causal ? 0 : after,
    isBatch: Number(settings.batchTokens?.length > 0), // the shorter sentence ends in padding
    isRead,
  };
}

/** The larger of the widths of keys and values in a head; NaN for attention without a layer. @param {{ dK: number, dV: number }} config */
export const featuresOf = ({ dK, dV }) => Math.max(dK, dV);
