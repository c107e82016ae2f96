import { html } from "lit";
import { Panels } from "../kit/elements/panels.js";

/**
 * @typedef {import("../kit/state/store.js").Store} Store
 *
 * @typedef {object} LabRow
 * @property {import("../kit/elements/room.js").Heights} heights  what it takes of the opening sentence, kept free before it is there
 * @property {() => Promise<CustomElementConstructor>} load
 * @property {(store: Store) => unknown} show
 */

/**
 * The labs, in the order in which they stand. A lab more is a row here, its words in text/labs.js, and its own files.
 *
 * @type {Readonly<Record<string, LabRow>>}
 */
// prettier-ignore
export const LABS = {
  mask: {
    heights: [[0, "1737px"], [405, "1833px"], [565, "1220px"], [765, "1129px"], [880, "738px"]],
    load: () => import("./mask/element.js").then((module) => module.MaskLab),
    show: (store) => html`<mha-lab-mask .store=${store}></mha-lab-mask>`,
  },
  softmax: {
    heights: [[0, "1630px"], [345, "1494px"], [465, "1367px"], [565, "968px"], [745, "861px"], [880, "622px"]],
    load: () => import("./softmax/element.js").then((module) => module.SoftmaxLab),
    show: (store) => html`<mha-lab-softmax .store=${store}></mha-lab-softmax>`,
  },
  gradients: {
    heights: [[0, "2657px"], [345, "2402px"], [385, "2260px"], [425, "2119px"], [585, "2003px"], [600, "1897px"], [620, "1506px"], [880, "1318px"], [985, "1093px"]],
    load: () => import("./gradients/element.js").then((module) => module.GradientsLab),
    show: (store) => html`<mha-lab-gradients .store=${store}></mha-lab-gradients>`,
  },
  dropout: {
    heights: [[0, "1109px"], [385, "1209px"], [445, "1257px"], [620, "656px"]],
    load: () => import("./dropout/element.js").then((module) => module.DropoutLab),
    show: (store) => html`<mha-lab-dropout .store=${store}></mha-lab-dropout>`,
  },
  batch: {
    heights: [[0, "1567px"], [405, "1666px"], [465, "1755px"], [505, "1827px"], [825, "1697px"], [880, "785px"]],
    load: () => import("./batch/element.js").then((module) => module.BatchLab),
    show: (store) => html`<mha-lab-batch .store=${store}></mha-lab-batch>`,
  },
  layer: {
    heights: [[0, "1558px"], [345, "1568px"], [405, "1476px"], [600, "1133px"], [945, "809px"]],
    load: () => import("./layer/element.js").then((module) => module.LayerLab),
    show: (store) => html`<mha-lab-layer .store=${store}></mha-lab-layer>`,
  },
  cost: {
    heights: [[0, "1287px"], [325, "1194px"], [385, "1082px"], [545, "975px"], [725, "848px"], [880, "632px"]],
    load: () => import("./cost/element.js").then((module) => module.CostLab),
    show: (store) => html`<mha-lab-cost .store=${store}></mha-lab-cost>`,
  },
  order: {
    heights: [[0, "793px"], [545, "865px"], [620, "453px"], [865, "740px"], [985, "366px"]],
    load: () => import("./order/element.js").then((module) => module.OrderLab),
    show: (store) => html`<mha-lab-order .store=${store}></mha-lab-order>`,
  },
  roles: {
    heights: [[0, "1536px"], [365, "1584px"], [485, "1491px"], [565, "1005px"], [880, "666px"]],
    load: () => import("./roles/element.js").then((module) => module.RolesLab),
    show: (store) => html`<mha-lab-roles .store=${store}></mha-lab-roles>`,
  },
  build: {
    heights: [[0, "1953px"], [405, "1844px"], [585, "1699px"], [620, "1554px"], [905, "1396px"], [985, "1275px"]],
    load: () => import("./build/element.js").then((module) => module.BuildLab),
    show: (store) => html`<mha-lab-build .store=${store}></mha-lab-build>`,
  },
  chain: {
    heights: [[0, "1245px"], [345, "1132px"], [505, "1030px"], [765, "917px"], [880, "823px"]],
    load: () => import("./chain/element.js").then((module) => module.ChainLab),
    show: (store) => html`<mha-lab-chain .store=${store}></mha-lab-chain>`,
  },
  network: {
    heights: [[0, "1388px"], [425, "1252px"], [845, "794px"], [880, "690px"]],
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
