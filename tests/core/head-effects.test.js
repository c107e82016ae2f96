// Measures and effects of heads, compared with plain PyTorch (tests/fixtures/heads.py).
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { layerOf, readFixture, relativeDifference } from "./fixture.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";

/** @import { FixtureCase } from "./fixture.js" */

const core = await loadCore();
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
