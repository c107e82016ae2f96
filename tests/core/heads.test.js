// Heads of layers: what is computed of each, and the effect of removing one.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { assertClose, randomValues, relativeDifference, layerOf, readFixture } from "./fixture.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";

/** @import { LayerOptions } from "../../web/core/index.js" */
/** @import { FixtureCase } from "./fixture.js" */

const core = await loadCore();
const SENTENCE = "The animal didn't cross the street because it was too tired .".split(" ");

/** A layer whose weights are large enough that every head matters. @param {LayerOptions} options */
function busyLayer(options) {
  const layer = core.createLayer(options);
  const weights = Object.entries(layer.weights());
  layer.setWeights(
    Object.fromEntries(weights.map(([name, { data }], i) => [name, randomValues(i + 1, 0.6, data.length)])),
  );
  return layer;
}

const query = { data: randomValues(99, 1, 2 * 5 * 12), shape: [2, 5, 12] };

test("measures distinguish the constructed heads", () => {
  const layer = core.createLayer({ dModel: 64, numHeads: 8, init: "constructed", seed: 1 });
  const run = layer.forward({ query: core.embed(SENTENCE, { dModel: 64, seed: 1 }) });
  const { heads, rowEntropy, similarity } = run.measure({ positions: [0, 4] });
  assert.ok(
    heads[0].previous > 0.8 && heads[1].next > 0.8 && heads[2].first > 0.9 && heads[3].diagonal > 0.8,
  );
  assert.ok(Math.abs(heads[6].entropy - Math.log(12)) < 1e-5);
  assert.ok(Math.abs(heads[6].positions - 2 / 12) < 1e-6);
  assert.ok(heads[2].positions > 0.9 && heads[3].distance < 0.5 && heads[2].distance > 5);
  assert.deepEqual(rowEntropy.shape, [1, 8, 12]);
  assert.deepEqual(similarity.shape, [8, 8]);
  for (let h = 0; h < 8; h++) {
    assert.ok(Math.abs(similarity.data[h * 9] - 1) < 1e-6);
    for (let g = 0; g < 8; g++) assert.equal(similarity.data[h * 8 + g], similarity.data[g * 8 + h]);
  }
  assert.throws(() => run.measure({ positions: [12] }), {
    code: "shape",
    message: "position 12 is not one of the 12 keys (0 to 11)",
  });
});

test("the kinds of constructed heads are named in the order of heads, and attend as named", () => {
  assert.deepEqual(core.headKinds, [
    ...["previous_token", "next_token", "first_token", "self", "near_tokens", "same_word", "broad", "random"],
  ]);
  const words = ["a", "b", "c", "a", "d", "e"];
  const layer = core.createLayer({ dModel: 64, numHeads: 16, init: "constructed", seed: 2 });
  const run = layer.forward({ query: core.embed(words, { dModel: 64, seed: 2 }) });
  const { data } = run.tensor("weights");
  /** The weights of a head's row at position 2. @param {number} head */
  const row = (head) => data.slice((head * 6 + 2) * 6, (head * 6 + 3) * 6);
  const most = (/** @type {number} */ head) => row(head).indexOf(Math.max(...row(head)));
  for (const round of [0, 8]) {
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((kind) => most(kind + round)),
      [1, 3, 0, 2, 2],
    );
    assert.ok(
      row(6 + round).every((weight) => Math.abs(weight - 1 / 6) < 1e-6),
      "broad",
    );
  }
  const same = data.slice(5 * 36, 5 * 36 + 6);
  assert.ok(Math.abs(same[0] - same[3]) < 1e-5 && same[0] > 0.4, "the word is there twice");
});

test("measures of a known attention equal their formulas", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 3 });
  const run = layer.forward({ query, causal: true });
  const { data } = run.tensor("weights");
  const { heads, rowEntropy, rowSum, columnSum } = run.measure({ positions: [1, 3] });
  const at = (
    /** @type {number} */ b,
    /** @type {number} */ h,
    /** @type {number} */ i,
    /** @type {number} */ j,
  ) => data[((b * 3 + h) * 5 + i) * 5 + j];
  assert.deepEqual(
    [rowSum.shape, columnSum.shape],
    [
      [2, 3, 5],
      [2, 3, 5],
    ],
  );
  for (let h = 0; h < 3; h++) {
    for (let b = 0; b < 2; b++)
      for (let j = 0; j < 5; j++) {
        const column = [0, 1, 2, 3, 4].reduce((sum, i) => sum + at(b, h, i, j), 0);
        assert.ok(Math.abs(columnSum.data[(b * 3 + h) * 5 + j] - column) < 1e-6, `column ${j}`);
        assert.ok(Math.abs(rowSum.data[(b * 3 + h) * 5 + j] - 1) < 1e-6, `row ${j}`);
      }
    let [entropy, diagonal, previous, next, first, positions, distance] = [0, 0, 0, 0, 0, 0, 0];
    for (let b = 0; b < 2; b++) {
      for (let i = 0; i < 5; i++) {
        let row = 0;
        for (let j = 0; j < 5; j++) {
          const weight = at(b, h, i, j);
          row -= weight > 0 ? weight * Math.log(weight) : 0;
          distance += (weight * Math.abs(i - j)) / 10;
        }
        assert.ok(Math.abs(rowEntropy.data[(b * 3 + h) * 5 + i] - row) < 1e-6);
        entropy += row / 10;
        diagonal += at(b, h, i, i) / 10;
        if (i > 0) previous += at(b, h, i, i - 1) / 8;
        if (i < 4) next += at(b, h, i, i + 1) / 8;
        first += at(b, h, i, 0) / 10;
        positions += (at(b, h, i, 1) + at(b, h, i, 3)) / 10;
      }
    }
    for (const [name, value] of Object.entries({
      entropy,
      diagonal,
      previous,
      next,
      first,
      positions,
      distance,
    })) {
      assert.ok(Math.abs(heads[h][/** @type {"entropy"} */ (name)] - value) < 1e-6, name);
    }
  }
});

test("sums of rows and columns are right if rows are not distributions, and for different numbers of queries and keys", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 2 });
  const key = { data: randomValues(5, 1, 2 * 4 * 12), shape: [2, 4, 12] };
  const run = layer.forward({ query, key, fault: "softmax_axis" });
  const { data } = run.tensor("weights");
  const { rowSum, columnSum } = run.measure();
  assert.deepEqual(
    [rowSum.shape, columnSum.shape],
    [
      [2, 2, 5],
      [2, 2, 4],
    ],
  );
  rowSum.data.forEach((sum, row) => {
    const expected = data.slice(row * 4, row * 4 + 4).reduce((all, weight) => all + weight, 0);
    assert.ok(Math.abs(sum - expected) < 1e-6, `row ${row}`);
  });
  for (const sum of columnSum.data) assert.ok(Math.abs(sum - 1) < 1e-6);
  assert.ok(rowSum.data.some((sum) => Math.abs(sum - 1) > 0.05));
});

test("similarity is NaN if either head has NaN", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 2 });
  for (const head of [0, 1]) {
    const attnMask = {
      data: new Float32Array(2 * 25).fill(NaN, 25 * head, 25 * head + 25),
      shape: [2, 5, 5],
    };
    const [of00, of01, of10, of11] = layer.forward({ query, attnMask }).measure().similarity.data;
    assert.ok(Number.isNaN(of01) && Number.isNaN(of10), `head ${head}`);
    assert.ok(Math.abs([of11, of00][head] - 1) < 1e-6 && Number.isNaN([of00, of11][head]));
  }
});

test("similarity leaves out the queries that attend to nothing in both heads", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 2 });
  const attnMask = { data: new Uint8Array(2 * 25), shape: [2, 5, 5] };
  attnMask.data.fill(1, 0, 5).fill(1, 25, 35); // row 0 of both heads, and row 1 of head 1
  const run = layer.forward({ query, attnMask });
  const weights = run.tensor("weights").data;
  /** @param {number} g @param {number} h */
  const expected = (g, h) => {
    let [sum, rows] = [0, 0];
    for (let b = 0; b < 2; b++) {
      for (let i = 0; i < 5; i++) {
        const [x, y] = [g, h].map((head) => weights.slice(((b * 2 + head) * 5 + i) * 5).slice(0, 5));
        if (x.every((weight) => weight === 0) && y.every((weight) => weight === 0)) continue;
        sum += x.reduce((total, weight, j) => total + Math.min(weight, y[j]), 0);
        rows++;
      }
    }
    return sum / rows;
  };
  const { data } = run.measure().similarity;
  assert.ok(Math.abs(data[0] - 1) < 1e-6 && Math.abs(data[3] - 1) < 1e-6, "equal heads");
  [0, 1, 2, 3].forEach((i) => assert.ok(Math.abs(data[i] - expected(i >> 1, i % 2)) < 1e-6));
  assert.ok(data[1] < 0.8, "a row blocked in one of them counts");
  const { similarity, ...others } = run.measure();
  assert.ok(similarity);
  assert.deepEqual(run.measure({ similarity: false }), others, "all else without it");
  const fast = layer.forward({ query, attnMask, trace: false });
  assertClose(fast.measure({ similarity: false }), others);
});

test("the heads' contributions sum to the output without its bias", () => {
  for (const options of [
    { dModel: 12, numHeads: 3, bias: true },
    { dModel: 12, numHeads: 4, numKvHeads: 2, dV: 5, bias: true },
  ]) {
    const layer = busyLayer(options);
    const headScale = Float32Array.from({ length: options.numHeads }, (_, h) => 1 - h / 2);
    const run = layer.forward({ query, headScale });
    const { data, shape } = run.contributions();
    assert.deepEqual(shape, [2, options.numHeads, 5, 12]);
    const bO = /** @type {Float32Array} */ (layer.weights().bO?.data);
    const sum = run.output.data.map((_, i) => {
      const [b, rest] = [Math.floor(i / 60), i % 60];
      let total = bO[i % 12];
      for (let h = 0; h < options.numHeads; h++) total += data[(b * options.numHeads + h) * 60 + rest];
      return total;
    });
    assert.ok(relativeDifference({ data: sum, shape: [2, 5, 12] }, run.output) < 1e-6);
  }
});

/** A copy in which `change(row, column)` zeroes. @param {{ data: Float32Array, shape: number[] } | undefined} matrix @param {(row: number, column: number) => boolean} zero */
const zeroed = (matrix, zero) => {
  if (!matrix) throw new Error("no such weight");
  const columns = matrix.shape[1];
  return matrix.data.map((value, i) => (zero(Math.floor(i / columns), i % columns) ? 0 : value));
};

test("scaling a head by 0 equals zeroing its slice of W_O, zeroing its blocks of W_Q, W_K and W_V, and pruning it", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 3 });
  const { wQ, wK, wV, wO } = layer.weights();
  const scaled = layer.forward({ query, headScale: [1, 0, 1] }).output;
  const inHead = (/** @type {number} */ i) => i >= 4 && i < 8;

  const pruned = layer.prune([1]);
  assert.deepEqual([pruned.config.numHeads, pruned.config.dK, pruned.config.dModel], [2, 4, 12]);
  assert.ok(relativeDifference(pruned.forward({ query }).output, scaled) < 1e-6);

  layer.setWeights({ wO: zeroed(wO, (row) => inHead(row)) });
  assert.ok(relativeDifference(layer.forward({ query }).output, scaled) < 1e-6);
  const columns = (/** @type {number} */ _, /** @type {number} */ column) => inHead(column);
  layer.setWeights({
    wO: wO?.data,
    wQ: zeroed(wQ, columns),
    wK: zeroed(wK, columns),
    wV: zeroed(wV, columns),
  });
  assert.ok(relativeDifference(layer.forward({ query }).output, scaled) < 1e-6);
});

test("grouped heads are pruned in whole groups", () => {
  const layer = busyLayer({ dModel: 12, numHeads: 6, numKvHeads: 3, bias: true, fused: true });
  const pruned = layer.prune([2, 3]);
  assert.deepEqual([pruned.config.numHeads, pruned.config.numKvHeads], [4, 2]);
  assert.ok(
    relativeDifference(
      pruned.forward({ query }).output,
      layer.forward({ query, headScale: [1, 1, 0, 0, 1, 1] }).output,
    ) < 1e-6,
  );
  assert.throws(() => layer.prune([2]), {
    code: "config",
    message: "heads 2 to 3 share key/value head 1; prune all of them or none",
  });
  assert.throws(() => layer.prune([6]), { code: "config", message: "head 6 does not exist (0 to 5)" });
  assert.throws(() => layer.prune([0, 1, 2, 3, 4, 5]), {
    code: "config",
    message: "all 6 heads would be pruned; at least one has to stay",
  });
});

const WORDS = ["a", "b", "a", "c", "B"];
const MEASURES = /** @type {const} */ ([
  ...["entropy", "diagonal", "previous", "next", "first", "near", "sameWord", "elsewhere", "distance"],
]);

/** The layer, its input and its words of a case. @param {FixtureCase} fixture */
function given(fixture) {
  if (fixture.name !== "page")
    return { layer: layerOf(core, fixture), query: fixture.tensors.query, tokens: WORDS };
  const tokens = tokenize(OPENING);
  const layer = core.createLayer({ dModel: 64, numHeads: 8, seed: 1, init: "constructed" });
  return { layer, query: core.embed(tokens, { dModel: 64, seed: 1 }), tokens };
}

for (const fixture of await readFixture("heads")) {
  const { tensors: expected, name } = fixture;
  const { layer, query, tokens } = given(fixture);
  const run = layer.forward({ query });
  const close = (/** @type {any} */ actual, /** @type {string} */ key, tolerance = 1e-5) =>
    assert.ok(
      relativeDifference(actual, expected[key]) < tolerance,
      `${key}: ${relativeDifference(actual, expected[key])}`,
    );
  const one = (/** @type {number} */ value) => ({ data: [value], shape: [1] });

  test(`each head's share of each token's output is PyTorch's, and shares sum to 1: ${name}`, () => {
    const shares = run.shares();
    close(shares, "shares");
    const [batch, rows, columns] = shares.shape;
    for (let row = 0; row < batch * rows; row++) {
      const sum = shares.data.subarray(row * columns, (row + 1) * columns).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-5, `${row}: ${sum}`);
    }
  });

  test(`the change of the output without heads is PyTorch's: ${name}`, () => {
    const { order, ...removals } = run.removals();
    assert.deepEqual(order, [...expected.order.data]);
    close(removals.alone, "alone");
    close(removals.leastFirst, "leastFirst");
    close(removals.headOrder, "headOrder");
    for (const [key, headScale] of Object.entries({
      scaled: expected.scale.data,
      muted: Float32Array.from({ length: layer.config.numHeads }, (_, head) =>
        Number(!expected.off.data.includes(head)),
      ),
    })) {
      const moved = layer.forward({ query, headScale });
      const change = run.changeTo(moved);
      close(moved.output, `${key}Output`);
      close(one(change.whole), `${key}Whole`);
      close(change.tokens, `${key}Tokens`);
      moved.dispose();
    }
  });

  test(`a pruned layer's output is that of PyTorch's muted layer, and its shares are the remaining heads': ${name}`, () => {
    const smaller = layer.prune([...expected.off.data]);
    const without = smaller.forward({ query });
    close(without.output, "mutedOutput");
    without.dispose();
    smaller.dispose();
  });

  test(`measures of heads, and their numbers of queries, are PyTorch's: ${name}`, () => {
    const { heads, similarity } = run.measure({ tokens });
    const shape = [heads.length, MEASURES.length];
    const all = (
      /** @type {(head: (typeof heads)[number], name: (typeof MEASURES)[number]) => number} */ get,
    ) => ({
      data: heads.flatMap((head) => MEASURES.map((name) => get(head, name))),
      shape,
    });
    close(
      all((head, name) => head[name]),
      "measures",
    );
    assert.deepEqual(all((head, name) => head.queries[name]).data, [...expected.counts.data]);
    close(similarity, "similarity");
    const attention = /** @type {import("../../web/core/types.js").TensorOutput} */ (run.attention);
    assert.deepEqual(core.measure(attention, { tokens }).heads, heads, "the same of the weights alone");
    close(core.blend(attention, expected.factors.data), "blend");
  });

  test(`queries and keys have the coordinates of PyTorch's principal components: ${name}`, () => {
    const { numHeads } = layer.config;
    const planes = Array.from({ length: numHeads }, (_, head) => run.plane(head));
    const together = (/** @type {"queries" | "keys"} */ which) => ({
      data: planes.flatMap((plane) => [...plane[which].data]),
      shape: [numHeads, ...planes[0][which].shape],
    });
    close(together("queries"), "planeQueries", 2e-4);
    close(together("keys"), "planeKeys", 2e-4);
    close({ data: planes.map(({ kept }) => kept), shape: [numHeads] }, "planeKept");
    const [head, query, key] = expected.meet.data;
    const { products, angles } = run.meeting(head, query, key);
    close(products, "products");
    close(angles, "angles", 1e-4);
    const score = run.tensor("scores");
    const [, , rows, keys] = score.shape;
    const sum = products.data.reduce((a, b) => a + b, 0);
    assert.ok(
      Math.abs(sum - score.data[(head * rows + query) * keys + key]) < 1e-4,
      "products add up to the score",
    );
  });

  test(`a head with zeroed W_Q and W_K still contributes, as much as in PyTorch: ${name}`, () => {
    const [head] = expected.off.data;
    const { dK, numHeads, numKvHeads } = layer.config;
    const zeroed = core.createLayer({ ...layer.config });
    const weights = layer.weights();
    for (const key of numKvHeads === numHeads
      ? /** @type {const} */ (["wQ", "bQ", "wK", "bK"])
      : /** @type {const} */ (["wQ", "bQ"])) {
      const { data, shape } = weights[key] ?? { data: new Float32Array(), shape: [0] };
      const width = /** @type {number} */ (shape.at(-1));
      for (let row = 0; row < data.length; row += width) data.fill(0, row + head * dK, row + (head + 1) * dK);
    }
    zeroed.setWeights(weights);
    const wrong = zeroed.forward({ query });
    close(one(run.changeTo(wrong).whole), "zeroedWhole");
    close(one(wrong.removals().alone.data[head]), "zeroedAdds");
    wrong.dispose();
    zeroed.dispose();
  });
}

test("keys are ranked by their weight, the first of equal ones first, and NaN last", () => {
  const { order, held } = core.rank([0.1, 0.5, NaN, 0.1, 0.3]);
  assert.deepEqual(order, [1, 4, 0, 3, 2]);
  assert.deepEqual(
    [...held].slice(0, 4).map((sum) => sum.toFixed(4)),
    ["0.5000", "0.8000", "0.9000", "1.0000"],
  );
  assert.ok(Number.isNaN(held[4]));
  assert.deepEqual(core.rank([1]).order, [0]);
});

test("invalid heads are refused with the value given and the values that exist", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2, seed: 1 });
  const query = core.embed(["a", "b", "c"], { dModel: 8, seed: 1 });
  const run = layer.forward({ query });
  const attention = /** @type {any} */ (run.attention);
  const refuses = (
    /** @type {() => unknown} */ call,
    /** @type {string} */ code,
    /** @type {RegExp} */ message,
  ) =>
    assert.throws(call, (/** @type {any} */ error) => {
      assert.equal(error.code, code);
      assert.match(error.message, message);
      return true;
    });
  refuses(() => run.plane(2), "config", /head 2 does not exist \(0 to 1\)/);
  refuses(() => run.meeting(0, 3, 0), "shape", /query 3 and key 0 are not both there \(3 queries, 3 keys\)/);
  refuses(() => run.meeting(0, 0, 7), "shape", /query 0 and key 7/);
  refuses(() => core.blend(attention, [1, 2, 3]), "shape", /factors.*\(3\).*\(2\)/);
  refuses(() => run.measure({ tokens: ["a", "b"] }), "shape", /words for 3 queries and 3 keys/);
  refuses(
    () => run.measure({ tokens: /** @type {any} */ ("abc") }),
    "shape",
    /tokens "abc" are not an array of strings/,
  );
  const other = layer.forward({ query: core.embed(["a"], { dModel: 8, seed: 1 }) });
  refuses(() => run.changeTo(other), "shape", /the other output/);
  const fast = layer.forward({ query, trace: false });
  for (const method of /** @type {const} */ (["shares", "removals"]))
    refuses(() => fast[method](), "config", new RegExp(`${method} needs a run with trace: true`));
  const wrong = layer.forward({ query, fault: "no_scale" });
  refuses(() => wrong.shares(), "config", /wrong path no_scale/);
  refuses(() => core.measure({ data: [1], shape: [1] }), "shape", /attention has shape \(1\)/);
});

test("an output of zeros does not change without heads, and no head has a share in it", () => {
  const layer = core.createLayer({ dModel: 4, numHeads: 2, seed: 1 });
  layer.setWeights({ wO: new Float32Array(16) });
  const run = layer.forward({ query: core.embed(["a", "b"], { dModel: 4, seed: 1 }) });
  assert.ok(run.shares().data.every((share) => share === 0));
  assert.ok(run.removals().leastFirst.data.every((moved) => moved === 0));
  assert.equal(run.changeTo(run).whole, 0);
});

test("a run of a wrong path has no shares and removals, even if it was refused", () => {
  const layer = core.createLayer({ dModel: 8, numHeads: 2, seed: 1 });
  const query = core.embed(["The", "cat", "sat"], { dModel: 8, seed: 1 });
  for (const fault of /** @type {const} */ (["view_without_contiguous", "no_scale"])) {
    const run = layer.forward({ query, fault });
    for (const act of [() => run.shares(), () => run.removals()])
      assert.throws(act, { code: "config", id: "contributions_of_wrong_path", parameters: { path: fault } });
    run.dispose();
  }
  layer.dispose();
});
