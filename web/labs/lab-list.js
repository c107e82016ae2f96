import { html, unsafeStatic } from "lit/static-html.js";
import { Panels } from "../kit/elements/panels.js";
import { words } from "../kit/text/words.js";

/**
 * @typedef {import("../kit/state/store.js").Store} Store
 * @typedef {{ name: string, question: string }} Title name of a lab, and the question that it answers
 * @typedef {() => Promise<{ default: CustomElementConstructor }>} Load
 */

/**
 * The labs, in order of display. To add a lab, add a row here and a folder: element.js, whose default export is the element, and words
 * files in other languages, which also export the title, such as maskTitle of the lab “mask”.
 * @satisfies {Readonly<Record<string, Title & { load: Load }>>}
 */
// prettier-ignore
const LABS = {
  mask: { name: "Mask", question: "Who may look at whom, and what becomes of a word that may look at nobody?", load: () => import("./mask/element.js") },
  softmax: { name: "Softmax", question: "Why are scores divided by √d_k?", load: () => import("./softmax/element.js") },
  gradients: { name: "Gradients", question: "Which numbers does a loss hang on, and does it move as its gradient says?", load: () => import("./gradients/element.js") },
  dropout: { name: "Dropout", question: "What does dropout do to attention weights, and which of them are returned?", load: () => import("./dropout/element.js") },
  batch: { name: "Batch", question: "Two sentences of different length in one batch: who may look at what?", load: () => import("./batch/element.js") },
  layer: { name: "Layer", question: "Which of d_k, d_v, biases and one product for all does a layer need, and what does each cost?", load: () => import("./layer/element.js") },
  cost: { name: "Cost", question: "Are many heads free, and what becomes of that in a long text?", load: () => import("./cost/element.js") },
  order: { name: "Order", question: "Does attention know the order of the words?", load: () => import("./order/element.js") },
  roles: { name: "Roles", question: "Who asks, who is asked: what if both were the same?", load: () => import("./roles/element.js") },
  build: { name: "Build", question: "Can you write the weights of a head that finds what you want, and what can one head not do?", load: () => import("./build/element.js") },
  chain: { name: "Chain", question: "Which calls bring these numbers into that shape, each where it belongs?", load: () => import("./chain/element.js") },
  network: { name: "Network", question: "Drawn as a tensor network: which index does each product sum over, and which are left?", load: () => import("./network/element.js") },
};

export const KINDS = Object.keys(LABS);

/** Titles of the labs, as tables of words by kind. @type {Readonly<Record<string, Title>>} */
export const TITLES = Object.fromEntries(
  Object.entries(LABS).map(([kind, { name, question }]) => [kind, words(`${kind}Title`, { name, question })]),
);

/** @param {string} kind */
export const tagOf = (kind) => `mha-lab-${kind}`;

/** @param {string} kind @param {Store} store */
const labOf = (kind, store) => {
  const tag = unsafeStatic(tagOf(kind));
  return html`<${tag} .store=${store}></${tag}>`;
};

/** Labs load when first opened. */
export const LAB_PANELS = new Panels(
  Object.fromEntries(
    Object.entries(LABS).map(([kind, { load }]) => [tagOf(kind), async () => (await load()).default]),
  ),
);

/** The lab, or the error of loading it. @param {string} kind @param {Store} store */
export const showLab = (kind, store) => LAB_PANELS.orTrouble(tagOf(kind), labOf(kind, store));
