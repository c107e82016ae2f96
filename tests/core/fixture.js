// Reads fixtures of tests/fixtures/store.py, which documents their lines.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const FOLDER = new URL("../fixtures/", import.meta.url);

/**
 * @typedef {object} FixtureCase
 * @property {string} name
 * @property {string} oracle
 * @property {Record<string, string>} settings
 * @property {Record<string, { data: Float32Array, shape: number[] }>} tensors
 */

/** @param {string} name @returns {Promise<FixtureCase[]>} */
export async function readFixture(name) {
  const text = await readFile(new URL(`${name}.txt`, FOLDER), "utf8");
  const { buffer, byteOffset } = await readFile(new URL(`${name}.bin`, FOLDER));
  let at = byteOffset;
  /** @type {FixtureCase[]} */
  const cases = [];
  for (const line of text.split("\n")) {
    const [kind, key, ...rest] = line.split(" ");
    const last = cases[cases.length - 1];
    if (kind === "case") cases.push({ name: key, oracle: rest[0], settings: {}, tensors: {} });
    else if (kind === "set") last.settings[key] = rest[0];
    else if (kind === "random") {
      const [seed, scale, ...shape] = rest.map(Number);
      last.tensors[key] = { data: randomValues(seed, scale, elements(shape)), shape };
    } else if (kind === "file") {
      const shape = rest.map(Number);
      const end = at + 4 * elements(shape);
      last.tensors[key] = { data: new Float32Array(buffer.slice(at, end)), shape };
      at = end;
    }
  }
  return cases;
}

/** @param {number[]} shape */
export const elements = (shape) => shape.reduce((product, size) => product * size, 1);

/**
 * store.py's random_values.
 * @param {number} seed
 * @param {number} scale
 * @param {number} count
 */
export function randomValues(seed, scale, count) {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 8) / 8388608 - 1) * Math.fround(scale);
  });
}

/**
 * The layer and inputs of a case of attention.txt.
 * @param {import("../../web/core/index.js").Core} core
 * @param {FixtureCase} fixture
 */
export function layerOf(core, { settings, tensors }) {
  /** @param {string} key */
  const number = (key) => Number(settings[key]);
  const layer = core.createLayer({
    dModel: number("d_model"),
    numHeads: number("num_heads"),
    numKvHeads: number("num_kv_heads"),
    dK: number("d_k"),
    dV: number("d_v"),
    dKey: number("d_key"),
    dValue: number("d_value"),
    bias: settings.bias === "1",
    fused: settings.fused === "1",
    rope: settings.rope !== undefined && {
      style: settings.rope === "half" ? "half" : "interleaved",
      base: Number(settings.rope_base ?? 10000),
      fraction: Number(settings.rope_fraction ?? 1),
      scaling: Number(settings.rope_scaling ?? 1),
    },
    qkNorm: settings.qk_norm !== undefined && { eps: number("qk_norm") },
    alibi: settings.alibi !== undefined,
    softcap: settings.softcap === undefined ? null : number("softcap"),
    window: settings.window_left === undefined ? null : [number("window_left"), number("window_right")],
    sinks: settings.sinks !== undefined,
    latent: settings.rank !== undefined && {
      ...{ rank: number("rank"), queryRank: number("query_rank"), ropeWidth: number("rope_width") },
      norm: settings.latent_norm !== undefined && { eps: number("latent_norm") },
      bias: settings.latent_bias !== undefined,
    },
  });
  const given = Object.entries(tensors).filter(([key]) =>
    /^([wb][QKVO]|g[QK]|sinks|[wb](DQ|DKV|KR)|g(DQ|DKV))$/.test(key),
  );
  layer.setWeights(Object.fromEntries(given.map(([key, { data }]) => [key, data])));
  return layer;
}

/** @param {FixtureCase} fixture @returns {import("../../web/core/index.js").ForwardInput} */
export function inputOf({ settings, tensors }) {
  /** @param {string} key */
  const mask = (key) => {
    const tensor = tensors[key];
    if (!tensor || settings[`${key}_kind`] === "additive") return tensor;
    return { data: Uint8Array.from(tensor.data), shape: tensor.shape };
  };
  return {
    query: tensors.query,
    key: tensors.key,
    value: tensors.value,
    past: tensors.past_key && { key: tensors.past_key, value: tensors.past_value },
    causal: settings.causal === "1",
    keyPaddingMask: mask("key_padding_mask"),
    attnMask: mask("attn_mask"),
    maskFill: settings.mask_fill === "-1e9" ? "-1e9" : "-inf",
    dropout: { p: Number(settings.dropout), seed: Number(settings.dropout_seed) },
    headScale: tensors.head_scale?.data,
  };
}

/**
 * The largest difference relative to max(1, the largest magnitude expected); Infinity if sizes differ or only one number is NaN.
 * @param {{ data: ArrayLike<number>, shape: number[] } | null | undefined} actual
 * @param {{ data: ArrayLike<number>, shape: number[] }} expected
 */
export function relativeDifference(actual, expected) {
  if (!actual || actual.shape.join() !== expected.shape.join() || actual.data.length !== expected.data.length)
    return Infinity;
  let largest = 1;
  let difference = 0;
  for (let i = 0; i < expected.data.length; i++) {
    const [x, y] = [actual.data[i], expected.data[i]];
    if (Number.isNaN(x) !== Number.isNaN(y)) return Infinity;
    if (Number.isNaN(x) || x === y) continue;
    largest = Math.max(largest, Math.abs(y));
    difference = Math.max(difference, Math.abs(x - y));
  }
  return difference / largest;
}

/**
 * Asserts that two values are equal, with a tolerance of 1e-6 for numbers.
 * @param {any} actual
 * @param {any} expected
 */
export function assertClose(actual, expected, at = "") {
  if (typeof expected === "number") {
    assert.ok(Math.abs(actual - expected) < 1e-6, `${at}: ${actual}, expected ${expected}`);
  } else if (typeof expected === "object" && expected !== null) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), at);
    for (const key of Object.keys(expected)) assertClose(actual[key], expected[key], `${at}.${key}`);
  } else {
    assert.equal(actual, expected, at);
  }
}
