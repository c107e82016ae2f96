/**
 * Facts and texts of programs about the options that a layer has beyond those of 2017.
 *
 * @typedef {import("./template.js").Subject} Subject
 */

/** Whether keys of earlier tokens are given, so that there are more keys than queries. @param {Subject["steps"]} steps */
export const hasPast = (steps) => steps.some(({ id }) => id === "k_past" || id === "latent_past");

/** @param {Subject} subject @returns {string[]} */
export function variantFacts({ config, steps, fault }) {
  const { rope, qkNorm, window, numHeads } = config;
  const [left, right] = window ?? [-1, -1];
  const has = (/** @type {string} */ id) => steps.some((step) => step.id === id);
  const facts = {
    half: styleOf(steps) === "half",
    later: (has("key") || hasPast(steps)) && fault !== "positions_restart", // queries begin at a position above 0
    cached: has("k_past") && fault !== "positions_restart", // so do the new keys
    part: rope && rope.fraction < 1,
    scaled_positions: rope && rope.scaling !== 1 && !rope.length,
    scaled_in_part: rope && rope.length,
    scaled_by_pairs: rope && rope.factors,
    whole: qkNorm && qkNorm.whole, // norms of all heads' features together
    even: (numHeads & (numHeads - 1)) === 0, // a power of two: one rule gives all slopes of ALiBi
    window,
    left: left >= 0,
    right: right >= 0,
    both: left >= 0 && right >= 0,
    normed: has("q_norm") || has("latent_norm"), // by a helper of the C++ program
    joined: has("k_cache") || has("with_sink") || has("q_joined"), // likewise
  };
  return Object.entries(facts).flatMap(([fact, holds]) => (holds ? [fact] : []));
}

/** The style of the rotation, which a wrong path may have swapped. @param {Subject["steps"]} steps */
const styleOf = (steps) =>
  steps.some(({ id, op }) => id === "q_rope" && op === "rope_half") ? "half" : "interleaved";

/** The window of the wrong path window_off_by_one. @param {Subject["config"]["window"]} window */
function oneMore(window) {
  const [left, right] = window ?? [-1, -1];
  return left < 0 ? [left, right + 1] : [left + 1, right];
}

/** Numbers of the options, as texts by name. @param {Subject} subject @returns {Record<string, string>} */
export function variantTexts({ config: { rope, qkNorm, softcap, window, latent, dK }, steps, fault }) {
  const [left, right] = fault === "window_off_by_one" ? oneMore(window) : (window ?? []);
  const numbers = {
    ...(rope && {
      ...rope,
      style: styleOf(steps),
      turned: Math.floor(rope.fraction * (latent ? latent.ropeWidth : dK)),
    }),
    ...(qkNorm && qkNorm),
    ...(latent && latent.norm && { latentEps: latent.norm.eps }),
    ...{ cap: softcap, left, right },
  };
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
}

/** The options as designators of C++'s Config, each after a comma. @param {Subject["config"]} config */
export function optionsInCpp({ rope, qkNorm, alibi, softcap, window, sinks, latent }) {
  const options = {
    ...(qkNorm && { qk_norm: true, qk_norm_eps: qkNorm.eps }),
    ...(qkNorm && qkNorm.whole && { qk_norm_whole: true }),
    ...(rope && { rope: ropeInCpp(rope) }),
    ...(alibi && { alibi }),
    ...(softcap && { softcap }),
    ...(window && { window: `{${window.join(", ")}}` }),
    ...(sinks && { sinks }),
    ...(latent && { latent: latentInCpp(latent) }),
  };
  return Object.entries(options)
    .map(([name, value]) => `, .${name} = ${value}`)
    .join("");
}

/** @param {import("../../../core/types.js").Rope} rope */
const ropeInCpp = ({ style, ...numbers }) =>
  `{.style = RopeStyle::${style}${Object.entries(numbers)
    .map(([name, value]) => `, .${name} = ${typeof value === "number" ? value : `{${value.join(", ")}}`}`)
    .join("")}}`;

/** @param {import("../../../core/types.js").Latent} latent */
const latentInCpp = ({ rank, queryRank, ropeWidth, norm, bias }) =>
  `{.rank = ${rank}, .query_rank = ${queryRank}, .rope_width = ${ropeWidth}${norm ? `, .norm = true, .norm_eps = ${norm.eps}` : ""}${bias ? ", .bias = true" : ""}}`;
