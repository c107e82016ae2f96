// Entropy by width of a head, compared with a softmax of the same numbers in double precision.
import assert from "node:assert/strict";
import test from "node:test";
import { Layer, loadCore } from "../../web/core/index.js";
import { measureSaturation } from "../../web/kit/state/saturation.js";
import { words } from "./support/pictures.js";

/** @import { Run } from "../../web/core/index.js" */

const core = await loadCore();
const [T, D, HEADS] = [9, 64, 4];
const TOKENS = words(T);
const SEED = 3;
const { widths, scaled, unscaled } = measureSaturation(core, TOKENS, SEED);

/** The rows of a matrix, as plain numbers. @param {{ data: Float32Array, shape: number[] }} tensor */
function rowsOf({ data, shape }) {
  const width = /** @type {number} */ (shape.at(-1));
  return Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.slice(row * width, (row + 1) * width)),
  );
}

/** @param {number[]} a @param {number[]} b */
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/** The tokens' projections by a matrix (D, HEADS * width). @param {number[][]} rows @param {number[][]} matrix */
const projected = (rows, matrix) =>
  rows.map((row) =>
    matrix[0].map((_, column) =>
      dot(
        row,
        matrix.map((each) => each[column]),
      ),
    ),
  );

/** Projections of words with mean square 1, by weights that keep the variance at that width. @param {number} width */
function projections(width) {
  const embedded = rowsOf(core.embed(TOKENS, { dModel: D, seed: SEED }));
  const rows = embedded.map((row) => row.map((value) => value / Math.sqrt(dot(row, row) / D)));
  const layer = core.createLayer({ dModel: D, numHeads: HEADS, dK: width, seed: SEED, init: "random" });
  const { wQ, wK } = /** @type {any} */ (layer.weights());
  layer.dispose();
  // A mean square of 1/64.
  const spread = (/** @type {typeof wQ} */ weight) => {
    const matrix = rowsOf(weight);
    const square = dot(matrix.flat(), matrix.flat()) / matrix.flat().length;
    return matrix.map((row) => row.map((value) => value / (8 * Math.sqrt(square))));
  };
  return { q: projected(rows, spread(wQ)), k: projected(rows, spread(wK)) };
}

/**
 * Mean entropy in nats over all rows of all heads.
 * @param {ReturnType<typeof projections>} projections @param {number} width @param {number} factor
 */
function meanEntropy({ q, k }, width, factor) {
  let sum = 0;
  for (let head = 0; head < HEADS; head++)
    for (let i = 0; i < T; i++) {
      const part = (/** @type {number[]} */ row) => row.slice(head * width, (head + 1) * width);
      const scores = k.map((key) => dot(part(q[i]), part(key)) * factor);
      const most = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - most));
      const total = shares.reduce((all, share) => all + share);
      for (const share of shares) if (share > 0) sum -= (share / total) * Math.log(share / total);
    }
  return sum / (HEADS * T);
}

test("the entropies are those of a softmax over these queries and keys, with and without the root", () => {
  for (const width of [4, 64]) {
    const made = projections(width);
    const at = widths.indexOf(width);
    for (const [entropies, factor] of /** @type {const} */ ([
      [scaled, 1 / Math.sqrt(width)],
      [unscaled, 1],
    ])) {
      const expected = meanEntropy(made, width, factor);
      assert.ok(Math.abs(entropies[at] - expected) < 1e-4, `d_k ${width}: ${entropies[at]} for ${expected}`);
    }
  }
});

test("the queries and keys have features of variance 1, which the scale assumes", () => {
  for (const side of Object.values(projections(64))) {
    const values = side.flat();
    const square = dot(values, values) / values.length;
    assert.ok(square > 0.8 && square < 1.25, `${square}`);
  }
});

test("wider heads have much less entropy without the scale, and hardly less with it", () => {
  assert.deepEqual(widths, [4, 16, 64, 256]);
  for (let i = 1; i < widths.length; i++) assert.ok(unscaled[i] < unscaled[i - 1], `${unscaled}`);
  assert.ok(unscaled[3] < unscaled[0] / 3, `${unscaled}`);
  assert.ok(Math.max(...scaled) - Math.min(...scaled) < 0.15 * Math.log(T), `${scaled}`);
  for (const entropy of scaled) assert.ok(entropy > unscaled[0] && entropy < Math.log(T), `${entropy}`);
});

test("without the scale, the median row passes less gradient than the mean, as the words say", () => {
  for (const tokens of [4, 12, 40]) {
    const [scaled, unscaled] = /** @type {const} */ (["none", "no_scale"]).map((fault) => {
      const query = core.embed(words(tokens), { dModel: D, seed: SEED });
      query.data.forEach((value, i) => {
        const row = query.data.slice(i - (i % D), i - (i % D) + D);
        if (i % D === D - 1) normalise(query.data.subarray(i - D + 1, i + 1), dot([...row], [...row]) / D);
        return value;
      });
      const layer = core.createLayer({ dModel: D, numHeads: HEADS, dK: 256, seed: SEED, init: "random" });
      const { wQ, wK } = /** @type {any} */ (layer.weights());
      for (const { data } of [wQ, wK]) normalise(data, (dot([...data], [...data]) / data.length) * D);
      layer.setWeights({ wQ: wQ.data, wK: wK.data });
      const lengths = rowsOf(layer.forward({ query, fault }).tensor("weights"))
        .map((row) => {
          const [two, three] = [2, 3].map((power) => row.reduce((sum, a) => sum + a ** power, 0));
          return Math.sqrt(Math.max(0, two - 2 * three + two ** 2)); // |diag a − a aᵀ|, Frobenius
        })
        .sort((a, b) => a - b);
      layer.dispose();
      const mean = lengths.reduce((sum, length) => sum + length / lengths.length, 0);
      return { median: lengths[lengths.length / 2], mean };
    });
    assert.ok(unscaled.median < 0.85 * unscaled.mean, `${tokens}: ${unscaled.median} of ${unscaled.mean}`);
    assert.ok(unscaled.median < 0.6 * scaled.median, `${tokens}: ${unscaled.median}, ${scaled.median}`);
    assert.ok(scaled.median > 0.9 * scaled.mean, "with it they are alike");
  }
});

/** Scales values to a mean square. @param {Float32Array} values @param {number} square */
function normalise(values, square) {
  values.forEach((value, i) => (values[i] = value / Math.sqrt(square)));
}

test("entropies depend only on the seed", () => {
  assert.deepEqual(measureSaturation(core, TOKENS, SEED), { widths, scaled, unscaled });
  assert.notDeepEqual(measureSaturation(core, TOKENS, SEED + 1), { widths, scaled, unscaled });
});

test("no memory is left in the core", (context) => {
  const made = context.mock.method(core, "createLayer");
  const forward = context.mock.method(Layer.prototype, "forward");
  measureSaturation(core, TOKENS, SEED);
  const [layers, runs] = [made, forward].map(({ mock }) => mock.calls.flatMap(({ result }) => result ?? []));
  assert.deepEqual([layers.length, runs.length], [widths.length, 2 * widths.length]);
  for (const layer of /** @type {Layer[]} */ (layers))
    assert.throws(() => layer.weights(), { code: "disposed" });
  for (const run of /** @type {Run[]} */ (runs)) assert.throws(() => run.measure(), { code: "disposed" });
});
