import { arcsScene } from "../arcs.js";
import { planeScene } from "../plane.js";
import { productsScene } from "../products.js";
import { placeStaged, stagedMarks } from "../staged.js";
import { headIn } from "../../state/head.js";
import { attentionIn } from "../../state/quantity.js";
import { pathOf } from "../../state/state.js";
import { pictureOnPath } from "./wrong.js";

import { AXES, partShown } from "../../text/axes.js";
import { HEADS } from "../../text/heads.js";
import { say } from "../../text/words.js";

/** @import { Surface } from "../marks.js" */
/** @import { Store } from "../../state/store.js" */

/** Which view of the head is shown: what asks for queries and keys is not, where there is no layer. @param {Store} store @returns {import("../../state/look.js").View} */
export function viewIn({ state: { picture, look } }) {
  if (picture?.layer) return look.view;
  return look.view === "arcs" ? "arcs" : "map";
}

/** One head, as a file has it. @param {Store} store with a picture @param {Surface} surface */
export const headPicture = (store, surface) =>
  pictureOnPath(store, attentionIn, surface, (picture) => ({
    scene: headScene(store, surface),
    title: say(HEADS, surface).Head(headIn(picture, store.selection).head),
  }));

/** @param {Store} store with a picture @param {Surface} surface @returns {any} a scene, with what lies where */
export function headScene(store, surface) {
  const { selection, panned, look } = store.state;
  const of = headIn(
    /** @type {import("../../state/picture.js").Picture} */ (pathOf(store.state)),
    store.selection,
  );
  const view = viewIn(store);
  if (view === "arcs") return arcsScene(of, surface, { held: headIn(of.picture, selection), panned });
  if (view === "products") return productsScene(of, surface, store.selection.feature ?? 0);
  if (view === "plane") return planeScene(of, surface);
  const { picture, step } = of;
  const stage = {
    picture,
    step,
    selection: { ...store.selection, head: of.head },
    held: { ...selection, head: of.head },
    panned,
    look,
  };
  const box = { x: 0, y: 0, w: surface.width, h: 440 };
  const map = placeStaged(stage, surface, step, "whole", box, { labelled: true, slices: 1, untitled: true });
  map.tensor.format = shortly;
  const [, heads] = step.shape;
  const itself = partShown({ axis: "H", from: of.head, count: 1, of: heads }, surface);
  map.caption = map.caption.filter((line) => line !== say(AXES, surface).showing(itself));
  return {
    width: surface.width,
    height: Math.ceil(map.bottom),
    marks: stagedMarks(map, surface),
    parts: [map],
  };
}

/** .93, as many as fit in cells; nothing where there is next to nothing. @param {number} weight */
function shortly(weight) {
  if (Math.abs(weight) < 0.005) return "";
  return weight
    .toFixed(2)
    .replace(/^(-?)0\./, "$1.")
    .replace(/^1\.00$/, "1.0");
}
