const WORDS = [
  "The",
  "animal",
  "didn't",
  "cross",
  "the",
  "street",
  "because",
  "it",
  "was",
  "too",
  "tired",
  ".",
];

/**
 * *it* wants both *animal* and *tired*, *tired* wants *was*; as tests/native/head_fit_test.cpp has it.
 * @param {Awaited<ReturnType<typeof import("../../web/core/index.js").loadCore>>} core @param {number} heads
 */
export function fitOfWords(core, heads) {
  const data = new Float32Array(144);
  for (const [row, column] of [
    [7, 1],
    [7, 10],
    [10, 8],
  ])
    data[row * 12 + column] = 1;
  const x = core.embed(WORDS, { dModel: 64, seed: 1 });
  return core.createHeadFit({ x, wanted: { data, shape: [12, 12] }, heads, dK: 8, seed: 1 });
}
