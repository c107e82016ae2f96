import { faceItem, facedComparison } from "./batch.js";
import { compare } from "./compare.js";
import { whyInvalid } from "./invalid-settings.js";
import { settingsOf, compute } from "./picture.js";
import { asLabelled, hasInput, overLimit, settingNamed } from "./settings.js";
import { ROWS } from "./shown.js";
import { isLearned } from "./trained-weights.js";

/**
 * Everything that follows from the inputs of the state: the picture, the comparison with a wrong path, and messages. The last good picture and
 * comparison are kept beside an error; their wasm objects are disposed of when another replaces them.
 *
 * @typedef {import("./state.js").Inputs} Inputs
 * @typedef {import("./state.js").State} State
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {import("./compare.js").Comparison} Comparison
 * @typedef {import("./settings.js").Settings} Settings
 *
 * @typedef {import("../text/refusals.js").Message} Message
 *
 * @typedef {object} Pictured        the last good picture and its inputs
 * @property {Picture | null} picture
 * @property {({ setting: keyof Settings | null } & Message) | null} problem  error of the current settings, if the picture does not show them
 * @property {boolean} [isDisposed]  whether the picture's memory in the core was freed
 * @property {readonly unknown[]} [of]  core, settings (without colours), own numbers and trained weights of the last attempt
 *
 * @typedef {object} Compared
 * @property {Comparison | null} comparison
 * @property {Picture | null} picture  the picture that the comparison belongs to
 * @property {Message | null} error     error of the requested wrong path, or null
 * @property {readonly unknown[]} [of]  picture and wrong path of the last attempt
 */

/** @type {Compared} */
const NO_COMPARISON = Object.freeze({ comparison: null, picture: null, error: null });

export class Derived {
  #trained;
  /** @type {Pictured} */
  #last = { picture: null, problem: null };
  #lastCompared = NO_COMPARISON;
  #faced = keepLast(faceItem);
  #facedComparison = keepLast(facedComparison);
  #refusalOf = keepLast(refusalOf);
  #invalidIn = keepLast(invalidIn);

  /** @param {import("./trained-weights.js").TrainedWeights} trained */
  constructor(trained) {
    this.#trained = trained;
  }

  /** The state of these inputs. Derived values are computed when they are first read. @param {Inputs} inputs @returns {State} */
  stateOf(inputs) {
    const pictured = () => (this.#last = this.#pictured(inputs));
    const compared = () => (this.#lastCompared = this.#compared(inputs, pictured().picture));
    const item = (inputs.hover ?? inputs.selection).batch ?? 0;
    const { waiting, wrong, held } = inputs;
    const [face, faceComparison] = [this.#faced, this.#facedComparison];
    const [refusal, invalid] = [this.#refusalOf, this.#invalidIn];
    return {
      ...inputs,
      get picture() {
        return face(pictured().picture, item);
      },
      get problem() {
        return pictured().problem;
      },
      get comparison() {
        return faceComparison(compared().comparison, item);
      },
      get refusal() {
        return refusal(wrong, compared().error);
      },
      get invalidValues() {
        return invalid(waiting, wrong, held, pictured().picture, compared().error);
      },
    };
  }

  /** @param {Inputs} inputs @returns {Pictured} */
  #pictured({ core, settings, own, resting, changed }) {
    const last = this.#last;
    if (!core) return last;
    if (resting) {
      last.picture?.dispose();
      return { ...last, isDisposed: true };
    }
    const { colormap, ...rest } = settings;
    const trained = isLearned(rest) ? this.#trained.status : null;
    const of = [core, ...Object.values(rest), own, trained];
    if (!last.isDisposed && isEqual(last.of, of))
      return { ...last, picture: last.picture && recoloured(last.picture, colormap) };
    const next = this.#attempt(core, settings, own, changed);
    if (next.picture) last.picture?.dispose();
    if (next.picture || !last.isDisposed) return { of, ...next, picture: next.picture ?? last.picture };
    try {
      return { of, picture: revived(core, last.picture), problem: next.problem };
    } catch (error) {
      return { of, picture: null, problem: next.problem ?? problem(/** @type {Error & Message} */ (error)) };
    }
  }

  /**
   * @param {import("../../core/index.js").Core} core @param {Settings} settings @param {Inputs["own"]} own @param {Inputs["changed"]} changed
   * @returns {Pictured} without a picture if the settings are refused or there are no tokens
   */
  #attempt(core, settings, own, changed) {
    if (!hasInput(settings)) return { picture: null, problem: null };
    const limit = overLimit(settings, Boolean(own.attention && own.patches));
    if (limit) return { picture: null, problem: limit };
    try {
      if (isLearned(settings)) {
        const { lesson, message } = this.#trained.status;
        if (!lesson)
          return { picture: null, problem: message === null ? this.#last.problem : problem(message) };
        const read = lesson.read(settings, own.layer);
        own = read.own;
        settings = { ...settings, ...read.settings };
      }
      return { picture: compute(core, settings, { own }), problem: null };
    } catch (error) {
      const said = /** @type {Error & Message} */ (error);
      return { picture: null, problem: problem(said, changed ?? settingNamed(said)) };
    }
  }

  /** @param {Inputs} inputs @param {Picture | null} picture @returns {Compared} */
  #compared({ wrong, core, resting }, picture) {
    const last = this.#lastCompared;
    const of = [wrong?.fault, wrong?.error, core, resting, picture];
    if (isEqual(last.of, of)) return last;
    if (!wrong || !core || !picture || resting) return this.#replaced({ ...NO_COMPARISON, of });
    const isShown = last.picture === picture;
    const refused = (/** @type {Message} */ error) =>
      isShown ? { ...last, error, of } : this.#replaced({ comparison: null, picture, error, of });
    if (wrong.error) return refused(wrong.error);
    if (isShown && wrong.fault === last.comparison?.fault) return { ...last, error: null, of };
    try {
      const comparison = compare(core, settingsOf(picture), wrong.fault, picture.own);
      return this.#replaced({ comparison, picture, error: null, of });
    } catch (error) {
      return refused(/** @type {Error & Message} */ (error));
    }
  }

  /** Disposes of the last comparison. @param {Compared} next the replacement */
  #replaced(next) {
    this.#lastCompared.comparison?.right.dispose();
    this.#lastCompared.comparison?.wrong.dispose();
    return next;
  }
}

/** @param {Inputs["wrong"]} wrong @param {Message | null} said @returns {State["refusal"]} */
const refusalOf = (wrong, said) => (wrong?.isTried && said !== null ? { fault: wrong.fault, said } : null);

/**
 * @param {Inputs["waiting"]} waiting @param {Inputs["wrong"]} wrong @param {Inputs["held"]} held @param {Picture | null} picture
 * @param {Message | null} error of the wrong path @returns {State["invalidValues"]}
 */
function invalidIn(waiting, wrong, held, picture, error) {
  /** @type {Record<string, Message>} */
  const invalidValues = {};
  for (const row of ROWS) {
    const said = row.name in waiting ? whyInvalid(row, waiting[row.name], picture) : null;
    if (said !== null) invalidValues[row.name] = said;
  }
  if (wrong && !wrong.isTried && error !== null && !held)
    invalidValues.wrong = renamed(error, wrong.fault, `wrong "${wrong.fault}"`);
  return invalidValues;
}

/**
 * A function that returns its last result again while its arguments are the same.
 * @template {readonly unknown[]} Arguments, Result @param {(...given: Arguments) => Result} f @returns {(...given: Arguments) => Result}
 */
function keepLast(f) {
  /** @type {{ given: Arguments, result: Result } | null} */
  let last = null;
  return (...given) =>
    (last && isEqual(last.given, given) ? last : (last = { given, result: f(...given) })).result;
}

/** @param {readonly unknown[] | undefined} a @param {readonly unknown[]} b */
const isEqual = (a, b) => a?.length === b.length && b.every((each, i) => Object.is(each, a[i]));

/** @param {Message} said @param {keyof Settings | null} [setting] */
function problem({ id = "", parameters = {}, message }, setting = null) {
  const named = "name" in parameters && { name: asLabelled(String(parameters.name)) };
  return { setting, id, parameters: { ...parameters, ...named }, message: asLabelled(message) };
}

/** @param {Message} said @param {string} path name of the path in the message @param {string} name name to put in its place @returns {Message} */
const renamed = ({ id, parameters, message }, path, name) => ({
  ...{ id, parameters },
  message: message.startsWith(path) ? message.replace(path, name) : `${name} ${message}`,
});

/** The same picture with other colours. @param {Picture} picture @param {Settings["colormap"]} colormap @returns {Picture} */
const recoloured = (picture, colormap) =>
  picture.settings.colormap === colormap
    ? picture
    : { ...picture, settings: { ...picture.settings, colormap } };

/** The same picture, recomputed after its memory was freed. @param {import("../../core/index.js").Core} core @param {Picture | null} picture */
const revived = (core, picture) => picture && compute(core, settingsOf(picture), { own: picture.own });
