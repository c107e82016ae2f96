import { piecesOf } from "../state/move.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { hueOf, rampOf } from "../../kit/draw/tape.js";

/**
 * The colours of both tapes' columns, old and new: a float's own, or where a column stands for several the mean of theirs.
 *
 * @typedef {import("./tape-copy.js").Copy} Copy
 */

/** Asked for at every drawing; the numbers of a step never change. @type {WeakMap<import("../../core/types.js").Step, { key: string, colours: Uint32Array[] }>} */
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
  const sums = strips.map(({ count }) => new Uint32Array(4 * count)); // by column: red, green, blue and how many
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

/** One by one: there are as many as floats. @param {number} color @param {Uint32Array} sum @param {number} at */
function add(color, sum, at) {
  sum[at] += color & 255;
  sum[at + 1] += (color >>> 8) & 255;
  sum[at + 2] += (color >>> 16) & 255;
  sum[at + 3]++;
}

/** 0 where nothing was read. @param {Uint32Array} sums red, green, blue and how many */
function meanOf([red, green, blue, many]) {
  const mean = (/** @type {number} */ sum) => Math.round(sum / many);
  return many && ((255 << 24) | (mean(blue) << 16) | (mean(green) << 8) | mean(red)) >>> 0;
}
