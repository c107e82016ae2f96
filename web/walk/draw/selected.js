import { SCENES } from "../../kit/text/scenes.js";
import { say } from "../../kit/text/words.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { groupSize, headOf, nearestIn } from "../../kit/state/selection.js";
import { tokensAlong } from "../../kit/draw/token-words.js";
import { shortenWord } from "../../kit/draw/tensor-labels.js";

/**
 * The selected row of a step: its index, its head, and a title that names both.
 * @param {import("../../kit/draw/stage-parts.js").StageView} view @param {import("../../kit/draw/marks.js").Surface} surface
 */
export function selectedIn({ picture, step, selection }, surface) {
  const at = nearestIn(step, selection, picture.steps);
  const head = headOf(step.axes, at, groupSize(picture.steps));
  const tokens = tokensAlong(/** @type {string} */ (step.axes.at(-2)), picture.settings, surface);
  const title = say(SCENES, surface).row({
    token: shortenWord(tokens[Number(at.at(-2))]),
    head: head === null ? null : namesOfHeads(picture, surface).full(head),
  });
  return { at, head, title };
}
