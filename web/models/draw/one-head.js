import { axisTitleMarks } from "../../kit/draw/axis-titles.js";
import { snap } from "../../kit/draw/grid.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { cells, rect, text } from "../../kit/draw/marks.js";
import { legibleOn } from "../../kit/draw/palette.js";
import { wordsDown } from "../../kit/draw/tensor-labels.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { VIEWS_OF_WEIGHTS } from "../../kit/state/look.js";
import { NOWHERE } from "../../kit/state/selection.js";
import { capitalize, headName } from "../../kit/text/head-names.js";
import { drawnHead, traceOf } from "../state/page-head.js";
import { mapOf } from "../state/page-run.js";
import { mapColours, wordsBelow } from "./maps.js";
import { scaleOfMap } from "./all-heads.js";
import { shareInFour, withoutZero } from "../../kit/text/share.js";

/** @import { Core } from "../../core/index.js" */
/** @import { Scene } from "../../kit/draw/marks.js" */
/** @import { DrawnHead } from "../../kit/state/head.js" */
/** @import { View } from "../../kit/state/look.js" */
/** @import { Shown } from "../state/page-run.js" */
/** @import { Head, State } from "../state/page-state.js" */

/**
 * One head, large: its weights with their numbers where there is room, words at its edges, and the selected query.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} OneHead
 * @property {Float32Array} weights (T_q, T_k)
 * @property {readonly string[]} words
 * @property {readonly string[]} [keyWords]  of attention to another sentence
 * @property {boolean} causal
 * @property {boolean} [isMissing]  the weights have not arrived yet
 * @property {number} query
 * @property {number | null} key  the chosen key of the query
 * @property {import("../../kit/draw/scale.js").Scale} scale
 * @property {string} colormap
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => { query: number, key: number } | null }} OneHeadScene
 */

const CELL = { least: 2, most: 44, numbered: 27 }; // px
const HIGH = 440; // px
const HALF = 8; // px of a word above its middle: the first word is not cut
const BELOW = 92; // px for words below
const LEGEND = 22; // px

/** @param {OneHead} of @param {Surface} surface @returns {OneHeadScene} */
export function oneHeadScene(of, surface) {
  const { weights, words, keyWords = words, causal, isMissing, query, key, scale, colormap } = of;
  const { palette } = surface;
  const count = words.length;
  const keys = keyWords.length;
  const x = gutterFor(words, surface);
  const fitting = Math.min(CELL.most, (surface.width - x - 4) / keys, HIGH / count);
  const cell = snap(Math.max(CELL.least, fitting));
  const y = Math.ceil(Math.max(0, HALF - cell / 2));
  const ramp = palette.colormap(colormap);
  const rgba = mapColours({ weights, size: count, keys }, { causal, scale, ramp, palette });
  const size = cell * count;
  const rows = { axis: "T_q", from: 0, count, of: count };
  const at = { x, y };
  const row = { y: y + query * cell - 1, h: cell + 1 };
  return {
    width: surface.width,
    height: Math.ceil(y + size + BELOW + LEGEND),
    marks: [
      isMissing
        ? rect({ ...at, w: cell * keys, h: size, stroke: palette.hairline, radius: 2 })
        : cells({ ...at, rows: count, cols: keys, cw: cell, ch: cell, gap: cell < 7 ? 0.75 : 1, rgba }),
      ...(cell < CELL.numbered || isMissing
        ? []
        : numberMarks({ weights, count, keys, causal, rgba, x, cell })),
      ...wordsDown(surface, words, { rows, ch: cell }, query, { x: x - 8, y }),
      ...wordsBelow(keyWords, surface, { x, y: y + size + 10, cell }),
      ...axisTitleMarks(surface, { x, y: y + size, cell }),
      frame(palette.axis.T, { ...row, x: x - 1, w: cell * keys + 1 }),
      ...(key === null ? [] : [frame(palette.accent, { ...row, x: x + key * cell - 1, w: cell + 1 })]),
      ...legendMarks(surface, scale, ramp, { x, y: y + size + BELOW, width: 96, room: surface.width - x }),
    ],
    hit(across, down) {
      const [to, key] = [Math.floor((down - y) / cell), Math.floor((across - x) / cell)];
      return to >= 0 && to < count && key < keys ? { query: to, key: Math.max(0, key) } : null;
    },
  };
}

/** @param {string} stroke @param {{ x: number, y: number, w: number, h: number }} box */
const frame = (stroke, box) => rect({ ...box, stroke, line: 1.25, radius: 2 });

/** @param {{ weights: Float32Array, count: number, keys: number, causal: boolean, rgba: Uint32Array, x: number, cell: number }} of */
function numberMarks({ weights, count, keys, causal, rgba, x, cell }) {
  const marks = [];
  for (let row = 0; row < count; row++)
    for (let col = 0; col < keys; col++) {
      if (causal && col > row) continue;
      const i = row * keys + col;
      marks.push(
        text({
          ...{ x: x + (col + 0.5) * cell, y: (row + 0.5) * cell + 4, align: "middle" },
          ...{ text: withoutZero(shareInFour(weights[i])), fill: legibleOn(rgba[i]) },
        }),
      );
    }
  return marks;
}

/** @typedef {Scene & { hit?: (x: number, y: number) => { query?: number, key?: number } | null }} HeadScene */

/** Drawings instead of the map, once they are loaded. @type {Partial<Record<View, (of: DrawnHead, surface: Surface, look: State["look"]) => HeadScene>>} */
let drawings = {};

/** Loads the drawings of the views other than the map, which no page shows at first. */
export async function loadDrawings() {
  const [{ arcsScene }, { textScene }, { productsScene }, { planeScene }] = await Promise.all([
    import("../../kit/draw/arcs.js"),
    import("../../kit/draw/text-strip.js"),
    import("../../kit/draw/products.js"),
    import("../../kit/draw/plane.js"),
  ]);
  drawings = {
    arcs: (of, surface) => arcsScene(of, surface, { held: of, panned: NOWHERE }),
    text: (of, surface, look) => textScene(of, surface, { held: of, panned: NOWHERE, asking: [], look }),
    products: (of, surface) => productsScene(of, surface, 0),
    plane: planeScene,
  };
}

/** The view of a head: the map until the drawings are loaded, and for queries and keys until the layer is traced. @param {State} state @param {Head} head @returns {View} */
export function viewOf(state, head) {
  const { view } = state.look;
  return drawings[view] && (VIEWS_OF_WEIGHTS.includes(view) || traceOf(state, head)) ? view : "map";
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
  if (drawing) return drawing(drawnHead(core, run, traceOf(state, at), at), surface, look);
  const { words, keyWords, causal } = run;
  const { colormap } = look;
  const scale = scaleOfMap(run, look, at);
  const { query } = at;
  return oneHeadScene(
    {
      ...{ weights: mapOf(run, at), words, keyWords, causal, query, key: state.key, scale, colormap },
      isMissing: at.layer >= run.arrived,
    },
    surface,
  );
}

/** One head, for a file. @param {Parameters<typeof headScene>} given */
export const headPicture = (...given) => {
  const [, , , { layer, head }, surface] = given;
  return { scene: headScene(...given), title: capitalize(headName(layer, head, surface)) };
};
