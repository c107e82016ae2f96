import { headMapsScene } from "../../draw/head-maps.js";
import { habitOf } from "../../state/habits.js";
import { attentionIn } from "../../state/quantity.js";

/** All heads' maps as a file has them. @param {import("../../state/store.js").Store} store with a picture @param {import("../../draw/marks.js").Surface} surface */
export async function headMapsPicture(store, surface) {
  const { selection, panned, look } = store.state;
  const picture = /** @type {import("../../state/picture.js").Picture} */ (store.state.picture);
  const step = attentionIn(picture);
  const view = { picture, step, selection, panned, note: habitOf(picture, step), look };
  return { scene: headMapsScene(view, surface, null), title: "Attention of every head" };
}
