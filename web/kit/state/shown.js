import { LOOK } from "./look.js";
import { within } from "./batch.js";
import { NOWHERE } from "./selection.js";
import { featuresOf } from "./sizes.js";
import { OPENING_STEP, SETTINGS } from "./settings.js";

/**
 * What is shown of a picture: one table beside that of the settings. From both follow attributes, properties, links, and what is said of a
 * value that does not exist.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {"step" | "index" | "choice" | "flag" | "heads" | "scales"} Kind
 *
 * @typedef {object} Row
 * @property {string} name       the property's
 * @property {string} attribute
 * @property {Kind} kind
 * @property {unknown} default
 * @property {readonly string[]} [choices]
 * @property {(picture: Picture) => number | undefined} [count]  of an index: how many there are
 * @property {(state: State) => unknown} read
 * @property {(value: any, state: State, values: Readonly<Record<string, unknown>>) => Partial<import("./state.js").Inputs>} write  values are all that are written together
 *
 * @typedef {object} Shown  each by its name
 * @property {string} step              the id of the step on show
 * @property {number | null} batch      which sentence of a batch is looked at
 * @property {number | null} head
 * @property {number | null} token      a query
 * @property {number | null} keyToken   frameworks keep «key» for themselves
 * @property {number | null} feature    of a head
 * @property {number | null} column     of a width that is no head's
 * @property {number} layer             of one's own attention, where that is of several
 * @property {typeof WRONG[number]} wrong  the wrong path that is set beside the right one
 * @property {string} language          of the code
 * @property {boolean} largest          whether attention is drawn to its largest weight, not to 1
 * @property {import("./look.js").View} headView
 * @property {boolean} scaleEach        whether the colours of each head reach its own largest weight
 * @property {boolean} log              whether they follow the weights' logarithm
 * @property {boolean} byEffect         whether heads stand in the order of what taking them away does
 * @property {readonly number[]} compared  heads that are set side by side
 * @property {Readonly<Record<number, number>>} headScale  by head: 0 is off; those left out are 1
 */

/** Wrong paths of the walk, by the core's names: others are a lab's. */
const WRONG = /** @type {const} */ ([
  "none",
  "view_without_transpose",
  "merge_without_transpose",
  "view_without_contiguous",
  "no_scale",
  "raw_inputs",
  "softmax_axis",
  "mask_reversed",
  "mask_repeat_order",
]);

/** @type {readonly Row[]} */
export const SHOWN = [
  {
    name: "step",
    attribute: "step",
    kind: "step",
    default: OPENING_STEP,
    read: ({ step }) => step,
    write: (step, { step: from }) => ({ step, from, hover: null, axis: null, tensor: null, wrong: null }),
  },
  selected(
    "batch",
    ({ items }) => items?.length ?? 1,
    (at, { selection, picture }) => within(selection, picture, at),
  ),
  selected("head", ({ config }) => config.numHeads),
  selected("token", ({ settings }) => settings.tokens.length),
  selected("keyToken", ({ settings: { tokens, keyTokens } }) => keyTokens.length || tokens.length),
  selected("feature", ({ config }) => featuresOf(config) || undefined),
  selected("column", ({ config }) => config.dModel),
  {
    name: "layer",
    attribute: "layer",
    kind: "index",
    default: 0,
    count: ({ layers }) => layers,
    read: ({ own }) => own.layer,
    write: (layer, { own }) => ({ own: { ...own, layer: layer ?? 0 } }),
  },
  {
    name: "wrong",
    attribute: "wrong",
    kind: "choice",
    default: "none",
    choices: WRONG,
    read: ({ comparison }) => comparison?.fault ?? "none",
    write: (fault, _, { head, token, keyToken }) => ({
      // What is selected with a wrong path stays selected.
      wrong:
        fault === "none"
          ? null
          : {
              fault,
              isTried: false,
              opening: (head ?? token ?? keyToken ?? null) === null ? "moves" : "stays",
            },
    }),
  },
  {
    name: "language",
    attribute: "language",
    kind: "choice",
    default: "pytorch",
    choices: ["pytorch", "numpy", "einops", "cpp"],
    read: ({ language }) => language,
    write: (language) => ({ language }),
  },
  {
    name: "largest",
    attribute: "largest",
    kind: "flag",
    default: false,
    read: ({ largest }) => largest,
    write: (largest) => ({ largest }),
  },
  looked("headView", "head-view", "view", { kind: "choice", choices: ["map", "arcs", "products", "plane"] }),
  looked("scaleEach", "scale-each", "each", { kind: "flag" }),
  looked("log", "log", "log", { kind: "flag" }),
  looked("byEffect", "by-effect", "byEffect", { kind: "flag" }),
  looked("compared", "compared", "picked", { kind: "heads" }),
  looked("headScale", "head-scale", "scales", { kind: "scales" }),
];

/** All that attributes, links and messages say of an element's state. @type {readonly (Row | import("./settings.js").Setting)[]} */
export const ROWS = [...SETTINGS, ...SHOWN];

/** A field of the selection. @param {Exclude<import("./selection.js").Field, "key"> | "keyToken"} name @param {Row["count"]} count @param {(at: number | null, state: State) => Partial<State["selection"]> | undefined} [also]  what is selected with it @returns {Row} */
function selected(name, count, also) {
  const field = name === "keyToken" ? "key" : name;
  return {
    name,
    attribute: name === "keyToken" ? "key-token" : name,
    kind: "index",
    default: null,
    count,
    read: ({ selection }) => selection[field],
    write: (at, state) => ({
      selection: { ...state.selection, ...also?.(at, state), [field]: at },
      hover: null,
      panned: NOWHERE,
    }),
  };
}

/** How the heads are looked at. @param {string} name @param {string} attribute @param {keyof import("./look.js").Look} field @param {{ kind: Kind, choices?: readonly string[] }} kind @returns {Row} */
function looked(name, attribute, field, kind) {
  return {
    name,
    attribute,
    ...kind,
    default: LOOK[field],
    read: ({ look }) => look[field],
    write: (value, { look }) => ({ look: { ...look, [field]: value } }),
  };
}
