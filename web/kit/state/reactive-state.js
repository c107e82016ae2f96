import { batch } from "@preact/signals-core";
import { mostDifferent } from "./compare.js";
import { Derived } from "./derived.js";
import { whyInvalid } from "./invalid-settings.js";
import { settingsOf } from "./picture.js";
import { overLimit } from "./settings.js";
import { SHOWN } from "./shown.js";
import { isSame } from "./snapshot.js";
import { INPUTS, fitted, remaining, strongestKey } from "./state.js";
import { placeAmong } from "./tokens.js";
import { signalsOf, trackedView, valuesOf, write } from "./tracked-view.js";
import { TrainedWeights } from "./trained-weights.js";

/**
 * The state as signals: inputs, and what is derived from them. Every change fires one `change` event. The event names the cause, so that a host never
 * hears of its own changes.
 *
 * @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Inputs} Inputs
 * @typedef {"reader" | "arrival" | "host" | "preview"} By  cause of a change. Arrival: the weights that the reader chose earlier are there. Previews are not reported to hosts
 *
 * @typedef {Omit<Partial<Inputs>, "settings" | "selection" | "look"> & { settings?: Partial<Inputs["settings"]>,
 *   selection?: Partial<Inputs["selection"]>, look?: Partial<Inputs["look"]> }} Change  fields of settings, selection and look are merged
 */

const MERGED = /** @type {const} */ (["settings", "selection", "look"]);

/** Causes of a change whose new picture takes the values that wait for a picture. @type {readonly (By | "load")[]} */
const TAKING = ["host", "arrival", "load"];

export class ReactiveState extends EventTarget {
  #inputs = signalsOf(INPUTS);
  /** @protected */
  trained = new TrainedWeights((by) => this.change({}, by));
  #derived = new Derived(this.#inputs, this.trained);
  #signals = { ...this.#inputs, ...this.#derived.signals };
  #view = /** @type {State} */ (trackedView(this.#signals));

  /** A frozen snapshot of the state. An element that reads a field of the snapshot while rendering renders again when that field changes. @returns {State} */
  get state() {
    return this.#view;
  }

  /**
   * @protected
   * @param {Change} change
   * @param {By | "load"} by
   * @param {Readonly<Record<string, unknown>>} [values]  by row name, written when there is a picture
   */
  change(change, by, values = {}) {
    this.#commit(by, (before) => {
      this.#assign(change, by);
      this.#train(by);
      this.#settle(before, by, values);
    });
  }

  /** Ends a preview: puts back the inputs that the preview covered. */
  unpeek() {
    const { held } = this.state;
    if (!held) return;
    const { comparison: _, ...inputs } = held;
    this.#commit("preview", () => {
      this.#assign({ ...inputs, hover: null, held: null }, "preview");
      this.#train("preview");
      // The sentence may have become shorter during the preview.
      const { picture } = this.#now();
      if (picture) this.#assign(fitted(inputs, picture, picture), "preview");
    });
  }

  /** @param {By | "load"} by @param {(before: State) => void} write */
  #commit(by, write) {
    const before = this.#view;
    batch(() => {
      write(before);
      this.#view = trackedView(this.#signals);
    });
    this.dispatchEvent(new CustomEvent("change", { detail: { before, by } }));
  }

  /** @param {Change} change @param {By | "load"} by */
  #assign(change, by) {
    const held = this.#inputs.held.peek();
    write(this.#inputs, merged(this.#now(), change));
    // A change made during a preview also applies after the preview.
    if (held && by !== "preview" && !("held" in change))
      this.#inputs.held.value = /** @type {any} */ ({ ...held, ...merged(held, change) });
  }

  /** @returns {State} */
  #now() {
    return /** @type {any} */ (valuesOf(this.#signals));
  }

  /** @param {By | "load"} by */
  #train(by) {
    const { core, settings, resting } = this.#now();
    if (core && !resting && settings.tokens.length && !overLimit(settings))
      this.trained.follow(settings, by === "load" ? "host" : by);
  }

  /**
   * Adapts the inputs to a new picture or comparison, and writes the values that exist in the picture.
   * @param {State} before @param {By | "load"} by @param {Readonly<Record<string, unknown>>} values
   */
  #settle(before, by, values) {
    this.#moveBack(before.wrong);
    this.#keep(before.picture);
    const { picture, waiting } = this.#now();
    if (picture) {
      const isNew = picture.steps !== before.picture?.steps;
      // A reader's change of settings keeps the selection.
      const takesWaiting = isNew && (!before.picture || TAKING.includes(by));
      this.#write(takesWaiting ? { ...waiting, ...values } : values, by);
      this.#keep(picture);
      if (!before.picture) this.#open(picture, { ...waiting, ...values });
    }
    this.#openComparison();
    if (!this.#inputs.settings.peek().tokens.length) this.#inputs.playing.value = false;
  }

  /**
   * The first picture opens without motion, on the strongest key of the query and head that the host chose.
   * @param {import("./picture.js").Picture} picture @param {Readonly<Record<string, unknown>>} given values by row name
   */
  #open(picture, given) {
    this.#inputs.from.value = null;
    const selection = this.#inputs.selection.peek();
    if (!("keyToken" in given))
      this.#inputs.selection.value = { ...selection, key: strongestKey(picture, selection) };
  }

  /** Moves the step and the selection to ones that exist in a new picture. @param {State["picture"]} old */
  #keep(old) {
    const now = this.#now();
    const { picture, settings, held } = now;
    if (!picture || picture.steps === old?.steps || (old && isSamePass(picture, old))) return;
    // A model lower-cases and splits words: the same words stay selected. Those of a trained model are also shown as the sentence.
    const { tokens } = settingsOf(picture);
    const isRead = settings.weights === "trained" && !isSame(settings.tokens, tokens);
    const isCut = old && isOfPieces(old) !== isOfPieces(picture);
    const words = isCut ? settingsOf(old).tokens : settings.tokens;
    const moves = old && (isRead || isCut);
    const selection = moves ? movedSelection(now.selection, words, tokens) : now.selection;
    this.#assign(remaining({ ...now, selection }, picture, old), "preview");
    if (isRead) this.#assign({ settings: { tokens } }, held ? "preview" : "host");
  }

  /**
   * Writes the values that exist in the picture, and keeps the others for the next picture.
   * @param {Readonly<Record<string, unknown>>} values @param {By | "load"} by
   */
  #write(values, by) {
    for (const row of SHOWN.filter(({ name }) => name in values)) {
      const now = this.#now();
      const value = values[row.name];
      if (value !== row.default && whyInvalid(row, value, now.picture) !== null) continue;
      const { [row.name]: _, ...waiting } = now.waiting;
      if (by !== "preview") this.#assign({ waiting }, by);
      if (!isSame(row.read(now), value) || row.name in now.invalidValues)
        this.#assign(row.write(value, now, values), by);
    }
  }

  /**
   * When a wrong path is left that moved the selection to another head, selects the earlier head again.
   * @param {State["wrong"]} left the previous path
   */
  #moveBack(left) {
    const { wrong, selection } = this.#now();
    if (!wrong && left?.moved && selection.head === left.moved.to)
      this.#inputs.selection.value = { ...selection, head: left.moved.from };
  }

  /** Selects the head at which a new comparison differs most, unless the host set a selection with the wrong path. A selected token stays. */
  #openComparison() {
    const { wrong, comparison, selection } = this.#now();
    if (!wrong?.opening || comparison?.fault !== wrong.fault || wrong.error) return;
    const most = wrong.opening === "moves" ? mostDifferent(comparison) : null;
    const head = most?.head ?? selection.head;
    if (most) this.#inputs.selection.value = { ...selection, head, token: selection.token ?? most.token };
    const moved = head !== selection.head && head !== null ? { from: selection.head, to: head } : undefined;
    this.#assign(
      { wrong: { ...wrong, opening: null, moved }, axis: null, hover: null, origin: null, playing: false },
      "preview",
    );
  }
}

/** Whether the tokens are the language model's pieces. @param {import("./picture.js").Picture} picture */
const isOfPieces = ({ settings }) => settings.weights === "language";

/**
 * Whether two pictures show the same forward pass, possibly from different cores.
 * @param {import("./picture.js").Picture} a @param {import("./picture.js").Picture} b
 */
const isSamePass = (a, b) => a.own === b.own && isSame([a.settings, a.steps], [b.settings, b.steps]);

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
