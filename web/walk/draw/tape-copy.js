import { axisColor } from "../../kit/draw/palette.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { nameAlong } from "../../kit/draw/tape-arcs.js";
import { hueOf, rampOf, tapeHeight } from "../../kit/draw/tape.js";
import { wrapText } from "../../kit/draw/wrap.js";
import { ownerOf } from "../../kit/state/memory.js";
import { coordinateOf, groupSize } from "../../kit/state/selection.js";
import { MEMORY } from "../../kit/text/memory.js";
import { say } from "../../kit/text/words.js";
import { moveOf, piecesOf, placesOf } from "../state/move.js";
import { bandMarks, blockMarks, chosenMarks, nameOfBlock } from "./tape-blocks.js";

/**
 * A copy from tape to tape: the whole old memory above the whole new one, and the moved pieces between them. Pieces of the selected block have their
 * own hues; other pieces are faint.
 *
 * @typedef {import("../../core/types.js").Step} Step
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/tape.js").Strip} Strip
 *
 * @typedef {object} CopyView
 * @property {import("../../kit/state/picture.js").Picture} picture
 * @property {Step} step
 * @property {import("../../kit/state/selection.js").Selection} selection
 * @property {import("../../kit/draw/tape.js").Hue} by
 * @property {string | null} [axis]  kind of the axis hovered in the index notation
 *
 * @typedef {object} Copy
 * @property {import("../state/move.js").Move} move
 * @property {Strip} old      the whole memory that is read
 * @property {Strip} fresh    the whole memory that is written
 * @property {number | null} oldAt   the selected block of the old memory
 * @property {number | null} newAt   the selected block of the new memory
 * @property {number} every   step between the other blocks that are drawn, so that bands stay apart
 */

const CELL = { height: 22, max: 20 };
const NAME = 19; // px, height of a line of names
const LINE = 17; // px, height of a line of notes below
const APART = 12; // px between bands; closer bands merge to grey and take most of the painting time

/** @param {CopyView} view @param {Surface} surface @returns {import("../../kit/draw/tape.js").TapeScene} */
export function copyScene(view, surface) {
  const { width } = surface;
  const height = tapeHeight(view.picture.steps, width);
  const copy = copyOf(view, width);
  const lines = wrapText(saidUnder(view, copy, surface), surface);
  const { old, fresh } = copy;
  fresh.top = height - LINE * lines.length - NAME - CELL.height;
  const [oldColours, newColours] = coloursOf(view, copy, surface.palette);
  return {
    width,
    height,
    strips: [old, fresh],
    marks: [
      ...bandMarks(view, copy, surface),
      cellMarks(old, oldColours),
      cellMarks(fresh, newColours),
      ...blockMarks(view, surface, old, {
        step: copy.move.from,
        axis: copy.move.oldAxis,
        at: copy.oldAt,
        y: NAME - 6,
      }),
      ...blockMarks(view, surface, fresh, {
        step: copy.move.to,
        axis: copy.move.newAxis,
        at: copy.newAt,
        y: fresh.top + CELL.height + 14,
      }),
      ...chosenMarks(copy, surface),
      ...lines.flatMap((line, i) =>
        line.map((each) => ({ ...each, y: height - 5 - LINE * (lines.length - 1 - i) })),
      ),
    ],
  };
}

/** The title above. @param {CopyView} view @param {number} width @param {import("../../kit/text/words.js").Localized} [speaker] */
export const copyTitle = (view, width, speaker = {}) =>
  say(MEMORY, speaker).over(copyFacts(copyOf(view, width), speaker));

/** @param {CopyView} view @param {number} width @returns {Copy} */
function copyOf({ picture: { steps }, step, selection }, width) {
  const move = moveOf(step, steps);
  const [old, fresh] = [move.from, move.to].map((each) => stripOf(ownerOf(each, steps), width));
  const at = (/** @type {number} */ axis) => coordinateOf(step.axes[axis], selection, groupSize(steps));
  const apart = (move.from.strides[move.newAxis] / old.per) * old.pitch;
  return {
    move,
    old,
    fresh,
    oldAt: at(move.oldAxis),
    newAt: at(move.newAxis),
    every: Math.ceil(APART / apart),
  };
}

/** A whole memory, with as few floats per column as the width allows. @param {Step} base @param {number} width @returns {Strip} */
function stripOf(base, width) {
  const of = base.shape.reduce((a, b) => a * b);
  const per = Math.ceil(of / width);
  const pitch = Math.min(CELL.max, (width * per) / of);
  return { base, from: 0, count: Math.ceil(of / per), per, pitch, top: NAME, height: CELL.height };
}

/** @param {Strip} strip @param {Uint32Array} rgba @returns {import("../../kit/draw/marks.js").Cells} */
const cellMarks = ({ count, pitch, top, height }, rgba) => ({
  ...{ kind: "cells", x: 0, y: top, rows: 1, cols: count, cw: pitch, ch: height, rgba },
  gap: pitch < 4 ? 0 : 1,
});

/** @param {CopyView} view @param {Copy} copy @param {Surface} surface */
function saidUnder(view, copy, surface) {
  const { palette } = surface;
  const { move, newAt } = copy;
  const [before, after] = say(MEMORY, surface).under(copyFacts(copy, surface), newAt !== null);
  const axis = move.to.axes[move.newAxis];
  const name = newAt === null ? "" : nameOfBlock(view, axis, newAt, surface);
  return [
    { text: `${before} `, fill: palette.muted },
    { text: name, fill: axisColor(palette, axis), bold: true },
    { text: after, fill: palette.muted },
  ];
}

/** @param {Copy} copy @param {import("../../kit/text/words.js").Localized} speaker @returns {import("../../kit/text/memory.js").Copied} */
function copyFacts({ move, old, fresh, newAt, every }, speaker) {
  const pieces = piecesOf(move, newAt === null ? undefined : new Map([[move.newAxis, [newAt]]]));
  return {
    old: old.base.id,
    fresh: fresh.base.id,
    floats: old.base.shape.reduce((a, b) => a * b),
    column: old.per,
    oldBlock: nameAlong(move.to.axes[move.oldAxis], speaker),
    newBlock: nameAlong(move.to.axes[move.newAxis], speaker),
    pieces: pieces.length,
    run: move.run,
    places: placesOf(
      pieces.map((piece) => piece.old),
      move.run,
    ),
    together: placesOf(
      pieces.map((piece) => piece.fresh),
      move.run,
    ),
    every,
  };
}

/**
 * Colours of the columns of both tapes: the colour of a float, or the mean if a column stands for several floats.
 *
 */

/**
 * Colours by step. They are cached because every drawing needs them, and a step's numbers never change.
 * @type {WeakMap<import("../../core/types.js").Step, { key: string, colours: Uint32Array[] }>}
 */
const known = new WeakMap();

/** @param {CopyView} view @param {Copy} copy @param {import("../../kit/draw/palette.js").Palette} palette */
function coloursOf(view, copy, palette) {
  const { old, fresh, move } = copy;
  const key = [view.by, palette.dark, old.per, fresh.per].join();
  const last = known.get(move.to);
  if (last?.key === key) return last.colours;
  const colours = mixColours(view, copy, palette);
  known.set(move.to, { key, colours });
  return colours;
}

/** @param {CopyView} view @param {Copy} copy @param {import("../../kit/draw/palette.js").Palette} palette */
function mixColours({ picture, by }, { move, old, fresh }, palette) {
  const values = picture.values(move.to.id);
  const scale = scaleOf([values], false);
  const hue = hueOf(move.to, picture.steps, by);
  const strips = [old, fresh];
  const sums = strips.map(({ count }) => new Uint32Array(4 * count)); // red, green, blue and count, by column
  for (const piece of piecesOf(move)) {
    const ramp = hue ? rampOf(palette, by)(hue(piece.index)) : palette.model;
    const starts = [piece.old - old.base.offset, piece.fresh - fresh.base.offset];
    for (let i = 0; i < move.run; i++) {
      const color = ramp[scale.index(values[starts[1] + i])];
      for (let tape = 0; tape < 2; tape++)
        add(color, sums[tape], 4 * Math.floor((starts[tape] + i) / strips[tape].per));
    }
  }
  return sums.map((sum) =>
    Uint32Array.from({ length: sum.length / 4 }, (_, i) => meanOf(sum.subarray(4 * i))),
  );
}

/**
 * Adds a colour to a column's sums, component by component without an array, because it runs once per float.
 * @param {number} color @param {Uint32Array} sum @param {number} at
 */
function add(color, sum, at) {
  sum[at] += color & 255;
  sum[at + 1] += (color >>> 8) & 255;
  sum[at + 2] += (color >>> 16) & 255;
  sum[at + 3]++;
}

/** The mean colour; 0 for columns without floats. @param {Uint32Array} sums red, green, blue and count */
function meanOf([red, green, blue, many]) {
  const mean = (/** @type {number} */ sum) => Math.round(sum / many);
  return many && ((255 << 24) | (mean(blue) << 16) | (mean(green) << 8) | mean(red)) >>> 0;
}
