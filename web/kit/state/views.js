/**
 * What an element can show of a state.
 *
 * @typedef {keyof typeof VIEWS} View
 */

/** The views by name. `steps`: whether a view shows the steps of a layer; attention without a layer has no steps. */
export const VIEWS = {
  walk: { steps: true },
  heads: { steps: false },
  map: { steps: false },
  head: { steps: false },
  memory: { steps: true },
  code: { steps: true },
};
