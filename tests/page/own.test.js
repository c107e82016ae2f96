// An author's own numbers: any model's attention, or the parameters and the input of a layer.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { attentionOf } from "../../web/kit/state/attention-picture.js";
import { layerOptions, namesFor, NOTHING_OWN, overridesSetting } from "../../web/kit/state/own.js";
import { compute } from "../../web/kit/state/picture.js";
import { DEFAULTS, SETTINGS } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { randomValues } from "../core/fixture.js";
import { words } from "./support/pictures.js";

const core = await loadCore();

/** @param {Partial<import("../../web/kit/state/own.js").Own>} change */
const own = (change) => ({ ...NOTHING_OWN, ...change });

/** Attention whose weights decrease with distance. @param {number[]} shape */
function attention(...shape) {
  const [queries, keys] = shape.slice(-2);
  const rows = shape.reduce((product, size) => product * size, 1) / keys;
  const data = Array.from({ length: rows }, (_, row) => {
    const weights = Array.from({ length: keys }, (_, j) => 1 / (1 + Math.abs(j - (row % queries))));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => weight / sum);
  });
  return { data: data.flat(), shape };
}

test("attention with three dimensions is one layer's, with four several layers'", () => {
  const one = attention(2, 3, 4);
  const picture = compute(
    core,
    { ...DEFAULTS, tokens: words(3), keyTokens: words(4) },
    { own: own({ attention: one }) },
  );
  assert.deepEqual([picture.layers, picture.layer, picture.config.numHeads], [1, null, 2]);
  assert.deepEqual([...picture.values("weights")], [...Float32Array.from(one.data)]);
  const { heads } = picture.measure();
  const mean = [0, 1, 2].reduce((sum, i) => sum + one.data[i * 4 + i], 0) / 3;
  assert.ok(Math.abs(heads[1].diagonal - mean) < 1e-6, "measured by the core");

  const three = attention(3, 2, 4, 4);
  three.data.fill(0.25, 32, 64);
  const second = compute(
    core,
    { ...DEFAULTS, tokens: words(4) },
    { own: own({ attention: three, layer: 1 }) },
  );
  assert.equal(second.layers, 3);
  assert.ok(second.values("weights").every((weight) => weight === 0.25));
  assert.deepEqual(
    attentionOf(own({ attention: three, layer: 9 })).data,
    Float32Array.from(three.data.slice(64)),
    "at most the last",
  );
});

test("an author's layer with latents is drawn, with its biases and with a turned part of another width", () => {
  const rope = /** @type {const} */ ("half");
  const settings = { ...DEFAULTS, tokens: words(3), dModel: 16, heads: 4, rope, latentRank: 6 };
  for (const { change, bias } of [
    { change: {}, bias: false },
    { change: {}, bias: true },
    { change: { dK: 3, dV: 5, latentRopeWidth: 4, latentQueryRank: 5, latentNorm: true }, bias: true },
  ]) {
    const options = layerOptions({ ...settings, ...change, weights: "small" }, NOTHING_OWN);
    const latent = { ...(options.latent || assert.fail("no latents")), bias };
    const layer = core.createLayer({ ...options, latent, seed: 7 });
    const parameters = layer.weights();
    parameters.bDKV?.data.forEach((_, i, data) => (data[i] = i + 1));
    layer.setWeights(parameters);
    const query = core.embed(words(3), { dModel: 16 });
    const expected = layer.forward({ query });
    const queryRank = latent.queryRank ?? null;
    const given = { ...settings, latentQueryRank: queryRank, latentNorm: Boolean(latent.norm) };
    const picture = compute(core, given, { own: own({ parameters, input: query }) });
    assert.equal(picture.steps.at(-1)?.id, "output");
    assert.deepEqual(picture.values("output"), expected.output.data);
    assert.equal(Boolean(picture.config.latent && picture.config.latent.bias), bias);
    for (const each of [picture, expected, layer]) each.dispose();
  }
});

test("rows that do not sum to 1, negative weights and NaN give warnings, and are shown", () => {
  const given = attention(1, 4, 4);
  Object.assign(given.data, { 0: -0.5, 6: NaN });
  const said = (/** @type {any} */ attention, /** @type {number} */ count) =>
    compute(core, { ...DEFAULTS, tokens: words(count) }, { own: own({ attention }) });
  const picture = said(given, 4);
  assert.deepEqual(
    picture.notices.map(({ message }) => message),
    ["2 of 4 rows do not sum to 1", "1 of 16 weights is negative", "1 of 16 weights is no number (NaN)"],
  );
  const data = picture.values("weights");
  assert.ok(Number.isNaN(data[6]) && data[0] === -0.5);
  assert.deepEqual(said(attention(2, 3, 3), 3).notices, []);
});

test("invalid attention is refused with the value given and the expected form", () => {
  const refuses = (/** @type {any} */ given, /** @type {RegExp} */ message) =>
    assert.throws(
      () => compute(core, { ...DEFAULTS, tokens: words(4) }, { own: own({ attention: given }) }),
      message,
    );
  refuses(
    { data: [1], shape: [1] },
    /attention has shape \(1\); expected \(heads, queries, keys\), or \(layers,/,
  );
  refuses({ data: [1], shape: [1, 2, 2, 2, 2] }, /has shape \(1, 2, 2, 2, 2\)/);
  refuses({ data: [1, 2, 3], shape: [1, 2, 2] }, /of shape \(1, 2, 2\) has 4 weights, and data has 3/);
  refuses({ data: [], shape: [0, 2, 2] }, /has shape \(0, 2, 2\)/);
  refuses({}, /has shape undefined/);
  refuses(
    attention(1, 3, 3),
    /tokens 4 for attention of 3 queries and 3 keys: set tokens to 3 words, or to none/,
  );
  refuses(attention(1, 4, 2), /set tokens to 4 words and key-tokens to 2/);
});

test("own parameters and input run through the layer and determine its sizes", () => {
  const parameters = {
    wQ: randomValues(1, 1, 6 * 2 * 5),
    wK: randomValues(2, 1, 6 * 2 * 5),
    wV: randomValues(3, 1, 6 * 2 * 3),
    wO: randomValues(4, 1, 2 * 3 * 6),
    bO: randomValues(5, 1, 6),
  };
  const input = { data: [...randomValues(6, 1, 24)], shape: [4, 6] };
  const picture = compute(
    core,
    { ...DEFAULTS, tokens: words(4), heads: 2 },
    { own: own({ parameters, input }) },
  );
  const { dModel, dK, dV, bias } = picture.config;
  assert.deepEqual({ dModel, dK, dV, bias }, { dModel: 6, dK: 5, dV: 3, bias: true });
  const layer = core.createLayer({ dModel: 6, numHeads: 2, dK: 5, dV: 3, bias: true });
  layer.setWeights(parameters);
  const { output } = layer.forward({ query: { data: input.data, shape: [1, 4, 6] } });
  assert.deepEqual(picture.values("output"), output.data);
  assert.equal(picture.settings.weights, "own", "so that nothing says that the page made them");
  picture.dispose();
  const wrong = own({ parameters: { wQ: [1, 2, 3] } });
  assert.throws(
    () => compute(core, { ...DEFAULTS, tokens: words(4) }, { own: wrong }),
    /wQ: data of 3 elements does not fill/,
  );
  assert.throws(
    () => compute(core, { ...DEFAULTS, tokens: words(3), heads: 2 }, { own: own({ input }) }),
    /tokens 3 for an input of shape \(4, 6\), which has 4: set tokens to as many words/,
  );
});

test("an input with a batch is refused, and parameters changed in place count as new", () => {
  const refuses = (/** @type {any} */ input) =>
    assert.throws(
      () => compute(core, { ...DEFAULTS, tokens: words(2), heads: 2 }, { own: own({ input }) }),
      /expected as many as|is not divisible/,
    );
  refuses({ data: new Float32Array(16), shape: [2, 2, 4] });
  refuses({ data: new Float32Array(3), shape: [2, 4] });
  refuses({ data: [1] });
  const store = new Store();
  const parameters = { wO: new Float32Array(64) };
  store.give({ parameters });
  const { given } = store.state.own;
  store.give({ parameters });
  assert.notEqual(store.state.own.given, given);
});

test("unnamed tokens are numbered, and stay numbered when their count changes", async () => {
  const store = new Store();
  await store.load();
  store.give({ attention: attention(2, 3, 3) });
  assert.deepEqual(store.state.settings.tokens, ["0", "1", "2"]);
  assert.equal(store.state.picture?.config.numHeads, 2);
  store.give({ attention: attention(2, 5, 4) });
  assert.deepEqual([store.state.settings.tokens.length, store.state.settings.keyTokens.length], [5, 4]);
  store.configure({ tokens: words(5), keyTokens: words(4) });
  assert.equal(store.state.problem, null);
  const before = store.state.picture;
  store.give({ attention: { data: [1], shape: [1] } });
  const { problem } = /** @type {import("../../web/kit/state/state.js").State} */ (store.state);
  assert.match(problem?.message ?? "", /attention has shape \(1\)/);
  assert.equal(store.state.picture, before, "what there was stays");
  store.give({ attention: attention(5, 2, 3, 3) });
  store.give({ layer: 4 }, "reader");
  store.give({ attention: attention(2, 2, 3, 3) });
  assert.equal(store.state.own.layer, 0, "another model's first layer");
  store.give({ attention: null });
  assert.ok(store.state.picture?.layer, "without it the page's own layer is back");
});

test("settings that own numbers determine have no control", () => {
  const left = (/** @type {Partial<import("../../web/kit/state/own.js").Own>} */ change) =>
    SETTINGS.filter((row) => !overridesSetting(own(change), row)).map(({ name }) => name);
  assert.deepEqual(
    left({}),
    SETTINGS.map(({ name }) => name),
  );
  assert.deepEqual(left({ attention: attention(1, 2, 2) }), ["tokens", "colormap", "keyTokens"]);
  assert.ok(!left({ parameters: {} }).includes("weights") && left({ parameters: {} }).includes("heads"));
  const leftOfInput = left({ input: { data: [1], shape: [1, 1] } });
  assert.ok(!leftOfInput.includes("dModel") && !leftOfInput.includes("batchTokens"));
});

test("tokens without names are numbered while own numbers are set", () => {
  const none = { tokens: [], keyTokens: [] };
  const names = (
    /** @type {Partial<import("../../web/kit/state/own.js").Own>} */ given,
    /** @type {Parameters<typeof namesFor>[0]} */ settings = none,
    before = NOTHING_OWN,
  ) => namesFor(settings, own(given), before);
  assert.deepEqual(names({ attention: attention(1, 2, 3) }), {
    tokens: ["0", "1"],
    keyTokens: ["0", "1", "2"],
  });
  const input = { data: [], shape: [3, 4] };
  const three = { tokens: ["0", "1", "2"], keyTokens: [] };
  assert.deepEqual(names({ input }), three);
  assert.deepEqual(names({}, three, own({ input })), none, "they go with it");
  assert.deepEqual(names({ parameters: {} }, three), three, "not those that somebody wrote");
  const malformed = { attention: /** @type {any} */ ({}) };
  assert.deepEqual(names(malformed, three, own({ input })), three, "what was there stays on show");
  const named = { tokens: words(3), keyTokens: [] };
  assert.deepEqual(names({ input }, named), named);
});

test("attention that is a nested array, or no object, is refused with what would work", () => {
  const row = [1, 0];
  for (const [given, said] of /** @type {[any, string][]} */ ([
    [
      [[row, row]],
      "attention is an array; expected { data, shape }, as { data: attention.flat(Infinity), shape: [1, 2, 2] }",
    ],
    [
      row,
      "attention is an array; expected { data, shape }, as { data: attention.flat(Infinity), shape: [heads, queries, keys] }",
    ],
    ["gpt-2", "attention is a string; expected { data, shape }, data a typed or plain array"],
  ]))
    assert.throws(() => attentionOf(own({ attention: given })), { code: "shape", message: said });
});
