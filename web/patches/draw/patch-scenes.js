import { heightIn, overlayMarks, overlayScales, overlayScene } from "../../kit/draw/patches.js";
import { legendMarks } from "../../kit/draw/legend.js";
import { rect, text } from "../../kit/draw/marks.js";
import { scaleOf } from "../../kit/draw/scale.js";
import { namesOfHeads, layerNamed } from "../../kit/text/head-names.js";
import { say } from "../../kit/text/words.js";
import { onPatches, patchOf, shownIn } from "../state/shown.js";
import { PATCHES } from "../words.js";
import { patchMapScene } from "./patch-map.js";

/** @typedef {import("../../kit/state/state.js").State} State */
/** @typedef {import("../../kit/draw/marks.js").Surface} Surface */
/** @typedef {import("../../kit/draw/patches.js").Box} Box */
/** @typedef {import("../../kit/draw/marks.js").Scene} Scene */

const LARGE = { w: 540, h: 560 }; // px, most of the large image
const SMALL = { least: 132, most: 200, apart: 18 }; // px of a small image, and between two
const TITLE = 29; // px above a small image
const FRAME = 4; // px around the selected head
const LEGEND = 26; // px below an image

/** The scale of a head's weights on the patches, or that of all heads. @param {State} state @param {import("../state/shown.js").Shown} shown */
function scalesOf({ look }, { patches, of, weightsOf }) {
  const all = Array.from({ length: of.heads }, (_, head) => onPatches(patches, weightsOf(head)));
  return { all, scale: overlayScales(all, look) };
}

/**
 * One head, or all together, over the image.
 * @param {State} state with a picture that has patches @param {Surface} surface
 * @returns {Scene & { box: Box }} box: that of the image
 */
export function patchHeadScene(state, surface) {
  const shown = shownIn(state);
  if (state.look.patchView === "map" && !shown.together) return patchMapScene(state, surface, shown);
  const { patches, token, isSquare } = shown;
  const weights = onPatches(patches, shown.large());
  const { scale } = scalesOf(state, shown);
  const own = shown.together ? scaleOf([weights], true, true, state.look.log) : scale(weights);
  const ramp = surface.palette.colormap(shown.picture.settings.colormap);
  const of = {
    grid: patches,
    raster: patches.image,
    ...{ weights, scale: own, ramp, opacity: state.look.opacity },
    chosen: isSquare ? patchOf(patches, token) : null,
  };
  return overlayScene(of, surface, LARGE);
}

/** @typedef {Box & { head: number }} Tile */

/**
 * Every head over the same image, small.
 * @param {State} state with a picture that has patches @param {Surface} surface
 * @returns {Scene & { tiles: Tile[] }}
 */
export function patchHeadsScene(state, surface) {
  const shown = shownIn(state);
  const { patches, of, token, isSquare, picture } = shown;
  const names = namesOfHeads(picture, surface);
  const { all, scale } = scalesOf(state, shown);
  const ramp = surface.palette.colormap(picture.settings.colormap);
  const room = surface.width - 2 * FRAME;
  const most = Math.max(1, Math.floor((room + SMALL.apart) / (SMALL.least + SMALL.apart)));
  const across = Math.ceil(of.heads / Math.ceil(of.heads / most));
  const w = Math.floor(
    Math.min(SMALL.most, (room + SMALL.apart) / Math.min(most, Math.max(across, 2)) - SMALL.apart),
  );
  const shape = { grid: patches, raster: patches.image };
  const h = heightIn(shape, w);
  const tiles = all.map((_, head) => ({
    head,
    x: FRAME + (head % across) * (w + SMALL.apart),
    y: TITLE + Math.floor(head / across) * (h + TITLE + FRAME + 8),
    ...{ w, h },
  }));
  const { palette } = surface;
  const isChosen = (/** @type {number} */ head) => head === of.head && !shown.together;
  const marks = tiles.flatMap((tile) => {
    const { head, ...box } = tile;
    const weights = all[head];
    const overlay = {
      ...shape,
      weights,
      scale: scale(weights),
      ramp,
      opacity: state.look.opacity,
      chosen: null,
    };
    const name = { full: names.first(head), short: names.short(head) };
    return [
      text({
        x: tile.x,
        y: tile.y - 12,
        text: surface.measure(name.full, 13, true) <= w ? name.full : name.short,
        size: 13,
        fill: palette.ink,
        bold: isChosen(head),
      }),
      ...overlayMarks({ ...overlay, chosen: isSquare ? patchOf(patches, token) : null }, box, surface),
      ...(isChosen(head)
        ? [
            rect({
              x: tile.x - 3,
              y: tile.y - 3,
              w: w + 6,
              h: h + 6,
              stroke: palette.accent,
              line: 2,
              radius: 3,
            }),
          ]
        : []),
    ];
  });
  const last = /** @type {Tile} */ (tiles.at(-1));
  const bottom = last.y + h + FRAME + 4;
  const legend = state.look.shared
    ? legendMarks(surface, scale([]), ramp, { x: FRAME, y: bottom + 6, width: 120, room })
    : [];
  return {
    width: surface.width,
    height: bottom + (legend.length ? LEGEND : 0),
    marks: [...marks, ...legend],
    tiles,
  };
}

/** The name of what is shown large. @param {State} state @param {import("../../kit/text/words.js").Localized} speaker */
export function largeTitle(state, speaker) {
  const { picture, of, together } = shownIn(state);
  if (!together) return namesOfHeads(picture, speaker).first(of.head);
  return say(PATCHES, speaker).titles[together](layerNamed(picture));
}

/** One head over the image, for a file. @param {State} state @param {Surface} surface */
export const patchHeadPicture = (state, surface) => ({
  scene: patchHeadScene(state, surface),
  title: largeTitle(state, surface),
});

/** Every head over the image, for a file. @param {State} state @param {Surface} surface */
export const patchHeadsPicture = (state, surface) => ({
  scene: patchHeadsScene(state, surface),
  title: say(PATCHES, surface).picture,
});
