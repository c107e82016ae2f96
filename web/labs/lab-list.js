import { html } from "lit";
import { Panels } from "../kit/elements/panels.js";

/** @typedef {import("../kit/state/store.js").Store} Store */

/**
 * The labs, in the order in which they stand. A lab more is a row here, its words in text/labs.js, and its own files.
 *
 * @type {Readonly<Record<string, { load: () => Promise<CustomElementConstructor>, show: (store: Store) => unknown }>>}
 */
export const LABS = {
  mask: {
    load: () => import("./mask/element.js").then((module) => module.MaskLab),
    show: (store) => html`<mha-lab-mask .store=${store}></mha-lab-mask>`,
  },
  softmax: {
    load: () => import("./softmax/element.js").then((module) => module.SoftmaxLab),
    show: (store) => html`<mha-lab-softmax .store=${store}></mha-lab-softmax>`,
  },
  gradients: {
    load: () => import("./gradients/element.js").then((module) => module.GradientsLab),
    show: (store) => html`<mha-lab-gradients .store=${store}></mha-lab-gradients>`,
  },
  dropout: {
    load: () => import("./dropout/element.js").then((module) => module.DropoutLab),
    show: (store) => html`<mha-lab-dropout .store=${store}></mha-lab-dropout>`,
  },
  batch: {
    load: () => import("./batch/element.js").then((module) => module.BatchLab),
    show: (store) => html`<mha-lab-batch .store=${store}></mha-lab-batch>`,
  },
  layer: {
    load: () => import("./layer/element.js").then((module) => module.LayerLab),
    show: (store) => html`<mha-lab-layer .store=${store}></mha-lab-layer>`,
  },
  cost: {
    load: () => import("./cost/element.js").then((module) => module.CostLab),
    show: (store) => html`<mha-lab-cost .store=${store}></mha-lab-cost>`,
  },
  order: {
    load: () => import("./order/element.js").then((module) => module.OrderLab),
    show: (store) => html`<mha-lab-order .store=${store}></mha-lab-order>`,
  },
  roles: {
    load: () => import("./roles/element.js").then((module) => module.RolesLab),
    show: (store) => html`<mha-lab-roles .store=${store}></mha-lab-roles>`,
  },
  build: {
    load: () => import("./build/element.js").then((module) => module.BuildLab),
    show: (store) => html`<mha-lab-build .store=${store}></mha-lab-build>`,
  },
  chain: {
    load: () => import("./chain/element.js").then((module) => module.ChainLab),
    show: (store) => html`<mha-lab-chain .store=${store}></mha-lab-chain>`,
  },
  network: {
    load: () => import("./network/element.js").then((module) => module.NetworkLab),
    show: (store) => html`<mha-lab-network .store=${store}></mha-lab-network>`,
  },
};

/** @param {string} kind */
export const tagOf = (kind) => `mha-lab-${kind}`;

/** Each is loaded where it is first opened. */
export const LAB_PANELS = new Panels(
  Object.fromEntries(Object.entries(LABS).map(([kind, { load }]) => [tagOf(kind), load])),
);
