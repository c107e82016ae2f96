// The labs of the softmax and of masks: the core's numbers compared with double precision computed here, and with PyTorch's.
import assert from "node:assert/strict";
import test from "node:test";
import { OPENING } from "../../web/kit/state/settings.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { loadCore } from "../../web/core/index.js";
import { histogramOf, softmaxScene } from "../../web/labs/softmax/draw.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { toSVG } from "../../web/kit/draw/svg.js";
import { HEADS, SoftmaxStudy, WIDTHS } from "../../web/labs/softmax/state.js";
import { normaliseWeight, normaliseRows, measureSaturation } from "../../web/kit/state/saturation.js";
import { SOFTMAX } from "../../web/labs/softmax/words.js";
import { readFixture } from "../core/fixture.js";
import { measure, words, pictureOf } from "./support/pictures.js";
import { shareInFour } from "../../web/kit/text/share.js";
import { broadcastScene, maskScene } from "../../web/labs/mask/draw.js";
import { FIRST_TURN, PATHS, canCompute, maskAnswer } from "../../web/labs/mask/state.js";
import { MASK } from "../../web/labs/mask/words.js";

const core = await loadCore();
const T = 9;
const study = new SoftmaxStudy(core, words(T), 3);
const torch = (await readFixture("labs")).find(({ name }) => name === "softmax")?.tensors ?? {};

test("the norms of Jacobians are PyTorch's", () => {
  const { rows, median, mean } = core.jacobianNorms(torch.attention);
  const should = torch.jacobian_norms.data;
  rows.data.forEach((value, i) =>
    assert.ok(Math.abs(value - should[i]) < 2e-6, `${i}: ${value}, ${should[i]}`),
  );
  const sorted = should.slice().sort();
  const middle = sorted.length / 2;
  assert.ok(Math.abs(median - (sorted[middle - 1] + sorted[middle]) / 2) < 2e-6);
  assert.ok(Math.abs(mean - should.reduce((sum, value) => sum + value / should.length, 0)) < 2e-6);
});

for (const turn of [
  { dK: 64, isScaled: true, temperature: 1 },
  { dK: 256, isScaled: false, temperature: 1 },
  { dK: 16, isScaled: false, temperature: 0.5 },
  { dK: 8, isScaled: true, temperature: 4 },
])
  test(`weights, entropies and Jacobian norms are those of the shown scores: ${JSON.stringify(turn)}`, () => {
    const { scores, weights, entropy, passed, all } = study.answer(turn);
    assert.deepEqual(
      [scores.shape, weights.shape, entropy.shape],
      [
        [1, HEADS, T, T],
        [1, HEADS, T, T],
        [1, HEADS, T],
      ],
    );
    const norms = [];
    for (let row = 0; row < HEADS * T; row++) {
      const given = Array.from(scores.data.subarray(row * T, (row + 1) * T));
      const most = Math.max(...given);
      const shares = given.map((score) => Math.exp(score - most));
      const total = shares.reduce((sum, share) => sum + share);
      const row1 = shares.map((share) => share / total);
      row1.forEach((share, key) => assert.ok(Math.abs(weights.data[row * T + key] - share) < 1e-5));
      const nats = -row1.reduce((sum, a) => sum + (a > 0 ? a * Math.log(a) : 0), 0);
      assert.ok(Math.abs(entropy.data[row] - nats) < 1e-4, `${entropy.data[row]}, ${nats}`);
      let square = 0;
      for (const [i, a] of row1.entries())
        for (const [j, b] of row1.entries()) square += ((i === j ? a : 0) - a * b) ** 2;
      assert.ok(Math.abs(passed.data[row] - Math.sqrt(square)) < 1e-5);
      norms.push(passed.data[row]);
    }
    norms.sort((a, b) => a - b);
    assert.ok(Math.abs(all.median - (norms[(HEADS * T) / 2 - 1] + norms[(HEADS * T) / 2]) / 2) < 1e-6);
  });

test("the root divides scores by √d_k, a temperature by itself", () => {
  for (const dK of [1, 16, 512]) {
    const [scaled, bare, cold] = [
      { dK, isScaled: true, temperature: 1 },
      { dK, isScaled: false, temperature: 1 },
      { dK, isScaled: true, temperature: 0.25 },
    ].map((turn) => study.answer(turn).scores.data);
    scaled.forEach((value, i) => {
      assert.ok(Math.abs(bare[i] - value * Math.sqrt(dK)) < 1e-4 * (1 + Math.abs(bare[i])));
      assert.ok(Math.abs(cold[i] - 4 * value) < 1e-4 * (1 + Math.abs(cold[i])));
    });
  }
});

test("the entropies by width equal those of the chart beside the wrong path", () => {
  const { widths, at } = study.curves(1);
  assert.deepEqual(widths, WIDTHS);
  const chart = measureSaturation(core, words(T), 3);
  chart.widths.forEach((width, i) => {
    const here = widths.indexOf(width);
    assert.ok(Math.abs(at.scaled[here].entropy - chart.scaled[i]) < 1e-5);
    assert.ok(Math.abs(at.unscaled[here].entropy - chart.unscaled[i]) < 1e-4);
  });
  const last = at.unscaled[WIDTHS.length - 1];
  assert.ok(
    last.median < 0.3 * last.mean && last.median < 0.1 * at.scaled[WIDTHS.length - 1].median,
    "as the words say",
  );
});

test("the gradient of the median row at wide heads is what the chapter on the scale says", () => {
  const opening = new SoftmaxStudy(core, tokenize(OPENING), 1);
  const { at } = opening.curves(1);
  const share = (/** @type {number} */ dK) => {
    const i = WIDTHS.indexOf(dK);
    return at.unscaled[i].median / at.scaled[i].median;
  };
  for (const dK of [8, 16, 32, 64]) assert.ok(share(dK) > 0.95, `d_k ${dK}: ${share(dK)}`);
  for (const [dK, said] of [
    [128, 1 / 2],
    [256, 1 / 6],
    [512, 1 / 100],
  ])
    assert.ok(Math.abs(share(dK) / said - 1) < 0.2, `d_k ${dK}: ${share(dK)}`);
  opening.dispose();
});

test("the gradient that reaches a query by width is what the chapter on the scale says", () => {
  const opening = new SoftmaxStudy(core, tokenize(OPENING), 1);
  const { at } = opening.curves(1);
  const reached = (/** @type {"scaled" | "unscaled"} */ kind, /** @type {number} */ dK) =>
    at[kind][WIDTHS.indexOf(dK)].reached;
  for (const dK of WIDTHS.slice(2))
    assert.ok(Math.abs(reached("scaled", dK) / reached("scaled", 64) - 1) < 0.15, `with the root, d_k ${dK}`);
  for (const [dK, said] of [
    [64, 3.5],
    [512, 1 / 7],
  ]) {
    const times = reached("unscaled", dK) / reached("scaled", dK);
    assert.ok(Math.abs(times / said - 1) < 0.1, `d_k ${dK}: ${times}`);
  }
  opening.dispose();
});

test("the gradient that reaches a query is the derivative of the weights, found by finite differences", () => {
  const turn = { dK: 4, isScaled: false, temperature: 2 };
  const layer = core.createLayer({ dModel: 64, numHeads: HEADS, dK: 4, dV: 1, seed: 3, init: "random" });
  const { wQ, wK } = layer.weights();
  const query = normaliseRows(core.embed(words(T), { dModel: 64, seed: 3 }));
  layer.setWeights({ wQ: normaliseWeight(wQ), wK: normaliseWeight(wK) });
  const run = layer.forward({ query });
  const [q, k] = ["q_heads", "k_heads"].map((id) => Array.from(run.tensor(id).data));
  run.dispose();
  layer.dispose();
  /** Sum of the weights of a row times the gradient. @param {number} row of all heads @param {readonly number[]} at a query */
  const loss = (row, at) => {
    const head = Math.floor(row / T);
    const scores = Array.from({ length: T }, (_, key) =>
      at.reduce((sum, value, i) => sum + value * k[(head * T + key) * 4 + i], 0),
    ).map((score) => Math.exp(score / turn.temperature));
    const total = scores.reduce((sum, score) => sum + score);
    return scores.reduce(
      (sum, share, key) => sum + (share / total) * Math.SQRT2 * Math.cos((row * T + key) ** 2),
      0,
    );
  };
  const norms = Array.from({ length: HEADS * T }, (_, row) => {
    const at = q.slice(row * 4, row * 4 + 4);
    const slopes = at.map((_, i) => {
      const moved = (/** @type {number} */ by) =>
        loss(
          row,
          at.map((value, n) => (n === i ? value + by : value)),
        );
      return (moved(1e-4) - moved(-1e-4)) / 2e-4;
    });
    return Math.hypot(...slopes);
  }).sort((a, b) => a - b);
  const median = (norms[(HEADS * T) / 2 - 1] + norms[(HEADS * T) / 2]) / 2;
  const { reached } = study.answer(turn).all;
  assert.ok(Math.abs(reached / median - 1) < 1e-3, `${reached}, ${median}`);
});

test("every score is counted once, scores beyond the ends in the outer bins", () => {
  const scores = [-100, -40, -39.9, 0, 0.1, 39, 40, 1e9];
  const counts = histogramOf(scores, 40, 4);
  assert.deepEqual([...counts], [3, 0, 2, 3]);
});

for (const [count, width] of [
  [9, 896],
  [9, 340],
  [1, 896],
  [60, 340],
])
  test(`the picture of ${count} words fits ${width} px`, () => {
    const of = count === T ? study : new SoftmaxStudy(core, words(count), 3);
    const turn = { dK: 64, isScaled: false, temperature: 1 };
    const view = {
      answer: of.answer(turn),
      curves: of.curves(1),
      turn,
      tokens: words(count),
      head: 1,
      query: count - 1,
    };
    const scene = softmaxScene(
      { ...view, colormap: "blue", words: SOFTMAX.picture },
      { width, palette: LIGHT, measure },
    );
    assert.ok(!/NaN|undefined|Infinity/.test(toSVG(scene, { background: "#fff", title: "" })));
    const said = scene.marks.flatMap((mark) => (mark.kind === "text" ? mark.text : []));
    const row = (count + count - 1) * count;
    const weights = Array.from(view.answer.weights.data.subarray(row, row + count), shareInFour);
    for (const weight of count < 20 ? weights : weights.slice(-2))
      assert.ok(said.includes(weight), `${weight} in ${said}`);
    if (of !== study) of.dispose();
  });

test("the lab disposes of its layers", () => {
  const made = new SoftmaxStudy(core, words(3), 1);
  made.answer({ dK: 4, isScaled: true, temperature: 1 });
  made.dispose();
  study.dispose();
});

const [{ tensors: masked, settings }] = await readFixture("labs");
const picture = pictureOf();
const tokenCount = picture.settings.tokens.length;

/** @param {Partial<import("../../web/labs/mask/state.js").MaskTurn>} [turn] @param {import("../../web/kit/state/picture.js").Picture} [of] */
function answerOf(turn, of = picture) {
  const answer = maskAnswer(of, { ...FIRST_TURN, ...turn });
  if (!("leaks" in answer)) assert.fail(JSON.stringify(answer)); // of 512 words, a text of seconds
  return answer;
}

/** @param {ArrayLike<number>} is @param {ArrayLike<number>} should @param {string} what */
function assertNear(is, should, what) {
  assert.equal(is.length, should.length);
  for (let i = 0; i < is.length; i++)
    assert.ok(
      Number.isNaN(should[i]) ? Number.isNaN(is[i]) : Math.abs(is[i] - should[i]) < 2e-6,
      `${what}[${i}] is ${is[i]}, torch has ${should[i]}`,
    );
}

test("a row without visible keys is NaN with −∞, the mean of all with −1e9, and 0 here", () => {
  const padding = Number(settings.padding);
  const { weights } = answerOf({ padding, side: "start" });
  assertNear(weights.nan.data, masked.nan.data, "nan");
  assertNear(weights.large.data, masked.large.data, "large");
  let [empty, full] = [0, 0];
  weights.nan.data.forEach((value, at) => {
    const row = Math.floor(at / tokenCount) % tokenCount;
    assert.equal(Number.isNaN(value), row < padding);
    if (row < padding) empty++;
    else full++;
    assert.equal(weights.zero.data[at], row < padding ? 0 : value);
    if (row < padding) assert.ok(Math.abs(weights.large.data[at] - 1 / tokenCount) < 1e-7);
  });
  assert.ok(empty && full);
});

test("the last word never leaks on the right path, and on wrong paths into the same rows as in PyTorch", () => {
  for (const path of PATHS) {
    const { moved, may, leaks } = answerOf({ path });
    if (masked[`moved.${path}`]) assertNear(moved, masked[`moved.${path}`].data, path);
    assert.deepEqual(
      [...may],
      Array.from({ length: tokenCount }, (_, row) => Number(row === tokenCount - 1)),
    );
    const should =
      path === "none" ? [] : [...moved.keys()].filter((row) => row < tokenCount - 1 && moved[row] > 1e-6);
    assert.deepEqual(leaks, should, path);
  }
  assert.deepEqual(answerOf({ path: "view_without_transpose" }).leaks, [4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(answerOf({ path: "merge_without_transpose" }).leaks, [1, 2, 4, 5, 7, 8, 10]);
});

test("rows that may see the last word change without being reported", () => {
  const { leaks, may, moved, broadcast } = answerOf({ causal: false });
  assert.deepEqual([leaks, may.every(Boolean), broadcast], [[], true, []]);
  assert.ok(moved.every((value) => value > 1e-6));
});

test("painted cells are blocked, and no others", () => {
  const painted = new Set([5, 40, tokenCount * tokenCount - 1]);
  const { open, weights, heads, broadcast, leaks } = answerOf({ causal: false, painted });
  open.forEach((value, cell) => assert.equal(value === -Infinity, painted.has(cell)));
  weights.zero.data.forEach((value, at) =>
    assert.equal(value === 0, painted.has(at % (tokenCount * tokenCount))),
  );
  assert.deepEqual(
    [heads.shape, heads.data.length],
    [[1, 8, tokenCount, tokenCount], 8 * tokenCount * tokenCount],
  );
  assert.deepEqual(broadcast, [
    { name: "painted", shape: [tokenCount, tokenCount], strides: [0, 0, tokenCount, 1] },
  ]);
  assert.deepEqual(leaks, []);
});

test("masks are named in the order given, each with its strides", () => {
  const { broadcast } = answerOf({ padding: 3, painted: new Set([0]) });
  assert.deepEqual(
    broadcast.map(({ name, shape, strides }) => [name, shape, strides]),
    [
      ["causal", [tokenCount, tokenCount], [0, 0, tokenCount, 1]],
      ["padding", [1, tokenCount], [tokenCount, 0, 0, 1]],
      ["painted", [tokenCount, tokenCount], [0, 0, tokenCount, 1]],
    ],
  );
});

test("in cross-attention the last key changes, and a query that may not see it does not", () => {
  const crossed = pictureOf({ keyTokens: words(5) });
  const painted = new Set([4, 9]); // of the first two queries
  const { leaks, may, moved } = answerOf({ causal: false, painted }, crossed);
  assert.deepEqual(leaks, []);
  may.forEach((is, row) => assert.equal(is === 1, row > 1));
  moved.forEach((value, row) => assert.equal(value > 1e-6, row > 1));
  crossed.dispose();
});

test("a wrong path about masks needs a mask; the core's error is shown", () => {
  const turn = { ...FIRST_TURN, causal: false, path: /** @type {const} */ ("mask_reversed") };
  assert.ok(!canCompute(turn) && canCompute({ ...turn, padding: 1 }));
  assert.deepEqual(answerOf(turn).leaks, []);
  const fused = pictureOf();
  const refusing = { ...fused, call: { ...fused.call, query: { data: [1], shape: [1, 1, 1] } } };
  const said = maskAnswer(/** @type {any} */ (refusing), FIRST_TURN);
  assert.ok("refused" in said && /query has shape/.test(said.refused.message), JSON.stringify(said));
  fused.dispose();
});

test("the lab leaves no memory in the core", () => {
  const made = pictureOf();
  const runs = /** @type {any[]} */ ([]);
  const layer = /** @type {any} */ (made.layer);
  const spied = {
    ...made,
    layer: { forward: (/** @type {any} */ given) => (runs.push(layer.forward(given)), runs.at(-1)) },
  };
  answerOf({ padding: 1 }, /** @type {any} */ (spied));
  assert.ok(runs.length > 3);
  for (const run of runs) assert.throws(() => run.measure(), { code: "disposed" });
  made.dispose();
});

for (const [count, width] of [
  [12, 896],
  [12, 340],
  [1, 896],
  [2, 340],
  [40, 896],
  [130, 340],
  [512, 896],
])
  test(`the picture of ${count} words fits ${width} px, and every cell is hit where it is drawn`, () => {
    const many = pictureOf({ tokens: words(count) });
    const answer = answerOf({ padding: 1, side: "start", painted: new Set([0]) }, many);
    const tokens = many.settings.tokens;
    const [query, key] = [count - 1, 0];
    const view = { answer, tokens, keyTokens: tokens, head: 2, query, key, colormap: "blue" };
    const said = { ...MASK.picture, weights: MASK.picture.weights(2), row: MASK.picture.row("w0") };
    const scene = maskScene(
      { ...view, painted: new Set([0]), words: said },
      { width, palette: LIGHT, measure },
    );
    const found = new Set();
    for (let x = 0; x < width; x += 2)
      for (let y = 0; y < scene.height; y += 2) {
        const hit = scene.hit(x, y);
        if (hit) found.add(`${hit.isMask} ${hit.query}`);
        if (hit) assert.ok(hit.query < count && hit.key < count);
      }
    assert.ok(found.has(`true ${query}`) && found.has(`false ${query}`), "the selected row is in both maps");
    for (const mark of scene.marks)
      if (mark.kind === "cells")
        assert.ok(
          mark.x >= 0 && mark.x + mark.cols * mark.cw <= width + 1,
          `${mark.x} + ${mark.cols} x ${mark.cw}`,
        );
    const svg = toSVG(scene, { background: "#fff", title: "mask" });
    assert.ok(!/NaN(?!<)|undefined/.test(svg.replace(/>NaN</g, ">")), "every mark is somewhere");
    const small = broadcastScene(
      { heads: answer.heads, colormap: "blue", nameSlice: String },
      { width: 340, palette: LIGHT, measure },
    );
    assert.ok(small.height > 0 && !/NaN/.test(toSVG(small, { background: "#fff", title: "" })));
    many.dispose();
  });

test("under a softmax over the queries a row that sees nothing is 0 however it is filled, as the words say", () => {
  const painted = new Set(Array.from({ length: 12 }, (_, key) => 7 * 12 + key));
  const answer = maskAnswer(picture, { ...FIRST_TURN, painted, path: "softmax_axis" });
  assert.ok(!("refused" in answer));
  for (const { data } of Object.values(answer.weights))
    for (let head = 0; head < 8; head++) {
      const row = data.subarray((head * 12 + 7) * 12, (head * 12 + 8) * 12);
      assert.ok(
        row.every((weight) => weight < 1e-6),
        `head ${head}`,
      );
    }
});
