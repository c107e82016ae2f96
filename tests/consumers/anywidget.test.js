// The package in a notebook: a model that follows anywidget's protocol, and the module loaded as anywidget
// loads it.
import assert from "node:assert/strict";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { drawn } from "../browser/support/explainer.js";
import { until } from "../browser/support/until.js";
import { usePages } from "./support/pages.js";

/** @typedef {import("playwright-core").Page} Page */

const { show, all } = usePages("anywidget");

/**
 * A notebook. Its model has only the methods of the specification, and its kernel records saved and sent
 * values.
 */
const NOTEBOOK = `
class Model {
  #traits; #dirty = {}; #callbacks = [];
  saved = []; sent = [];
  constructor(traits) { this.#traits = traits; }
  get(name) { return this.#traits[name]; }
  set(name, value) {
    if (!(name in this.#traits)) throw new Error("the notebook has no trait " + name);
    if (Object.is(this.#traits[name], value)) return;
    this.#traits[name] = value;
    this.#dirty[name] = value;
    this.tell("change:" + name);
  }
  on(name, callback) { this.#callbacks.push([name, callback]); }
  off(name = null, callback = null) {
    this.#callbacks = this.#callbacks.filter(([n, c]) => (name !== null && n !== name) || (callback !== null && c !== callback));
  }
  tell(name, ...args) { for (const [n, callback] of [...this.#callbacks]) if (n === name) callback(...args); }
  save_changes() {
    if (!Object.keys(this.#dirty).length) return;
    this.saved.push(structuredClone(this.#dirty));
    const echo = structuredClone(this.#dirty); // as sent back by the kernel
    this.#dirty = {};
    setTimeout(() => this.kernel(echo));
  }
  send(content, callbacks, buffers = []) { this.sent.push({ content: structuredClone(content), buffers }); }
  kernel(changes) {
    for (const [name, value] of Object.entries(changes)) {
      const same = JSON.stringify(this.#traits[name]) === JSON.stringify(value);
      this.#traits[name] = value;
      if (!same) this.tell("change:" + name);
    }
  }
  get listening() { return this.#callbacks.length; }
}
const source = await (await fetch("anywidget.js")).text();
const load = () => import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
const { default: widget } = await load();
Object.assign(window, { Model, widget, load, cell(model, name = "cell") {
  const el = document.body.appendChild(Object.assign(document.createElement("div"), { className: name }));
  return { el, end: widget.render({ model, el }) };
} });
`;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A notebook</title><script type="module" src="notebook.js"></script></head><body></body></html>`;

/** The page, once a test has opened it. @type {ReturnType<typeof show> | undefined} */
let opened;

/**
 * A notebook with a widget of these traits, on the page that all tests use: to load the module takes longer than most tests.
 * @param {string} traits as a script writes them @param {number} [cells]
 */
async function notebook(traits, cells = 1) {
  opened ??= show(all, { "index.html": PAGE, "notebook.js": NOTEBOOK });
  const { page, seen } = await opened;
  await page.waitForFunction(() => /** @type {any} */ (window).widget);
  seen.forget();
  await page.evaluate(
    `for (const { end } of window.cells ?? []) end();
    document.body.replaceChildren();
    window.model = new Model({ ${traits} });
    window.cells = Array.from({ length: ${cells} }, () => cell(model)); undefined`,
  );
  await page.waitForFunction(() =>
    [...document.querySelectorAll("mha-explainer")].every(
      (each) => /** @type {any} */ (each).store.state.status !== "waiting",
    ),
  );
  await drawn(page);
  return { page, seen };
}

/** @param {Page} page @param {string} script @returns {Promise<any>} */
const run = (page, script) => page.evaluate(script);

/** The state of each figure. @param {Page} page @returns {Promise<any[]>} */
const states = (page) =>
  page.locator("mha-explainer").evaluateAll((all) => all.map((each) => /** @type {any} */ (each).state));

/**
 * What the kernel has been told, once it was told that often. A further message would come within the next frames.
 * @param {Page} page @param {number} times @param {string} [model] @returns {Promise<any[]>}
 */
async function savedOnce(page, times, model = "model") {
  await page.waitForFunction(`${model}.saved.length >= ${times}`);
  await drawn(page);
  const saved = await run(page, `${model}.saved`);
  assert.equal(saved.length, times);
  return saved;
}

/** The text in the cell beside the figure. @param {Page} page */
const troubles = (page) => page.locator(".cell > p:not([hidden])").allTextContents();

test("a figure shows attention over an image, and another image when the kernel sends one", async () => {
  const { page, seen } = await notebook(
    `view: "heads", head: 0, token: null, attention: { data: new Float32Array(2 * 25).fill(0.2), shape: [2, 5, 5] },
     image: { data: new Uint8Array(48).fill(200), shape: [4, 4, 3], dtype: "uint8" }, grid: [2, 2], extra: 1`,
  );
  const colour = (/** @type {number} */ expected) =>
    page.waitForFunction(
      (expected) => {
        const { picture } = /** @type {any} */ (document.querySelector("mha-explainer")).store.state;
        return picture?.patches?.image?.rgba[0] === expected;
      },
      expected,
      { polling: 20 },
    );
  await colour(200);
  await page.locator("mha-patch-heads mha-figure").waitFor();
  await run(
    page,
    `model.kernel({ image: { data: new Uint8Array(48).fill(90), shape: [4, 4, 3], dtype: "uint8" } })`,
  );
  await colour(90);
  assert.deepEqual(await troubles(page), []);
  seen.assertQuiet();
});

test("a figure shows its traits, and each change by the reader reaches the kernel once", async () => {
  const { page, seen } = await notebook(
    'tokens: "The cat sat", view: "heads", d_model: 16, heads: 2, head: null, causal: true, state: null, controls: "all"',
  );
  const [state] = await states(page);
  assert.deepEqual(
    [state.tokens, state.dModel, state.heads, state.causal],
    [["The", "cat", "sat"], 16, 2, true],
  );
  assert.equal(await page.locator("mha-maps mha-figure").count(), 1);
  assert.deepEqual(await run(page, "model.saved"), [], "nothing is told that no reader did");
  await page.getByLabel("mask").selectOption("none");
  await page
    .getByRole("button", { name: /^head 0/i })
    .first()
    .click();
  const saved = await savedOnce(page, 2);
  assert.deepEqual([saved[0].causal, saved[0].state.causal, saved[0].state.version], [false, false, 1]);
  assert.deepEqual([saved[1].head, saved[1].state.head], [0, 0]);
  assert.deepEqual(Object.keys(saved[1]).sort(), ["head", "state"], "what is as it was is not told");
  assert.equal(saved[1].state.tokens.join(" "), "The cat sat");
  seen.assertQuiet();
});

test("a typed sentence reaches the kernel as a string or as a list, like the trait before", async () => {
  for (const [tokens, expected] of [
    ['"a b"', "a b c"],
    ['["a", "b"]', ["a", "b", "c"]],
  ]) {
    const { page } = await notebook(`tokens: ${tokens}, heads: 2, d_model: 8, controls: "few"`);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Sentence").fill("a b c");
    await until(
      async () => isDeepStrictEqual((await run(page, "model.saved")).at(-1), { tokens: expected }),
      `the kernel has ${expected}`,
    );
  }
});

test("values set by the kernel are shown in every view, and not echoed", async () => {
  const { page, seen } = await notebook('tokens: "a b c d", heads: 4, d_model: 16, head: 1, step: "q"', 2);
  await run(page, 'model.kernel({ head: 3, step: "weights", tokens: "x y" })');
  await drawn(page);
  for (const state of await states(page))
    assert.deepEqual([state.head, state.step, state.tokens], [3, "weights", ["x", "y"]]);
  assert.deepEqual(await run(page, "model.saved"), []);
  await run(page, "model.kernel({ heads: null, head: null })");
  await drawn(page);
  assert.deepEqual(
    (await states(page)).map(({ heads }) => heads),
    [8, 8],
    "none is as it is left out",
  );
  seen.assertQuiet();
});

test("state and traits stay equal, whichever the kernel sets, and later views show them", async () => {
  const { page, seen } = await notebook('tokens: "a b c", heads: 2, d_model: 8, head: 0, state: {}');
  await run(page, 'model.kernel({ state: { head: 1, step: "scores" } })');
  assert.deepEqual(await savedOnce(page, 1), [{ head: 1 }]);
  assert.equal(await run(page, 'model.get("head")'), 1);
  await run(page, "model.kernel({ head: 0 })");
  assert.deepEqual((await savedOnce(page, 2)).slice(1), [{ state: { head: 0, step: "scores" } }]);
  await run(page, "cells.push(cell(model)); undefined");
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelectorAll("mha-explainer")[1]).store.state.status === "ready",
  );
  for (const { head, step } of await states(page)) assert.deepEqual([head, step], [0, "scores"]);
  assert.equal((await savedOnce(page, 2)).length, 2, "and it goes on no further");
  seen.assertQuiet();
});

test("a reader's action in one view is shown in the other, and reported once", async () => {
  const { page, seen } = await notebook(
    'tokens: "a b c", heads: 2, d_model: 8, step: "q_heads", state: {}, controls: "none"',
    2,
  );
  await page.locator(".cell").nth(0).getByRole("button", { name: "Next step" }).click();
  const saved = await savedOnce(page, 1);
  const [one, other] = await states(page);
  assert.equal(one.step, "scores");
  assert.equal(other.step, "scores");
  assert.equal(saved[0].step, "scores");
  seen.assertQuiet();
});

test("attention and weights arrive in buffers, at any place in a message", async () => {
  const attention =
    "new DataView(Uint8Array.from([9, 9, 9, ...new Uint8Array(Float32Array.from([1, 0, 0.25, 0.75]).buffer)]).buffer, 3)";
  const { page, seen } = await notebook(
    `tokens: ["[CLS]", "##ing"], view: "map", attention: { data: ${attention}, shape: [1, 2, 2] }, weights: null, d_model: 4, heads: 1, input: null`,
  );
  await page.locator("mha-maps mha-figure, mha-heatmap mha-figure").first().waitFor();
  const numbers = () =>
    page.locator("mha-explainer").evaluate(async (element) => {
      const { data, shape } = await /** @type {any} */ (element).getTensor("weights");
      return { data: [...data], shape };
    });
  assert.deepEqual(await numbers(), { data: [1, 0, 0.25, 0.75], shape: [1, 1, 2, 2] });
  await run(page, "model.kernel({ attention: [[[0, 1], [1, 0]]] })");
  await drawn(page);
  assert.deepEqual((await numbers()).data, [0, 1, 1, 0]);
  await run(
    page,
    `model.kernel({ attention: null, input: [[1, 0, 0, 0], [0, 2, 0, 0]],
       weights: Object.fromEntries(["wQ", "wK", "wV", "wO"].map((name) =>
         [name, { data: Float32Array.from({ length: 16 }, (_, i) => Number(i % 5 === 0)).buffer, shape: [4, 4] }])) })`,
  );
  await drawn(page);
  const output = await page
    .locator("mha-explainer")
    .evaluate(async (element) => [...(await /** @type {any} */ (element).getTensor("v")).data]);
  assert.deepEqual(output, [1, 0, 0, 0, 0, 2, 0, 0], "v is x W_V, and W_V is the identity");
  assert.deepEqual(await troubles(page), []);
  seen.assertQuiet();
});

/** Invalid values. */
const HOSTILE = [
  '{ attention: { data: "abc", shape: [1, 2, 2] } }',
  "{ attention: [[[1, 2], [3]]] }",
  "{ attention: { shape: [1e9, 1e9], data: new DataView(new ArrayBuffer(4)) } }",
  "{ attention: 7 }",
  "{ weights: { wX: [1] } }",
  "{ weights: [1, 2] }",
  "{ weights: { wQ: { data: [1], shape: [2] } } }",
  "{ tokens: 5 }",
  "{ tokens: { length: 1e9 } }",
  "{ state: { nothing: 1 } }",
  "{ state: { version: 9 } }",
  "{ state: { tokens: { length: 1e9 } } }",
  '{ state: "<b>" }',
  "{ view: { a: 1 } }",
  '{ view: "<b>" }',
  "{ head: 99 }",
  '{ head: "<img src=x onerror=hacked=1>" }',
  "{ heads: -1 }",
  "{ heads: [[[]]] }",
  "{ d_model: 1e99 }",
  "{ step: 3 }",
  '{ tokens: "a".repeat(1000000) }',
  '{ tokens: ["\\ud800", null, {}, "</script>"] }',
  '{ caption: "<b>bold</b>" }',
  "{ controls: 7 }",
];

/** Traits that undo every invalid value. */
const VALID =
  'tokens: "a b", attention: null, weights: null, state: null, view: "walk", head: null, heads: 2, d_model: 8, step: null, caption: null, controls: null';

/** In the page: sets an invalid value, then valid ones; what the cell says after each, and the number of figures between. */
const TRY = `
  window.tried = async (change) => {
    const said = () => [...document.querySelectorAll(".cell > p:not([hidden])")].map(({ textContent }) => textContent);
    model.kernel(change);
    await document.querySelector("mha-explainer").updateComplete;
    const found = { said: said(), elements: document.querySelectorAll("mha-explainer").length };
    model.kernel({ ${VALID} });
    return { ...found, afterwards: said() };
  };
  undefined`;

test("for any invalid value, the cell shows a message, nothing throws, and the next valid value is shown", async () => {
  const { page, seen } = await notebook(VALID);
  await run(page, TRY);
  for (const change of HOSTILE) {
    const { said, elements, afterwards } = await run(page, `tried(${change})`);
    assert.equal(elements, 1, change);
    if (/attention|weights|state|tokens: (5|\{)|view: \{/.test(change) && !change.includes("state: { tokens"))
      assert.match(said.join(), /expected|has|what there is|version 9|state is/, change);
    assert.deepEqual(afterwards, [], `after ${change}`);
  }
  await drawn(page);
  const [state] = await states(page);
  assert.deepEqual([state.tokens, state.heads, state.dModel], [["a", "b"], 2, 8]);
  assert.equal(await page.locator("mha-stage canvas").count(), 1);
  assert.equal(await run(page, "window.hacked"), undefined);
  assert.deepEqual(
    seen.errors.filter((each) => !each.startsWith("<mha-explainer>")),
    [],
  );
});

test("the widget renders with hostile traits, and without traits", async () => {
  for (const traits of ["", "tokens: 5, attention: {}, weights: [1], state: 3, view: 7"]) {
    const { page } = await notebook(traits);
    const said = (await troubles(page)).join();
    if (traits)
      for (const name of ["tokens", "attention", "weights", "state", "view"])
        assert.ok(said.includes(`${name} `), `${name}: ${said}`);
    else assert.equal(said, "");
    assert.equal(await page.locator("mha-explainer").count(), 1);
  }
});

test("a removed widget leaves no listeners and no elements", async () => {
  const { page, seen } = await notebook('tokens: "a b", heads: 2, d_model: 8, state: {}', 2);
  assert.ok((await run(page, "model.listening")) > 20);
  await run(page, "cells[0].end()");
  assert.equal(await run(page, "cells[0].el.childElementCount"), 0);
  await run(page, 'model.kernel({ tokens: "c d e" })');
  await drawn(page);
  assert.deepEqual(
    (await states(page)).map(({ tokens }) => tokens.join(" ")),
    ["c d e"],
  );
  await run(page, "cells[1].end()");
  assert.equal(await run(page, "model.listening"), 0);
  await run(page, "model.kernel({ tokens: 7 })");
  seen.assertQuiet();
});

test("the widget answers messages about state, numbers and pictures, and reports errors; of several views one answers", async () => {
  const { page, seen } = await notebook('tokens: "a b c", heads: 2, d_model: 8, state: {}', 2);
  /** @param {string} message */
  const ask = async (message) => {
    await run(page, `model.sent.length = 0; model.tell("msg:custom", ${message}, []); undefined`);
    await page.waitForFunction(() => /** @type {any} */ (window).model.sent.length);
    await drawn(page); // a second answer would have come by now
    return run(
      page,
      "model.sent.map(({ content, buffers }) => ({ content, buffers: buffers.map((b) => [...new Uint8Array(b.buffer ?? b)]) }))",
    );
  };
  const [tensor, ...more] = await ask('{ id: 7, get: "tensor", step: "weights" }');
  assert.deepEqual(more, []);
  assert.deepEqual(tensor.content, {
    id: 7,
    tensor: { step: "weights", shape: [1, 2, 3, 3], dtype: "float32" },
  });
  const numbers = [...new Float32Array(Uint8Array.from(tensor.buffers[0]).buffer)];
  const shown = await page
    .locator("mha-explainer")
    .first()
    .evaluate(async (element) => [...(await /** @type {any} */ (element).getTensor("weights")).data]);
  assert.deepEqual(numbers, shown);
  const [svg] = await ask('{ get: "svg", width: 400 }');
  assert.match(svg.content.svg, /^<svg /);
  const [png] = await ask('{ get: "png" }');
  assert.deepEqual([png.content.png, png.buffers[0].slice(0, 4)], ["image/png", [137, 80, 78, 71]]);
  const [csv] = await ask('{ get: "csv" }');
  assert.match(csv.content.csv, /^[^\n]*\r\n/);
  const [set] = await ask('{ set: { step: "scores" } }');
  assert.equal(set.content.state.step, "scores");
  const [acted] = await ask('{ act: "step=q&head=1" }');
  assert.deepEqual([acted.content.state.step, acted.content.state.head], ["q", 1]);
  assert.equal((await run(page, "model.saved")).at(-1).state.step, "q", "as if its reader had done it");
  for (const [message, said] of [
    ['{ get: "all" }', /get "all" is none of state, tensor, svg, png, csv/],
    ['{ get: "__proto__" }', /is none of/],
    ['{ get: "tensor", step: "no" }', /no/],
    ["{ set: 3 }", /state is number/],
  ])
    assert.match((await ask(/** @type {string} */ (message)))[0].content.error, /** @type {RegExp} */ (said));
  await run(
    page,
    'model.sent.length = 0; for (const odd of [null, 3, "x", [], {}]) model.tell("msg:custom", odd, [])',
  );
  await run(page, 'model.tell("msg:custom", { id: 8, get: "state" }, [])');
  await page.waitForFunction("model.sent.length");
  assert.deepEqual(
    await run(page, "model.sent.map(({ content }) => content.id)"),
    [8],
    "what is no question has no answer",
  );
  seen.assertQuiet();
});

test("each widget loads its own module, and the second reuses the defined elements", async () => {
  const { page, seen } = await notebook('tokens: "a b", heads: 2, d_model: 8');
  await run(
    page,
    `(async () => {
      const { default: other } = await load();
      window.second = new Model({ tokens: "c d e", heads: 2, d_model: 8, state: {} });
      other.render({ model: second, el: document.body.appendChild(document.createElement("div")) });
    })()`,
  );
  await page.locator("mha-stage canvas").nth(1).waitFor();
  assert.deepEqual(
    (await states(page)).map(({ tokens }) => tokens.length),
    [2, 3],
  );
  await page.getByRole("button", { name: "Next step" }).nth(1).click();
  await savedOnce(page, 1, "second");
  assert.deepEqual(
    seen.errors.filter((each) => !/Headscope is on this page twice/.test(each)),
    [],
  );
});
