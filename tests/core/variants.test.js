// Variants of attention by the JavaScript core: options, a cache, gradients of new parameters, refusals.
import assert from "node:assert/strict";
import test from "node:test";
import { loadCore } from "../../web/core/index.js";
import { randomValues, relativeDifference } from "./fixture.js";

/** @import { KeyValues, LayerOptions, TensorOutput } from "../../web/core/index.js" */

const core = await loadCore();
const SIZES = { dModel: 24, numHeads: 6, numKvHeads: 3, dK: 8, seed: 3 };
const T = 9;
const query = { data: randomValues(3, 1, T * 24), shape: [1, T, 24] };

/** Each option alone, and as models have them. @type {Record<string, Partial<LayerOptions>>} */
const VARIANTS = {
  plain: {},
  "rotary positions": { rope: true },
  "by halves, of a quarter, scaled": { rope: { style: "half", base: 500, fraction: 0.25, scaling: 4 } },
  ALiBi: { alibi: true },
  "a soft cap": { softcap: 1.5 },
  "a window": { window: 3 },
  "normed queries and keys": { qkNorm: { eps: 1e-5 } },
  "queries and keys normed over all heads": { qkNorm: { eps: 1e-5, whole: true }, rope: { style: "half" } },
  "rotary positions, scaled pair by pair": { rope: { style: "half", factors: [1, 0.75, 0.5, 0.25] } },
  sinks: { sinks: true },
  "as gpt-oss": { rope: { style: "half", base: 150000 }, sinks: true, window: [4, 0], bias: true },
  latents: { numKvHeads: 6, rope: true, latent: { rank: 7, queryRank: 5, ropeWidth: 4 } },
  "normed latents, with biases": {
    ...{
      numKvHeads: 6,
      rope: true,
      latent: { rank: 7, queryRank: 5, ropeWidth: 4, norm: { eps: 1e-3 }, bias: true },
    },
  },
  "latents with a window and a soft cap": {
    ...{ numKvHeads: 6, rope: { style: "half", base: 500 }, latent: { rank: 7 } },
    ...{ window: 3, softcap: 2 },
  },
  "all that go together": {
    alibi: true,
    softcap: 2,
    window: [4, -1],
    qkNorm: true,
    sinks: true,
    fused: true,
  },
};

/** With parameters that are not those it begins with. @param {Partial<LayerOptions>} options */
function layerOf(options) {
  const layer = core.createLayer({ ...SIZES, ...options });
  const { gQ, gK, sinks, gDQ, gDKV, bDQ, bDKV, bKR } = layer.weights();
  const given = Object.entries({ gQ, gK, sinks, gDQ, gDKV, bDQ, bDKV, bKR }).filter(([, made]) => made);
  layer.setWeights(
    Object.fromEntries(
      given.map(([name, made], i) => [name, randomValues(i + 9, 1.5, made?.data.length ?? 0)]),
    ),
  );
  return layer;
}

/** Sizes of what is cached of so many tokens. @param {import("../../web/core/index.js").Config} config @param {number} tokens */
function cachedShapes({ numKvHeads, dK, dV, latent }, tokens) {
  const sizes = latent ? [1, latent.rank, latent.ropeWidth] : [numKvHeads, dK, dV];
  return { key: [1, sizes[0], tokens, sizes[1]], value: [1, sizes[0], tokens, sizes[2]] };
}

/** Rows [from, to) of x (1, T, n). @param {TensorOutput} x @param {number} from @param {number} to */
const rowsOf = ({ data, shape: [, , width] }, from, to) => ({
  data: data.slice(from * width, to * width),
  shape: [1, to - from, width],
});

for (const [name, options] of Object.entries(VARIANTS)) {
  for (const trace of [true, false]) {
    test(`decoding token by token is one causal pass${trace ? "" : ", without trace"}: ${name}`, () => {
      const layer = layerOf(options);
      const whole = layer.forward({ query, causal: true });
      /** @type {KeyValues | null | undefined} */
      let past = null;
      for (const [from, to] of [[0, 4], ...Array.from({ length: T - 4 }, (_, i) => [i + 4, i + 5])]) {
        const run = layer.forward({ query: rowsOf(query, from, to), causal: true, past, trace });
        assert.ok(relativeDifference(run.output, rowsOf(whole.output, from, to)) < 1e-6, `${from}`);
        assert.equal(run.attention?.shape[3], to);
        past = run.present;
        assert.deepEqual({ key: past?.key.shape, value: past?.value.shape }, cachedShapes(layer.config, to));
        run.dispose();
      }
      assert.ok(relativeDifference(past?.value, /** @type {any} */ (whole.present).value) < 1e-6);
    });
  }

  test(`a layer's configuration makes the same layer again: ${name}`, () => {
    const layer = layerOf(options);
    const again = core.createLayer({ ...layer.config });
    assert.deepEqual(again.config, layer.config);
    again.setWeights(layer.weights());
    assert.deepEqual(again.forward({ query }).output, layer.forward({ query }).output);
  });

  test(`a cost without running is that of a run: ${name}`, () => {
    const layer = layerOf(options);
    const run = layer.forward({ query, causal: true });
    const { key, value } = cachedShapes(layer.config, 5);
    const past = { key: randomTensor(key), value: randomTensor(value) };
    assert.deepEqual(core.cost(layer.config, { Tq: T, causal: true }).steps, withoutFactors(run.steps));
    const next = layer.forward({ query: rowsOf(query, 0, 1), causal: true, past });
    const found = core.cost(layer.config, { Tq: 1, causal: true, past: 5 });
    assert.deepEqual(found.steps, withoutFactors(next.steps));
    assert.equal(found.cacheBytesPerToken, 4 * (key[1] * key[3] + value[1] * value[3]));
  });
}

/** Steps without the numbers of heads or pairs, which a cost does not compute. @param {readonly import("../../web/core/index.js").Step[]} steps */
const withoutFactors = (steps) =>
  steps.map(({ attributes: { factors: _, ...attributes }, ...step }) => ({ ...step, attributes }));

/** @param {number[]} shape */
const randomTensor = (shape) => ({
  data: randomValues(
    7,
    1,
    shape.reduce((product, size) => product * size, 1),
  ),
  shape,
});

test("steps of variants come in this order", () => {
  const layer = layerOf({ qkNorm: true, rope: { style: "half" }, softcap: 5, window: 4, sinks: true });
  const past = { key: randomTensor([1, 3, 2, 8]), value: randomTensor([1, 3, 2, 8]) };
  const ids = layer.forward({ query, causal: true, past }).steps.map(({ id }) => id);
  const expected =
    "q_heads k_heads v_heads q_norm k_norm q_rope k_rope k_past k_cache v_past v_cache q_groups k_groups v_groups k_t scores_groups scores scaled capped masked with_sink weights_with_sink weights";
  assert.equal(ids.slice(ids.indexOf("q_heads"), ids.indexOf("weights") + 1).join(" "), expected);
  const biased = layerOf({ alibi: true, softcap: 5 }).forward({ query });
  assert.deepEqual(
    biased.steps.map(({ op }) => op).filter((op) => ["scale", "softcap", "alibi", "softmax"].includes(op)),
    ["scale", "softcap", "alibi", "softmax"],
  );
});

test("latents are cached, and a turned key that all heads share", () => {
  const layer = layerOf({ numKvHeads: 6, rope: true, latent: { rank: 7, queryRank: 5, ropeWidth: 4 } });
  const past = { key: randomTensor([1, 1, 2, 7]), value: randomTensor([1, 1, 2, 4]) };
  const run = layer.forward({ query, causal: true, past });
  const ids = run.steps.map(({ id }) => id);
  assert.equal(
    ids.slice(0, ids.indexOf("scores")).join(" "),
    "x q_latent latent k_rotary latent_past latent_cache q k v q_split k_split v_split q_heads k_heads v_heads " +
      "q_content q_rotary q_rope k_rope k_rope_past k_rope_cache k_rope_heads q_joined k_joined k_t",
  );
  const step = (/** @type {string} */ id) => run.steps.find((each) => each.id === id);
  assert.deepEqual(
    ["q_latent", "latent_cache", "q", "q_joined", "k_rope_heads"].map((id) => [
      step(id)?.axes,
      step(id)?.shape,
    ]),
    [
      [
        ["B", "T", "d_q"],
        [1, T, 5],
      ],
      [
        ["B", "T_k", "d_c"],
        [1, T + 2, 7],
      ],
      [
        ["B", "T", "H*(d_k+d_r)"],
        [1, T, 72],
      ],
      [
        ["B", "H", "T", "d_k+d_r"],
        [1, 6, T, 12],
      ],
      [
        ["B", "H", "T_k", "d_r"],
        [1, 6, T + 2, 4],
      ],
    ],
  );
  assert.deepEqual([step("k_rope_heads")?.storage, step("k_rope_heads")?.strides[1]], ["view", 0]);
  assert.deepEqual(step("scaled")?.attributes, { factor: Math.fround(1 / Math.sqrt(12)) });
  const { dWDQ, dWDKV, dWKR } = layer.backward(run, run.output);
  assert.deepEqual(
    [dWDQ?.shape, dWDKV?.shape, dWKR?.shape],
    [
      [24, 5],
      [24, 7],
      [24, 4],
    ],
  );
  const { queries, keys } = run.plane(1);
  assert.deepEqual(
    [queries.shape, keys.shape],
    [
      [T, 2],
      [T + 2, 2],
    ],
  );
});

test("a step of a variant says what it was given", () => {
  const layer = layerOf({ alibi: true, softcap: 5, qkNorm: true, window: [2, 1], sinks: true });
  const run = layer.forward({ query, causal: true });
  const said = Object.fromEntries(run.steps.map(({ id, attributes }) => [id, attributes]));
  const slopes = [0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125];
  assert.deepEqual(said.q_norm, { eps: 1e-6 });
  assert.deepEqual(said.capped, { cap: 5 });
  assert.deepEqual(said.biased, { dim: 1, first: 0, factors: slopes });
  assert.equal(/** @type {any[]} */ (said.masked.masks).length, 2, "the causal mask, and the window");
  assert.deepEqual(said.with_sink, { dim: -1, lengths: [T, 1] });
  assert.deepEqual(said.weights, { dim: -1, start: 0, length: T });
  const half = layerOf({ rope: { style: "half", fraction: 0.5 } }).forward({ query });
  assert.equal(half.steps.find(({ id }) => id === "q_rope")?.op, "rope_half");
});

test("weights with a sink sum to less than 1, and are the softmax's without its column", () => {
  const run = layerOf({ sinks: true }).forward({ query });
  const { heads, rowSum } = run.measure();
  assert.equal(heads.length, 6);
  for (const sum of rowSum.data) assert.ok(sum > 0 && sum < 1);
  const [with_, without] = [run.tensor("weights_with_sink"), run.tensor("weights")];
  assert.deepEqual(without.strides, with_.strides);
  assert.equal(without.storage, "view");
  assert.deepEqual(with_.axes, ["B", "H", "T_q", "T_k+1"]);
});

test("new parameters have gradients of their shapes", () => {
  const layer = layerOf({ qkNorm: true, sinks: true });
  const run = layer.forward({ query });
  const { dGQ, dGK, dSinks } = layer.backward(run, run.output);
  assert.deepEqual([dGQ?.shape, dGK?.shape, dSinks?.shape], [[8], [8], [6]]);
  for (const gradient of [dGQ, dGK, dSinks]) assert.ok(gradient?.data.some((value) => value !== 0));
});

test("without trace a run keeps keys and values for one that is given a past, or if asked", () => {
  const layer = layerOf({});
  const shape = [1, 3, T, 8];
  assert.deepEqual(layer.forward({ query }).present.key.shape, shape);
  assert.deepEqual(layer.forward({ query, trace: false, past: null }).present.key.shape, shape);
  assert.deepEqual(layer.forward({ query, trace: false, needPresent: true }).present.key.shape, shape);
  assert.throws(() => layer.forward({ query, trace: false, causal: true }).present, {
    code: "config",
    message:
      "this run kept no keys and values; give it a past (null for none), needPresent: true or trace: true",
  });
});

test("what is off is said as off", () => {
  const { rope, qkNorm, alibi, softcap, window, sinks, latent } = core.createLayer(SIZES).config;
  assert.deepEqual(
    { rope, qkNorm, alibi, softcap, window, sinks, latent },
    { rope: false, qkNorm: false, alibi: false, softcap: null, window: null, sinks: false, latent: false },
  );
  assert.deepEqual(layerOf({ numKvHeads: 6, rope: true, latent: { rank: 7 } }).config.latent, {
    ...{ rank: 7, queryRank: 0, ropeWidth: 4 },
  });
  const normed = { rank: 7, queryRank: 0, ropeWidth: 4, norm: { eps: 1e-6 }, bias: true };
  assert.deepEqual(
    layerOf({ numKvHeads: 6, rope: true, latent: { rank: 7, norm: true, bias: true } }).config.latent,
    normed,
  );
  assert.deepEqual(layerOf({ window: 4 }).config.window, [3, 0]);
  assert.equal(layerOf({ window: -1 }).config.window, null);
  assert.deepEqual(layerOf({ qkNorm: true }).config.qkNorm, { eps: 1e-6 });
});

test("factors of pairs scale as one factor does, and a norm over the one head is that of all heads", () => {
  const output = (/** @type {Partial<LayerOptions>} */ options) => layerOf(options).forward({ query }).output;
  assert.ok(
    relativeDifference(
      output({ rope: { factors: [0.25, 0.25, 0.25, 0.25] } }),
      output({ rope: { scaling: 4 } }),
    ) < 1e-6,
  );
  const one = { numHeads: 1, numKvHeads: 1 };
  assert.deepEqual(output({ ...one, qkNorm: { whole: true } }), output({ ...one, qkNorm: true }));
  const { gQ, gK } = layerOf({ qkNorm: { whole: true } }).weights();
  assert.deepEqual([gQ?.shape, gK?.shape], [[48], [24]]);
});

test("values that make no sense, and options that do not go together, are refused with the reason", () => {
  for (const [options, message] of /** @type {[any, string][]} */ ([
    [{ rope: true, alibi: true }, "rope and alibi both tell positions; a layer has one of them or none"],
    [{ rope: { factors: [1, 2] } }, "rope has 2 factors, expected one for each of 4 pairs"],
    [
      { rope: { style: "quarter" } },
      'rope style "quarter" is not known (expected one of "interleaved", "half")',
    ],
    [
      { rope: "half" },
      'rope "half" is neither true, false nor an object of options (expected, for example, { style: "half" })',
    ],
    [{ rope: { base: 0 } }, "rope base 0 is not a number above 0"],
    [{ rope: { fraction: 0.4 } }, "rope turns features in pairs, but fraction 0.4 of d_k 8 is 3"],
    [{ softcap: "50" }, 'softcap "50" is not a number above 0'],
    [{ softcap: -1 }, "softcap -1 is not a number above 0"],
    [{ window: 0 }, "window 0 is not a whole number of at least 1"],
    [{ window: [1] }, "window (1) is neither a number of keys nor [left, right]"],
    [{ window: [1, -2] }, "window -2 is not a whole number of at least -1"],
    [{ latent: true }, "latent rank undefined is not a whole number of at least 1"],
    [
      { latent: { rank: 4, norm: 5 } },
      "latent norm 5 is neither true, false nor an object of options (expected, for example, { eps: 1e-6 })",
    ],
    [
      { latent: { rank: 4, norm: { eps: NaN } }, rope: true, numKvHeads: 6 },
      "latent norm eps NaN is not a number above 0",
    ],
    [
      { latent: 4 },
      "latent 4 is neither true, false nor an object of options (expected, for example, { rank: 16 })",
    ],
    [
      { latent: { rank: 4 }, rope: true },
      "latent attention has no num_kv_heads: each head has keys and values of its own, made of the latent of one input; leave num_kv_heads out",
    ],
    [
      { latent: { rank: 4 }, numKvHeads: 6 },
      "latent attention turns 4 features of each head by their positions; set rope, too",
    ],
    [
      { latent: { rank: 4 }, numKvHeads: 6, rope: true, init: "constructed" },
      "no weights are constructed for latents; use random or small ones",
    ],
    [{ qkNorm: { eps: NaN } }, "qk_norm eps NaN is not a number above 0"],
  ]))
    assert.throws(() => core.createLayer({ ...SIZES, ...options }), { code: "config", message });
  const layer = layerOf({});
  const past = { key: randomTensor([1, 6, 2, 8]), value: randomTensor([1, 3, 2, 8]) };
  assert.throws(() => layer.forward({ query, past }), {
    code: "shape",
    message: "past key has shape (1, 6, 2, 8), expected (B, H_kv, T_past, d) = (1, 3, T_past, 8)",
  });
  assert.throws(() => layer.forward({ query, past: /** @type {any} */ ({ key: past.key }) }), {
    code: "shape",
    message: "past value is not a tensor (expected { data, shape }, data a typed or plain array)",
  });
  assert.throws(() => layer.setWeights({ gQ: new Float32Array(8) }), {
    code: "config",
    message: "gQ given to a layer that does not norm queries and keys (create it with qkNorm: true)",
  });
  const latents = layerOf({ numKvHeads: 6, rope: true, latent: { rank: 7 } });
  for (const [name, option] of [
    ["gDKV", "norm"],
    ["bDKV", "bias"],
  ])
    assert.throws(() => latents.setWeights({ [name]: new Float32Array(7) }), {
      code: "config",
      message: `${name} given to a layer whose latents have no ${option} (create it with a latent whose ${option} is true)`,
    });
});
