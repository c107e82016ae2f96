import { Evaluations } from "./evaluation.js";
import { forAll, headsOf } from "./removal.js";

/** @typedef {{ off: readonly string[], right: Readonly<Record<string, number>> }} Left   accuracy by kind, without these heads */

const { FEW, SLICE } = Evaluations; // sentences

/** Removes heads one by one: each time the head without which the worst kind has the highest accuracy. Evaluates a few sentences between two yields. @param {import("../../core/model.js").Model} model @returns {Generator<undefined, Left[]>} from none to all but one */
export function* leastNeededFirst(model) {
  const names = headsOf(model.config);
  const order = [yield* left(model, [])];
  while (order.length < names.length) {
    const gone = order[order.length - 1].off;
    const next = [];
    for (const name of names.filter((each) => !gone.includes(each)))
      next.push(yield* left(model, [...gone, name]));
    order.push(next.reduce((a, b) => (smallestShare(b) > smallestShare(a) ? b : a)));
  }
  return order;
}

/** @param {import("../../core/model.js").Model} model @param {readonly string[]} off @returns {Generator<undefined, Left>} */
function* left(model, off) {
  const removal = forAll({ off, cuts: [] }, model.config);
  for (let sentences = SLICE; sentences < FEW; sentences += SLICE) {
    model.evaluate({ ...removal, sentences }); // the next call continues this count
    yield;
  }
  const { kinds } = model.evaluate({ ...removal, sentences: FEW });
  yield;
  return {
    off,
    right: Object.fromEntries(Object.entries(kinds).map(([kind, each]) => [kind, each.accuracy])),
  };
}

/** @param {Left} left */
export const smallestShare = ({ right }) => Math.min(...Object.values(right));
