import { arcsScene } from "../../kit/draw/arcs.js";
import { axisTitleMarks } from "../../kit/draw/axis-titles.js";
import { planeScene } from "../../kit/draw/plane.js";
import { productsScene } from "../../kit/draw/products.js";
import { placeStaged, stagedMarks } from "../../kit/draw/staged.js";
import { headIn } from "../../kit/state/head.js";
import { VIEWS, VIEWS_OF_WEIGHTS } from "../../kit/state/look.js";
import { attentionIn } from "../../kit/state/quantity.js";
import { pathOf, selectedIn } from "../../kit/state/state.js";
import { pictureOnPath } from "../../kit/draw/wrong-path.js";

import { AXES, partShown } from "../../kit/text/axes.js";
import { namesOfHeads } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { shareInThree } from "../../kit/text/share.js";

/** @import { Surface } from "../../kit/draw/marks.js" */
/** @import { View } from "../../kit/state/look.js" */
/** @import { State } from "../../kit/state/state.js" */

/** @typedef {(of: import("../../kit/state/head.js").Head, surface: Surface, state: State) => any} Drawing draws a head instead of its map */

/** Drawings instead of the map. @type {Partial<Record<View, Drawing>>} */
const drawings = {
  arcs: (of, surface, { selection, panned }) =>
    arcsScene(of, surface, { held: headIn(of.picture, selection), panned }),
  products: (of, surface, state) => productsScene(of, surface, selectedIn(state).feature ?? 0),
  plane: planeScene,
};

/** Loads the drawing of the text, which no page shows at first. */
export async function loadText() {
  const { textScene } = await import("../../kit/draw/text-strip.js");
  drawings.text = (of, surface, { selection, panned, look, settings: { colormap } }) =>
    textScene(of, surface, {
      ...{ held: headIn(of.picture, selection), panned, asking: look.asking, look: { ...look, colormap } },
    });
}

/** Whether a state shows the text, and its drawing is not loaded. @param {State} state */
export const lacksText = ({ look }) => look.view === "text" && !drawings.text;

/** The view of the head: the map until the text is loaded; views of queries and keys need a layer. @param {State} state @returns {View} */
export function viewIn(state) {
  const { picture, look } = state;
  if (lacksText(state)) return "map";
  return picture?.layer || VIEWS_OF_WEIGHTS.includes(look.view) ? look.view : "map";
}

/** One head, for a file. @param {State} state with a picture @param {Surface} surface */
export function headPicture(state, surface) {
  const view = viewIn(state);
  return pictureOnPath(state, attentionIn, surface, (picture) => ({
    scene: headScene(state, surface, view),
    title: namesOfHeads(picture, surface).first(headIn(picture, selectedIn(state)).head),
  }));
}

/** Heights by run, width and language: views of one head are equally high. @type {WeakMap<object, Map<string, number>>} */
const heights = new WeakMap();

/** Height of the highest view; the text, which wraps, is lower as a rule. @param {State} state with a picture @param {Surface} surface */
export function heightOfViews(state, surface) {
  const picture = /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(state));
  const known = heights.get(picture.run) ?? new Map();
  heights.set(picture.run, known);
  const by = `${surface.width} ${surface.locale?.lang}`;
  if (!known.has(by)) {
    const views = (picture.layer ? VIEWS : VIEWS_OF_WEIGHTS).filter((view) => view !== "text");
    known.set(by, Math.max(...views.map((view) => headScene(state, surface, view).height)));
  }
  return /** @type {number} */ (known.get(by));
}

/** @param {State} state with a picture @param {Surface} surface @param {View} view @returns {any} a scene with the positions of its items */
export function headScene(state, surface, view) {
  const { selection, panned, look } = state;
  const of = headIn(
    /** @type {import("../../kit/state/picture.js").Picture} */ (pathOf(state)),
    selectedIn(state),
  );
  const drawing = drawings[view];
  if (drawing) return drawing(of, surface, state);
  const { picture, step } = of;
  const stage = {
    picture,
    step,
    selection: { ...selectedIn(state), head: of.head },
    held: { ...selection, head: of.head },
    panned,
    look,
  };
  const box = { x: 0, y: 0, w: surface.width, h: 440 };
  const map = placeStaged(stage, surface, step, "whole", box, { labelled: true, slices: 1, untitled: true });
  map.tensor.format = shareInThree;
  const { slices, rows, ch, cw } = map.tensor.layout;
  const corner = { x: map.x, y: map.y + slices[0].y + rows.count * ch, cell: cw };
  const [, heads] = step.shape;
  const itself = partShown({ axis: "H", from: of.head, count: 1, of: heads }, surface);
  map.caption = map.caption.filter((line) => line !== say(AXES, surface).showing(itself));
  return {
    width: surface.width,
    height: Math.ceil(map.bottom),
    marks: [...stagedMarks(map, surface), ...axisTitleMarks(surface, corner)],
    parts: [map],
  };
}
