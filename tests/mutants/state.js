/** Slips in what is shown. @type {import("../../tools/lib/mutate.mjs").Mutant[]} */
export const STATE = [
  {
    file: "web/state/origin.js",
    find: "reached(operations, reader, position, single(index), { from: step, to: reader })",
    replace: "single(index)",
    why: "a score is said to go into its own weight alone, not into its whole row",
  },
  {
    file: "web/state/origin.js",
    find: "axis === (along + axes) % axes ? last",
    replace: "axis === axes - 1 ? last",
    why: "a softmax over the queries is said to read along the keys",
  },
  {
    file: "web/state/trail.js",
    find: "size(j) - size(i)",
    replace: "size(i) - size(j)",
    why: "the trail follows the smallest product",
  },
  {
    file: "web/state/compare.js",
    find: " || is.feature !== should.feature",
    replace: "",
    why: "a feature in another's place counts as right",
  },
  {
    file: "web/state/saturation.js",
    find: '["none", "no_scale"]',
    replace: '["no_scale", "none"]',
    why: "the curves with and without the scale are taken for each other",
  },
  {
    file: "web/state/layers.js",
    find: "      layers.delete(key);\n",
    replace: "",
    why: "a layer that was disposed of is lent again",
  },
  {
    file: "web/state/selection.js",
    find: "found.size === fields.length ? at : null",
    replace: "found.size ? at : null",
    why: "a token's frame stands where a token's and a head's was asked for",
  },
  {
    file: "web/state/memory.js",
    find: "left === 0 ? index : null",
    replace: "index",
    why: "an offset between a view's elements is taken for one of them",
  },
  {
    file: "web/state/stages.js",
    find: "stage.find((step) => step.lane === null) ?? ",
    replace: "",
    why: "a stage is entered on a lane where the main line passes through it",
  },
  {
    file: "web/state/habits.js",
    find: "i + 1 + keys - tokens.length",
    replace: "i + 1",
    why: "broad, under a causal mask, is measured as if both sentences were as long",
  },
  {
    file: "web/state/settings.js",
    find: "values[name] ?? (like && values[like])",
    replace: "values[name]",
    why: "key/value heads that were left out are none, not as many as heads",
  },
  {
    file: "web/state/settings.js",
    find: "given > row.most",
    replace: "given >= row.most",
    why: "the most that the page shows is refused",
  },
  {
    file: "web/state/cost.js",
    find: "{ ...DEFAULTS, tokens, ...size }",
    replace: "{ ...settings, ...size }",
    why: "a known size is costed with this layer's shared keys and values",
  },
  {
    file: "web/state/habits.js",
    find: "sameWord >= CLEAR && elsewhere >= TWINS",
    replace: "sameWord >= CLEAR",
    why: "a head that looks at itself is said to look for its word",
  },
  {
    file: "web/state/look.js",
    find: "scale === 1 ? others : { ...others, [head]: scale }",
    replace: "{ ...others, [head]: scale }",
    why: "a head that is back at 1 still counts as changed",
  },
  {
    file: "web/state/own.js",
    find: "numbers = Float32Array.from({ length: size }, (_, i) => Number(data[at * size + i]))",
    replace: "numbers = Float32Array.from({ length: size }, (_, i) => Number(data[i]))",
    why: "of several layers' attention the first is always shown",
  },
];
