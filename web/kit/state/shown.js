import { LOOK, VIEWS } from "./look.js";
import { clampSelection } from "./batch.js";
import { NOWHERE } from "./selection.js";
import { featuresOf } from "./sizes.js";
import { OPENING_STEP, SETTINGS } from "./settings.js";

/**
 * The table of shown values: the step, the selection and the look of a picture. Attributes, properties, links and messages follow from this table and
 * that of the settings.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {"step" | "index" | "choice" | "flag" | "heads" | "scales"} Kind
 *
 * @typedef {object} Row
 * @property {string} name       name of the property
 * @property {string} attribute
 * @property {Kind} kind
 * @property {unknown} default
 * @property {readonly string[]} [choices]
 * @property {(picture: Picture) => number | undefined} [count]  for an index: number of possible values
 * @property {(state: State) => unknown} read
 * @property {(value: any, state: State, values: Readonly<Record<string, unknown>>) => Partial<import("./state.js").Inputs>} write  receives
 * all values that are written together
 *
 * @typedef {object} Shown  each value by name
 * @property {string} step              id of the current step
 * @property {number | null} batch      index of the shown sentence of a batch
 * @property {number | null} head
 * @property {number | null} token      a query
 * @property {number | null} keyToken   a key; frameworks reserve the name “key”
 * @property {number | null} feature    feature of a head
 * @property {number | null} column     column of a width that spans several heads
 * @property {number} layer             layer of the own attention, if there are several
 * @property {typeof WRONG[number]} wrong  wrong path beside the right one
 * @property {string} language          language of the program
 * @property {boolean} largest          whether colours run to the largest weight instead of 1
 * @property {import("./look.js").View} headView
 * @property {boolean} scaleEach        whether each head's colours run to its own largest weight
 * @property {boolean} log              whether colours use a logarithmic scale
 * @property {boolean} byEffect         whether heads are sorted by the effect of removing them
 * @property {readonly number[]} compared  heads to compare side by side
 * @property {Readonly<Record<number, number>>} headScale  scale by head, 0 is off; defaults to 1
 */

/** Wrong paths of the walk, by the core's names; labs have the others. */
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
  "rope_style",
  "positions_restart",
  "alibi_sign",
  "window_off_by_one",
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
    (at, { selection, picture }) => clampSelection(selection, picture, at),
  ),
  selected("head", ({ config }) => config.numHeads),
  selected("token", ({ settings }) => settings.tokens.length),
  selected(
    "keyToken",
    ({ settings: { tokens, keyTokens, sinks } }) => (keyTokens.length || tokens.length) + Number(sinks),
  ),
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
      // A selection that is set together with a wrong path is kept.
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
    choices: ["pytorch", "module", "numpy", "einops", "cpp", "jax", "sdpa", "torch-nn", "flax", "keras"],
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
  looked("headView", "head-view", "view", { kind: "choice", choices: VIEWS }),
  looked("scaleEach", "scale-each", "each", { kind: "flag" }),
  looked("log", "log", "log", { kind: "flag" }),
  looked("byEffect", "by-effect", "byEffect", { kind: "flag" }),
  looked("compared", "compared", "picked", { kind: "heads" }),
  looked("headScale", "head-scale", "scales", { kind: "scales" }),
];

/** All rows of an element's state, for attributes, links and messages. @type {readonly (Row | import("./settings.js").Setting)[]} */
export const ROWS = [...SETTINGS, ...SHOWN];

/**
 * A row for a field of the selection.
 * @param {Exclude<import("./selection.js").Field, "key"> | "keyToken"} name
 * @param {Row["count"]} count
 * @param {(at: number | null, state: State) => Partial<State["selection"]> | undefined} [also]  fields that are selected too
 * @returns {Row}
 */
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

/**
 * A row for a field of the look.
 * @param {string} name
 * @param {string} attribute
 * @param {keyof import("./look.js").Look} field
 * @param {{ kind: Kind, choices?: readonly string[] }} kind
 * @returns {Row}
 */
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
