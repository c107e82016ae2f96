import { shift, text } from "../../kit/draw/marks.js";
import { mapScene, smallMapsScene } from "./translation-maps.js";

/**
 * The maps of a translation's heads as one picture, for a file: large ones beside each other, and below them all heads, if they are on show.
 *
 * @typedef {import("./translation-maps.js").HeadMap} HeadMap
 * @typedef {import("../../kit/draw/marks.js").Surface} Surface
 * @typedef {import("../../kit/draw/marks.js").Mark} Mark
 * @typedef {import("../../kit/draw/marks.js").Scene} Scene
 *
 * @typedef {object} Maps
 * @property {readonly { label: string, map: HeadMap }[]} large
 * @property {readonly { label: string, names: readonly string[], maps: readonly HeadMap[] }[]} groups
 * @property {number} heads  in a row of a group
 */

const APART = 32; // px between maps
const TITLE = 26; // px
const NAME = { x: 14, y: 18 }; // px of a small map's name, from the map's place

/** @param {Maps} maps @param {Surface} surface @returns {Scene} */
export function mapsPicture({ large, groups, heads }, surface) {
  const { palette, width } = surface;
  const each = (width - APART * (large.length - 1)) / large.length;
  /** @type {Mark[]} */
  const marks = [];
  let bottom = 0;
  const title = (/** @type {string} */ label, /** @type {number} */ x, /** @type {number} */ y) =>
    text({ x, y: y + 14, text: label, size: 15, bold: true, fill: palette.ink });
  large.forEach(({ label, map }, i) => {
    const x = i * (each + APART);
    const scene = mapScene(map, { ...surface, width: each });
    marks.push(title(label, x, 0), ...scene.marks.map((mark) => shift(mark, x, TITLE)));
    bottom = Math.max(bottom, TITLE + scene.height);
  });
  for (const { label, names, maps } of groups) {
    const top = bottom + APART;
    const scene = smallMapsScene(maps, names, heads, surface);
    const named = scene.places.map(({ x, y }, i) =>
      text({ x: x + NAME.x, y: y + NAME.y, text: names[i], size: 12.5, fill: palette.ink }),
    );
    marks.push(
      title(label, 0, top),
      ...[...scene.marks, ...named].map((mark) => shift(mark, 0, top + TITLE)),
    );
    bottom = top + TITLE + scene.height;
  }
  return { width, height: Math.ceil(bottom), marks };
}
