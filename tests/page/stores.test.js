// Stores: the browser's storage, signals, values that are made once, events, and progress of long work.
import assert from "node:assert/strict";
import test from "node:test";
import { keptOpen } from "../../web/site/database.js";
import { effect } from "@preact/signals-core";
import { SignalStore } from "../../web/kit/state/signal-store.js";
import { Keeper, getOrMake } from "../../web/models/state/keeper.js";
import { INITIAL } from "../../web/kit/state/state.js";
import { eventsOf } from "../../web/kit/elements/events.js";
import { pictureOf } from "./support/pictures.js";
import { slowProgress } from "../../web/models/state/page-run.js";

/** Connections as keptOpen() gets them, with what becomes of each. @param {boolean[]} fails whether each opening fails */
function opener(...fails) {
  /** @type {any[]} */
  const opened = [];
  const open = keptOpen(async () => {
    const connection = { isClosed: false, close: () => (connection.isClosed = true) };
    opened.push(connection);
    if (fails[opened.length - 1]) throw new Error("storage is blocked");
    return /** @type {any} */ (connection);
  });
  return { open, opened };
}

test("a connection is opened once", async () => {
  const { open, opened } = opener();
  const [one, other] = await Promise.all([open(), open()]);
  assert.equal(one, other);
  assert.equal(await open(), one);
  assert.equal(opened.length, 1);
});

test("after a failure the next call opens again", async () => {
  const { open, opened } = opener(true, false);
  await Promise.all([open(), open()].map((each) => assert.rejects(each, /storage is blocked/)));
  assert.equal(await open(), opened[1]);
});

test("after the browser has closed a connection the next call opens another one", async () => {
  const { open, opened } = opener();
  const one = /** @type {any} */ (await open());
  one.onclose();
  assert.equal(await open(), opened[1]);
});

test("a connection makes room for another page that deletes the database", async () => {
  const { open, opened } = opener();
  const one = /** @type {any} */ (await open());
  one.onversionchange();
  assert.ok(one.isClosed);
  assert.equal(await open(), opened[1]);
});

/** A store that can also be changed silently. @extends {SignalStore<{ a: number, b: number }>} */
class Store extends SignalStore {
  /** @param {Partial<{ a: number, b: number }>} change */
  learn(change) {
    this.setSilently(change);
  }
}

/** A store, with what it tells: "effect" and "event" with the fields that are then seen. */
function toldStore() {
  const store = new Store({ a: 1, b: 2 });
  /** @type {unknown[]} */
  const told = [];
  effect(() => void told.push(["effect", store.state.a, store.state.b]));
  told.length = 0;
  store.addEventListener("change", (event) => {
    const { before, ...detail } = /** @type {CustomEvent} */ (event).detail;
    told.push(["event", { ...store.state }, { ...before }, detail]);
  });
  return { store, told };
}

test("a change writes all fields, then effects see the new view once, then the event fires with the state before", () => {
  const { store, told } = toldStore();
  store.set({ a: 3, b: 4 }, { by: "host" });
  assert.deepEqual(told, [
    ["effect", 3, 4],
    ["event", { a: 3, b: 4 }, { a: 1, b: 2 }, { by: "host" }],
  ]);
});

test("a change of nothing fires the event, and runs no effect", () => {
  const { store, told } = toldStore();
  store.set({ a: 1 });
  assert.deepEqual(told, [["event", { a: 1, b: 2 }, { a: 1, b: 2 }, {}]]);
});

test("a silent change is seen at once, and told with the next change", () => {
  const { store, told } = toldStore();
  store.learn({ a: 5 });
  assert.deepEqual([store.state.a, told], [5, []]);
  store.set({ b: 6 });
  assert.deepEqual(told, [
    ["effect", 5, 6],
    ["event", { a: 5, b: 6 }, { a: 1, b: 2 }, {}],
  ]);
});

test("an earlier view is frozen and keeps its values", () => {
  const { store } = toldStore();
  const before = store.state;
  store.set({ a: 7 });
  assert.equal(before.a, 1);
  assert.ok(Object.isFrozen(before));
});

test("a listener that changes the state again is told of both changes, each with its state before", () => {
  const { store, told } = toldStore();
  store.addEventListener("change", () => store.state.a < 3 && store.set({ a: store.state.a + 1 }), {
    once: true,
  });
  store.set({ b: 0 });
  assert.deepEqual(
    told.filter((each) => /** @type {any} */ (each)[0] === "event"),
    [
      ["event", { a: 1, b: 0 }, { a: 1, b: 2 }, {}],
      ["event", { a: 2, b: 0 }, { a: 1, b: 0 }, {}],
    ],
  );
});

/** A maker that fails the first times, and counts. @param {number} failures */
function maker(failures) {
  const made = { count: 0, disposed: 0 };
  const make = async () => {
    if (made.count++ < failures) throw new Error("not read");
    return { dispose: () => made.disposed++ };
  };
  return { made, make };
}

const same = (/** @type {unknown} */ value) => value;

test("a kept value is made once, and disposed of once", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(true);
  const [a, b] = await Promise.all([keeper.use("a", make, same), keeper.use("a", make, same)]);
  assert.equal(a, b);
  assert.equal(made.disposed, 0);
  keeper.dispose();
  await Promise.resolve();
  assert.deepEqual(made, { count: 1, disposed: 1 });
});

test("a value that is not kept is made for each use, and disposed of after it, also if the use fails", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(false);
  await keeper.use("a", make, () => assert.equal(made.disposed, 0));
  await assert.rejects(
    keeper.use("a", make, () => Promise.reject(new Error("stopped"))),
    /stopped/,
  );
  assert.deepEqual(made, { count: 2, disposed: 2 });
});

test("after dispose, a use in progress keeps nothing", async () => {
  const { made, make } = maker(0);
  const keeper = new Keeper(true);
  keeper.dispose();
  await keeper.use("a", make, same);
  assert.deepEqual(made, { count: 1, disposed: 1 });
});

test("a value that could not be made is made again", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  await assert.rejects(getOrMake(values, "a", make), /not read/);
  await getOrMake(values, "a", make);
  await getOrMake(values, "a", make);
  assert.equal(made.count, 2);
});

test("a failure of a value that was given up leaves the next one", async () => {
  const values = new Map();
  const { made, make } = maker(1);
  const failing = getOrMake(values, "a", make);
  values.clear();
  const next = getOrMake(values, "a", make);
  await assert.rejects(failing, /not read/);
  assert.equal(getOrMake(values, "a", make), next);
  await next;
  assert.equal(made.count, 2);
});

const picture = pictureOf({ heads: 2, dModel: 8 });
const STATE = { ...INITIAL, picture, step: "weights" };
const CELL = { token: 3, key: 1, head: 1, feature: null, column: null };

test("events report the reader's actions and not the host's", () => {
  const after = { ...STATE, step: "scores", selection: CELL };
  assert.deepEqual(
    eventsOf(STATE, after, "reader").map(([type]) => type),
    ["stepchange", "headchange", "cellselect", "statechange"],
  );
  assert.deepEqual(eventsOf(STATE, after, "host"), []);
});

test("cellselect has the cell's index and value", () => {
  const [, [type, detail]] = eventsOf(STATE, { ...STATE, selection: CELL }, "reader");
  const T = picture.settings.tokens.length;
  const value = picture.values("weights")[(1 * T + 3) * T + 1];
  assert.deepEqual([type, detail], ["cellselect", { step: "weights", index: [0, 1, 3, 1], value }]);
});

test("a selection moved by a new picture fires no cellselect", () => {
  const before = { ...STATE, picture: pictureOf({ heads: 2, dModel: 8, seed: 2 }) };
  const after = { ...STATE, selection: { ...CELL, head: null } };
  const told = eventsOf(before, after, "reader").filter(([type]) => type !== "statechange");
  assert.deepEqual(told, []);
});

test("statechange names the changed values and has the whole state", () => {
  const [[type, detail]] = eventsOf(STATE, { ...STATE, language: "numpy" }, "reader");
  const { changed, state } = /** @type {any} */ (detail);
  assert.deepEqual(
    [type, changed, state.language, state.step],
    ["statechange", ["language"], "numpy", "weights"],
  );
  assert.deepEqual(eventsOf(STATE, { ...STATE, hover: CELL, axis: "H" }, "reader"), []);
});

test("the load event comes with a picture; the error event with a code or with the refused settings", () => {
  assert.deepEqual(eventsOf(INITIAL, STATE, "load"), [["load", {}]]);
  const failure = Object.assign(new Error("no wasm"), { code: "load" });
  assert.deepEqual(eventsOf(INITIAL, { ...INITIAL, failure }, "load"), [
    ["error", { message: "no wasm", code: "load" }],
  ]);
  const said = { id: "not_a_whole_number", parameters: {}, message: "num_heads 0" };
  const problem = { setting: /** @type {const} */ ("heads"), ...said };
  assert.deepEqual(eventsOf(INITIAL, { ...INITIAL, problem }, "load"), [
    ["error", { message: "num_heads 0", code: "config" }],
  ]);
});

/** @param {import("node:test").TestContext} t @param {number} [from] */
function started(t, from = 150) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {number[]} */
  const reported = [];
  return { reported, ...slowProgress({ done: 0, total: 5 }, ({ done }) => reported.push(done), from) };
}

test("short work reports no progress", (t) => {
  const { reported, onProgress, end } = started(t);
  for (const done of [1, 2, 3, 4, 5]) onProgress({ done, total: 5 });
  end();
  t.mock.timers.tick(1000);
  assert.deepEqual(reported, []);
});

test("long work reports its latest progress, then each, and nothing after its end", (t) => {
  const { reported, onProgress, end } = started(t);
  for (const done of [1, 2]) onProgress({ done, total: 5 });
  t.mock.timers.tick(1000);
  onProgress({ done: 3, total: 5 });
  end();
  onProgress({ done: 4, total: 5 });
  assert.deepEqual(reported, [2, 3]);
});

test("progress that is wanted at once is reported from the first", (t) => {
  const { reported, onProgress, end } = started(t, 0);
  onProgress({ done: 1, total: 5 });
  end();
  onProgress({ done: 2, total: 5 });
  assert.deepEqual(reported, [0, 1]);
});
