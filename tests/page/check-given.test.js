// headscope/check: values in JavaScript give the findings of the same arrays in a file, every other value is refused, and a long input is checked by its last queries.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { inRoot } from "../../tools/lib/paths.mjs";
import { check as checkGiven } from "../../web/check/index.js";
import { reportOf } from "../../web/check/report.js";
import { check } from "../../web/check/state/check.js";
import { isKnown, splitKnown } from "../../web/check/state/names.js";
import { readNpz } from "../../web/check/state/npz.js";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { rightSteps } from "../../web/check/state/core-steps.js";
import { LastQueries } from "../../web/check/state/last-queries.js";
import { MISTAKES } from "../../web/check/state/mistakes.js";
import { formsFitting, valuesOf } from "../../web/check/state/saved-array.js";
import { layersIn } from "../../web/check/state/saved-layer.js";
import { sieveOf } from "../../web/check/state/sieve.js";
import { Trial } from "../../web/check/state/trial.js";
import { inputsOf, optionsOf, runOf, savedAs } from "./support/readers.js";

/** @typedef {import("../../web/check/state/npy.js").SavedArray} SavedArray */
/** @typedef {import("./support/readers.js").Options} Options */

const core = await loadCore();

/** @param {string} name */
const arraysIn = (name) => readNpz(readFileSync(inRoot(`tests/fixtures/saved/${name}.npz`)), isKnown);

/** Numbers as nested arrays. @param {readonly unknown[]} data @param {readonly number[]} shape @returns {any} */
function nested(data, [size, ...others]) {
  if (size === undefined) return data[0];
  const part = data.length / size;
  return Array.from({ length: size }, (_, i) => nested(data.slice(i * part, (i + 1) * part), others));
}

/** The ways to give an array. @type {Readonly<Record<string, (array: SavedArray) => any>>} */
const WAYS = {
  "nested arrays": ({ data, shape }) => nested(Array.from(data), shape),
  "rows of typed arrays": ({ data, shape }) =>
    shape.length < 2
      ? nested(Array.from(data), shape)
      : nested(
          Array.from({ length: data.length / shape[shape.length - 1] }, (_, i) =>
            data.slice(i * shape[shape.length - 1], (i + 1) * shape[shape.length - 1]),
          ),
          shape.slice(0, -1),
        ),
  "a typed array and a shape": ({ data, shape }) => (shape.length ? { data, shape } : data[0]),
  "a plain array and a shape": ({ data, shape }) =>
    shape.length ? { data: Array.from(data), shape: Int32Array.from(shape) } : data[0],
};

for (const [way, give] of Object.entries(WAYS))
  test(`${way}: the findings are those of the file`, async () => {
    for (const name of ["float64", "view_without_transpose", "mask_reversed"]) {
      const arrays = arraysIn(name);
      const expected = check(core, arrays);
      const found = await checkGiven(
        Object.fromEntries(Array.from(arrays, ([each, array]) => [each, array.text ?? give(array)])),
      );
      assert.deepEqual(
        [found.parts, found.path, found.sizes, found.options, found.unknown],
        [expected.parts, expected.path, expected.sizes, expected.options, expected.unknown],
      );
      assert.deepEqual(
        found.steps.map(({ shape, agrees }) => [shape, agrees]),
        expected.steps.map(({ shape, agrees }) => [shape, agrees]),
      );
      assert.equal(found.report, reportOf(found));
    }
  });

/** A layer of one head whose weights are the identity, and its output. @param {(score: number) => number} [scaled] */
function small(scaled = (score) => score / Math.SQRT2) {
  const eye = [
    [1, 0],
    [0, 1],
  ];
  const x = [
    [1, 0],
    [0, 2],
    [1, 1],
  ];
  const attention = x.map((q) => {
    const weights = x.map((k) => Math.exp(scaled(q[0] * k[0] + q[1] * k[1])));
    const sum = weights.reduce((a, b) => a + b);
    return weights.map((weight) => weight / sum);
  });
  return { num_heads: 1, x, w_q: eye, wK: eye, WV: eye, wO: eye, causal: false, attention: [attention] };
}

test("numbers, booleans, strings, typed arrays and names in any spelling are taken; null and undefined are left out", async () => {
  const right = await checkGiven({
    ...small(),
    bQ: new Float32Array(2),
    rope: "none",
    sinks: null,
    window: undefined,
  });
  assert.equal(right.parts, null, right.report);
  assert.deepEqual(right.reading.causalFrom, "saved");
  const wrong = await checkGiven(small((score) => score));
  assert.deepEqual([wrong.parts, wrong.path?.id], ["attention", "no_scale"]);
  assert.match(
    wrong.report,
    /Known wrong path: no ÷ √d_k[^]*\nMore about this bug: docs\/guide\/bugs\.md#no_scale\n$/,
  );
  assert.doesNotMatch(right.report, /bugs\.md/);
});

test("integers and booleans keep their type, which tells what a mask means", async () => {
  const visible = [0, 1, 2].map((i) => [0, 1, 2].map((j) => j <= i));
  const causal = small();
  causal.attention = [
    causal.attention[0].map((row, i) => {
      const sum = row.slice(0, i + 1).reduce((a, b) => a + b);
      return row.map((weight, j) => (j <= i ? weight / sum : 0));
    }),
  ];
  for (const mask of [visible, visible.map((row) => Uint8Array.from(row, Number))]) {
    const found = await checkGiven({ ...causal, causal: null, attn_mask: mask });
    assert.deepEqual([found.parts, found.reading.attnMask], [null, "allowed"]);
  }
  const bits = visible.map((row) => BigInt64Array.from(row, (each) => BigInt(Number(!each))));
  const blocked = await checkGiven({ ...causal, causal: null, attn_mask: bits });
  assert.deepEqual([blocked.parts, blocked.reading.attnMask], [null, "blocked"]);
});

test("arrays that change after a check are read anew", async () => {
  const given = { ...small(), wO: { data: Float64Array.of(1, 0, 0, 1), shape: [2, 2] }, output: small().x };
  const first = await checkGiven(given);
  given.wO.data.fill(0);
  given.output = given.output.map(() => [0, 0]);
  const second = await checkGiven(given);
  assert.deepEqual([first.parts, second.parts], ["output", null]);
});

test("an array without a counterpart is reported as not compared, whatever it holds", async () => {
  const found = await checkGiven({ ...small(), .../** @type {any} */ ({ labels: { a: 1 }, loss: NaN }) });
  assert.deepEqual([found.parts, found.unknown], [null, ["labels", "loss"]]);
});

test("the report in the guide is that of a wrong file", () => {
  const guide = readFileSync(inRoot("docs/guide/checking.md"), "utf8");
  const report = reportOf(check(core, arraysIn("scale_d_model")));
  assert.ok(guide.includes(`\`\`\`text\n${report}\`\`\``), report);
});

/** @type {any[]} */
const loop = [];
loop.push(loop);

/** @type {readonly [given: any, code: string, message: RegExp][]} */
const REFUSED = [
  [
    undefined,
    "format",
    /^check was given undefined; expected an object with arrays by name, as check\(\{ num_heads/,
  ],
  [null, "format", /given null;/],
  [[[1]], "format", /given \(\(1\)\);/],
  [new Float32Array(1), "format", /given 0;/],
  ["my.npz", "format", /given "my.npz";/],
  [{}, "format", /^the arrays lack x, wQ, wK, wV, wO: expected x/],
  [{ ...small(), x: [[1, 0], [1]] }, "shape", /^x holds \[1\] where \[2\] was expected: all rows/],
  [{ ...small(), x: [[1, 0], 5] }, "shape", /^x holds 5 where \[2\] was expected/],
  [{ ...small(), x: [1, [2]] }, "format", /^x holds \(2\); expected numbers or booleans/],
  [{ ...small(), x: [["1", 0]] }, "format", /^x holds "1"; expected numbers or booleans/],
  [{ ...small(), x: [[null, 0]] }, "format", /^x holds null; expected numbers/],
  [{ ...small(), x: Symbol("x") }, "format", /^x holds Symbol\(x\); expected numbers/],
  [{ ...small(), x: loop }, "shape", /^x has more than 4 dimensions; expected at most/],
  [{ ...small(), x: "x" }, "format", /^x holds "x"; expected numbers or booleans/],
  [
    { ...small(), x: { data: { length: 4, 0: 1, 1: 0, 2: 0, 3: 1 }, shape: [2, 2] } },
    "format",
    /^x holds .*; expected numbers or booleans/,
  ],
  [
    { ...small(), x: new DataView(new ArrayBuffer(8)) },
    "format",
    /^x holds .*; expected numbers or booleans/,
  ],
  [
    { ...small(), x: [new DataView(new ArrayBuffer(8)), new DataView(new ArrayBuffer(8))] },
    "format",
    /^x holds .*; expected numbers or booleans/,
  ],
  [
    { ...small(), x: { data: [1, 2, 3], shape: [2, 2] } },
    "shape",
    /^x: data of 3 elements does not fill shape \(2, 2\), which has 4/,
  ],
  [{ ...small(), x: { shape: [2, 2] } }, "shape", /^x is not a tensor \(expected \{ data, shape \}/],
  [{ ...small(), x: new Date(0) }, "shape", /^x is not a tensor/],
  [{ ...small(), num_heads: 0 }, "format", /^num_heads is 0; expected a whole number/],
];

test("every other value is refused: the message gives the value found and the value expected", async () => {
  for (const [given, code, message] of REFUSED)
    await assert.rejects(checkGiven(given), (/** @type {any} */ error) => {
      assert.ok(error instanceof HeadscopeError, `${error}`);
      assert.match(error.message, message);
      assert.equal(error.code, code, error.message);
      return true;
    });
});

const RESULTS = /** @type {const} */ (["scores", "attention", "context", "output"]);

/** Layers that leave room for every mistake of the table. @type {readonly Options[]} */
const LAYERS = [
  { B: 3, T: 9, H: 4, d: 2, bias: true, padded: true },
  { B: 2, T: 9, H: 4, kv: 2, d: 4, causal: true, window: 3 },
  { B: 2, T: 6, H: 2, d: 4, past: 3, causal: true, rope: "half" },
  { B: 1, T: 7, H: 8, d: 2, alibi: true, softcap: 3, sinks: true, norm: true },
  { B: 6, T: 6, H: 2, d: 3, padded: true, mask: "added" },
  { B: 2, T: 6, H: 2, d: 3, mask: "blocked" },
  { B: 2, T: 6, H: 2, kv: 2, d: 4, latent: true, rope: "interleaved" },
];

/** The right path of a layer, with a reader's results of it. @param {Options} o */
function rightOf(o) {
  const p = inputsOf(o, 3);
  const results = runOf(o, p);
  const { known } = splitKnown(
    savedAs({ ...p, ...optionsOf(o), ...Object.fromEntries(RESULTS.map((name) => [name, results[name]])) }),
  );
  const [layer] = layersIn(known);
  return new Trial({ known, results: RESULTS.slice(), half: null }, rightSteps(core, layer));
}

const rights = LAYERS.map(rightOf);

/** Rows of the last queries. @param {ArrayLike<number>} values @param {number} T @param {number} count @param {number} width */
const lastOf = (values, T, count, width) =>
  Array.from(values).filter((_, at) => Math.floor(at / width) % T >= T - count);

test("each mistake gives the last queries the numbers that it gives them among all", () => {
  /** @type {Set<string>} */
  const seen = new Set();
  for (const right of rights)
    for (const { id, ways } of MISTAKES)
      for (const { change, whole } of ways(right.layer))
        for (const name of RESULTS) {
          const trial = right.changed(change);
          if (!trial.alters(name)) continue;
          const queries = new LastQueries(right, name, 4);
          const steps = queries.changed(change, whole);
          for (const { form } of queries.forms) {
            const { T } = right.layer.sizes;
            const width = form.shape[form.shape.length - 1];
            const [ours, all] = [valuesOf(steps, form), valuesOf(trial.steps, form)];
            const expected = lastOf(all, T, 4, form.as === "heads_last" ? form.shape[2] * width : width);
            assert.equal(ours.length, expected.length, `${id} ${name} ${form.as}`);
            expected.forEach((value, at) =>
              assert.ok(
                Object.is(value, ours[at]) || Math.abs(value - ours[at]) < 1e-5 * (1 + Math.abs(value)),
                `${id} ${name} ${form.as} ${at}: ${ours[at]} is not ${value}`,
              ),
            );
          }
          seen.add(id);
        }
  assert.deepEqual([...seen].sort(), MISTAKES.map(({ id }) => id).sort());
});

test("the sieve keeps the mistake that gives an array, and sorts others out", () => {
  for (const right of rights) {
    const { known } = right.saved;
    for (const { id, ways } of MISTAKES)
      for (const way of ways(right.layer)) {
        const trial = right.changed(way.change);
        for (const name of RESULTS) {
          if (!trial.alters(name)) continue;
          const array = /** @type {import("../../web/check/state/npy.js").SavedArray} */ (known.get(name));
          const [form] = formsFitting(name, array.shape, right.layer);
          const made = { ...array, data: Float32Array.from(valuesOf(trial.steps, form)) };
          const saved = { ...right.saved, known: new Map([...known, [name, made]]) };
          const passes = sieveOf(new Trial(saved, right.steps), name);
          assert.ok(passes(way), `${id} ${name}`);
        }
      }
  }
  const [right] = rights;
  const passes = sieveOf(right, "output");
  const left = MISTAKES.flatMap(({ id, ways }) => (ways(right.layer).some(passes) ? [id] : []));
  assert.ok(left.length < MISTAKES.length / 4, `right arrays are given by ${left}`);
});
