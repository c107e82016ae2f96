import { answerTo } from "./messages.js";
import { SET, stateWith, traitsApart } from "./traits.js";

/**
 * The widget model of a notebook, as anywidget passes it to front-end modules.
 *
 * @typedef {object} Model
 * @property {(name: string) => any} get      returns undefined for unknown traits
 * @property {(name: string, value: any) => void} set
 * @property {() => void} save_changes
 * @property {(name: string, callback: (...args: any[]) => void) => void} on
 * @property {(name?: string | null, callback?: ((...args: any[]) => void) | null) => void} off
 * @property {(content: any, callbacks?: any, buffers?: (ArrayBuffer | ArrayBufferView)[]) => void} send
 */

/** While a view updates its model, changes that other views receive are already applied. */
let telling = false;

/** Connects a figure and its model: the figure shows the notebook's values, and the notebook receives the reader's changes. */
export class NotebookView {
  #model;
  #figure;
  #say;
  /** Errors of traits, by name. @type {Map<string, string>} */
  #troubles = new Map();
  /** Registered listeners. @type {[name: string, callback: (...args: any[]) => void][]} */
  #heard = [];

  /** @param {Model} model @param {import("./traits.js").Figure} figure @param {(troubles: readonly string[]) => void} say */
  constructor(model, figure, say) {
    this.#model = model;
    this.#figure = figure;
    this.#say = say;
    for (const trait of SET.keys()) {
      this.#take(trait);
      this.#listen(`change:${trait}`, () => this.#changed(trait));
    }
    this.#listen("msg:custom", (message) => answerTo(message, figure, model));
    figure.addEventListener("statechange", this.#tell);
  }

  end() {
    for (const [name, callback] of this.#heard) this.#model.off(name, callback);
    this.#figure.removeEventListener("statechange", this.#tell);
  }

  /** @param {string} name @param {(...args: any[]) => void} callback */
  #listen(name, callback) {
    this.#model.on(name, callback);
    this.#heard.push([name, callback]);
  }

  /** @param {string} trait */
  #take(trait) {
    const value = this.#model.get(trait);
    if (value === undefined) return;
    try {
      SET.get(trait)?.(this.#figure, value);
      this.#troubles.delete(trait);
    } catch (error) {
      this.#troubles.set(trait, /** @type {Error} */ (error).message);
    }
    this.#say([...this.#troubles.values()]);
  }

  /** Keeps the state and the traits consistent: a change of one changes the other. @param {string} trait */
  #changed(trait) {
    this.#take(trait);
    if (telling || this.#troubles.has(trait)) return;
    const { state, value } = { state: this.#model.get("state"), value: this.#model.get(trait) };
    if (trait === "state")
      return this.#write(traitsApart(this.#shownOf(state), (name) => this.#model.get(name)));
    const whole = stateWith(state, trait, value);
    if (whole) this.#write([["state", whole]]);
  }

  /** The part of a state that affects what is shown. @param {Record<string, any> | null} state @returns {Record<string, any>} */
  #shownOf(state) {
    const names = Object.keys(state ?? {});
    return Object.fromEntries(names.map((name) => [name, this.#figure.state[name]]));
  }

  /** @param {Event} event */
  #tell = (event) => {
    const { state } = /** @type {CustomEvent<{ state: Record<string, any> }>} */ (event).detail;
    const apart = traitsApart(state, (trait) => this.#model.get(trait));
    this.#write(this.#model.get("state") === undefined ? apart : [["state", state], ...apart]);
  };

  /** @param {readonly (readonly [trait: string, value: any])[]} changes */
  #write(changes) {
    if (!changes.length) return;
    telling = true;
    try {
      for (const [trait, value] of changes) this.#model.set(trait, value);
    } finally {
      telling = false;
    }
    this.#model.save_changes();
  }
}
