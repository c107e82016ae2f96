import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { LIGHT } from "../../web/kit/draw/palette.js";
import { cacheScene, memoryScene } from "../../web/labs/cache/draw.js";
import { LENGTHS, cacheAnswer, memoryOf, whyNoCache } from "../../web/labs/cache/state.js";
import { CACHE } from "../../web/labs/cache/words.js";
import { measure, pictureOf, words } from "./support/pictures.js";
import { WIDTHS, assertLegible } from "./support/written.js";

const core = await loadCore();

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
