/**
 * The step of attention weights that come without a layer.
 * @param {readonly number[]} shape (1, H, T_q, T_k)
 * @returns {import("../../core/types.js").Step}
 */
export function attentionStep([items, heads, queries, keys]) {
  return {
    id: "weights",
    op: "softmax",
    lane: null,
    stage: 0,
    inputs: [],
    weights: [],
    axes: ["B", "H", "T_q", "T_k"],
    shape: [items, heads, queries, keys],
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
}
