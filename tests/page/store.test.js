import assert from "node:assert/strict";
import test from "node:test";
import { effect } from "@preact/signals-core";
import { refusal } from "../../web/core/errors.js";
import { loadCore } from "../../web/core/index.js";
import { Layer } from "../../web/core/layer.js";
import { mostDifferent } from "../../web/kit/state/compare.js";
import { headIn, rowOf } from "../../web/kit/state/head.js";
import { offersOf } from "../../web/elements/settings/controls.js";
import { NOTHING } from "../../web/kit/state/selection.js";
import { OPENING } from "../../web/kit/state/settings.js";
import { Store } from "../../web/kit/state/store.js";
import { sumsOf } from "../../web/kit/state/sums.js";
import { tokenize } from "../../web/kit/state/tokens.js";
import { mostApart } from "../core/most-apart.js";
import { words } from "./support/pictures.js";

/** A store with a picture, and its later changes. @param {Partial<import("../../web/kit/state/settings.js").Settings>} [settings] */
async function loaded(settings = { tokens: words(6) }) {
  const store = new Store();
  store.configure(settings, "host");
  await store.load();
  /** @type {string[]} */
  const told = [];
  store.addEventListener("change", (event) => told.push(/** @type {CustomEvent} */ (event).detail.by));
  return { store, told };
}

test("loading computes and opens on the queries' heads, with an element selected", async () => {
  const { store } = await loaded();
  assert.equal(store.state.status, "ready");
  assert.equal(store.state.step, "q_heads");
  assert.deepEqual(store.state.picture?.step("q_heads")?.shape, [1, 8, 6, 8]);
  assert.deepEqual(store.selection, { batch: null, token: 3, key: 0, head: 2, feature: 1, column: 0 });
  const opened = store.state.picture?.values("q_heads")[(2 * 6 + 3) * 8 + 1];
  assert.ok(Math.abs(opened ?? 0) > 1, `opens on a cell that holds ${opened}`);
});

test("the page opens on the strongest key of the selected query and head, unless the host names a key", async () => {
  for (const given of [{}, { head: 3 }, { head: 0, token: 5 }, { head: 4, token: 1 }]) {
    const store = new Store();
    store.take({ tokens: words(6), ...given });
    await store.load();
    const { picture } = store.state;
    const { head, token, key } = store.selection;
    const row = rowOf(headIn(/** @type {any} */ (picture), { ...NOTHING, head, token }));
    assert.equal(row[key ?? -1], Math.max(...row), JSON.stringify(given));
  }
  const store = new Store();
  store.take({ tokens: words(6), head: 3, keyToken: 5 });
  await store.load();
  assert.equal(store.selection.key, 5);
});

test("a change is fitted to its picture before anything is written: readers see one state, before the event", async () => {
  const { store } = await loaded({ tokens: words(12) });
  store.select({ token: 9, key: 10 });
  /** @type {unknown[]} */
  const seen = [];
  const stop = effect(() => {
    const { selection, settings, picture } = store.state;
    seen.push([settings.tokens.length, picture?.settings.tokens.length, selection.token]);
  });
  store.addEventListener("change", () => seen.push("event"), { once: true });
  seen.length = 0;
  store.configure({ tokens: words(4) });
  assert.deepEqual(seen, [[4, 4, 3], "event"]);
  stop();
});

test("a setting that is not a number keeps the last picture readable", async () => {
  const { store } = await loaded({ tokens: words(4), rope: "interleaved" });
  store.configure({ ropeBase: NaN });
  assert.ok(store.state.picture?.values("output").length);
  store.configure({ tokens: words(5) });
  assert.ok(store.state.picture?.values("output").length);
});

test("after any change of the sentence, also during a preview, the selected word exists", async () => {
  const { store } = await loaded({ tokens: words(12) });
  store.select({ token: 9, key: 10 });
  store.peek({ heads: 4 });
  store.configure({ tokens: words(4) });
  store.unpeek();
  assert.deepEqual([store.selection.token, store.selection.key, store.selection.head], [3, 3, 2]);
  assert.equal(store.state.picture?.settings.heads, 8);
  for (const count of [7, 0, 2, 40, 0, 1, 9]) {
    store.configure({ tokens: words(count) });
    const { token, key } = store.selection;
    const of = store.state.picture?.settings.tokens.length ?? 0;
    assert.ok(token !== null && token >= 0 && token < of && key !== null && key >= 0 && key < of, `${count}`);
  }
});

test("values that a refusal names are offered, and work", async () => {
  for (const [change, offered] of /** @type {const} */ ([
    [{ dModel: 10, heads: 4 }, ["dModel 8", "dModel 12", "heads 2", "heads 5"]],
    [{ dModel: 1, heads: 7 }, ["dModel 7", "heads 1"]],
    [{ heads: 8, kvHeads: 3 }, ["kvHeads 1", "kvHeads 2", "kvHeads 4", "kvHeads 8"]],
    [{ dModel: 1023, heads: 8 }, ["dModel 1016", "dModel 1024", "heads 3", "heads 11"]],
    [{ dModel: 1024, heads: 7 }, ["dModel 1022", "heads 4", "heads 8"]],
    [{ heads: 200 }, ["heads 96"]],
    [{ heads: 0 }, ["heads 1"]],
    [{ tokens: words(513) }, []],
    [{ weights: /** @type {any} */ ("learned") }, []],
  ])) {
    const { store } = await loaded();
    store.configure(change);
    const offers = offersOf(store.state.problem);
    assert.deepEqual(
      offers.map(({ name, value }) => `${name} ${value}`),
      offered,
    );
    for (const { name, value } of offers) {
      store.configure({ ...change, [name]: value });
      const left = store.state.problem;
      assert.ok(left === null || left.id !== "more_than_shown", `${name} ${value}: ${left?.message}`);
      if ("dModel" in change || "kvHeads" in change) assert.equal(left, null, `${name} ${value}`);
    }
  }
  assert.deepEqual(offersOf(null), []);
  for (const id of ["unknown_word", "unknown_words", "no_blank"])
    assert.deepEqual(
      offersOf({ id, message: "", parameters: { word: "dodo", known: "cat" }, setting: null }),
      [{ name: "weights", value: "constructed" }],
      "constructed heads read any sentence",
    );
});

test("a refusal of settings keeps the picture and carries the core's message", async () => {
  const { store } = await loaded();
  const { picture } = store.state;
  store.configure({ heads: 4 });
  const good = store.state.picture;
  assert.notEqual(good, picture);
  store.configure({ dModel: 10 });
  assert.deepEqual(store.state.problem, {
    setting: "dModel",
    id: "heads_do_not_divide",
    parameters: { d_model: 10, num_heads: 4, widths: "8, 12", heads: "2, 5" },
    message: "d_model 10 is not divisible by heads 4 (nearest d_model: 8, 12; nearest heads: 2, 5)",
  });
  assert.equal(store.state.picture, good);
  assert.equal(store.state.settings.dModel, 10);
  assert.equal(good?.values("output").length, 6 * 64);
  store.configure({ dModel: 12 });
  assert.equal(store.state.problem, null);
  assert.deepEqual(store.state.picture?.step("q_heads")?.shape, [1, 4, 6, 3]);
});

for (const [setting, change] of Object.entries({
  tokens: { tokens: words(513) },
  dModel: { dModel: 2048 },
  heads: { heads: 0 },
  seed: { seed: -1 },
  weights: { weights: /** @type {any} */ ("learned") },
}))
  test(`an impossible ${setting} is a problem of that setting`, async () => {
    const { store } = await loaded();
    const { picture } = store.state;
    store.configure(change);
    assert.equal(store.state.problem?.setting, setting);
    assert.equal(store.state.picture, picture);
  });

test("impossible first settings give a message and no picture", async () => {
  const { store } = await loaded({ tokens: words(3), dModel: 10, heads: 4 });
  assert.equal(store.state.status, "ready");
  assert.equal(store.state.picture, null);
  assert.match(store.state.problem?.message ?? "", /not divisible/);
  assert.equal(store.state.problem?.setting, "dModel", "the field that it speaks of is marked");
});

test("an empty sentence is no problem, and the next word is computed", async () => {
  const { store } = await loaded();
  store.configure({ tokens: [] });
  assert.equal(store.state.problem, null);
  store.configure({ tokens: ["one"] });
  assert.deepEqual(store.state.picture?.step("x")?.shape, [1, 1, 64]);
});

test("a replaced picture frees its memory; copied numbers stay", async () => {
  const { store } = await loaded();
  const old = /** @type {import("../../web/kit/state/picture.js").Picture} */ (store.state.picture);
  const x = old.values("x");
  store.configure({ seed: 2 });
  assert.throws(() => old.values("output"), { code: "disposed" });
  assert.equal(old.values("x"), x);
});

test("a new sentence and a wrong path share the existing layer, which lives as long as it is borrowed", async (context) => {
  const made = context.mock.method(await loadCore(), "createLayer");
  const { store } = await loaded({ tokens: words(6), seed: 77 });
  const other = await loaded({ tokens: words(6), seed: 77 });
  store.configure({ tokens: words(5) });
  await store.tryWrong("no_scale");
  assert.equal(made.mock.callCount(), 1);
  other.store.rest();
  other.store.rest();
  const weights = () => store.state.picture?.weight("wQ").shape;
  assert.deepEqual(weights(), [64, 64]);
  store.configure({ seed: 78 });
  store.configure({ seed: 77 });
  assert.equal(made.mock.callCount(), 3, "nobody held the first any more");
  assert.deepEqual(weights(), [64, 64]);
});

test("a wrong path that these sizes do not allow keeps the picture, and shows its message until the reader moves on", async () => {
  const { store } = await loaded({ tokens: words(6), kvHeads: 2 });
  await store.tryWrong("no_scale");
  const { comparison } = store.state;
  await store.tryWrong("raw_inputs");
  assert.equal(store.state.comparison, comparison);
  assert.equal(comparison?.wrong.measure().heads.length, 8);
  assert.match(store.state.refusal?.said.message ?? "", /key has 64 features, its projection 16/);
  store.goTo("x");
  assert.equal(store.state.refusal, null);
});

test("resting frees the memory, and waking recomputes the same picture", async () => {
  const { store } = await loaded();
  store.goTo("weights");
  await store.tryWrong("no_scale");
  const { picture, selection } = store.state;
  store.rest();
  assert.throws(() => picture?.tensor("output"), { code: "disposed" });
  assert.equal(store.state.comparison, null);
  store.configure({ tokens: words(4) }, "host");
  assert.equal(store.state.picture, picture, "nothing is computed at rest");
  store.wake();
  assert.deepEqual(store.state.picture?.tensor("output").shape, [1, 4, 64]);
  assert.equal(store.state.step, "weights");
  assert.deepEqual(store.selection, { ...selection, token: 3 });
  const awake = store.state.picture;
  store.wake();
  assert.equal(store.state.picture, awake);
});

for (const [what, change] of Object.entries({
  "refused settings": { heads: 5 },
  "an emptied sentence": { tokens: [] },
}))
  test(`waking under ${what} brings back the same picture`, async () => {
    const { store } = await loaded();
    store.configure(change);
    const { problem } = store.state;
    store.rest();
    store.wake();
    assert.equal(store.state.picture?.tensor("k").data.length, 6 * 64, "it was read from the core");
    assert.deepEqual(store.state.problem, problem);
    assert.deepEqual(store.state.settings, { ...store.state.settings, ...change });
  });

/** The head and query with the largest difference, recomputed plainly. @param {import("../../web/kit/state/compare.js").Comparison} comparison */
function recomputed({ right, wrong }) {
  const { shape } = /** @type {import("../../web/core/types.js").Step} */ (right.step("weights"));
  const { head, query } = mostApart(right.values("weights"), wrong.values("weights"), shape);
  return { head, token: query };
}

for (const fault of /** @type {const} */ ([
  "view_without_transpose",
  "no_scale",
  "raw_inputs",
  "mask_reversed",
  "mask_repeat_order",
]))
  test(`${fault} opens on the head where it shows most, for the selected word; leaving restores the head`, async () => {
    const { store } = await loaded({ tokens: words(6), causal: fault === "mask_reversed" });
    const other = 6; // not the head where the fault shows
    store.select({ head: other, token: 1 });
    const before = store.selection;
    await store.tryWrong(fault);
    const { comparison, selection } = store.state;
    const { head } = recomputed(
      /** @type {import("../../web/kit/state/compare.js").Comparison} */ (comparison),
    );
    assert.deepEqual(selection, { ...before, head });
    assert.notEqual(head, other);
    store.makeRight();
    assert.deepEqual(store.state.selection, before);
    await store.tryWrong(fault);
    store.select({ head: 3 });
    store.makeRight();
    assert.equal(store.state.selection.head, 3, "one that was chosen there stays");
  });

test("softmax over queries opens on a head whose rows do not sum to 1, and names the word with the largest difference", async () => {
  const { store } = await loaded({ tokens: tokenize(OPENING) });
  await store.tryWrong("softmax_axis");
  const { comparison, selection } = store.state;
  const { wrong } = /** @type {import("../../web/kit/state/compare.js").Comparison} */ (comparison);
  const { rows } = sumsOf(wrong, Number(selection.head));
  assert.ok(Math.max(...rows) - Math.min(...rows) > 1, rows.join(" "));
  const far = (/** @type {readonly number[]} */ sums) => sums.map((sum) => Math.abs(sum - 1));
  const most = mostDifferent(/** @type {any} */ (comparison));
  const all = Array.from({ length: 8 }, (_, head) => far(sumsOf(wrong, head).rows));
  assert.equal(all[Number(most?.head)][Number(most?.token)], Math.max(...all.flat()));
});

for (const [what, fault, settings] of /** @type {const} */ ([
  ["attends as the right one does", "merge_without_transpose", {}],
  ["is refused at its end", "view_without_contiguous", {}],
  ["makes no difference here", "mask_reversed", {}],
  ["differs in nothing, with one head", "view_without_transpose", { heads: 1 }],
]))
  test(`a wrong path that ${what} keeps the selection`, async () => {
    const { store } = await loaded({ tokens: words(6), ...settings });
    const before = store.selection;
    await store.tryWrong(fault);
    assert.equal(store.state.comparison?.fault, fault);
    assert.equal(store.selection, before);
  });

test("a refused wrong path leaves no memory in the core", async (context) => {
  const { store } = await loaded({ tokens: words(6), kvHeads: 2 });
  const forward = context.mock.method(Layer.prototype, "forward");
  await store.tryWrong("raw_inputs");
  const [right] = forward.mock.calls.flatMap(({ result }) => result ?? []);
  assert.throws(() => right.tensor("k"), { code: "disposed" });
});

test("a wrong path and an empty sentence stop the tour", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { store } = await loaded();
  for (const interrupt of [() => store.tryWrong("no_scale"), () => store.configure({ tokens: [] })]) {
    store.play(true);
    await interrupt();
    const { step } = store.state;
    assert.equal(store.state.playing, false);
    context.mock.timers.tick(10_000);
    assert.equal(store.state.step, step);
  }
  assert.equal(store.move(1), false, "there is nothing to walk through");
});

test("going to a step leaves the wrong path and ends the axis highlight", async () => {
  const { store } = await loaded();
  const leaves = async (/** @type {() => void} */ go) => {
    await store.tryWrong("no_scale");
    store.lightAxis("d");
    go();
    assert.equal(store.state.comparison, null);
    assert.equal(store.state.axis, null);
  };
  await leaves(() => store.take({ step: "weights" }));
  await leaves(() => store.goTo("weights"));
});

test("a requested head is selected from the start, if it exists", async () => {
  for (const [asked, selected] of [
    [3, 3],
    [0, 0],
    [99, 7],
  ]) {
    const store = new Store();
    store.select({ head: asked }, "host");
    store.configure({ tokens: words(6) }, "host");
    await store.load();
    assert.equal(store.state.selection.head, selected);
  }
});

test("every change names its cause", async () => {
  const { store, told } = await loaded();
  store.goTo("weights");
  store.goTo("x", "host");
  store.move(1);
  store.take({ step: "k" });
  store.select({ token: 1 });
  store.select({ head: 1 }, "host");
  store.configure({ seed: 3 }, "host");
  store.configure({ seed: 4 });
  assert.deepEqual(told, ["reader", "host", "reader", "host", "reader", "host", "host", "reader"]);
});

test("goTo() rejects an unknown step with the known ones; as an attribute it is reported, and the step stays", async () => {
  const { store, told } = await loaded();
  assert.throws(() => store.goTo("masked"), /no step "masked"; the steps are x, q, k, v, .*output/);
  store.take({ step: "masked" });
  assert.equal(store.state.step, "q_heads");
  store.goTo("q_heads");
  assert.deepEqual(told, ["host"], "that it was said, and nothing else");
});

test("the first step stays the first step, under whichever name", async () => {
  const { store } = await loaded({ tokens: words(6), keyTokens: words(4) });
  store.goTo("query");
  store.configure({ keyTokens: [] });
  assert.equal(store.state.step, "x");
});

test("if the current step no longer exists, the previous step is shown", async () => {
  const { store } = await loaded({ tokens: words(4), causal: true });
  store.goTo("masked");
  store.configure({ causal: false });
  assert.equal(store.state.step, "scaled");
});

test("in a smaller picture the selection moves to an existing element", async () => {
  const { store } = await loaded();
  store.select({ token: 5, key: 1, head: 7, feature: 7, column: 63 });
  store.configure({ tokens: words(5), heads: 4, dModel: 16 });
  assert.deepEqual(store.selection, { batch: null, token: 4, key: 1, head: 3, feature: 3, column: 15 });
});

test("hovering previews, leaving restores, clicking selects, Escape clears", async () => {
  const { store } = await loaded();
  const held = store.selection;
  store.preview("q_heads", [0, 5, 4, 3]);
  assert.deepEqual(store.selection, { ...held, head: 5, token: 4, feature: 3 });
  assert.equal(store.state.selection, held);
  store.preview("q_heads", null);
  assert.deepEqual(store.selection, held);
  store.preview("q_heads", [0, 5, 4, 3]);
  store.selectElement("q_heads", [0, 1, 2, 3]);
  assert.deepEqual(store.selection, { ...held, head: 1, token: 2, feature: 3 });
  store.letGo();
  assert.deepEqual(store.selection, NOTHING);
});

test("a moved window stays while its cells are traced, and returns to a selection elsewhere", async () => {
  const { store } = await loaded();
  const { selection } = store.state;
  store.pan({ key: 2 });
  store.pan({ token: 1 });
  assert.deepEqual(store.state.panned, { key: 2, token: 1 });
  assert.equal(store.state.selection, selection);
  store.trace("scores", [0, 1, 2, 3]);
  store.preview("scores", [0, 1, 2, 4]);
  assert.deepEqual(store.state.panned, { key: 2, token: 1 });
  store.select({ token: 0 });
  assert.deepEqual(store.state.panned, {});
  store.pan({ key: 2 });
  store.configure({ tokens: words(7) });
  assert.deepEqual(store.state.panned, {});
});

test("clicking the traced element again, or Escape, ends the trace first", async () => {
  const { store } = await loaded();
  const traced = (/** @type {readonly number[]} */ index) => {
    store.trace("scores", index);
    return store.state.origin;
  };
  assert.deepEqual(traced([0, 1, 2, 3]), { id: "scores", index: [0, 1, 2, 3] });
  assert.deepEqual(traced([0, 1, 2, 4]), { id: "scores", index: [0, 1, 2, 4] });
  assert.equal(traced([0, 1, 2, 4]), null);
  assert.equal(store.state.selection.key, 4, "it stays selected");
  traced([0, 1, 2, 4]);
  store.letGo();
  assert.deepEqual([store.state.origin, store.state.selection.key], [null, 4]);
  store.letGo();
  assert.deepEqual(store.state.selection, NOTHING);
});

test("playing moves step by step, stops at the end, and starts again from the beginning", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { store } = await loaded();
  store.goTo("context_c");
  store.play(true);
  assert.equal(store.state.step, "concat");
  context.mock.timers.tick(5000);
  assert.equal(store.state.step, "output");
  assert.equal(store.state.playing, true);
  context.mock.timers.tick(5000);
  assert.equal(store.state.playing, false);
  store.play(true);
  assert.equal(store.state.step, "x");
  store.play(false);
  context.mock.timers.tick(50000);
  assert.equal(store.state.step, "x");
});

/** Stops the clock, and returns a function that advances it. @param {import("node:test").TestContext} context */
function stopClock(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let now = 1e6;
  context.mock.method(performance, "now", () => now);
  return (/** @type {number} */ ms) => {
    now += ms;
    context.mock.timers.tick(ms);
  };
}

test("Play and Next pressed together move one step, in either order, also while the tour plays", async (context) => {
  const pass = stopClock(context);
  const { store } = await loaded();
  const at = () => store.state.picture?.stages.flat().findIndex(({ id }) => id === store.state.step);
  store.goTo("x");
  store.play(true);
  assert.ok(store.move(1));
  assert.equal(at(), 1);
  store.play(false);
  pass(1000);
  store.move(1);
  store.play(true);
  assert.equal(at(), 2, "Next was first");
  pass(5050);
  assert.equal(at(), 3, "it plays on from there");
  store.move(1);
  assert.equal(at(), 3, "pressed as it went on");
  pass(500);
  store.move(1);
  assert.equal(at(), 4, "pressed for one more");
  pass(4900);
  assert.equal(at(), 4, "where a reader went there is as much time");
  pass(100);
  assert.equal(at(), 5);
  store.move(-1);
  store.move(1, "host");
  assert.equal(at(), 5, "back, and a host, are heard at once");
});

test("a wrong path whose panels load late is not shown to a reader who has moved on or left", async () => {
  const { store } = await loaded();
  for (const goOn of [
    () => store.move(1),
    () => store.configure({ seed: 5 }),
    () => store.makeRight(),
    () => void store.tryWrong("softmax_axis", new Promise(() => {})),
    () => store.rest(),
  ]) {
    store.goTo("weights");
    let arrive = () => {};
    const late = store.tryWrong("no_scale", new Promise((resolve) => (arrive = () => resolve(null))));
    goOn();
    arrive();
    await late;
    assert.equal(store.state.comparison, null, String(goOn));
  }
});

test("a wrong path whose panels cannot be loaded is refused with the error, if the reader still waits for it", async () => {
  const { store } = await loaded();
  store.goTo("weights");
  await store.tryWrong("no_scale", Promise.reject(new Error("offline")));
  assert.equal(store.state.refusal?.said.message, "This wrong path could not be loaded: offline");
  assert.equal(store.state.comparison, null, "what cannot be shown is not compared");
  store.goTo("scores");
  const late = store.tryWrong("no_scale", Promise.reject(new Error("offline")));
  store.goTo("x");
  await late;
  assert.equal(store.state.refusal, null);
});

test("a picture whose memory cannot be had again gives a message, and comes back with the next change", async (t) => {
  const { store } = await loaded({ tokens: words(4), dModel: 16, heads: 2 });
  store.rest();
  store.configure({ tokens: words(600) }); // too many: the last picture stays
  const memory = t.mock.method(Layer.prototype, "forward", () => {
    throw refusal("memory", "no_memory_for_result", "no memory for the result: {reason}", { reason: "test" });
  });
  store.wake();
  const { picture, problem } = store.state;
  assert.equal(picture, null);
  assert.match(problem?.message ?? "", /600/, "the message that the reader can act on");
  store.configure({ tokens: words(3) });
  assert.match(store.state.problem?.message ?? "", /no memory/);
  memory.mock.restore();
  store.configure({ tokens: words(5) });
  assert.equal(store.state.problem, null);
  assert.equal(store.state.picture?.settings.tokens.length, 5);
});

test("a picture without a problem of its settings says why its memory cannot be had again", async (t) => {
  const { store } = await loaded({ tokens: words(4), dModel: 16, heads: 2 });
  store.rest();
  store.configure({ tokens: [] }); // no problem, and no new picture
  t.mock.method(Layer.prototype, "forward", () => {
    throw refusal("memory", "no_memory_for_result", "no memory for the result: {reason}", { reason: "test" });
  });
  store.wake();
  assert.equal(store.state.picture, null);
  assert.match(store.state.problem?.message ?? "", /no memory/);
});
