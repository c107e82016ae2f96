/**
 * Each element's picture, as a file and a figure have it; what draws it is loaded when it is asked for.
 *
 * @typedef {import("../state/store.js").Store} Store
 * @typedef {import("../draw/marks.js").Surface} Surface
 * @typedef {Promise<{ scene: import("../draw/marks.js").Scene, title: string }>} Picture
 */

/** @param {Store} store @param {Surface} surface @returns {Picture} */
export const stagePicture = async (store, surface) =>
  (await import("./walk/stage-view.js")).stagePicture(store, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
export const headMapsPicture = async (store, surface) =>
  (await import("./heads/picture.js")).headMapsPicture(store, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
export const headPicture = async (store, surface) =>
  (await import("./heads/head-view.js")).headPicture(store, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
export const memoryPicture = async (store, surface) =>
  (await import("./walk/memory-view.js")).memoryPicture(store, surface);
