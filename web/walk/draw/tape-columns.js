import { piecesOf } from "../state/move.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { hueOf, rampOf } from "../../kit/draw/tape.js";

/**
 * Colours of the columns of both tapes: the colour of a float, or the mean if a column stands for several floats.
 *
 * @typedef {import("./tape-copy.js").Copy} Copy
 */

/**
 * Colours by step. They are cached because every drawing needs them, and a step's numbers never change.
 * @type {WeakMap<import("../../core/types.js").Step, { key: string, colours: Uint32Array[] }>}
 */
const known = new WeakMap();

/** @param {import("./tape-copy.js").CopyView} view @param {Copy} copy @param {import("../../kit/draw/palette.js").Palette} palette */
export function coloursOf(view, copy, palette) {
  const { old, fresh, move } = copy;
  const key = [view.by, palette.dark, old.per, fresh.per].join();
  const last = known.get(move.to);
  if (last?.key === key) return last.colours;
  const colours = mixed(view, copy, palette);
  known.set(move.to, { key, colours });
  return colours;
}

/** @param {import("./tape-copy.js").CopyView} view @param {Copy} copy @param {import("../../kit/draw/palette.js").Palette} palette */
function mixed({ picture, by }, { move, old, fresh }, palette) {
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
