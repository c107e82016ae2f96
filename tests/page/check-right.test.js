// The checker accuses no correct layer, whatever its options, and whichever arrays are saved; files that hold something else say so.
import assert from "node:assert/strict";
import test from "node:test";
import { check } from "../../web/check/state/check.js";
import { rightSteps } from "../../web/check/state/core-steps.js";
import { float16From, rounderOf } from "../../web/check/state/half.js";
import { LayerSteps, STEP_NAMES } from "../../web/check/state/layer-steps.js";
import { splitKnown } from "../../web/check/state/names.js";
import { layersIn } from "../../web/check/state/saved-layer.js";
import { readWords, verdictWords } from "../../web/check/words.js";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { array, map, reshape, transpose } from "./support/arrays.js";
import { choices, randomOptions } from "./support/random-layers.js";
import { inputsOf, optionsOf, runOf, savedAs } from "./support/readers.js";

const core = await loadCore();
const RESULTS = ["q", "k", "v", "scores", "attention", "context", "output"];
const LAYERS = IS_NIGHTLY ? 500 : 120;

/** @typedef {import("./support/readers.js").Options} Options @typedef {import("./support/arrays.js").Nd} Nd */

/** @param {Record<string, Nd>} results @param {readonly string[]} names */
const only = (results, names) => Object.fromEntries(names.map((name) => [name, results[name]]));

/** @param {Options} o @param {number} seed */
function fileOf(o, seed) {
  const p = inputsOf(o, seed);
  return { ...p, ...optionsOf(o), ...only(runOf(o, p), RESULTS) };
}

test(`${LAYERS} correct layers with random options: no accusation`, (t) => {
  /** @type {Record<string, number>} */
  const counts = {};
  for (let seed = 1; seed <= LAYERS; seed++) {
    const o = randomOptions(seed);
    const p = inputsOf(o, seed);
    const { chance } = choices(seed + 500);
    const some = RESULTS.filter(() => chance(0.7));
    const saved = only(runOf(o, p), some.length ? some : ["output"]);
    const it = check(core, savedAs({ ...p, ...optionsOf(o), ...saved }, o.dtype));
    const apart = it.steps.find(({ name }) => name === it.parts);
    assert.equal(it.parts, null, `${seed} ${JSON.stringify(o)} ${JSON.stringify(apart)}`);
    for (const [name, value] of Object.entries(o))
      if (value && !["B", "T", "H", "d", "bias"].includes(name)) {
        const each = name === "dtype" || name === "rope" ? `${name} ${value}` : name;
        counts[each] = (counts[each] ?? 0) + 1;
      }
  }
  t.diagnostic(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(", "),
  );
});

test("the checker's own steps are the core's, with any options", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const o = randomOptions(seed + 2000);
    const { known } = splitKnown(savedAs(fileOf(o, seed)));
    const [layer] = layersIn(known);
    const [ours, cores] = [new LayerSteps(layer), rightSteps(core, layer)];
    for (const name of STEP_NAMES) {
      const [a, b] = [ours.get(name), cores.get(name)];
      assert.equal(a.length, b.length, name);
      const far = a.findIndex((value, i) => Math.abs(value - b[i]) > 1e-4 * (1 + Math.abs(value)));
      assert.equal(far, -1, `${seed} ${name} ${a[far]} ${b[far]} ${JSON.stringify(o)}`);
    }
  }
});

const PLAIN = { B: 2, T: 5, H: 4, d: 6, bias: true };

/** The columns of three matrices, or biases, in one. @param {readonly Nd[]} parts @param {"thirds" | "heads" | "features"} layout @returns {Nd} */
function fuse(parts, layout) {
  const [rows, width] = parts[0].shape.length === 2 ? parts[0].shape : [1, parts[0].shape[0]];
  const { H, d } = PLAIN;
  const stacked = array([rows, 3, H, d], ([row, lane, h, f]) => parts[lane].data[row * width + h * d + f]);
  const order = { thirds: [0, 1, 2, 3], heads: [0, 2, 1, 3], features: [0, 2, 3, 1] }[layout];
  return reshape(
    transpose(stacked, ...order),
    ...(parts[0].shape.length === 2 ? [rows, 3 * width] : [3 * width]),
  );
}

test("fused weights are read in the layout that fits; those of nn.MultiheadAttention and GPT-2 are in thirds", () => {
  const p = inputsOf(PLAIN, 5);
  const { wQ, wK, wV, bQ, bK, bV, ...others } = p;
  const results = only(runOf(PLAIN, p), RESULTS);
  const options = optionsOf(PLAIN);
  for (const layout of /** @type {const} */ (["thirds", "heads", "features"])) {
    const [w, b] = [fuse([wQ, wK, wV], layout), fuse([bQ, bK, bV], layout)];
    const it = check(core, savedAs({ ...others, wQKV: w, bQKV: b, ...options, ...results }));
    assert.deepEqual([it.parts, it.reading.layout], [null, layout]);
    assert.match(readWords(it).join(" "), /Fused weights read/);
    const named = check(
      core,
      savedAs({ ...others, wQKV: w, bQKV: b, qkv_layout: "thirds", ...options, ...results }),
    );
    assert.deepEqual(
      [named.parts, named.path?.id ?? null, named.path?.of ?? []],
      layout === "thirds" ? [null, null, []] : ["q", "qkv_by_heads", ["thirds", layout]],
    );
    const turned = {
      ...others,
      wO: transpose(p.wO, 1, 0),
      in_proj_weight: transpose(w, 1, 0),
      in_proj_bias: b,
    };
    const torch = check(core, savedAs({ ...turned, ...options, ...results }));
    assert.deepEqual(
      [torch.parts, torch.path?.id ?? null],
      layout === "thirds" ? [null, null] : ["q", "qkv_by_heads"],
    );
    const gpt2 = check(core, savedAs({ ...others, c_attn: w, c_attn_bias: b, ...options, ...results }));
    assert.deepEqual(
      [gpt2.parts, gpt2.path?.id ?? null],
      layout === "thirds" ? [null, null] : ["q", "qkv_by_heads"],
    );
  }
});

test("a boolean attn_mask is read as torch's two functions mean it, whichever fits", () => {
  const o = /** @type {Options} */ ({ ...PLAIN, mask: "blocked" });
  const file = fileOf(o, 3);
  const blocked = check(core, savedAs(file));
  assert.deepEqual([blocked.parts, blocked.reading.attnMask], [null, "blocked"]);
  const seen = map(/** @type {Nd} */ (file.attn_mask), (value) => 1 - value);
  const allowed = check(core, savedAs({ ...file, attn_mask: seen }));
  assert.deepEqual([allowed.parts, allowed.reading.attnMask], [null, "allowed"]);
  const future = array([5, 5], ([i, j]) => Number(j > i));
  const hidden = runOf({ ...PLAIN, causal: true }, inputsOf(PLAIN, 3));
  const { causal: _, ...options } = optionsOf(PLAIN);
  const plain = check(
    core,
    savedAs({ ...inputsOf(PLAIN, 3), ...options, ...only(hidden, RESULTS), attn_mask: future }),
  );
  assert.deepEqual(
    [plain.parts, plain.reading.causal],
    [null, false],
    "a mask that is saved explains the future's zeros",
  );
  const rows = array([2 * 4, 5, 5], ([, i, j]) => /** @type {Nd} */ (file.attn_mask).data[i * 5 + j]);
  assert.equal(
    check(core, savedAs({ ...file, attn_mask: rows })).parts,
    null,
    "(B·H, T, T), as nn.MultiheadAttention takes it",
  );
});

test("a kernel test needs q, k, v and a result, in any order of the axes", () => {
  for (const o of /** @type {Options[]} */ ([
    { B: 2, T: 5, H: 4, kv: 2, d: 6, causal: true },
    { B: 2, T: 3, H: 4, d: 5, keys: 7, bias: false },
  ])) {
    const r = runOf(o, inputsOf(o, 4));
    const { num_heads, ...options } = optionsOf(o);
    const last = (/** @type {Nd} */ a) => transpose(a, 0, 2, 1, 3);
    const four = { q: r.q, k: r.k, v: r.v, attention: r.attention, output: r.context };
    const first = check(core, savedAs({ ...four, ...options }));
    assert.deepEqual(
      [first.parts, first.reading.kernel, first.steps[0].name],
      [null, "heads_first", "scores"],
    );
    const turned = { q: last(r.q), k: last(r.k), v: last(r.v), output: last(r.context) };
    const second = check(core, savedAs({ ...turned, ...options }));
    assert.deepEqual([second.parts, second.reading.kernel], [null, "heads_last"]);
    const rows = (/** @type {Nd} */ a) => reshape(a, a.shape[0] * a.shape[1], a.shape[2], -1);
    if (!o.kv) {
      const stacked = { q: rows(r.q), k: rows(r.k), v: rows(r.v), output: rows(r.context) };
      const third = check(core, savedAs({ ...stacked, ...options }));
      assert.deepEqual([third.parts, third.reading.kernel, third.sizes.H], [null, "stacked", 1]);
    }
    const wrong = check(
      core,
      savedAs({ ...four, ...options, num_heads, output: map(r.context, (value) => value * 2) }),
    );
    assert.deepEqual([wrong.parts, wrong.path], ["output", null]);
    const slipped = runOf(o, inputsOf(o, 4), () => ({ scale: (/** @type {Nd} */ s) => s }));
    const unscaled = check(
      core,
      savedAs({ ...only(r, ["q", "k", "v"]), ...options, output: slipped.context }),
    );
    assert.deepEqual([unscaled.parts, unscaled.path?.id], ["output", "no_scale"]);
  }
});

test("rope without a style is read in the style that fits", () => {
  for (const rope of /** @type {const} */ (["half", "interleaved"])) {
    const file = fileOf({ ...PLAIN, rope }, 8);
    const flag = { shape: [], data: Float64Array.of(1) };
    const it = check(core, savedAs({ ...file, rope: flag }));
    assert.deepEqual([it.parts, it.reading.ropeStyle], [null, rope]);
  }
});

test("slopes of the reader's own, and ALiBi beside rotary positions, are computed from the core's steps", () => {
  const slopes = { shape: [4], data: Float64Array.of(0.9, 0.4, 0.2, 0.05) };
  const alibi = (/** @type {Nd} */ s) =>
    map(s, (value, [, h, i, j]) => value - slopes.data[h] * Math.abs(i - j));
  for (const rope of /** @type {const} */ ([undefined, "half"])) {
    const o = /** @type {Options} */ ({ ...PLAIN, rope, alibi: true });
    const p = inputsOf(o, 6);
    const saved = only(
      runOf(o, p, () => ({ alibi })),
      RESULTS,
    );
    assert.equal(check(core, savedAs({ ...p, ...optionsOf(o), alibi: slopes, ...saved })).parts, null);
    assert.equal(check(core, savedAs({ ...p, ...optionsOf(o), ...saved })).parts, "attention");
  }
});

test("Llama 3.1's scaling of rotary positions is the core's", () => {
  const o = /** @type {Options} */ ({ ...PLAIN, rope: "half" });
  const p = inputsOf(o, 9);
  const [length, low, high, factor] = [64, 1, 4, 8];
  const turn = (/** @type {Nd} */ x) => {
    const n = x.shape[3];
    return map(x, (value, [b, h, t, f]) => {
      const pair = f % (n / 2);
      const wave = (2 * Math.PI) / 10000 ** (-pair / (n / 2));
      const smooth = Math.min(1, Math.max(0, (length / wave - low) / (high - low)));
      const angle = (t * (smooth + (1 - smooth) / factor) * 2 * Math.PI) / wave;
      const other = x.data[((b * x.shape[1] + h) * x.shape[2] + t) * n + ((f + n / 2) % n)];
      return value * Math.cos(angle) + (f < n / 2 ? -1 : 1) * other * Math.sin(angle);
    });
  };
  const results = runOf(o, p, () => ({ turnQ: turn, turnK: turn }));
  const number = (/** @type {number} */ value) => ({ shape: [], data: Float64Array.of(value) });
  const scaling = {
    rope_scaling: number(factor),
    rope_length: number(length),
    rope_low: number(low),
    rope_high: number(high),
  };
  assert.equal(check(core, savedAs({ ...p, ...optionsOf(o), ...scaling, ...results })).parts, null);
  assert.equal(check(core, savedAs({ ...p, ...optionsOf(o), ...results })).parts, "scores");
});

test("float16 and bfloat16 have tolerances of their own, and a mistake is named all the same", () => {
  const o = /** @type {Options} */ ({ ...PLAIN, dtype: "f2", causal: true });
  const p = inputsOf(o, 11);
  const wrong = runOf(o, p, () => ({ scale: (/** @type {Nd} */ s) => s }));
  const it = check(core, savedAs({ ...p, ...optionsOf(o), ...only(wrong, RESULTS) }, "f2"));
  assert.deepEqual([it.parts, it.path?.id, it.reading.half], ["attention", "no_scale", "float16"]);
  assert.match(readWords(it).join(" "), /Tolerances of float16/);
  const right = runOf(o, p);
  const told = check(core, savedAs({ ...p, ...optionsOf(o), dtype: "bfloat16", ...only(right, RESULTS) }));
  assert.deepEqual([told.parts, told.reading.half], [null, "bfloat16"]);
  const outputBy = (/** @type {number} */ factor) =>
    map(right.output, (value, [, t]) => (t === 2 ? value * factor : value));
  for (const [factor, parts] of /** @type {const} */ ([
    [1.0005, null],
    [1.003, "output"],
  ])) {
    const changed = { ...p, ...optionsOf(o), ...only(right, RESULTS), output: outputBy(factor) };
    assert.equal(check(core, savedAs(changed, "f2")).parts, parts, String(factor));
  }
});

test("numbers are rounded to the nearest number of 16 bits", () => {
  const half = Float64Array.from({ length: 2 ** 16 }, (_, bits) => float16From(bits));
  assert.deepEqual(rounderOf("float16")(half), half, "each number of the type is its own");
  const near = [1 + 0.99 * 2 ** -11, 1 + 1.01 * 2 ** -11, 1.01 * 2 ** -25, -70000, 65519, NaN];
  assert.deepEqual([...rounderOf("float16")(near)], [1, 1 + 2 ** -10, 2 ** -24, -Infinity, 65504, NaN]);
  assert.deepEqual(
    [...rounderOf("bfloat16")([1 + 0.99 * 2 ** -8, 1 + 1.01 * 2 ** -8, 1e38])],
    [1, 1 + 2 ** -7, 9.969209968386869e37],
  );
});

test("what cannot be compared is said, and no step is blamed for it", () => {
  const file = fileOf(PLAIN, 12);
  for (const [change, said] of /** @type {[Record<string, any>, RegExp][]} */ ([
    [{ rope: "yarn" }, /^rope is "yarn", which is not computed; expected "half"/],
    [{ rope: "half", rope_scaling: "yarn" }, /^rope_scaling is "yarn", which is not computed/],
    [{ q_norm: { shape: [24], data: new Float64Array(24).fill(1) } }, /^q_norm has 24 numbers; expected 6/],
    [
      { sinks: { shape: [3], data: new Float64Array(3) } },
      /^sinks has shape \(3,\); expected 4 numbers, one a head/,
    ],
    [{ past_key: { shape: [2, 4, 1, 6], data: new Float64Array(48) } }, /^the file has no past_value/],
    [
      { attn_mask: { shape: [3, 3], data: new Float64Array(9) } },
      /^attn_mask has shape \(3, 3\); expected one of \(5, 5\)/,
    ],
    [
      { num_kv_heads: { shape: [], data: Float64Array.of(2) } },
      /^num_kv_heads is 2, but wK has room for 4 heads/,
    ],
    [{ window: { shape: [], data: Float64Array.of(0.5) } }, /^window is 0\.5; expected a number of keys/],
  ]))
    assert.throws(
      () => check(core, savedAs({ ...file, ...change })),
      (error) => error instanceof HeadscopeError && said.test(error.message),
    );
  const output = map(/** @type {Nd} */ (file.output), (value, [, , j]) => value + j);
  const it = check(core, savedAs({ ...file, output, rel_bias: { shape: [1], data: Float64Array.of(1) } }));
  const words = verdictWords(it).join(" ");
  assert.match(
    words,
    /also holds rel_bias, which the check does not know: the difference may come from there/,
  );
  assert.doesNotMatch(words, /Correct:/);
});
