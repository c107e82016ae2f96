/**
 * The layer as PyTorch code, line by line, each with the step it makes. `$name` is a live size.
 *
 * @typedef {object} Line
 * @property {string} id
 * @property {string} code
 */

/** @type {readonly Line[]} */
export const PYTORCH = [
  { id: "x", code: "x = embed(tokens)" },
  { id: "q", code: "q = x @ w_q" },
  { id: "k", code: "k = x @ w_k" },
  { id: "v", code: "v = x @ w_v" },
  { id: "q_split", code: "q = q.view($B, $T, $heads, $dK)" },
  { id: "k_split", code: "k = k.view($B, $T, $heads, $dK)" },
  { id: "v_split", code: "v = v.view($B, $T, $heads, $dV)" },
  { id: "q_heads", code: "q = q.transpose(1, 2)" },
  { id: "k_heads", code: "k = k.transpose(1, 2)" },
  { id: "v_heads", code: "v = v.transpose(1, 2)" },
  { id: "k_t", code: "k_t = k.transpose(-2, -1)" },
  { id: "scores", code: "scores = q @ k_t" },
  { id: "scaled", code: "scores = scores / math.sqrt($dK)" },
  { id: "masked", code: "scores = scores.masked_fill(mask, -torch.inf)" },
  { id: "weights", code: "attn = scores.softmax(-1)" },
  { id: "context", code: "ctx = attn @ v" },
  { id: "context_t", code: "ctx = ctx.transpose(1, 2)" },
  { id: "context_c", code: "ctx = ctx.contiguous()" },
  { id: "concat", code: "ctx = ctx.view($B, $T, $concat)" },
  { id: "output", code: "output = ctx @ w_o" },
];

/**
 * The lines around a step, of the steps that happen; on a lane, of that lane.
 * @param {readonly import("../core/types.js").Step[]} steps
 * @param {string} id
 * @param {Readonly<Record<string, number>>} sizes
 * @param {number} most
 */
export function excerpt(steps, id, sizes, most) {
  const present = new Map(steps.map((step) => [step.id, step]));
  const lane = present.get(id)?.lane;
  const lines = PYTORCH.filter((line) => {
    const step = present.get(line.id);
    return step && (!lane || !step.lane || step.lane === lane);
  });
  const at = lines.findIndex((line) => line.id === id);
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), lines.length - most));
  return lines.slice(from, from + most).map((line) => ({
    id: line.id,
    code: line.code.replace(/\$(\w+)/g, (_, name) => String(sizes[name])),
    shape: /** @type {{ shape: readonly number[] }} */ (present.get(line.id)).shape,
    current: line.id === id,
  }));
}
