// Inputs whose getters and valueOf call the core while the core reads them.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import createModule from "#wasm-glue";
import { loadCore } from "../../web/core/index.js";
import { coreWithMemory } from "./core-with-memory.js";

const wasm = await readFile(new URL("../../build/wasm/headscope.wasm", import.meta.url));
const core = await loadCore();
const make = () => core.createLayer({ dModel: 8, numHeads: 2, seed: 1 });
const query = { data: Float32Array.from({ length: 24 }, (_, i) => Math.sin(i)), shape: [1, 3, 8] };

test("a getter that disposes of the layer is refused, at any place", () => {
  /** @type {((dispose: () => void) => any)[]} */
  const inputs = [
    (dispose) => ({
      get query() {
        dispose();
        return query;
      },
    }),
    (dispose) => ({
      query: {
        get data() {
          dispose();
          return query.data;
        },
        shape: query.shape,
      },
    }),
    (dispose) => ({
      query,
      get causal() {
        dispose();
        return false;
      },
    }),
    (dispose) => ({
      query,
      dropout: {
        get p() {
          dispose();
          return 0;
        },
      },
    }),
  ];
  for (const input of inputs) {
    for (const trace of [true, false]) {
      const layer = make();
      const call = () =>
        layer.forward(
          copy(
            input(() => layer.dispose()),
            { trace },
          ),
        );
      assert.throws(call, { code: "disposed" });
    }
  }
  const layer = make();
  const run = layer.forward({ query });
  const gradient = {
    get data() {
      run.dispose();
      return query.data;
    },
    shape: query.shape,
  };
  assert.throws(() => layer.backward(run, gradient), { code: "disposed" });
});

/** With its getters. @param {object} input @param {object} more @returns {any} */
const copy = (input, more) => Object.defineProperties({ ...more }, Object.getOwnPropertyDescriptors(input));

test("an object in place of a number is refused, whatever it says its value is", () => {
  const data = Array.from(query.data, (value) => ({ valueOf: () => value }));
  assert.throws(() => make().forward(/** @type {any} */ ({ query: { data, shape: query.shape } })), {
    code: "shape",
    message: "query holds what is no number: TypeError: [object Object] is a object",
  });
});

test("a getter of an element that calls the core is refused, and the old values stay", () => {
  const layer = make();
  const before = layer.forward({ query, trace: false }).output;
  const tricks = {
    "creates a layer": () => core.createLayer({ dModel: 1024, numHeads: 1 }),
    "runs the layer": () => layer.forward({ query: { data: new Float32Array(8), shape: [1, 1, 8] } }),
    "runs the layer over as much": () => layer.forward({ query: { ...query }, trace: false }),
    "disposes of the layer": () => layer.dispose(),
    "embeds words": () => core.embed(["a"], { dModel: 8 }),
  };
  for (const [what, trick] of Object.entries(tricks)) {
    for (const trace of [true, false]) {
      const array = Object.defineProperty([...query.data], 5, { get: trick });
      const input = { query: { data: array, shape: query.shape }, trace };
      assert.throws(() => layer.forward(input), {
        code: "config",
        message: "the core was called while reading query",
      });
      assert.deepEqual(layer.forward({ query, trace: false }).output, before, what);
    }
  }
});

test("a getter of a mask's elements is refused too; elements are read before the layer runs", () => {
  for (const trace of [true, false]) {
    const layer = make();
    for (const trick of [() => core.embed(["a"], { dModel: 8 }), () => layer.dispose()]) {
      const data = Object.defineProperty(Array(3).fill(false), 1, { get: () => (trick(), false) });
      const masked = { query, keyPaddingMask: { data, shape: [1, 3] }, trace };
      assert.throws(
        () => layer.forward(masked),
        ({ code }) => code === "config" || code === "disposed",
      );
    }
  }
});

test("a getter that swallows the refusal changes nothing", () => {
  const layer = make();
  const expected = layer.forward({ query, trace: false }).output;
  layer.forward({ query, key: { data: query.data.map((x) => 3 * x), shape: query.shape }, trace: false });
  const array = [...query.data];
  Object.defineProperty(array, 5, {
    get() {
      for (const shape of [
        [1, 1, 8],
        [1, 3, 8],
      ]) {
        const other = { data: new Float32Array(8 * shape[1]), shape };
        assert.throws(() => layer.forward({ query: other, key: other, trace: false }), { code: "config" });
      }
      return query.data[5];
    },
  });
  assert.deepEqual(
    layer.forward({ query: { data: array, shape: query.shape }, trace: false }).output,
    expected,
  );
});

test("a typed array has its real length, whatever its length property says", () => {
  const layer = make();
  const before = layer.forward({ query, trace: false }).output;
  const lies = [
    Object.defineProperty(new Float32Array(1000), "length", { value: 24 }),
    Object.defineProperty(new Float32Array(2), "length", { value: 24 }),
    Object.defineProperty(new DataView(new ArrayBuffer(96)), "length", { value: 24 }),
  ];
  for (const data of lies)
    assert.throws(() => layer.forward(/** @type {any} */ ({ query: { data, shape: query.shape } })), {
      code: "shape",
    });
  assert.deepEqual(layer.forward({ query, trace: false }).output, before);
});

test("changing the caller's copy of the steps changes no tensor and no gradient", () => {
  const layer = make();
  const [run, untouched] = [layer.forward({ query }), layer.forward({ query })];
  for (const step of run.steps) {
    step.id += "!";
    step.shape.fill(2 ** 30);
    step.strides.fill(7);
    step.error = "none";
    step.refusal = { id: "none", parameters: {}, message: "none" };
  }
  run.steps.splice(3, 9);
  assert.deepEqual(run.tensor("scores"), untouched.tensor("scores"));
  assert.deepEqual(layer.backward(run, query), layer.backward(untouched, query));
  assert.deepEqual(run.gradient("q"), untouched.gradient("q"));
  assert.throws(() => run.tensor("q!"), { code: "config" });
});

for (const [what, attack] of /** @type {[string, (steps: any[]) => void][]} */ ([
  ["reversed", (steps) => steps.reverse()],
  ["cut to three", (steps) => (steps.length = 3)],
  ["larger", (steps) => steps[1].shape.push(1e6)],
  ["more", (steps) => steps.push(...steps, { ...steps[0], id: "output" })],
]))
  test(`steps that were made ${what} before any tensor was read change no tensor and no gradient`, () => {
    const layer = make();
    const [run, untouched] = [layer.forward({ query }), layer.forward({ query })];
    attack(run.steps);
    for (const { id } of untouched.steps) assert.deepEqual(run.tensor(id), untouched.tensor(id), id);
    assert.deepEqual(layer.backward(run, query), layer.backward(untouched, query));
  });

test("changing the core's own tables changes nothing", () => {
  const [kinds, operations] = [[...core.headKinds], JSON.stringify(core.operations)];
  for (const attack of [
    () => /** @type {any} */ (core.headKinds).reverse(),
    () => /** @type {any} */ (core.headKinds).pop(),
    () => delete (/** @type {any} */ (core.operations).matmul),
    () => /** @type {any} */ (core.operations.matmul.formulas).pop(),
  ])
    try {
      attack();
    } catch (error) {
      assert.ok(error instanceof TypeError);
    }
  assert.deepEqual([core.headKinds, JSON.stringify(core.operations)], [kinds, operations]);
});

test("steps that the caller adds to the list are unknown to the run", () => {
  const run = make().forward({ query });
  run.steps.push({ ...run.steps[0], id: "more" });
  run.tensor("q");
  const { length } = run.steps;
  assert.throws(
    () => {
      run.steps.push({ ...run.steps[0], id: "still more" });
      run.tensor("still more");
    },
    { code: "config" },
  );
  assert.equal(run.steps.length, length + 1);
});

test("if memory grows without Emscripten's notice, the core throws that it cannot continue", async () => {
  const { core: own, grow } = await coreWithMemory(wasm);
  const layer = own.createLayer({ dModel: 8, numHeads: 2, seed: 1 });
  const array = [...query.data];
  Object.defineProperty(array, 5, {
    get() {
      grow(1);
      return query.data[5];
    },
  });
  for (const data of [array, query.data])
    assert.throws(() => layer.forward({ query: { data, shape: query.shape } }), { code: "disposed" });
});

test("an option that disposes of a run that is measured is refused", () => {
  const [traced, fast] = [true, false].map((trace) => make().forward({ query, trace }));
  for (const run of [traced, fast]) {
    const options = {
      tokens: ["a", "b", "c"],
      get keyTokens() {
        run.dispose();
        return ["a", "b", "c"];
      },
    };
    assert.throws(() => run.measure(options), { code: "disposed" });
  }
});

test("an option of backward or prune that disposes of the layer or run is refused", () => {
  const layer = make();
  const run = layer.forward({ query });
  const options = {
    get from() {
      run.dispose();
      return "output";
    },
  };
  assert.throws(() => layer.backward(run, query, options), { code: "disposed" });
  const heads = Object.defineProperty([0], 0, { get: () => (layer.dispose(), 0) });
  assert.throws(() => layer.prune(heads), { code: "disposed" });
});

test("a buffer detached while another input is read is refused", () => {
  const layer = make();
  for (const trace of [true, false]) {
    const data = Float32Array.from(query.data);
    const key = Object.defineProperty([...query.data], 5, {
      get: () => (structuredClone(null, { transfer: [data.buffer] }), 0),
    });
    const input = { query: { data, shape: query.shape }, key: { data: key, shape: query.shape }, trace };
    assert.throws(() => layer.forward(input), {
      code: "shape",
      message: "query: data of 0 elements does not fill shape (1, 3, 8), which has 24",
    });
  }
});

test("a typed array's own length property is not read", () => {
  const layer = make();
  let asked = 0;
  const data = Object.defineProperty(Float32Array.from(query.data), "length", {
    get() {
      if (asked++ > 0) layer.dispose();
      return 24;
    },
  });
  const { output } = layer.forward({ query: { data, shape: query.shape } });
  assert.deepEqual(output, make().forward({ query }).output);
});

test("a data array that changes its length while it is read is refused", () => {
  const data = [...query.data];
  Object.defineProperty(data, 3, {
    get() {
      data.length = 4;
      return 0;
    },
  });
  assert.throws(() => make().forward({ query: { data, shape: query.shape } }), {
    code: "shape",
    message: "query: data of 4 elements does not fill shape (1, 3, 8), which has 24",
  });
});

test("changing a tensor's shape changes nothing else", () => {
  const run = make().forward({ query });
  const { shape, strides, axes } = run.tensor("q");
  for (const list of [shape, strides, axes]) list.fill(/** @type {never} */ (7));
  const step = run.steps.find(({ id }) => id === "q");
  assert.deepEqual(
    [step?.shape, step?.strides, step?.axes],
    [
      [1, 3, 8],
      [24, 8, 1],
      ["B", "T", "d_model"],
    ],
  );
});

test("a refused forward keeps no inputs", async () => {
  const { core: own, inUse } = await coreWithMemory(wasm);
  const layer = own.createLayer({ dModel: 64, numHeads: 2 });
  const before = inUse();
  const long = { data: new Float32Array(64 * 50_000), shape: [1, 50_000, 64] };
  for (const refused of [
    { headScale: [1] },
    { key: { data: new Float32Array(8), shape: [1, 1, 8] } },
    { attnMask: { data: [true], shape: [5] } },
  ])
    assert.throws(() => layer.forward({ query: long, trace: false, ...refused }));
  const broken = { data: Array.from({ length: 64 }, () => Symbol("x")), shape: [1, 1, 64] };
  assert.throws(() => layer.forward(/** @type {any} */ ({ query: long, key: broken, trace: false })));
  assert.ok(inUse() - before < 10_000, `${inUse() - before} bytes are kept`);
});

test("arguments of dropout and masks are also checked first", async () => {
  const { core: own, bytes } = await coreWithMemory(wasm);
  const layer = own.createLayer({ dModel: 64, numHeads: 8 });
  const before = bytes();
  const query = { data: new Float32Array(64 * 4600), shape: [1, 4600, 64] };
  for (const trace of [true, false])
    assert.throws(() => layer.forward({ query, dropout: { p: 0.5 }, trace }), { code: "memory" });
  const masked = { query, causal: true, attnMask: { data: new Float32Array(4600), shape: [4600] } };
  assert.throws(() => layer.forward(masked), { code: "memory" });
  assert.throws(() => layer.forward({ query, fault: "mask_reversed", causal: true }), { code: "memory" });
  assert.ok(bytes() - before < 2 ** 23, `${bytes() - before} bytes more`);
});

test("the raw module refuses data of another length than its shape", async () => {
  const module = await createModule({ wasmBinary: wasm });
  const shape = [1, 1, 2, 2];
  for (const Kind of [Float32Array, Array])
    for (const length of [0, 3, 5, 2 ** 16]) {
      const data = Kind === Array ? new Array(length).fill(1) : new Float32Array(length).fill(1);
      const { code, id, message } = module.asymmetry({ data, shape });
      assert.deepEqual([code, id], ["shape", "data_of_other_length"]);
      assert.equal(message, `data has ${length} numbers, expected 4 as its shape says`);
    }
  const lying = Object.defineProperty(new Float32Array(2 ** 16), "length", { value: 4 });
  assert.equal(module.asymmetry({ data: lying, shape }).id, "data_of_other_length");
  assert.deepEqual(
    module.asymmetry({ data: Float32Array.of(1, 2, 3, 4), shape }),
    module.asymmetry({ data: [1, 2, 3, 4], shape }),
  );
  const words = { bytes: Uint8Array.of(97, 98), lengths: [1, 64] };
  assert.equal(module.embed({ words, dModel: 8, seed: 1, positions: true }).id, "bytes_of_strings");
});
