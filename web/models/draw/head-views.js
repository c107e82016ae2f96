import { NOWHERE } from "../../kit/state/selection.js";
import { capital, headName } from "../../kit/text/head-names.js";
import { drawnHead, traceOf } from "../state/page-head.js";
import { mapOf } from "../state/page-run.js";
import { oneHeadScene } from "./one-head.js";
import { scaleOfMap } from "./sheet.js";

/** @import { Core } from "../../core/index.js" */
/** @import { DrawnHead } from "../../kit/state/head.js" */
/** @import { Scene, Surface } from "../../kit/draw/marks.js" */
/** @import { View } from "../../kit/state/look.js" */
/** @import { Shown } from "../state/page-run.js" */
/** @import { Head, State } from "../state/page-state.js" */

/** @typedef {Scene & { hit?: (x: number, y: number) => { query?: number, key?: number } | null }} HeadScene */

/** Drawings instead of the map, once they are loaded. @type {Partial<Record<View, (of: DrawnHead, surface: Surface) => HeadScene>>} */
let drawings = {};

/** Loads the drawings of the views other than the map, which no page shows at first. */
export async function loadDrawings() {
  const [{ arcsScene }, { productsScene }, { planeScene }] = await Promise.all([
    import("../../kit/draw/arcs.js"),
    import("../../kit/draw/products.js"),
    import("../../kit/draw/plane.js"),
  ]);
  drawings = {
    arcs: (of, surface) => arcsScene(of, surface, { held: of, panned: NOWHERE }),
    products: (of, surface) => productsScene(of, surface, 0),
    plane: planeScene,
  };
}

/** The view of a head: the map until the drawings are loaded, and for queries and keys until the layer is traced. @param {State} state @param {Head} head @returns {View} */
export function viewOf(state, head) {
  const { view } = state.look;
  return drawings[view] && (view === "arcs" || traceOf(state, head)) ? view : "map";
}

/**
 * One head, large.
 * @param {Pick<Core, "rank">} core @param {Shown} run @param {State} state
 * @param {Head & { query: number, key: number }} at @param {Surface} surface
 * @returns {HeadScene}
 */
export function headScene(core, run, state, at, surface) {
  const { look } = state;
  const drawing = drawings[viewOf(state, at)];
  if (drawing) return drawing(drawnHead(core, run, traceOf(state, at), at), surface);
  const { words, causal } = run;
  const { colormap } = look;
  const scale = scaleOfMap(run, look, at);
  const { query } = at;
  return oneHeadScene(
    { weights: mapOf(run, at), words, causal, query, key: state.key, scale, colormap },
    surface,
  );
}

/** One head, for a file. @param {Parameters<typeof headScene>} given */
export const headPicture = (...given) => {
  const [, , , { layer, head }, surface] = given;
  return { scene: headScene(...given), title: capital(headName(layer, head, surface)) };
};
