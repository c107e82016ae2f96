// Messages of a notebook: numbers in every form, and traits; and the traits that follow from a state.
import assert from "node:assert/strict";
import test from "node:test";
import { pixelsIn, quoteValue, tensorIn } from "../../web/notebook/numbers.js";
import { SET, stateWith, traitsApart } from "../../web/notebook/traits.js";
import { Store } from "../../web/kit/state/store.js";
import { snapshotOf } from "../../web/kit/state/snapshot.js";

const plain = (/** @type {any} */ tensor) => tensor && { data: [...tensor.data], shape: tensor.shape };

test("numbers arrive as lists, bytes and typed arrays, and are copied", () => {
  const expected = { data: [1, 2, 3, 4, 5, 6], shape: [2, 3] };
  const floats = Float32Array.from(expected.data);
  const message = new Uint8Array(64); // a message in which they stand where no float may
  message.set(new Uint8Array(floats.buffer), 7);
  for (const value of [
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
    { data: [1, 2, 3, 4, 5, 6], shape: [2, 3] },
    {
      data: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      shape: [2, 3],
    },
    { data: floats, shape: [2, 3] },
    { data: floats.buffer, shape: [2, 3] },
    { data: new DataView(message.buffer, 7, 24), shape: [2, 3] },
    { data: message.subarray(7, 31), shape: [2, 3], dtype: "float32" },
    { data: new DataView(Float64Array.from(expected.data).buffer), shape: [2, 3], dtype: "float64" },
    { data: Int16Array.from(expected.data), shape: [2, 3] },
  ])
    // prettier-ignore
    assert.deepEqual(plain(tensorIn(value, "attention")), expected);
  const copy = tensorIn({ data: floats, shape: [2, 3] }, "attention");
  floats[0] = 9;
  assert.equal(copy?.data[0], 1);
  assert.equal(tensorIn(null, "attention"), null);
  assert.equal(tensorIn(undefined, "attention"), null);
  const odd = plain(tensorIn([NaN, Infinity, -0], "attention"));
  assert.deepEqual(odd, { data: [NaN, Infinity, -0], shape: [3] });
});

for (const [value, said] of /** @type {[any, RegExp][]} */ ([
  [7, /^attention is 7; expected nested lists/],
  ["<b>", /^attention is "<b>"; expected/],
  [new ArrayBuffer(8), /^attention is bytes without a shape/],
  [new DataView(new ArrayBuffer(8)), /^attention is bytes without a shape/],
  [{}, /^attention has the shape undefined; expected a list of whole numbers, as \[8, 12, 12\]/],
  [{ data: [1], shape: [-1] }, /^attention has the shape a list of 1/],
  [{ data: [1], shape: [0.5] }, /^attention has the shape/],
  [{ data: [1, 2], shape: [3] }, /^attention has 2 numbers of float32 for the shape \(3\), which has 3/],
  [{ data: [1], shape: [1e9, 1e9] }, /^attention has 1 numbers/],
  [{ data: "abc", shape: [3] }, /^attention has the data "abc"; expected/],
  [{ data: null, shape: [3] }, /^attention has the data null/],
  [{ data: new ArrayBuffer(7), shape: [1] }, /^attention has 7 bytes, which is no number of float32 of 4/],
  [
    { data: new ArrayBuffer(8), shape: [1], dtype: "int8" },
    /^attention has the dtype "int8"; expected one of float32, float64, uint8/,
  ],
  [{ data: new ArrayBuffer(8), shape: [1], dtype: "__proto__" }, /^attention has the dtype/],
  [[[1, 2], [3]], /^attention\[1\] is a list of 1; expected a list of 2/],
  [[[1, 2], 3], /^attention\[1\] is 3; expected a list of 2/],
  [
    [
      [1, 2],
      [3, null],
    ],
    /^attention\[1\]\[1\] is null; expected a number/,
  ],
  [
    [
      [1, 2],
      [3, [4]],
    ],
    /^attention\[1\]\[1\] is a list of 1; expected a number/,
  ],
]))
  // prettier-ignore
  test(`the message tells what is wrong with ${quoteValue(value)}: ${said}`, () => {
    assert.throws(() => tensorIn(value, "attention"), { name: "TypeError", message: said });
  });

test("bytes of pixels stay bytes, and other numbers are read as tensors are", () => {
  const message = new Uint8Array([9, 9, 0, 128, 255, 1]); // a message in which they stand apart
  const view = new Uint8Array(message.buffer, 2);
  const read = pixelsIn({ data: view, shape: [2, 2], dtype: "uint8" }, "image");
  assert.ok(read?.data instanceof Uint8Array);
  assert.deepEqual(plain(read), { data: [0, 128, 255, 1], shape: [2, 2] });
  message.fill(7);
  assert.deepEqual(plain(read).data, [0, 128, 255, 1], "copied");
  assert.deepEqual(plain(pixelsIn([[0, 0.5]], "image")), { data: [0, 0.5], shape: [1, 2] });
  assert.equal(pixelsIn(null, "image"), null);
  assert.throws(() => pixelsIn({ data: view, shape: [3], dtype: "uint8" }, "image"), {
    message: /^image has 4 numbers of uint8 for the shape \(3\), which has 3/,
  });
});

test("an image is a trait as an address or as pixels, with its grid and the tokens before it", () => {
  /** @type {Record<string, unknown>} */
  const figure = {};
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) =>
    SET.get(name)?.(/** @type {any} */ (figure), value);
  set("image", "cat.png");
  set("grid", [2, 2]);
  set("extra", 1);
  assert.deepEqual(figure, { image: "cat.png", grid: [2, 2], extra: 1 });
  set("image", { data: new Uint8Array([1, 2]), shape: [1, 2], dtype: "uint8" });
  assert.deepEqual(figure.image, { data: new Uint8Array([1, 2]), shape: [1, 2] });
  assert.throws(() => set("image", 7), { name: "TypeError", message: /^image is 7; expected/ });
});

const state = snapshotOf(new Store().state);

test("a state sets only traits that the notebook has and whose values differ", () => {
  /** @type {Record<string, any>} */
  const held = {
    head: 2,
    d_model: 64,
    tokens: "The cat",
    key_tokens: [],
    causal: null,
    weights: { wQ: [1] },
  };
  const get = (/** @type {string} */ name) => held[name];
  const now = { ...state, head: 5, tokens: ["The", "cat", "sat"], weights: "random", seed: 9 };
  assert.deepEqual(traitsApart(now, get), [
    ["tokens", "The cat sat"],
    ["head", 5],
  ]);
  held.tokens = ["The", "cat"];
  held.weights = "small";
  assert.deepEqual(traitsApart(now, get), [
    ["tokens", ["The", "cat", "sat"]],
    ["weights", "random"],
    ["head", 5],
  ]);
  assert.deepEqual(traitsApart({}, get), []);
});

test("a trait that is set is also in the state, if the state has it", () => {
  assert.equal(stateWith(null, "head", 3), null);
  assert.equal(stateWith(undefined, "head", 3), null);
  assert.equal(stateWith({}, "head", 3), null, "what it does not name");
  assert.equal(stateWith({ head: 3 }, "head", 3), null);
  assert.deepEqual(stateWith({ head: 3, seed: 1 }, "head", 4), { head: 4, seed: 1 });
  assert.deepEqual(stateWith({ tokens: ["a"] }, "tokens", "a b"), { tokens: ["a", "b"] });
  assert.deepEqual(stateWith({ dModel: 8 }, "d_model", null), { dModel: 64 });
  assert.equal(stateWith({ weights: "random" }, "weights", { wQ: [] }), null);
  assert.equal(stateWith({ view: "walk" }, "view", "heads"), null, "it is no state's");
});

test("looks are traits with the names of links, and invalid looks give a message", () => {
  /** @type {Record<string, string>} */
  const styles = {};
  const figure = /** @type {any} */ ({
    style: {
      setProperty: (/** @type {string} */ name, /** @type {string} */ value) => (styles[name] = value),
    },
  });
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => SET.get(name)?.(figure, value);
  set("accent", "#A03");
  set("paper", "#fff8ec");
  set("font", "Georgia, serif");
  set("width", 640);
  assert.deepEqual(styles, {
    ...{ "--mha-accent": "#aa0033", "--mha-paper": "#fff8ec" },
    ...{ "--mha-font": "Georgia, serif", "max-width": "640px" },
  });
  for (const nothing of [null, undefined, ""]) {
    set("accent", nothing);
    assert.equal(styles["--mha-accent"], "");
  }
  const said = {
    name: "TypeError",
    message: 'ink "red; color: blue" is no colour of three or six digits, as #22313f',
  };
  assert.throws(() => set("ink", "red; color: blue"), said);
  assert.throws(() => set("accent", { url: 1 }), {
    name: "TypeError",
    message: /^accent "\[object Object\]" is no colour/,
  });
  assert.throws(() => set("width", 1e9), {
    name: "TypeError",
    message: /^width "1000000000" is no width of 240 to 2000 px/,
  });
});
