import { legendMarks } from "../../kit/draw/legend.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { captionOf } from "../../kit/draw/staged.js";
import { gutterFor } from "../../kit/draw/token-words.js";
import { headIn } from "./state.js";
import { captionMarks, placeMatrix } from "../draw-matrix.js";

/**
 * A head's scores and their transpose on one scale, with one cell outlined in both.
 *
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 *
 * @typedef {object} RolesView
 * @property {import("./state.js").RolesAnswer} answer
 * @property {readonly string[]} tokens
 * @property {number} head
 * @property {number} query
 * @property {number} key
 * @property {{ scores: string, turned: string }} words
 *
 * @typedef {import("../../kit/draw/marks.js").Scene & { hit: (x: number, y: number) => [number, number] | null }} RolesScene
 */

const NARROW = 560;
const APART = 30;
const CELL = 26;

/** @param {RolesView} view @param {Surface} surface @returns {RolesScene} */
export function rolesScene({ answer, tokens, head, query, key, words }, surface) {
  const narrow = surface.width < NARROW;
  const gutter = gutterFor(tokens, surface);
  const width = narrow ? surface.width - gutter : (surface.width - gutter - APART) / 2;
  const [scores, turned] = [answer.scores, answer.turned].map((each) => headIn(each, head));
  const scale = scaleOf([scores], false);
  const { palette } = surface;
  const common = {
    ...{ axes: /** @type {[string, string]} */ (["T_q", "T_k"]), scale, ramp: palette.scores },
    ...{ shape: /** @type {[number, number]} */ ([tokens.length, tokens.length]), cols: tokens },
    ...{ focus: /** @type {[number, number]} */ ([query, key]), selection: { token: query, key } },
    element: /** @type {[number, number]} */ ([query, key]),
  };
  const room = { width, height: 520, square: true, maxCell: CELL };
  const left = placeMatrix({ ...common, title: words.scores, values: scores, rows: tokens }, surface, {
    ...room,
    x: gutter,
    y: 0,
  });
  const right = placeMatrix(
    { ...common, title: words.turned, values: turned, rows: narrow ? tokens : null },
    surface,
    narrow ? { ...room, x: gutter, y: left.bottom + 12 } : { ...room, x: left.right + APART, y: 0 },
  );
  const bottom = Math.max(left.bottom, right.bottom);
  const caption = captionOf(left.layout, surface, surface.width);
  return {
    width: surface.width,
    height: Math.ceil(bottom + 20 + 18 * caption.length),
    marks: [
      ...left.marks,
      ...right.marks,
      ...legendMarks(surface, scale, palette.scores, {
        x: gutter,
        y: bottom + 2,
        width: 90,
        room: surface.width,
      }),
      ...captionMarks(caption, surface, bottom + 18),
    ],
    hit: (x, y) => left.hit(x, y) ?? right.hit(x, y),
  };
}
