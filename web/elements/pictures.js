/**
 * Pictures of each view, for files; loaded on first use.
 *
 * @typedef {import("../kit/state/store.js").Store} Store
 * @typedef {import("../kit/draw/marks.js").Surface} Surface
 * @typedef {Promise<import("../kit/draw/marks.js").TitledScene>} Picture
 */

const patchScenes = () => import("../patches/draw/patch-scenes.js");

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const stage = async (store, surface) =>
  (await import("../walk/draw/stage-picture.js")).stagePicture(store.state, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const memory = async (store, surface) =>
  (await import("../walk/draw/memory-view.js")).memoryPicture(store.state, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const headMaps = async (store, surface) =>
  store.state.picture?.patches
    ? (await patchScenes()).patchHeadsPicture(store.state, surface)
    : (await import("../heads/draw/head-maps.js")).headMapsPicture(store.state, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
async function head({ state }, surface) {
  if (state.picture?.patches) return (await patchScenes()).patchHeadPicture(state, surface);
  const { headPicture, lacksText, loadText } = await import("../heads/draw/head-view.js");
  if (lacksText(state)) await loadText();
  return headPicture(state, surface);
}

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const row = async (store, surface) =>
  (await import("../row/draw/row-picture.js")).rowPicture(store.state, surface);

/** Functions that draw the picture of a view, by view. @type {Readonly<Record<import("../kit/state/views.js").View, typeof stage>>} */
export const PICTURES = { walk: stage, heads: headMaps, map: headMaps, head, row, memory, code: stage };
