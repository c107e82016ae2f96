/**
 * The views that an element can show.
 *
 * @typedef {keyof typeof VIEWS} View
 */

/** `steps`: whether a view shows steps of a layer; attention without a layer has none. */
export const VIEWS = {
  walk: { steps: true },
  heads: { steps: false },
  map: { steps: false },
  head: { steps: false },
  memory: { steps: true },
  code: { steps: true },
};
