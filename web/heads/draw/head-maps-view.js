import { headMapsScene } from "./head-maps.js";
import { habitOf } from "../../kit/state/habits.js";
import { scaleOfHead } from "../../kit/state/look.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf } from "../../kit/state/state.js";
import { pictureOnPath } from "../../kit/draw/wrong-path.js";
import { barsOf } from "../state/share.js";

import { HABITS } from "../../kit/text/habits.js";
import { HEADS } from "../words.js";
import { say } from "../../kit/text/words.js";

/** @import { Store } from "../../kit/state/store.js" */
/** @import { Surface } from "../../kit/draw/marks.js" */

/** All heads' maps and their bars. @param {Store} store with a picture @param {Surface} surface */
export function headMapsIn(store, surface) {
  const { selection: held, panned, look } = store.state;
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(store.state));
  const step = attentionIn(picture);
  const note = habitOf(picture, step, say(HABITS, surface));
  const off = (/** @type {number} */ head) => picture.layer !== null && scaleOfHead(look, head) === 0;
  const view = { picture, step, selection: store.selection, held, panned, note, look, off };
  return { note, scene: headMapsScene(view, surface, barsOf(store)) };
}

/** As a file has them. @param {Store} store with a picture @param {Surface} surface */
export const headMapsPicture = (store, surface) =>
  pictureOnPath(store, attentionIn, surface, () => ({
    scene: headMapsIn(store, surface).scene,
    title: say(HEADS, surface).picture,
  }));
