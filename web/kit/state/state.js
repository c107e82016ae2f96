import { LOOK, lookKept } from "./look.js";
import { NOTHING_OWN } from "./own.js";
import { NOTHING, NOWHERE } from "./selection.js";
import { DEFAULTS, OPENING_STEP } from "./settings.js";
import { featuresOf } from "./sizes.js";
import { entryOf } from "./stages.js";

/**
 * What is shown: one frozen object, replaced whole by the store.
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./selection.js").Panned} Panned
 *
 * @typedef {object} State
 * @property {"waiting" | "ready" | "failed"} status
 * @property {Error | null} failure            why the core could not be loaded
 * @property {Settings} settings               what is asked for
 * @property {Picture | null} picture          the last that could be computed
 * @property {{ setting: keyof Settings | null, message: string } | null} problem  why it is not of `settings`
 * @property {string} step
 * @property {string | null} from              the step shown before, for what moves
 * @property {Selection} selection             held by a click
 * @property {Selection | null} hover          previewed by the pointer
 * @property {Panned} panned                  where windows begin that the reader moved
 * @property {{ id: string, index: readonly number[] } | null} origin  the element whose inputs are shown
 * @property {import("./compare.js").Comparison | null} comparison  a wrong path beside the right one
 * @property {{ fault: import("../../core/types.js").Fault, message: string } | null} refusal  a wrong path that these sizes cannot take, and why
 * @property {string | null} axis              the kind of axis pointed at in index notation
 * @property {string | null} tensor            the step whose tensor is pointed at by its name in the code
 * @property {boolean} largest                 whether attention is drawn to its largest weight, not to 1
 * @property {import("./own.js").Own} own      numbers that were given in place of the page's
 * @property {import("./look.js").Look} look    how the heads are looked at
 * @property {string} language                the code's, by its id
 * @property {Readonly<Record<string, unknown>>} wishes   what is to be shown once there is a picture, by its row's name
 * @property {Readonly<Record<string, unknown>> | null} peeked  what is held, by name, while something is shown because it is pointed at
 * @property {Readonly<Record<string, string>>} misfits   what was set to what does not exist, by name: what is said of it
 * @property {boolean} playing
 */

/** @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  status: "waiting",
  failure: null,
  settings: { tokens: [], ...DEFAULTS },
  picture: null,
  problem: null,
  step: OPENING_STEP,
  from: null,
  selection: NOTHING,
  hover: null,
  panned: NOWHERE,
  origin: null,
  comparison: null,
  refusal: null,
  axis: null,
  tensor: null,
  largest: false,
  own: NOTHING_OWN,
  look: LOOK,
  language: "pytorch",
  wishes: {},
  peeked: null,
  misfits: {},
  playing: false,
});

/** The path whose program and whose numbers are shown, where one is shown alone. @param {State} state */
export const pathOf = ({ picture, comparison }) => comparison?.wrong ?? picture;

/** What of step and selection survives in a new picture. @param {State} state @param {Picture} picture @returns {Partial<State>} */
export function kept(state, picture) {
  const { step, selection, picture: old } = state;
  const { tokens, keyTokens, heads, dModel } = picture.settings;
  const keys = keyTokens.length || tokens.length;
  const width = featuresOf(picture.config) || 1; // attention alone has no features
  const keep = (/** @type {number | null} */ at, /** @type {number} */ size) =>
    at === null ? null : Math.min(at, size - 1);
  return {
    step: picture.step(step) ? step : nearest(picture, old, step),
    hover: null,
    panned: NOWHERE,
    origin: null,
    refusal: null,
    look: lookKept(state.look, heads),
    selection: old
      ? {
          batch: picture.items ? keep(selection.batch ?? null, picture.items.length) : null,
          token: keep(selection.token, tokens.length),
          key: keep(selection.key, keys),
          head: keep(selection.head, heads),
          feature: keep(selection.feature, width),
          column: keep(selection.column, dModel),
        }
      : {
          ...openingSelection(tokens.length, keys, width),
          batch: null,
          head: keep(selection.head ?? 2, heads),
        },
  };
}

/**
 * Something past the middle, so that the first picture has an element to follow, and one that the constructed layer's head has a number in.
 * @param {number} tokens @param {number} keys @param {number} width of a head
 */
function openingSelection(tokens, keys, width) {
  const token = Math.floor(tokens * 0.6);
  return { token, key: Math.min(token, keys - 1), feature: Math.min(1, width - 1), column: 0 };
}

/** Where a step went that no longer happens: the one before it. @param {Picture} picture @param {Picture | null} old @param {string} id */
function nearest(picture, old, id) {
  const ids = old?.steps.map((step) => step.id) ?? [];
  const before = ids.slice(0, Math.max(0, ids.indexOf(id))).reverse();
  return (
    before.find((other) => picture.step(other)) ??
    entryOf(picture.stages[Math.min(3, picture.stages.length - 1)], "q").id
  );
}
