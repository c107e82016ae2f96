import { attentionIn } from "../state/quantity.js";
import { flatIndex } from "../state/memory.js";
import { elementIn } from "../state/selection.js";
import { pathOf } from "../state/state.js";
import { changedIn, snapshotOf } from "../state/snapshot.js";

/**
 * The events that follow from a change of the state. Only changes by the reader cause events, and the arrival of weights that the reader chose.
 *
 * @typedef {import("../state/state.js").State} State
 * @typedef {[type: string, detail: object]} Told
 *
 * @param {State} before
 * @param {State} state
 * @param {import("../state/reactive-state.js").By | "load"} by  cause of the change
 * @param {boolean} [steps]  whether the element shows steps instead of attention
 * @returns {Told[]}
 */
export function eventsOf(before, state, by, steps = true) {
  if (by === "load") return loadEvents(state);
  if (by !== "reader" && by !== "arrival") return [];
  /** @type {Told[]} */
  const told = [];
  if (state.step !== before.step) told.push(["stepchange", { step: state.step }]);
  const { head } = state.selection;
  if (head !== before.selection.head) told.push(["headchange", { head }]);
  // A new picture can move the selection to an element that exists, which is no action of the reader.
  if (state.selection !== before.selection && state.picture?.steps === before.picture?.steps)
    told.push(...cellEvents(state, steps));
  const changed = changedIn(before, state);
  const arrived = by === "arrival";
  if (changed.length)
    told.push(["statechange", { changed, state: snapshotOf(state), ...(arrived && { arrived }) }]);
  return told;
}

/** @param {State} state @returns {Told[]} */
function loadEvents({ failure, problem, picture }) {
  const trouble = failure ?? problem;
  /** @type {Told[]} */
  const told = [];
  if (trouble)
    told.push(["error", { message: trouble.message, code: "code" in trouble ? trouble.code : "config" }]);
  if (picture) told.push(["load", {}]);
  return told;
}

/** @param {State} state @param {boolean} steps @returns {Told[]} */
function cellEvents(state, steps) {
  const picture = pathOf(state);
  const { step: current, selection } = state;
  const step = picture && (steps ? picture.step(current) : attentionIn(picture));
  const index = step && picture && elementIn(step, selection, picture.steps);
  if (!step || !picture || !index) return [];
  const { id } = step;
  return [["cellselect", { step: id, index, value: picture.values(id)[flatIndex(step, index)] }]];
}
