/**
 * A layer to compute: a reader's file, in one of the ways in which the file can be read.
 *
 * @typedef {{ data: ArrayLike<number>, shape: readonly number[] }} Tensor
 * @typedef {{ matrix: Tensor, bias: ArrayLike<number> | null }} Projection  (in, out)
 *
 * @typedef {object} Sizes
 * @property {number} B
 * @property {number} T      queries
 * @property {number} Tk     keys, cached ones too
 * @property {number} Tnew   keys without the cached ones
 * @property {number} past   cached keys
 * @property {number} dModel
 * @property {number} H @property {number} kvHeads @property {number} dK @property {number} dV
 * @property {number} width  features that a score sums over: d_k, and with a latent the turned features too
 *
 * @typedef {object} Rope
 * @property {"interleaved" | "half"} style
 * @property {number} base @property {number} fraction @property {number} scaling
 * @property {number} length @property {number} low @property {number} high
 *
 * @typedef {object} Reading  facts that the file leaves open
 * @property {boolean} causal
 * @property {boolean} isLinear  whether square weights are nn.Linear's (out, in)
 * @property {import("./fused.js").Layout} [layout]  of fused weights
 * @property {"blocked" | "allowed" | "added"} [attnMask]  what a true or a number of attn_mask means
 * @property {"heads_first" | "heads_last" | "stacked" | "merged"} [kernel]  order of the axes of q, k and v, if the file has no x
 * @property {Rope["style"]} [ropeStyle]
 *
 * @typedef {object} Layer
 * @property {Reading} reading
 * @property {Sizes} sizes
 * @property {Readonly<Record<"q" | "k" | "v", Tensor>>} inputs  (B, T, d)
 * @property {boolean} isSelf  whether keys and values come from the queries' input
 * @property {boolean} isKernel  whether the file has q, k and v in place of x and weights
 * @property {Readonly<Record<"q" | "k" | "v", Projection>>} projections
 * @property {Projection} out
 * @property {{ wDQ: Tensor | null, wDKV: Tensor, wKR: Tensor } | null} latent
 * @property {Readonly<Record<"k" | "v", Float64Array>> | null} past  (B, H_kv, past, d)
 * @property {Rope | null} rope
 * @property {{ eps: number, gQ: ArrayLike<number>, gK: ArrayLike<number> } | null} norm
 * @property {number} scale
 * @property {number | null} softcap
 * @property {ArrayLike<number> | null} slopes  of ALiBi (H)
 * @property {ArrayLike<number> | null} sinks  (H)
 * @property {boolean} causal
 * @property {[number, number] | null} window
 * @property {Uint8Array | null} padding  (B, T_k): 1 is padding
 * @property {{ data: ArrayLike<number>, isAdditive: boolean } | null} mask  (B, H, T, T_k)
 * @property {Layer | null} asSaved  the layer with the attn_mask of the file, if another mask stands for it
 * @property {import("./softmax.js").EmptyRow} empty
 */

/** The slopes of Press et al. 2022, as the core has them. @param {number} heads */
export function standardSlopes(heads) {
  const power = 2 ** Math.floor(Math.log2(heads));
  const slope = (/** @type {number} */ place, /** @type {number} */ of) => 2 ** ((-8 * place) / of);
  return Float64Array.from({ length: heads }, (_, h) =>
    h < power ? slope(h + 1, power) : slope(2 * (h - power) + 1, 2 * power),
  );
}

/** Whether a layer differs from the core's default in the scores' scale. @param {Layer} layer */
export const hasOwnScale = ({ scale, sizes: { width } }) => scale !== 1 / Math.sqrt(width);
