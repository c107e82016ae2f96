import { cells, rect, text } from "../../kit/draw/marks.js";
import { legibleOn, packed } from "../../kit/draw/palette.js";
import { shareInFour, withoutZero } from "../../kit/text/share.js";

/** @import { Scene, Surface } from "../../kit/draw/marks.js" */
/** @import { Palette } from "../../kit/draw/palette.js" */
/** @import { Head } from "../state/page-state.js" */

/**
 * A picture with the weights of one query over it: once large, and small for every head.
 *
 * @typedef {object} OverPicture
 * @property {{ data: Uint8ClampedArray, width: number, height: number }} image  as the model sees it
 * @property {boolean} isGrey  drawn as ink on paper
 * @property {readonly [rows: number, columns: number]} grid
 * @property {readonly [height: number, width: number]} patch  in pixels of the image
 * @property {number} extra  count of tokens before the patches
 * @property {number} query  the token that asks
 * @property {number} layers
 * @property {number} heads
 * @property {(head: Head) => Float32Array} rowOf  weights of the query, one a token
 * @property {Head} selected
 * @property {Head} shown  the head that is drawn large
 * @property {string} colormap
 * @property {(layer: number) => string} layerName
 *
 * @typedef {{ token: number } | { head: Head }} Hit
 * @typedef {Scene & { hit: (x: number, y: number) => Hit | null }} OverPictureScene
 */

const LARGE = { least: 180, most: 380, share: 0.42 }; // px, and share of the width
const SMALL = { least: 26, most: 104, gap: 6 }; // px
const BESIDE = 620; // px of width from which the small pictures stand beside the large one
const GAP = 28; // px between both
const NAMES = 54; // px of layers' names
const TOP = 18; // px of heads' numbers
const FINE = 48; // pixels of a small picture's longer edge
const STRONGEST = 0.8; // share of the colour over the patch with the largest weight
const NAMED = 3; // patches with their weights as numbers
const ROOM = 30; // px of a patch that has room for a number

/** @param {OverPicture} of @param {Surface} surface @returns {OverPictureScene} */
export function overPictureScene(of, surface) {
  const { layers, heads, shown, selected, query, extra, grid } = of;
  const { palette, width } = surface;
  const isBeside = width >= BESIDE;
  const large = boxOf(
    of,
    isBeside ? Math.max(LARGE.least, Math.min(LARGE.most, width * LARGE.share)) : width,
    LARGE.most,
  );
  const left = isBeside ? large.w + GAP : 0;
  const top = isBeside ? 0 : large.h + GAP;
  const fitting = (width - left - NAMES) / heads - SMALL.gap;
  const small = boxOf(of, Math.max(SMALL.least, Math.min(SMALL.most, fitting)), SMALL.most);
  const [across, down] = [small.w + SMALL.gap, small.h + SMALL.gap];
  const placeOf = (/** @type {Head} */ { layer, head }) => ({
    x: left + NAMES + head * across,
    y: top + TOP + layer * down,
  });
  const every = Array.from({ length: layers * heads }, (_, i) => ({
    layer: Math.floor(i / heads),
    head: i % heads,
  }));
  const coarse = coarsened(of);
  const patch = { w: large.w / grid[1], h: large.h / grid[0] };
  const asked = query - extra;
  const cell = (/** @type {number} */ index) => ({
    x: (index % grid[1]) * patch.w,
    y: Math.floor(index / grid[1]) * patch.h,
    ...patch,
  });
  const row = of.rowOf(shown);
  const picture = pictureCells(of, row, palette, { x: 0, y: 0, ...large });
  const marks = [
    picture,
    ...gridLines(large, grid, palette),
    frame({ x: 0, y: 0, ...large }, palette),
    ...numberMarks(of, row, picture, { patch, cell }),
    ...(asked < 0 ? [] : [rect({ ...cell(asked), stroke: palette.axis.T, line: 2, radius: 2 })]),
    ...Array.from({ length: heads }, (_, head) =>
      text({
        ...{ x: left + NAMES + head * across + small.w / 2, y: top + 11, align: "middle" },
        ...{ text: String(head), fill: palette.muted, size: 11 },
      }),
    ),
    ...Array.from({ length: layers }, (_, layer) =>
      text({
        ...{
          x: left + NAMES - 8,
          y: placeOf({ layer, head: 0 }).y + small.h / 2 + 4,
          align: "end",
          size: 11,
        },
        ...{ text: of.layerName(layer), fill: palette.muted, bold: layer === selected.layer },
      }),
    ),
    ...every.map((head) => pictureCells(coarse, of.rowOf(head), palette, { ...placeOf(head), ...small })),
    ...every.map((head) => frame({ ...placeOf(head), ...small }, palette)),
    rect({ ...placeOf(selected), ...small, stroke: palette.accent, line: 2, radius: 2 }),
  ];
  const high = top + TOP + layers * down;
  return {
    ...{ width, height: Math.ceil(Math.max(large.h, high)), marks },
    hit(x, y) {
      if (x >= 0 && y >= 0 && x < large.w && y < large.h)
        return { token: extra + Math.floor(y / patch.h) * grid[1] + Math.floor(x / patch.w) };
      const head = Math.floor((x - left - NAMES) / across);
      const layer = Math.floor((y - top - TOP) / down);
      return head >= 0 && head < heads && layer >= 0 && layer < layers ? { head: { layer, head } } : null;
    },
  };
}

/** The size of a picture in a square. @param {Pick<OverPicture, "grid" | "patch">} of @param {number} edge @param {number} most @returns {{ w: number, h: number }} */
function boxOf({ grid, patch }, edge, most) {
  const [height, width] = [grid[0] * patch[0], grid[1] * patch[1]];
  const scale = Math.min(edge, most) / Math.max(width, height);
  return { w: width * scale, h: height * scale };
}

/** The picture in fewer pixels, for small pictures. @param {OverPicture} of @returns {OverPicture} */
function coarsened(of) {
  const { image, grid, patch } = of;
  const step = Math.ceil(Math.max(grid[0] * patch[0], grid[1] * patch[1]) / FINE);
  if (step === 1) return of;
  const small = /** @type {const} */ ([Math.ceil(patch[0] / step), Math.ceil(patch[1] / step)]);
  const [height, width] = [grid[0] * small[0], grid[1] * small[1]];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = [
        Math.floor(((y + 0.5) * patch[0]) / small[0]),
        Math.floor(((x + 0.5) * patch[1]) / small[1]),
      ];
      const at = (from[0] * image.width + from[1]) * 4;
      data.set(image.data.subarray(at, at + 4), (y * width + x) * 4);
    }
  return { ...of, image: { data, width, height }, patch: small };
}

/** @param {OverPicture} of @param {Float32Array} row @param {Palette} palette @param {{ x: number, y: number, w: number, h: number }} box */
function pictureCells({ image, isGrey, grid, patch, extra, colormap }, row, palette, { x, y, w, h }) {
  const [rows, cols] = [grid[0] * patch[0], grid[1] * patch[1]];
  const tint = palette.colormap(colormap)[255];
  const weights = row.subarray(extra);
  const most = Math.max(...weights, 1e-9);
  const [paper, ink] = [packed(palette.paper), packed(palette.ink)];
  const rgba = new Uint32Array(rows * cols);
  for (let line = 0; line < rows; line++)
    for (let col = 0; col < cols; col++) {
      const at = (line * image.width + col) * 4;
      const own = isGrey
        ? mixed(paper, ink, image.data[at] / 255)
        : (255 << 24) | (image.data[at + 2] << 16) | (image.data[at + 1] << 8) | image.data[at];
      const place = Math.floor(line / patch[0]) * grid[1] + Math.floor(col / patch[1]);
      rgba[line * cols + col] = mixed(own, tint, (STRONGEST * weights[place]) / most);
    }
  return cells({ x, y, rows, cols, cw: w / cols, ch: h / rows, gap: 0, rgba });
}

/** A colour between two. @param {number} from @param {number} to @param {number} share of the second */
function mixed(from, to, share) {
  const channel = (/** @type {number} */ shift) => {
    const [a, b] = [(from >>> shift) & 255, (to >>> shift) & 255];
    return Math.round(a + (b - a) * share) << shift;
  };
  return (0xff000000 | channel(16) | channel(8) | channel(0)) >>> 0;
}

/** @param {{ x: number, y: number, w: number, h: number }} box @param {Palette} palette */
const frame = (box, { hairline }) => rect({ ...box, stroke: hairline, radius: 2 });

/** Lines between patches. @param {{ w: number, h: number }} box @param {readonly [rows: number, columns: number]} grid @param {Palette} palette */
function gridLines({ w, h }, [rows, columns], { paper }) {
  const line = (/** @type {{ x: number, y: number, w: number, h: number }} */ box) =>
    rect({ ...box, fill: paper });
  return [
    ...Array.from({ length: columns - 1 }, (_, i) =>
      line({ x: ((i + 1) * w) / columns - 0.5, y: 0, w: 1, h }),
    ),
    ...Array.from({ length: rows - 1 }, (_, i) => line({ x: 0, y: ((i + 1) * h) / rows - 0.5, w, h: 1 })),
  ];
}

/**
 * The largest weights, as numbers on their patches.
 * @param {OverPicture} of @param {Float32Array} row @param {import("../../kit/draw/marks.js").Cells} picture
 * @param {{ patch: { w: number, h: number }, cell: (index: number) => { x: number, y: number } }} places
 */
function numberMarks({ extra, grid, patch: size }, row, { rgba, cols }, { patch, cell }) {
  if (Math.min(patch.w, patch.h) < ROOM) return [];
  const weights = row.subarray(extra);
  const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
  return order.slice(0, NAMED).map((index) => {
    const { x, y } = cell(index);
    const top = Math.floor(index / grid[1]) * size[0];
    const below = meanOf(rgba, cols, { top, left: (index % grid[1]) * size[1], size });
    return text({
      ...{ x: x + patch.w / 2, y: y + patch.h / 2 + 4, align: "middle", bold: true },
      ...{ text: withoutZero(shareInFour(weights[index])), fill: legibleOn(below) },
    });
  });
}

/** The mean colour of a patch. @param {Uint32Array} rgba @param {number} cols @param {{ top: number, left: number, size: readonly [height: number, width: number] }} at */
function meanOf(rgba, cols, { top, left, size: [height, width] }) {
  const channel = (/** @type {number} */ shift) => {
    let sum = 0;
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) sum += (rgba[y * cols + x] >>> shift) & 255;
    return Math.round(sum / (height * width)) << shift;
  };
  return (channel(16) | channel(8) | channel(0)) >>> 0;
}
