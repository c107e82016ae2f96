import { SignalStore } from "./signal-store.js";
import { mostDifferent } from "./compare.js";
import { Derived } from "./derived.js";
import { whyInvalid } from "./invalid-settings.js";
import { settingsOf } from "./picture.js";
import { hasInput, overLimit } from "./settings.js";
import { SHOWN } from "./shown.js";
import { isDeeplyEqual } from "./snapshot.js";
import { INITIAL, INPUTS, fitSelection, fitInputs, strongestKey } from "./state.js";
import { placeAmong } from "./tokens.js";
import { TrainedWeights } from "./trained-weights.js";

/**
 * The state of the elements. A change first becomes a draft of the inputs; the draft is adapted to the picture that follows from it; then inputs and
 * picture are written together, and one `change` event fires. The event names the cause, so that a host never hears of its own changes.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Inputs} Inputs
 * @typedef {import("./picture.js").Picture} Picture
 * @typedef {"reader" | "arrival" | "host" | "preview"} By  cause of a change. Arrival: the weights that the reader chose earlier are there. Previews are not reported to hosts
 *
 * @typedef {Omit<Partial<Inputs>, "settings" | "selection" | "look"> & { settings?: Partial<Inputs["settings"]>,
 *   selection?: Partial<Inputs["selection"]>, look?: Partial<Inputs["look"]> }} Change  fields of settings, selection and look are merged
 */

const MERGED = /** @type {const} */ (["settings", "selection", "look"]);

/** Causes of a change after which a new picture applies the waiting values, that is, values set before there was a picture. @type {readonly (By | "load")[]} */
const TAKE_WAITING = ["host", "arrival", "load"];

/** @extends {SignalStore<State>} */
export class ReactiveState extends SignalStore {
  /** @type {Inputs} */
  #inputs = INPUTS;
  /** @protected */
  trained = new TrainedWeights((by) => this.change({}, by));
  #derived = new Derived(this.trained);

  constructor() {
    super(INITIAL);
  }

  /**
   * @protected
   * @param {Change} change
   * @param {By | "load"} by
   * @param {Readonly<Record<string, unknown>>} [values]  by row name, written when there is a picture
   */
  change(change, by, values = {}) {
    const asked = merge(this.#inputs, change, by);
    this.#requestWeights(asked, by);
    this.#write(this.#fitToPicture(asked, by, values), by);
  }

  /** Ends a preview: puts back the inputs that the preview covered. */
  unpeek() {
    const { held } = this.#inputs;
    if (!held) return;
    const { comparison: _, ...inputs } = held;
    const asked = merge(this.#inputs, { ...inputs, hover: null, held: null }, "preview");
    this.#requestWeights(asked, "preview");
    // The sentence may have become shorter during the preview.
    const { picture } = this.#derived.stateOf(asked);
    this.#write(picture ? merge(asked, fitSelection(inputs, picture, picture), "preview") : asked, "preview");
  }

  /** Writes inputs and derived values, and fires the change event. @param {Inputs} inputs @param {By | "load"} by */
  #write(inputs, by) {
    this.#inputs = inputs;
    this.set(this.#derived.stateOf(inputs), { by });
  }

  /** Asks for trained weights that belong to the settings. @param {Inputs} inputs @param {By | "load"} by */
  #requestWeights({ core, settings, resting }, by) {
    if (core && !resting && hasInput(settings) && !overLimit(settings))
      this.trained.follow(settings, by === "load" ? "host" : by);
  }

  /**
   * Moves the step and the selection to ones that the new picture or comparison has, and takes the values that exist in the picture.
   * @param {Inputs} asked @param {By | "load"} by @param {Readonly<Record<string, unknown>>} values @returns {Inputs}
   */
  #fitToPicture(asked, by, values) {
    const before = this.state;
    let inputs = this.#fitSelection(selectHeadBefore(asked, before.wrong), before.picture);
    const { picture } = this.#derived.stateOf(inputs);
    if (picture) {
      const isNew = picture.steps !== before.picture?.steps;
      // A reader's change of settings keeps the selection.
      const takesWaiting = isNew && (!before.picture || TAKE_WAITING.includes(by));
      const given = { ...inputs.waiting, ...values };
      inputs = this.#takeValues(inputs, takesWaiting ? given : values, by);
      inputs = this.#fitSelection(inputs, picture);
      if (!before.picture) inputs = this.#openFirst(inputs, given);
    }
    inputs = this.#openComparison(inputs);
    return hasInput(inputs.settings) ? inputs : { ...inputs, playing: false };
  }

  /** Moves the step and the selection to ones that the picture has. @param {Inputs} inputs @param {State["picture"]} old the picture before @returns {Inputs} */
  #fitSelection(inputs, old) {
    const { picture } = this.#derived.stateOf(inputs);
    const { settings, held } = inputs;
    if (!picture || picture.steps === old?.steps || (old && isSamePass(picture, old))) return inputs;
    // A model lower-cases and splits words: the same words stay selected. Those of a trained model are also shown as the sentence.
    const { tokens } = settingsOf(picture);
    const isRead = settings.weights === "trained" && !isDeeplyEqual(settings.tokens, tokens);
    const isCut = old && isOfPieces(old) !== isOfPieces(picture);
    const words = isCut ? settingsOf(old).tokens : settings.tokens;
    const moves = old && (isRead || isCut);
    const selection = moves ? movedSelection(inputs.selection, words, tokens) : inputs.selection;
    const fitting = merge(inputs, fitInputs({ ...inputs, selection }, picture, old), "preview");
    return isRead ? merge(fitting, { settings: { tokens } }, held ? "preview" : "host") : fitting;
  }

  /**
   * Takes the values that exist in the picture, and keeps the others for the next picture.
   * @param {Inputs} given @param {Readonly<Record<string, unknown>>} values @param {By | "load"} by @returns {Inputs}
   */
  #takeValues(given, values, by) {
    let inputs = given;
    for (const row of SHOWN.filter(({ name }) => name in values)) {
      const now = this.#derived.stateOf(inputs);
      const value = values[row.name];
      if (value !== row.default && whyInvalid(row, value, now.picture) !== null) continue;
      const isOther = !isDeeplyEqual(row.read(now), value) || row.name in now.invalidValues;
      const written = isOther && row.write(value, now, values);
      const { [row.name]: _, ...waiting } = now.waiting;
      if (by !== "preview") inputs = merge(inputs, { waiting }, by);
      if (written) inputs = merge(inputs, written, by);
    }
    return inputs;
  }

  /**
   * The first picture opens without motion, on the strongest key of the query and head that the host chose.
   * @param {Inputs} inputs @param {Readonly<Record<string, unknown>>} given values by row name @returns {Inputs}
   */
  #openFirst(inputs, given) {
    const { selection } = inputs;
    const picture = /** @type {Picture} */ (this.#derived.stateOf(inputs).picture);
    const key = "keyToken" in given ? selection.key : strongestKey(picture, selection);
    return { ...inputs, from: null, selection: { ...selection, key } };
  }

  /** Selects the head at which a new comparison differs most, unless the host set a selection with the wrong path. A selected token stays. @param {Inputs} inputs @returns {Inputs} */
  #openComparison(inputs) {
    const { wrong, selection } = inputs;
    if (!wrong?.opening || wrong.error) return inputs;
    const { comparison } = this.#derived.stateOf(inputs);
    if (comparison?.fault !== wrong.fault) return inputs;
    const most = wrong.opening === "moves" ? mostDifferent(comparison) : null;
    const head = most?.head ?? selection.head;
    const selected = most ? { ...selection, head, token: selection.token ?? most.token } : selection;
    const moved = head !== selection.head && head !== null ? { from: selection.head, to: head } : undefined;
    const opened = { ...inputs, selection: selected };
    return merge(
      opened,
      { wrong: { ...wrong, opening: null, moved }, axis: null, hover: null, origin: null, playing: false },
      "preview",
    );
  }
}

/** Inputs with a change. A change made during a preview also applies after the preview. @param {Inputs} inputs @param {Change} change @param {By | "load"} by @returns {Inputs} */
function merge(inputs, change, by) {
  const next = { ...inputs, ...merged(inputs, change) };
  const { held } = inputs;
  if (held && by !== "preview" && !("held" in change))
    next.held = /** @type {any} */ ({ ...held, ...merged(held, change) });
  return next;
}

/**
 * When a wrong path is left that moved the selection to another head, selects the earlier head again.
 * @param {Inputs} inputs @param {State["wrong"]} left the previous path @returns {Inputs}
 */
function selectHeadBefore(inputs, left) {
  const { wrong, selection } = inputs;
  if (wrong || !left?.moved || selection.head !== left.moved.to) return inputs;
  return { ...inputs, selection: { ...selection, head: left.moved.from } };
}

/** Whether the tokens are the language model's pieces. @param {import("./picture.js").Picture} picture */
const isOfPieces = ({ settings }) => settings.weights === "language";

/**
 * Whether two pictures show the same forward pass, possibly from different cores.
 * @param {import("./picture.js").Picture} a @param {import("./picture.js").Picture} b
 */
const isSamePass = (a, b) => a.own === b.own && isDeeplyEqual([a.settings, a.steps], [b.settings, b.steps]);

/**
 * The selection of the same words in the sentence as a model reads it.
 * @param {Inputs["selection"]} selection @param {readonly string[]} words @param {readonly string[]} read @returns {Inputs["selection"]}
 */
function movedSelection(selection, words, read) {
  const moved = (/** @type {number | null} */ at) => (at === null ? null : placeAmong(read, words, at));
  return { ...selection, token: moved(selection.token), key: moved(selection.key) };
}

/** @param {Readonly<Record<string, any>>} now @param {Change} change @returns {Partial<Inputs>} */
function merged(now, change) {
  const whole = /** @type {Partial<Inputs>} */ ({ ...change });
  for (const name of MERGED) if (change[name]) whole[name] = { ...now[name], ...change[name] };
  return whole;
}
