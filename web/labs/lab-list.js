import { html, unsafeStatic } from "lit/static-html.js";
import { Panels } from "../kit/elements/panels.js";
import { OPENING_HEAD } from "../kit/state/selection.js";
import { words } from "../kit/text/words.js";

/**
 * @typedef {import("../kit/state/store.js").Store} Store
 * @typedef {{ name: string, question: string }} Title title of a lab, and the question that the lab answers
 * @typedef {() => Promise<{ default: CustomElementConstructor }>} Load
 * @typedef {import("../kit/elements/room.js").Heights} Heights heights of a lab with the default sentence, by least width of the container; reserved before the lab loads
 */

/**
 * The labs, in order of display. To add a lab, add a row here and a folder: element.js, whose default export is the element, and words
 * files in other languages, which also export the title, such as maskTitle of the lab “mask”. `fits` names the operations of the steps that the lab is about, and
 * "heads" if it is about whole heads. `head` is the constructed head to open on, at which most shows.
 * @satisfies {Readonly<Record<string, Title & { fits: readonly string[], heights: Heights, head?: number, load: Load }>>}
 */
// prettier-ignore
const LABS = {
  mask: {
    name: "Mask",
    question: "Who may look at whom, and what becomes of a word that may look at nobody?",
    fits: ["mask", "alibi", "sink"],
    heights: [[0, "1717px"], [335, "1758px"], [370, "1734px"], [420, "1810px"], [455, "1834px"], [560, "1214px"], [760, "1129px"], [870, "1144px"], [880, "745px"], [1130, "696px"]],
    head: 4,
    load: () => import("./mask/element.js"),
  },
  softmax: {
    name: "Softmax",
    question: "Why are scores divided by √d_k?",
    fits: ["softmax", "scale", "softcap", "sink", "dropout", "rms_norm", "alibi"],
    heights: [[0, "1904px"], [300, "1822px"], [340, "1768px"], [380, "1710px"], [400, "1660px"], [440, "1602px"], [560, "1222px"], [590, "1164px"], [740, "1110px"], [880, "822px"]],
    load: () => import("./softmax/element.js"),
  },
  gradients: {
    name: "Gradients",
    question: "Which numbers does a loss depend on, and does it move as its gradient says?",
    fits: ["softmax", "scale", "softcap", "sink", "dropout"],
    heights: [[0, "2750px"], [330, "2672px"], [340, "2422px"], [370, "2334px"], [425, "2193px"], [560, "2087px"], [595, "1971px"], [620, "1597px"], [880, "1321px"], [970, "1186px"], [1030, "1094px"]],
    head: 4,
    load: () => import("./gradients/element.js"),
  },
  dropout: {
    name: "Dropout",
    question: "What does dropout do to attention weights, and which of them are returned?",
    fits: ["dropout", "softmax"],
    heights: [[0, "1109px"], [385, "1209px"], [445, "1257px"], [620, "656px"]],
    head: 4,
    load: () => import("./dropout/element.js"),
  },
  batch: {
    name: "Batch",
    question: "Two sentences of different length in one batch: who may look at what?",
    fits: ["mask", "slice"],
    heights: [[0, "1567px"], [405, "1666px"], [465, "1755px"], [505, "1827px"], [825, "1697px"], [880, "785px"]],
    head: 6,
    load: () => import("./batch/element.js"),
  },
  layer: {
    name: "Layer",
    question: "Which of d_k, d_v, biases and one product for all does a layer need, and what does each cost?",
    fits: ["linear", "view", "transpose", "expand", "slice", "concat", "rms_norm"],
    heights: [[0, "1700px"], [330, "1662px"], [365, "1568px"], [405, "1476px"], [600, "1133px"], [945, "809px"]],
    load: () => import("./layer/element.js"),
  },
  cost: {
    name: "Cost",
    question: "Are many heads free, and what becomes of that in a long text?",
    fits: ["matmul", "contiguous", "concat"],
    heights: [[0, "1273px"], [330, "1200px"], [370, "1107px"], [465, "1038px"], [555, "941px"], [720, "868px"], [880, "632px"]],
    load: () => import("./cost/element.js"),
  },
  cache: {
    name: "Cache",
    question: "What does a token cost once the others are known?",
    fits: ["matmul", "mask", "rope", "rope_half", "expand"],
    heights: [[0, "1770px"], [325, "1750px"], [345, "1731px"], [365, "1711px"], [385, "1686px"], [465, "1662px"], [560, "1224px"], [645, "1205px"], [705, "1185px"], [880, "721px"], [1025, "701px"]],
    head: 4,
    load: () => import("./cache/element.js"),
  },
  order: {
    name: "Order",
    question: "Does attention know the order of the words?",
    fits: ["input", "rope", "rope_half", "alibi", "add", "heads"],
    heights: [[0, "793px"], [545, "865px"], [620, "453px"], [865, "740px"], [985, "366px"]],
    load: () => import("./order/element.js"),
  },
  roles: {
    name: "Roles",
    question: "Who asks, who is asked: what if both were the same?",
    fits: ["linear", "rope", "rope_half", "scale", "heads"],
    heights: [[0, "1536px"], [365, "1584px"], [485, "1491px"], [565, "1005px"], [880, "666px"]],
    load: () => import("./roles/element.js"),
  },
  build: {
    name: "Build",
    question: "Can you write the weights of a head that finds what you want, and what can one head not do?",
    fits: ["input", "heads"],
    heights: [[0, "1953px"], [405, "1844px"], [585, "1699px"], [620, "1554px"], [905, "1396px"], [985, "1275px"]],
    load: () => import("./build/element.js"),
  },
  chain: {
    name: "Chain",
    question: "Which calls bring these numbers into that shape, each where it belongs?",
    fits: ["view", "transpose", "contiguous", "expand", "slice", "concat"],
    heights: [[0, "1245px"], [345, "1132px"], [505, "1030px"], [765, "917px"], [880, "823px"]],
    load: () => import("./chain/element.js"),
  },
  network: {
    name: "Network",
    question: "Drawn as a tensor network: which index does each product sum over, and which are left?",
    fits: ["linear", "matmul", "view", "transpose", "contiguous"],
    heights: [[0, "1388px"], [425, "1252px"], [845, "794px"], [880, "690px"]],
    load: () => import("./network/element.js"),
  },
  block: {
    name: "Block",
    question: "Where does the layer stand, and what is around it?",
    fits: ["input", "add", "rms_norm"],
    heights: [[0, "1981px"], [305, "1931px"], [335, "1873px"], [380, "1808px"], [440, "1749px"], [465, "1686px"], [495, "1637px"], [600, "1587px"], [675, "1509px"], [760, "803px"], [880, "687px"], [1155, "631px"]],
    load: () => import("./block/element.js"),
  },
};

export const KINDS = Object.keys(LABS);

const MOST_FITTING = 3;

/**
 * The labs that fit a subject best, in order of display. If there are fewer than three, the first others fill the list.
 * @param {string} subject operation of a step, or "heads"
 */
export function kindsFor(subject) {
  const fitting = KINDS.filter((kind) =>
    LABS[/** @type {keyof typeof LABS} */ (kind)].fits.includes(subject),
  );
  const shown = [...new Set([...fitting, ...KINDS])].slice(0, MOST_FITTING);
  return KINDS.filter((kind) => shown.includes(kind));
}

/** Titles of the labs, as tables of words by kind. @type {Readonly<Record<string, Title>>} */
export const TITLES = Object.fromEntries(
  Object.entries(LABS).map(([kind, { name, question }]) => [kind, words(`${kind}Title`, { name, question })]),
);

/** The heights of the labs, by kind. @type {Readonly<Record<string, Heights>>} */
export const LAB_HEIGHTS = Object.fromEntries(
  Object.entries(LABS).map(([kind, { heights }]) => [kind, heights]),
);

/** @param {string} kind */
export const tagOf = (kind) => `mha-lab-${kind}`;

/** The head to open on, if a lab names one. @param {string} kind */
export const headOf = (kind) => /** @type {Readonly<Record<string, { head?: number }>>} */ (LABS)[kind].head;

/**
 * Selects the head at which a lab shows most, unless a head was selected after the opening.
 * @param {string} kind @param {Store} store @param {import("../kit/state/reactive-state.js").By} by
 */
export function selectHead(kind, store, by) {
  const { selection, settings } = store.state;
  const head = headOf(kind);
  const isOpening = (selection.head ?? OPENING_HEAD) === OPENING_HEAD;
  if (head !== undefined && isOpening && head < settings.heads) store.select({ head }, by);
}

/** @param {string} kind @param {Store} store */
const labOf = (kind, store) => {
  const tag = unsafeStatic(tagOf(kind));
  // eslint-disable-next-line lit/binding-positions, lit/no-invalid-html -- the tag is static
  return html`<${tag} .store=${store}></${tag}>`;
};

/** Labs load when first opened. */
export const LAB_PANELS = new Panels(
  Object.fromEntries(
    Object.entries(LABS).map(([kind, { load }]) => [tagOf(kind), async () => (await load()).default]),
  ),
);

/**
 * The lab, or the error of loading it, with a button to try again.
 * @param {string} kind
 * @param {Store} store
 * @param {import("../kit/elements/panel.js").Panel | import("../kit/elements/embeddable.js").Embeddable} host
 */
export const showLab = (kind, store, host) => LAB_PANELS.orTrouble(tagOf(kind), labOf(kind, store), host);
