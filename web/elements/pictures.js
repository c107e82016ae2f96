/**
 * What an element can show of a state, and as what a file has it; what draws it is loaded when it is asked for.
 *
 * @typedef {import("../kit/state/store.js").Store} Store
 * @typedef {import("../kit/draw/marks.js").Surface} Surface
 * @typedef {Promise<{ scene: import("../kit/draw/marks.js").Scene, title: string }>} Picture
 * @typedef {keyof typeof VIEWS} View
 */

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const stage = async (store, surface) =>
  (await import("../walk/draw/stage-picture.js")).stagePicture(store, surface);

/** @param {Store} store @param {Surface} surface @returns {Picture} */
const headMaps = async (store, surface) =>
  (await import("../heads/draw/head-maps-view.js")).headMapsPicture(store, surface);

/** By its name: whether the steps of the layer are what it shows, which attention alone has none of, and its picture. */
export const VIEWS = {
  walk: { steps: true, picture: stage },
  heads: { steps: false, picture: headMaps },
  map: { steps: false, picture: headMaps },
  head: {
    steps: false,
    /** @param {Store} store @param {Surface} surface @returns {Picture} */
    picture: async (store, surface) =>
      (await import("../heads/draw/head-view.js")).headPicture(store, surface),
  },
  memory: {
    steps: true,
    /** @param {Store} store @param {Surface} surface @returns {Picture} */
    picture: async (store, surface) =>
      (await import("../walk/draw/memory-view.js")).memoryPicture(store, surface),
  },
  code: { steps: true, picture: stage },
};
