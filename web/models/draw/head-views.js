import { arcsScene } from "../../kit/draw/arcs.js";
import { planeScene } from "../../kit/draw/plane.js";
import { productsScene } from "../../kit/draw/products.js";
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

/** Drawings instead of the map. @type {Readonly<Partial<Record<View, (of: DrawnHead, surface: Surface) => HeadScene>>>} */
const DRAWINGS = {
  arcs: (of, surface) => arcsScene(of, surface, { held: of, panned: NOWHERE }),
  products: (of, surface) => productsScene(of, surface, 0),
  plane: planeScene,
};

/** The view of a head: queries and keys need the trace of its layer. @param {State} state @param {Head} head @returns {View} */
export const viewOf = (state, head) =>
  state.look.view === "arcs" || traceOf(state, head) ? state.look.view : "map";

/**
 * One head, large.
 * @param {Pick<Core, "rank">} core @param {Shown} run @param {State} state
 * @param {Head & { query: number, key: number }} at @param {Surface} surface
 * @returns {HeadScene}
 */
export function headScene(core, run, state, at, surface) {
  const { look } = state;
  const drawing = DRAWINGS[viewOf(state, at)];
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
