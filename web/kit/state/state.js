import { LOOK, lookKept } from "./look.js";
import { NOTHING_OWN } from "./own.js";
import { NOTHING, NOWHERE } from "./selection.js";
import { DEFAULTS, OPENING_STEP } from "./settings.js";
import { featuresOf } from "./sizes.js";
import { entryOf } from "./stages.js";

/**
 * What the elements show. Inputs are set by the reader and the host; everything else follows from them (derived.js).
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./selection.js").Panned} Panned
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} WrongPath  a wrong path that is asked for
 * @property {Fault} fault
 * @property {boolean} isTried  by the reader at a step: it ends with another picture, and its refusal is shown at the step
 * @property {"moves" | "stays" | null} opening  before it is shown: whether the selected head then becomes the one in which it shows most
 * @property {{ from: number | null, to: number }} [moved]  the selected head, where the opening moved it: leaving moves it back
 * @property {Message} [error]  why its picture could not be loaded
 *
 * @typedef {object} Inputs
 * @property {"waiting" | "ready" | "failed"} status
 * @property {import("../../core/index.js").Core | null} core  null before it is loaded, and never where there is a picture
 * @property {Error | null} failure            why the core could not be loaded
 * @property {Settings} settings               as asked for
 * @property {keyof Settings | null} changed   the setting that was changed last
 * @property {import("./own.js").Own} own      numbers that were given in place of the page's
 * @property {string} step
 * @property {string | null} from              the step shown before, for what moves
 * @property {Selection} selection             held by a click
 * @property {Selection | null} hover          previewed by the pointer
 * @property {Panned} panned                  where windows begin that the reader moved
 * @property {{ id: string, index: readonly number[] } | null} origin  the element whose inputs are shown
 * @property {WrongPath | null} wrong
 * @property {string | null} axis              the kind of axis pointed at in index notation
 * @property {string | null} tensor            the step whose tensor is pointed at by its name in the code
 * @property {boolean} largest                 whether attention is drawn to its largest weight, not to 1
 * @property {import("./look.js").Look} look    how the heads are looked at
 * @property {string} language                the code's, by its id
 * @property {Readonly<Record<string, unknown>>} waiting  values by row name that wait for a picture in which they exist
 * @property {Held | null} held                what a preview covers and its end restores
 * @property {boolean} playing
 * @property {boolean} resting                 whether the memory in the core was given back, as nobody looks
 *
 * @typedef {Omit<Inputs, "status" | "core" | "failure" | "hover" | "waiting" | "held" | "playing" | "resting">} HeldInputs
 * @typedef {HeldInputs & Pick<DerivedState, "comparison">} Held
 *
 * @typedef {object} DerivedState
 * @property {Picture | null} picture          the last that could be computed
 * @property {({ setting: keyof Settings | null } & Message) | null} problem  why it is not of `settings`
 * @property {import("./compare.js").Comparison | null} comparison  a wrong path beside the right one
 * @property {{ fault: Fault, said: Message } | null} refusal  a wrong path that was tried and cannot be taken, and why
 * @property {Readonly<Record<string, Message>>} misfits   messages about values that do not exist, by row name
 *
 * @typedef {Inputs & DerivedState} State
 */

/** @type {Readonly<Inputs>} */
export const INPUTS = Object.freeze({
  status: "waiting",
  core: null,
  failure: null,
  settings: { tokens: [], ...DEFAULTS },
  changed: null,
  own: NOTHING_OWN,
  step: OPENING_STEP,
  from: null,
  selection: NOTHING,
  hover: null,
  panned: NOWHERE,
  origin: null,
  wrong: null,
  axis: null,
  tensor: null,
  largest: false,
  look: LOOK,
  language: "pytorch",
  waiting: {},
  held: null,
  playing: false,
  resting: false,
});

/** Before the core is loaded. @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  ...INPUTS,
  ...{ picture: null, problem: null, comparison: null, refusal: null, misfits: {} },
});

/** The part of the state that a preview covers, and that its end restores. @param {State} state @returns {Held} */
export function heldIn(state) {
  const {
    status,
    core,
    failure,
    hover,
    waiting,
    held,
    playing,
    resting,
    picture,
    problem,
    refusal,
    misfits,
    ...rest
  } = state;
  return rest;
}

/** The selection on show: the pointer's preview, or the selection that a click holds. @param {State} state */
export const selectedIn = ({ hover, selection }) => hover ?? selection;

/** The path whose program and whose numbers are shown, where one is shown alone. @param {State} state */
export const pathOf = ({ picture, comparison }) => comparison?.wrong ?? picture;

/** What of step and selection survives in a new picture. @param {Inputs} state @param {Picture} picture @param {Picture | null} old the one before @returns {Partial<Inputs>} */
export function kept(state, picture, old) {
  const { step, selection, wrong } = state;
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
    wrong: wrong?.isTried ? null : wrong,
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
