import { sizesOf } from "../state/sizes.js";
import { pathOf } from "../state/state.js";
import { areShares } from "../state/sums.js";
import { chipOf, saidOf, WRONG } from "../text/faults.js";
import { say, stop, messageText } from "../text/words.js";
import { text } from "./marks.js";
import { wrapText } from "./wrap.js";

/**
 * Labels for numbers of a wrong path in views without the right path, so that readers do not take them for correct.
 *
 * @typedef {import("../state/compare.js").Comparison} Comparison
 * @typedef {import("../state/picture.js").Picture} Picture
 * @typedef {import("../state/state.js").State} State
 * @typedef {import("../text/words.js").Localized} Localized
 * @typedef {(picture: Picture, state: State) => import("../../core/types.js").Step | undefined} StepOf  selects the step of the right path
 */

const LINE = 18; // px

/**
 * The name of the shown wrong path, as sentences, and whether the path has the selected step.
 * @param {State} state @param {StepOf} of @param {Localized} [speaker]
 * @returns {{ said: string[], shows: boolean }} empty on the right path
 */
export function wrongPathLabel(state, of, speaker) {
  const { comparison } = state;
  if (!comparison) return { said: [], shows: true };
  const { fault, right, none } = comparison;
  const words = say(WRONG, speaker);
  const name = words.path(chipOf(fault, sizesOf(right), speaker));
  const lack = lackOf(comparison, words, of(right, state)?.id, speaker);
  const note =
    lack ?? (none ? saidOf(fault, none, speaker) : areShares(comparison.wrong) ? null : words.sums);
  const said = note === null ? [name] : [name, note];
  return { said: said.map((each) => each + stop(speaker)), shows: lack === null };
}

/**
 * Why the wrong path lacks the selected step of the right path; null if it has the step.
 * @param {Comparison} comparison @param {typeof WRONG} words @param {string} [id] @param {Localized} [speaker]
 */
function lackOf({ wrong }, words, id = "", speaker) {
  if (wrong.steps[0].shape[0] > 1 && !wrong.items) return words.pair;
  const step = wrong.step(id);
  if (!step) return words.without(id);
  return step.refusal ? messageText(step.refusal, speaker) : null;
}

/**
 * A picture for a file, below the name of the wrong path.
 * @template {import("./marks.js").Scene} Scene
 * @param {import("../state/state.js").State} state with a picture @param {StepOf} of @param {import("./marks.js").Surface} surface
 * @param {(picture: Picture) => { scene: Scene, title: string }} picture
 */
export function pictureOnPath(state, of, surface, picture) {
  const { said, shows } = wrongPathLabel(state, of, surface);
  if (!said.length) return picture(/** @type {Picture} */ (pathOf(state)));
  const { scene, title } = shows
    ? picture(/** @type {Picture} */ (pathOf(state)))
    : { scene: { width: surface.width, height: 0, marks: [] }, title: "" };
  const fill = surface.palette.axis.T;
  const lines = wrapText([{ text: said.join(" "), fill }], surface);
  const marks = lines.flatMap((line, i) =>
    line.map((piece) => text({ ...piece, y: scene.height + (i + 1) * LINE })),
  );
  return {
    scene: { ...scene, height: scene.height + (lines.length + 1) * LINE, marks: [...scene.marks, ...marks] },
    title: [title && title + stop(surface), said[0].slice(0, -1)].filter(Boolean).join(" "),
  };
}
