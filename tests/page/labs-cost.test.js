// The labs of costs and of the cache.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { costScene } from "../../web/labs/cost/draw.js";
import { FIRST_TURN, MOST_LENGTH, costAnswer, headsFor } from "../../web/labs/cost/state.js";
import { PARTS } from "../../web/labs/state-measures.js";
import { COST } from "../../web/labs/cost/words.js";
import { MEASURES } from "../../web/labs/words.js";
import { KNOWN_SIZES } from "../../web/kit/state/cost.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { measure, pictureOf, words } from "./support/pictures.js";
import { cacheScene, memoryScene } from "../../web/labs/cache/draw.js";
import { LENGTHS, cacheAnswer, memoryOf, whyNoCache } from "../../web/labs/cache/state.js";
import { CACHE } from "../../web/labs/cache/words.js";
import { WIDTHS, assertLegible } from "./support/written.js";

const core = await loadCore();
const asked = (/** @type {Partial<typeof FIRST_TURN>} */ change = {}) =>
  costAnswer(core, { ...FIRST_TURN, ...change });
const ratios = (/** @type {ReturnType<typeof asked>} */ { measures }) =>
  Object.fromEntries(measures.map(({ name, ratio }) => [name, ratio]));

test("more heads cost no parameters, hardly any arithmetic, but memory", () => {
  const { parameters, flops, moved, held } = ratios(asked());
  assert.equal(parameters, 1);
  assert.equal(flops.toFixed(3), "1.016");
  assert.equal(moved.toFixed(1), "6.6");
  assert.ok(held > 4);
});

for (const beside of /** @type {const} */ (["one", "full"]))
  test(`the parts of each bar add up to the core's count, beside ${beside}`, () => {
    const turn = { ...FIRST_TURN, length: 100, heads: 16, beside };
    const { measures } = costAnswer(core, turn);
    const other = beside === "one" ? { numHeads: 1 } : { numHeads: 16, dK: 512 };
    const costs = {
      layer: core.cost({ dModel: 512, numHeads: 16 }, { Tq: 100 }),
      beside: core.cost({ dModel: 512, ...other }, { Tq: 100 }),
    };
    for (const bar of /** @type {const} */ (["layer", "beside"])) {
      const { parameters, flops, bytesRead, bytesWritten, bytesHeld } = costs[bar];
      const totals = { parameters, flops, moved: bytesRead + bytesWritten, held: bytesHeld };
      for (const measure of measures) {
        assert.equal(measure[bar].total, totals[measure.name], measure.name);
        assert.equal(
          PARTS.reduce((sum, part) => sum + measure[bar][part], 0),
          totals[measure.name],
          measure.name,
        );
      }
    }
  });

test("attention overtakes the projections at twice the width, whatever the number of heads", () => {
  for (const { dModel, heads } of KNOWN_SIZES) assert.equal(asked({ dModel, heads }).crossing, 2 * dModel);
  for (const heads of [1, 2, 64]) assert.equal(asked({ heads, length: 7 }).crossing, 1024);
  assert.equal(asked({ dModel: 1, heads: 1, length: 1 }).crossing, 2);
});

test("numbers of heads divide the width, up to 128", () => {
  assert.deepEqual(headsFor(12), [1, 2, 3, 4, 6, 12]);
  assert.deepEqual(headsFor(12288).slice(-3), [64, 96, 128]);
  for (const { dModel, heads } of KNOWN_SIZES) assert.ok(headsFor(dModel).includes(heads));
});

test("every size of the controls has a cost", () => {
  for (const { dModel } of KNOWN_SIZES)
    for (const heads of [1, Number(headsFor(dModel).at(-1))])
      for (const length of [1, MOST_LENGTH])
        for (const { layer } of asked({ dModel, heads, length, beside: "full" }).measures)
          assert.ok(layer.total > 0 && Number.isFinite(layer.total));
});

/** @param {Partial<typeof FIRST_TURN>} change @param {number} width */
function sceneOf(change, width) {
  const turn = { ...FIRST_TURN, ...change };
  const { measures, crossing } = costAnswer(core, turn);
  const words = {
    ...COST,
    ...MEASURES,
    layer: "8 heads",
    beside: "1 head",
    ratio: String,
    now: "now",
    tick: String,
    crossing: String,
  };
  const view = {
    measures,
    crossing,
    length: turn.length,
    most: MOST_LENGTH,
    at: null,
    amount: String,
    words,
  };
  return costScene(view, { width, palette: LIGHT, measure });
}

test("each part is as long as its share, and is hit at its position", () => {
  const { measures } = asked();
  const scene = sceneOf({}, 700);
  const [parameters, flops] = measures;
  const found = new Map();
  for (let y = 0; y < scene.height; y += 3)
    for (let x = 0; x < 700; x++) {
      const cell = scene.hit(x, y);
      if (cell) found.set(JSON.stringify(cell), (found.get(JSON.stringify(cell)) ?? new Set()).add(x));
    }
  const long = (/** @type {object} */ cell) => found.get(JSON.stringify(cell))?.size ?? 0;
  const all = PARTS.reduce((sum, part) => sum + long({ measure: 1, bar: 0, part }), 0);
  for (const part of PARTS)
    assert.ok(
      Math.abs(long({ measure: 1, bar: 0, part }) - (all * flops.layer[part]) / flops.layer.total) <= 2,
      part,
    );
  assert.equal(parameters.layer.scores, 0);
  assert.equal(long({ measure: 0, bar: 0, part: "scores" }), 0);
});

for (const width of [320, 900])
  test(`the lengths go from 1 to the longest, at ${width} px`, () => {
    const scene = sceneOf({}, width);
    const line =
      Array.from({ length: scene.height }, (_, y) => y).find((y) => scene.lengthAt(60, y) !== null) ?? 0;
    assert.equal(scene.lengthAt(0, line), 1);
    assert.equal(scene.lengthAt(width, line), MOST_LENGTH);
    assert.equal(scene.lengthAt(60, 0), null);
  });

for (const [name, change] of Object.entries({
  opening: {},
  grouped: { kvHeads: 2 },
  "rotary positions, norm and sinks": { rope: /** @type {const} */ ("half"), qkNorm: true, sinks: true },
  "distances and a window": { alibi: true, window: 3 },
}))
  test(`a token with a cache has the weights that it has in the whole sentence: ${name}`, () => {
    const picture = pictureOf({ ...change, causal: true });
    const { numHeads, numKvHeads } = picture.config;
    for (const [known, head] of [
      [1, 0],
      [11, 5],
    ]) {
      const { queries, keys, weights } = cacheAnswer(core, picture, known, head);
      const whole = picture
        .values("weights")
        .subarray((head * 12 + known) * 12)
        .subarray(0, known + 1);
      assert.equal(weights.rows.length, known + 1);
      weights.rows.forEach((weight, key) => assert.ok(Math.abs(weight - whole[key]) < 1e-6));
      assert.deepEqual(queries.shape, [1, numHeads, 1, 8]);
      assert.deepEqual(keys.shape, [1, numKvHeads, known + 1, 8]);
      assert.equal(queries.rows.length, keys.rows.length);
    }
    picture.dispose();
  });

test("the cost is the core's, with the cache and without", () => {
  const picture = pictureOf();
  const { kept, again } = cacheAnswer(core, picture, 7, 0);
  assert.equal(kept.flops, core.cost(picture.config, { Tq: 1, past: 7, causal: true }).flops);
  assert.equal(again.flops, core.cost(picture.config, { Tq: 8, causal: true }).flops);
  assert.ok(kept.flops < again.flops && kept.bytesRead < again.bytesRead);
  picture.dispose();
});

test("memory is by kind of attention, at 16 bits; a window keeps no more than it shows", () => {
  const [many, grouped, one, window, latent] = memoryOf(core, LENGTHS[7]);
  assert.deepEqual(
    [many, grouped, one, window, latent].map(({ token }) => token),
    [16384, 4096, 512, 4096, 1152],
  );
  assert.equal(many.all, 16384 * 32 * 131072);
  assert.equal(window.all, 4096 * 32 * 4096);
  assert.equal(latent.all, 1152 * 60 * 131072);
  assert.equal(memoryOf(core, 1024)[3].all, 4096 * 32 * 1024);
});

test("a model with another number of key heads than its own is told as a supposition", () => {
  const [llama] = memoryOf(core, 1024).filter(({ kind }) => kind === "grouped");
  const told = memoryOf(core, 1024).map(({ kind, name, layers, layer, supposed = false }) => {
    const { numHeads, numKvHeads = numHeads, dK = 0 } = layer;
    assert.equal(supposed, name === llama.name && numKvHeads !== llama.layer.numKvHeads, kind);
    return CACHE.detail({ name, supposed, layers, kvHeads: numKvHeads, dK, window: null, rank: null });
  });
  assert.deepEqual(told.slice(0, 3), [
    "Llama 3 8B, if it had 32 key heads",
    "Llama 3 8B: 8 × 128, 32 layers",
    "Llama 3 8B, if it had one key head",
  ]);
});

test("one token, keys of another sentence, and latents have no cache of keys and values", () => {
  for (const [change, why] of /** @type {const} */ ([
    [{}, null],
    [{ tokens: ["one"] }, "one"],
    [{ keyTokens: ["a", "b"] }, "cross"],
    [{ latentRank: 16, rope: "half", weights: "random" }, "latent"],
  ])) {
    const picture = pictureOf(/** @type {any} */ (change));
    assert.equal(whyNoCache(picture), why);
    picture.dispose();
  }
});

test("both pictures are legible at every width", () => {
  for (const tokens of [undefined, words(60)]) {
    const picture = pictureOf(tokens && { tokens });
    const { length } = picture.settings.tokens;
    for (const known of [1, length - 1])
      for (const width of WIDTHS) {
        const answer = cacheAnswer(core, picture, known, 4);
        const said = { ...CACHE, queries: CACHE.queries(4) };
        const view = { answer, tokens: picture.settings.tokens, words: said };
        const scene = cacheScene(view, { width, palette: LIGHT, measure });
        const level = scene.marks.filter((mark) => mark.kind === "text" && mark.turn === undefined);
        assertLegible({ ...scene, marks: level }, `${known} at ${width} px`);
      }
    picture.dispose();
  }
  for (const width of [330, 380]) {
    const bars = memoryOf(core, 131072).map(({ kind, all }) => ({
      ...{ name: CACHE.kinds[kind], detail: "Llama 3 8B: 8 × 128, 32 layers", value: all, said: "68.7 GB" },
      chosen: kind === "grouped",
    }));
    assertLegible(memoryScene(CACHE.perToken, bars, { width, palette: LIGHT, measure }), `${width} px`);
  }
});
