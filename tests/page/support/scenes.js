import { LIGHT } from "../../../web/kit/draw/palette.js";
import { stageScene } from "../../../web/walk/draw/stage.js";
import { measure } from "./pictures.js";

/** @typedef {import("../../../web/core/types.js").Step} Step */

/** An element past the middle of the default sentence, in the default head. */
export const SELECTION = { token: 7, key: 7, head: 2, feature: 0, column: 0 };

/**
 * The scene of a step, with the composition for its kind.
 * @param {import("../../../web/kit/state/picture.js").Picture} picture
 * @param {string} id
 * @param {number} [width]
 * @param {Partial<import("../../../web/walk/draw/stage.js").StageView>} [view]
 */
export function sceneOf(picture, id, width = 940, view = {}) {
  const step = /** @type {Step} */ (picture.step(id));
  return stageScene({ picture, step, selection: SELECTION, ...view }, { width, palette: LIGHT, measure });
}
