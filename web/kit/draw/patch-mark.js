/**
 * Patches of an image.
 *
 * @typedef {{ rows: number, columns: number }} Grid
 * @typedef {{ x: number, y: number, w: number, h: number }} Box
 */

/** The place of a patch in the box of its image. @param {Grid} grid @param {Box} box @param {number} patch @returns {Box} */
export function boxOfPatch({ rows, columns }, box, patch) {
  const [w, h] = [box.w / columns, box.h / rows];
  return { x: box.x + (patch % columns) * w, y: box.y + Math.floor(patch / columns) * h, w, h };
}

/** A patch of the image, for labels. @param {import("../state/png.js").Raster} raster @param {Grid} grid @param {number} patch @param {Box} box @returns {import("./marks.js").Mark} */
export const patchMark = (raster, grid, patch, box) => ({
  kind: "image",
  ...box,
  raster,
  from: boxOfPatch(grid, { x: 0, y: 0, w: raster.width, h: raster.height }, patch),
});
