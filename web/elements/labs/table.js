import { html } from "lit";
import { Panels } from "../base/panels.js";

/** @typedef {import("../../state/store.js").Store} Store */

/**
 * The labs, in the order in which they stand. A lab more is a row here, its words in text/labs.js, and its own files.
 *
 * @type {Readonly<Record<string, { load: () => Promise<CustomElementConstructor>, show: (store: Store) => unknown }>>}
 */
export const LABS = {
  mask: {
    load: () => import("./mask.js").then((module) => module.MaskLab),
    show: (store) => html`<mha-lab-mask .store=${store}></mha-lab-mask>`,
  },
};

/** @param {string} kind */
export const tagOf = (kind) => `mha-lab-${kind}`;

/** Each is loaded where it is first opened. */
export const LAB_PANELS = new Panels(
  Object.fromEntries(Object.entries(LABS).map(([kind, { load }]) => [tagOf(kind), load])),
);
