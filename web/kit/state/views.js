/**
 * What an element can show of a state.
 *
 * @typedef {keyof typeof VIEWS} View
 */

/** By its name: whether it shows the steps of a layer, which attention alone has none of. */
export const VIEWS = {
  walk: { steps: true },
  heads: { steps: false },
  map: { steps: false },
  head: { steps: false },
  memory: { steps: true },
  code: { steps: true },
};
