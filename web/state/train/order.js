import { forAll, headsOf } from "./removal.js";

/** @typedef {{ off: readonly string[], right: Readonly<Record<string, number>> }} Left   accuracy by kind, without these heads */

const SENTENCES = 64;

/** Heads one by one, each time the one without which the worst kind is right most often. A model is asked once between two yields. @param {import("../../core/model.js").Model} model @returns {Generator<undefined, Left[]>} from none to all but one */
export function* leastNeededFirst(model) {
  const names = headsOf(model.config);
  const left = (/** @type {readonly string[]} */ off) => {
    const { kinds } = model.evaluate({ ...forAll({ off, cuts: [] }, model.config), sentences: SENTENCES });
    return {
      off,
      right: Object.fromEntries(Object.entries(kinds).map(([kind, each]) => [kind, each.accuracy])),
    };
  };
  const order = [left([])];
  while (order.length < names.length) {
    const gone = order[order.length - 1].off;
    const next = [];
    for (const name of names.filter((each) => !gone.includes(each))) {
      yield;
      next.push(left([...gone, name]));
    }
    order.push(next.reduce((a, b) => (worst(b) > worst(a) ? b : a)));
  }
  return order;
}

/** @param {Left} left */
export const worst = ({ right }) => Math.min(...Object.values(right));
