import { formatNumber } from "../../kit/draw/legend.js";
import { isToken, tokensAlong } from "../../kit/draw/token-words.js";
import { flatIndex } from "../../kit/state/memory.js";
import { areWeights } from "../../kit/state/quantity.js";
import { elementIn, groupSize, headOf } from "../../kit/state/selection.js";
import { oneAlong, sizeAlong } from "../../kit/text/axes.js";
import { wordsOf } from "../../kit/text/steps.js";
import { say } from "../../kit/text/words.js";
import { WALK } from "../words.js";

/**
 * Text for screen readers after each step and selection: the operation, the axes, and the meaning of the selected number.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/state/picture.js").Picture} Picture
 * @typedef {import("../../kit/text/words.js").Localized} Localized
 */

/** @param {import("../../kit/state/state.js").State} state @param {Localized} speaker */
export function spokenOf({ picture, step: id, selection, comparison }, speaker) {
  const step = picture?.step(id);
  if (!picture || !step) return "";
  const { heard, value } = say(WALK, speaker);
  const where = heard({
    at: picture.stages.findIndex((stage) => stage.includes(step)) + 1,
    of: picture.stages.length,
    title: wordsOf(step, speaker).title,
    id,
    sizes: step.axes.map((axis, i) => sizeAlong(axis, step.shape[i], speaker)),
  });
  const element = elementIn(step, selection, picture.steps);
  if (!element || comparison) return where; // a comparison says both numbers
  const said = formatNumber(picture.values(id)[flatIndex(step, element)]);
  const means = meaningSaid(picture, step, element, speaker);
  return `${where} ${value({ means, element: `${id}[${element.join(", ")}]`, value: said })}`;
}

/**
 * The meaning of a number: its head, words and feature.
 * @param {Picture} picture @param {Step} step @param {readonly number[]} index @param {Localized} speaker
 */
export function meaningSaid(picture, step, index, speaker) {
  const words = say(WALK, speaker);
  const one = (/** @type {string} */ axis, /** @type {number} */ at) =>
    words.one({ thing: oneAlong(axis, speaker), at: axis === "B" ? at + 1 : at }); // sentences are counted from 1
  const wordAt = (/** @type {number} */ i) => tokensAlong(step.axes[i], picture.settings, speaker)[index[i]];
  if (areWeights(step, picture.steps)) {
    const head = headOf(step.axes, index, groupSize(picture.steps)) ?? 0;
    const [query, key] = [step.axes.length - 2, step.axes.length - 1].map(wordAt);
    return words.attends({ query, key, head: one("H", head) });
  }
  return step.axes
    .flatMap((axis, i) => {
      if (axis === "B" && step.shape[i] === 1) return [];
      return isToken(axis)
        ? words.token({ thing: oneAlong(axis, speaker), word: wordAt(i) })
        : one(axis, index[i]);
    })
    .join(", ");
}
