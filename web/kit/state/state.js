import { headIn, rowOf } from "./head.js";
import { LOOK, fittingLook } from "./look.js";
import { NOTHING_OWN } from "./own.js";
import { NOTHING, NOWHERE, OPENING_HEAD } from "./selection.js";
import { DEFAULTS, OPENING_STEP } from "./settings.js";
import { featuresOf } from "./sizes.js";
import { entryOf } from "./stages.js";

/**
 * The state of the elements. Readers and hosts set the inputs; the rest is derived (derived.js).
 *
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./selection.js").Selection} Selection
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./selection.js").Panned} Panned
 * @typedef {import("../../core/types.js").Fault} Fault
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} WrongPath  a requested wrong path
 * @property {Fault} fault
 * @property {boolean} isTried  chosen by the reader at a step: the path ends with the next picture, and its refusal shows at the step
 * @property {"moves" | "stays" | null} opening  before the path is shown: whether the selection moves to the head with the largest difference
 * @property {{ from: number | null, to: number }} [moved]  the selected heads before and after the path was shown; the earlier one returns when the path is left
 * @property {Message} [error]  error of loading the picture's panels
 *
 * @typedef {object} Inputs
 * @property {"waiting" | "ready" | "failed"} status
 * @property {import("../../core/index.js").Core | null} core  null before it is loaded; always set if there is a picture
 * @property {Error | null} failure            error of the last failed load of the core
 * @property {Settings} settings               requested settings
 * @property {keyof Settings | null} changed   the last changed setting
 * @property {import("./own.js").Own} own      own numbers instead of the page's
 * @property {string} step
 * @property {string | null} from              the previous step, for motion
 * @property {Selection} selection             set by a click
 * @property {Selection | null} hover          previewed by the pointer
 * @property {Panned} panned                  starts of windows that the reader moved
 * @property {{ id: string, index: readonly number[] } | null} origin  the element whose inputs are shown
 * @property {WrongPath | null} wrong
 * @property {string | null} axis              kind of the axis hovered in the index notation
 * @property {string | null} tensor            step whose name is hovered in the code
 * @property {boolean} largest                 whether colours run to the largest weight instead of 1
 * @property {import("./look.js").Look} look    how the heads are viewed
 * @property {string} language                id of the program's language
 * @property {Readonly<Record<string, unknown>>} waiting  values by row name that wait for a picture in which they exist
 * @property {Held | null} held                the inputs that a preview replaced, restored at its end
 * @property {boolean} touring                whether the tour is open, which shows captions and moves through every step of every lane
 * @property {boolean} playing                whether the tour moves on by itself
 * @property {number} speed                   of the tour, one of SPEEDS
 * @property {boolean} resting                 whether the memory in the core is freed while the element is not in use
 *
 * @typedef {Omit<Inputs, "status" | "core" | "failure" | "hover" | "waiting" | "held" | "touring" | "playing" | "speed" | "resting">} HeldInputs
 * @typedef {HeldInputs & Pick<DerivedState, "comparison">} Held
 *
 * @typedef {object} DerivedState
 * @property {Picture | null} picture          the last picture that could be computed
 * @property {({ setting: keyof Settings | null } & Message) | null} problem  error of `settings`, if the picture does not show them
 * @property {import("./compare.js").Comparison | null} comparison  the wrong path beside the right one
 * @property {{ fault: Fault, said: Message } | null} refusal  a wrong path that the reader chose and the core refused, and the error
 * @property {Readonly<Record<string, Message>>} invalidValues   messages about invalid values, by row name
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
  touring: false,
  playing: false,
  speed: 1,
  resting: false,
});

/** State before the core is loaded. @type {Readonly<State>} */
export const INITIAL = Object.freeze({
  ...INPUTS,
  ...{ picture: null, problem: null, comparison: null, refusal: null, invalidValues: {} },
});

/** The inputs that a preview replaces, to be restored at its end. @param {State} state @returns {Held} */
export function heldIn(state) {
  const {
    status,
    core,
    failure,
    hover,
    waiting,
    held,
    touring,
    playing,
    speed,
    resting,
    picture,
    problem,
    refusal,
    invalidValues,
    ...rest
  } = state;
  return rest;
}

/** The shown selection: the one under the pointer, or else the one set by a click. @param {State} state */
export const selectedIn = ({ hover, selection }) => hover ?? selection;

/** The picture whose program and numbers are shown where only one path is shown. @param {State} state */
export const pathOf = ({ picture, comparison }) => comparison?.wrong ?? picture;

/**
 * The step and selection that remain valid in a new picture.
 * @param {Inputs} state @param {Picture} picture @param {Picture | null} old the previous picture @returns {Partial<Inputs>}
 */
export function fitInputs(state, picture, old) {
  const { wrong } = state;
  return {
    ...fitSelection(state, picture, old),
    hover: null,
    panned: NOWHERE,
    origin: null,
    wrong: wrong?.isTried ? null : wrong,
    look: fittingLook(state.look, picture.settings.heads),
    ...(old ? {} : { selection: openingSelection(state.selection, picture) }),
  };
}

/**
 * The step and the selection, moved to ones that exist in a picture.
 * @param {Pick<Inputs, "step" | "selection">} state @param {Picture} picture @param {Picture | null} old the previous picture
 */
export function fitSelection({ step, selection }, picture, old) {
  const { tokens, keyTokens, heads, dModel } = picture.settings;
  return {
    step: picture.step(step) ? step : nearest(picture, old, step),
    selection: {
      ...selection,
      batch: picture.items ? clampTo(selection.batch ?? null, picture.items.length) : null,
      token: clampTo(selection.token, tokens.length),
      key: clampTo(selection.key, keyTokens.length || tokens.length),
      head: clampTo(selection.head, heads),
      feature: clampTo(selection.feature, widthOf(picture)),
      column: clampTo(selection.column, dModel),
    },
  };
}

/** @param {number | null} at @param {number} size */
const clampTo = (at, size) => (at === null ? null : Math.min(at, size - 1));

/** Width of a head; 1 for attention without a layer, which has no features. @param {Picture} picture */
const widthOf = ({ config }) => featuresOf(config) || 1;

/**
 * The selection of the first picture: an element past the middle, whose number is not 0 in the constructed layer's head.
 * @param {Selection} selection @param {Picture} picture @returns {Selection}
 */
function openingSelection({ head }, picture) {
  const { tokens, heads } = picture.settings;
  const token = picture.patches ? 0 : Math.floor(tokens.length * 0.6); // [CLS], if there is one
  const at = { ...NOTHING, token, head: clampTo(head ?? OPENING_HEAD, heads), column: 0 };
  return { ...at, feature: clampTo(1, widthOf(picture)), key: strongestKey(picture, at) };
}

/** The key with the largest weight for the selected query in the selected head. @param {Picture} picture @param {Selection} selection */
export const strongestKey = (picture, selection) => picture.rank(rowOf(headIn(picture, selection))).order[0];

/** The last step before a step that no longer exists; the first step in place of another first step. @param {Picture} picture @param {Picture | null} old @param {string} id */
function nearest(picture, old, id) {
  const ids = old?.steps.map((step) => step.id) ?? [];
  const before = ids.slice(0, Math.max(0, ids.indexOf(id))).reverse();
  if (old?.step(id)?.op === "input") return picture.steps[0].id;
  return (
    before.find((other) => picture.step(other)) ??
    entryOf(picture.stages[Math.min(3, picture.stages.length - 1)], "q").id
  );
}
