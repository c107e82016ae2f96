/**
 * What draws each view, as a file has it; what draws is loaded when it is asked for.
 *
 * @typedef {import("../kit/state/state.js").State} State
 * @typedef {import("../kit/draw/marks.js").Surface} Surface
 * @typedef {Promise<import("../kit/draw/marks.js").TitledScene>} Picture
 */

/** @param {State} state @param {Surface} surface @returns {Picture} */
const stage = async (state, surface) =>
  (await import("../walk/draw/stage-picture.js")).stagePicture(state, surface);

/** @param {State} state @param {Surface} surface @returns {Picture} */
const memory = async (state, surface) =>
  (await import("../walk/draw/memory-view.js")).memoryPicture(state, surface);

/** @param {State} state @param {Surface} surface @returns {Picture} */
const headMaps = async (state, surface) =>
  (await import("../heads/draw/head-maps-view.js")).headMapsPicture(state, surface);

/** @param {State} state @param {Surface} surface @returns {Picture} */
const head = async (state, surface) =>
  (await import("../heads/draw/head-view.js")).headPicture(state, surface);

/** By view. @type {Readonly<Record<import("../kit/state/views.js").View, typeof stage>>} */
export const PICTURES = { walk: stage, heads: headMaps, map: headMaps, head, memory, code: stage };
