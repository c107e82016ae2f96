// After any call of the API with any wrong argument, refused or not, the next call works with the same bits, and no memory is left.
import assert from "node:assert/strict";
import test from "node:test";
import { HeadscopeError, loadCore } from "../../web/core/index.js";
import { IS_NIGHTLY } from "../browser/support/nightly.js";
import { bitsOf } from "./model-bits.js";

const core = await loadCore();
const make = () => core.createLayer({ dModel: 8, numHeads: 2, seed: 1 });
const tensor = (/** @type {number[]} */ ...shape) => ({
  data: Float32Array.from({ length: shape.reduce((a, b) => a * b) }, (_, i) => Math.sin(i)),
  shape,
});
const query = tensor(1, 3, 8);
const reference = make();
const [layer, model] = [make(), core.createModel({ dModel: 8, numHeads: 2 })];
const sentence = "the cat did not want the pie because it was too shy";
const fit = core.createHeadFit({ x: query, wanted: tensor(3, 3), dK: 2 });
const [run, other] = [layer.forward({ query }), layer.forward({ query, causal: true })];
const fast = layer.forward({ query, trace: false });
const learning = make();
const learned = learning.forward({ query });
learning.backward(learned, query);
model.checkpoint();

/** The bits of the core's forward passes, with and without a trace. */
const bits = () => {
  const traced = reference.forward({ query, headScale: [1, 0.5] });
  const quick = reference.forward({ query, headScale: [1, 0.5], trace: false });
  const all = [traced.output, traced.tensor("scores"), quick.output].map(({ data, shape }) => ({
    data,
    shape,
  }));
  traced.dispose();
  return bitsOf(Object.fromEntries(all.entries()));
};

const mine = new Error("the caller's own");
/** Replacements for an argument, a property or an element. @type {Record<string, () => any>} */
const WRONG = {
  undefined: () => undefined,
  null: () => null,
  "no number": () => NaN,
  zero: () => 0,
  "less than zero": () => -1,
  half: () => 0.5,
  infinite: () => Infinity,
  "as large as whole numbers are": () => Number.MAX_SAFE_INTEGER,
  "beyond memory": () => 2 ** 31,
  true: () => true,
  text: () => "x",
  "no text": () => "",
  "a symbol": () => Symbol("s"),
  "a BigInt": () => 1n,
  "a function": () => () => 1,
  "an object": () => ({}),
  "an object without a text": () => Object.create(null),
  "an object that says it is a number": () => ({ valueOf: () => 1 }),
  "an empty array": () => [],
  "an array with a hole": () => [,],
  "an array of arrays": () => [[[]]],
  "an array of symbols": () => [Symbol("s")],
  "typed numbers": () => new Float32Array(2),
  "whole BigInts": () => new BigInt64Array(24),
  "a view of bytes": () => new DataView(new ArrayBuffer(96)),
  "a tensor of another shape": () => tensor(2, 2),
  "a tensor of another size": () => ({ data: [1], shape: [1, 3, 8] }),
  "a tensor of nothing": () => ({ data: Array(24).fill(undefined), shape: [1, 3, 8] }),
  "a tensor of symbols": () => ({ data: Array(24).fill(Symbol("s")), shape: [1, 3, 8] }),
  "a tensor of BigInts": () => ({ data: new BigInt64Array(24), shape: [1, 3, 8] }),
  "a tensor of a buffer that is gone": () => {
    const data = new Float32Array(24);
    const gone = { data: [...data.keys()], shape: [1, 3, 8] };
    Object.defineProperty(gone, "data", {
      get: () => (structuredClone(null, { transfer: [data.buffer] }), data),
    });
    return gone;
  },
  "an object whose properties throw": () =>
    new Proxy(
      {},
      {
        get() {
          throw mine;
        },
      },
    ),
  "a tensor whose numbers call the core": () => ({
    data: Object.defineProperty(Array(24).fill(1), 5, {
      get: () => core.embed(["a"], { dModel: 8 }).data[0],
    }),
    shape: [1, 3, 8],
  }),
  "a tensor whose numbers run the layer": () => ({
    data: Object.defineProperty(Array(24).fill(1), 5, {
      get: () => layer.forward({ query: tensor(1, 4, 8), trace: false }).output.data[0],
    }),
    shape: [1, 3, 8],
  }),
};

/** Valid calls, in which the test replaces every part in turn. @type {Record<string, [target: any, method: string, ...args: any[]]>} */
const CALLS = {
  embed: [core, "embed", ["a", "b"], { dModel: 8, seed: 1, positions: true }],
  createLayer: [
    core,
    "createLayer",
    {
      dModel: 8,
      numHeads: 2,
      numKvHeads: 1,
      dK: 2,
      dV: 2,
      dKey: 8,
      dValue: 8,
      bias: true,
      seed: 1,
      init: "small",
    },
  ],
  cost: [core, "cost", { dModel: 8, numHeads: 2 }, { B: 1, Tq: 2, Tk: 3, causal: true }],
  measure: [
    core,
    "measure",
    tensor(1, 2, 3, 3),
    { positions: [1], tokens: ["a", "b", "c"], keyTokens: ["a", "b", "c"], similarity: true },
  ],
  blend: [core, "blend", tensor(1, 2, 3, 3), [1, 1]],
  rank: [core, "rank", [0.5, 0.2]],
  jacobianNorms: [core, "jacobianNorms", tensor(1, 2, 3, 3)],
  asymmetry: [core, "asymmetry", tensor(1, 2, 3, 3)],
  putBack: [core, "putBack", query, query, [0, 2, 1]],
  buildHead: [
    core,
    "buildHead",
    { dModel: 8, dK: 2 },
    { offset: 1, place: 1, word: 1, first: 1, sharpness: 1 },
  ],
  followChain: [
    core,
    "followChain",
    [2, 3],
    [
      { name: "view", given: [3, 2] },
      { name: "transpose", given: [0, 1] },
    ],
  ],
  createHeadFit: [core, "createHeadFit", { x: query, wanted: tensor(3, 3), heads: 1, dK: 2, seed: 1 }],
  "fit.train": [fit, "train", 1],
  createModel: [
    core,
    "createModel",
    { task: "reference", dModel: 8, numHeads: 2, layers: 1, keysFrom: "words", seed: 1 },
  ],
  "model.train": [model, "train", 1],
  "model.evaluate": [
    model,
    "evaluate",
    {
      sentences: 2,
      headScale: [
        [1, 1],
        [1, 0],
      ],
      cut: [{ layer: 0, from: "it", to: "noun" }],
    },
  ],
  "model.predict": [
    model,
    "predict",
    sentence.split(" "),
    { headScale: [Float32Array.of(1, 1), [1, 0]], cut: [{ layer: 0, from: "it", to: 1 }] },
  ],
  "model.example": [model, "example", { seed: 1, heldOut: true }],
  "model.restore": [model, "restore", 0],
  "model.load": [model, "load", model.save()],
  "model.layer": [model, "layer", 0],
  "model.inputs": [model, "inputs", sentence.split(" "), 0],
  setWeights: [layer, "setWeights", { wQ: tensor(8, 8), wO: tensor(8, 8).data }],
  forward: [
    layer,
    "forward",
    {
      ...{ query, key: query, value: query, causal: true, trace: true, needWeights: true, fault: "none" },
      ...{ keyPaddingMask: { data: [false, true, false], shape: [1, 3] }, attnMask: tensor(3, 3) },
      ...{ maskFill: "-1e9", softmaxEmptyRow: "nan", dropout: { p: 0.1, seed: 1 }, headScale: [1, 0.5] },
    },
  ],
  "forward without trace": [
    layer,
    "forward",
    {
      ...{ query, key: query, value: query, causal: true, needWeights: true, trace: false },
      ...{ keyPaddingMask: { data: [false, true, false], shape: [1, 3] }, attnMask: tensor(3, 3) },
      ...{ headScale: [1, 0.5] },
    },
  ],
  backward: [learning, "backward", learned, query, { from: "output" }],
  prune: [layer, "prune", [0]],
  "run.tensor": [run, "tensor", "q"],
  "run.gradient": [learned, "gradient", "q"],
  "run.measure": [run, "measure", { positions: [1], tokens: ["a", "b", "c"] }],
  "run.differenceFrom": [run, "differenceFrom", other],
  "run.changeTo": [run, "changeTo", other],
  "run.plane": [run, "plane", 0],
  "run.meeting": [run, "meeting", 0, 1, 2],
  "fast.tensor": [fast, "tensor", "q"],
  "fast.measure": [fast, "measure", { positions: [1] }],
  "fast.shares": [fast, "shares", 0],
  "fast.removals": [fast, "removals", 0],
  "fast.contributions": [fast, "contributions", 0],
  "fast.plane": [fast, "plane", 0],
};

/** Copies of a value, each with one part replaced. @param {any} value @param {() => any} wrong @returns {Generator<any>} */
function* madeWrong(value, wrong) {
  yield wrong();
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value ?? 0) === Object.prototype;
  if (!isPlain) return;
  for (const key of Object.keys(value))
    for (const part of madeWrong(value[key], wrong)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      copy[key] = part;
      yield copy;
    }
}

const { module } = core.boundary;

/** Largest number of bytes that layers and models keep for their next call. A leak of 20 bytes per call would exceed it. */
const KEPT = 4000;

for (const [name, [target, method, ...args]] of Object.entries(CALLS))
  test(`after ${name} with any wrong argument, the next call works`, () => {
    const weights = reference.weights();
    const expected = bits();
    const inUse = () => (bits(), module.bytesInUse());
    if (name === "model.train") model.train(...args); // the first step makes the tape, which the model keeps
    const before = inUse();
    let [refused, calls] = [0, 0];
    const parts = args.reduce((sum, arg) => sum + [...madeWrong(arg, () => 0)].length, 0);
    for (const [kind, [what, wrong]] of Object.entries(WRONG).entries()) {
      let place = 0;
      for (let i = 0; i < args.length; i++)
        for (const part of madeWrong(args[i], wrong)) {
          if (!IS_NIGHTLY && parts > 3 && (kind + place++) % 2) continue; // by day every second place of a wrong value; the next kind of wrong value takes the others
          calls++;
          try {
            target[method](...args.slice(0, i), part, ...args.slice(i + 1))?.dispose?.();
          } catch (error) {
            refused++;
            if (error !== mine) assert.ok(error instanceof HeadscopeError, `${what}: ${error}`);
          }
          assert.equal(bits(), expected, `after ${what}`);
        }
    }
    assert.ok(refused > 10 && calls > 30, `${refused} of ${calls} refused`);
    assert.deepEqual(reference.weights(), weights);
    if (!name.startsWith("fast.")) target[method](...args)?.dispose?.();
    assert.ok(inUse() - before < KEPT, `${inUse() - before} bytes more in use`);
  });
