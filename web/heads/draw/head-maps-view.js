import { headMapsScene } from "./head-maps.js";
import { habitOf } from "../../kit/state/habits.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf, selectedIn } from "../../kit/state/state.js";
import { pictureOnPath } from "../../kit/draw/wrong-path.js";
import { barsOf } from "../state/share.js";
import { isScaled } from "../state/scaling.js";

import { HEADS } from "../words.js";
import { say } from "../../kit/text/words.js";

/** @import { State } from "../../kit/state/state.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

/**
 * The maps of all heads, with their bars.
 * @param {State} state with a picture @param {Surface} surface @param {boolean} [scales] whether each head has a knob; by default, once a head is scaled
 */
export function headMapsIn(state, surface, scales = isScaled(state.look)) {
  const { selection: held, panned, look } = state;
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(state));
  const step = attentionIn(picture);
  const note = habitOf(picture, step, surface);
  const off = (/** @type {number} */ head) => picture.layer !== null && scaleOfHead(look, head) === 0;
  const view = { picture, step, selection: selectedIn(state), held, panned, note, look, off };
  return { note, scene: headMapsScene(view, surface, barsOf(state), scales) };
}

/** The scene of all heads, for a file. @param {State} state with a picture @param {Surface} surface */
export const headMapsPicture = (state, surface) =>
  pictureOnPath(state, attentionIn, surface, () => ({
    scene: headMapsIn(state, surface).scene,
    title: say(HEADS, surface).picture,
  }));
