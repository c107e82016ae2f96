import assert from "node:assert/strict";
import test from "node:test";
import { INITIAL } from "../../web/kit/state/state.js";
import { eventsOf } from "../../web/kit/elements/events.js";
import { pictureOf } from "./support/pictures.js";

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
