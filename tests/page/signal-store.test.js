// A store of signals: one order of changes for all states.
import assert from "node:assert/strict";
import test from "node:test";
import { effect } from "@preact/signals-core";
import { SignalStore } from "../../web/kit/state/signal-store.js";

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
