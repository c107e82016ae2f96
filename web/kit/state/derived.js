import { computed } from "@preact/signals-core";
import { faced, facedComparison } from "./batch.js";
import { compare } from "./compare.js";
import { whyInvalid } from "./invalid-settings.js";
import { settingsOf, compute } from "./picture.js";
import { asLabelled, overLimit, settingNamed } from "./settings.js";
import { ROWS } from "./shown.js";
import { isLearned } from "./trained-weights.js";

/**
 * Everything that follows from the inputs of the state: the picture, the comparison with a wrong path, and messages. Each computed signal
 * keeps the last good value beside the error, and disposes of the wasm objects of the value that it replaces.
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
 */

/** @type {Compared} */
const NO_COMPARISON = Object.freeze({ comparison: null, picture: null, error: null });

export class Derived {
  #inputs;
  #trained;
  /** @type {Pictured} */
  #last = { picture: null, problem: null };
  #lastCompared = NO_COMPARISON;

  /**
   * @param {import("./tracked-view.js").Signals<Inputs>} inputs
   * @param {import("./trained-weights.js").TrainedWeights} trained
   */
  constructor(inputs, trained) {
    this.#inputs = inputs;
    this.#trained = trained;
    const pictured = computed(() => (this.#last = this.#pictured()));
    const compared = computed(() => (this.#lastCompared = this.#compared(pictured.value.picture)));
    const item = computed(() => (inputs.hover.value ?? inputs.selection.value).batch ?? 0);
    this.signals = {
      picture: computed(() => faced(pictured.value.picture, item.value)),
      problem: computed(() => pictured.value.problem),
      comparison: computed(() => facedComparison(compared.value.comparison, item.value)),
      refusal: computed(() => this.#refusal(compared.value.error)),
      invalidValues: computed(() => this.#invalidValues(pictured.value.picture, compared.value.error)),
    };
  }

  /** @returns {Pictured} */
  #pictured() {
    const { settings, own, resting } = this.#inputs;
    const core = this.#inputs.core.value;
    const last = this.#last;
    if (!core) return last;
    if (resting.value) {
      last.picture?.dispose();
      return { ...last, isDisposed: true };
    }
    const { colormap, ...rest } = settings.value;
    const trained = isLearned(rest) ? this.#trained.status.value : null;
    const of = [core, ...Object.values(rest), own.value, trained];
    if (!last.isDisposed && last.of?.every((each, i) => each === of[i]))
      return { ...last, picture: last.picture && recoloured(last.picture, colormap) };
    const next = this.#attempt(core, settings.value, own.value);
    if (next.picture) last.picture?.dispose();
    if (next.picture || !last.isDisposed) return { of, ...next, picture: next.picture ?? last.picture };
    try {
      return { of, picture: revived(core, last.picture), problem: next.problem };
    } catch (error) {
      return { of, picture: null, problem: next.problem ?? problem(/** @type {Error & Message} */ (error)) };
    }
  }

  /**
   * @param {import("../../core/index.js").Core} core @param {Settings} settings @param {Inputs["own"]} own
   * @returns {Pictured} without a picture if the settings are refused or there are no tokens
   */
  #attempt(core, settings, own) {
    if (!settings.tokens.length) return { picture: null, problem: null };
    const limit = overLimit(settings);
    if (limit) return { picture: null, problem: limit };
    try {
      if (isLearned(settings)) {
        const { lesson, message } = this.#trained.status.value;
        if (!lesson)
          return { picture: null, problem: message === null ? this.#last.problem : problem(message) };
        const read = lesson.read(settings, own.layer);
        own = read.own;
        settings = { ...settings, ...read.settings };
      }
      return { picture: compute(core, settings, { own }), problem: null };
    } catch (error) {
      const said = /** @type {Error & Message} */ (error);
      return { picture: null, problem: problem(said, this.#inputs.changed.peek() ?? settingNamed(said)) };
    }
  }

  /** @param {Picture | null} picture @returns {Compared} */
  #compared(picture) {
    const wrong = this.#inputs.wrong.value;
    const last = this.#lastCompared;
    const core = this.#inputs.core.value;
    if (!wrong || !core || !picture || this.#inputs.resting.value) return this.#replaced(NO_COMPARISON);
    const isShown = last.picture === picture;
    const refused = (/** @type {Message} */ error) =>
      isShown ? { ...last, error } : this.#replaced({ comparison: null, picture, error });
    if (wrong.error) return refused(wrong.error);
    if (isShown && wrong.fault === last.comparison?.fault) return { ...last, error: null };
    try {
      const comparison = compare(core, settingsOf(picture), wrong.fault, picture.own);
      return this.#replaced({ comparison, picture, error: null });
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

  /** @param {Message | null} said @returns {State["refusal"]} */
  #refusal(said) {
    const wrong = this.#inputs.wrong.value;
    return wrong?.isTried && said !== null ? { fault: wrong.fault, said } : null;
  }

  /** @param {Picture | null} picture @param {Message | null} error of the wrong path @returns {State["invalidValues"]} */
  #invalidValues(picture, error) {
    const waiting = this.#inputs.waiting.value;
    const wrong = this.#inputs.wrong.value;
    /** @type {Record<string, Message>} */
    const invalidValues = {};
    for (const row of ROWS) {
      const said = row.name in waiting ? whyInvalid(row, waiting[row.name], picture) : null;
      if (said !== null) invalidValues[row.name] = said;
    }
    if (wrong && !wrong.isTried && error !== null && !this.#inputs.held.value)
      invalidValues.wrong = renamed(error, wrong.fault, `wrong "${wrong.fault}"`);
    return invalidValues;
  }
}

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
