import { unloaded } from "./again.js";
import { define } from "./define.js";

/** @import { ReactiveController, ReactiveControllerHost } from "lit" */

/** Those that are on their way. @type {Set<Promise<void>>} */
const loading = new Set();

/** Resolves when all panels that were opened are there, or could not be loaded. */
export const allLoaded = () => Promise.allSettled(loading);

/** Whether a panel is on its way. */
export const isLoading = () => loading.size > 0;

/** Panels that are loaded when they are first opened. */
export class Panels {
  /** @type {Map<string, Promise<void>>} */
  #opened = new Map();
  /** Why those that could not be loaded could not. @type {Map<string, Error>} */
  #troubles = new Map();
  #loads;

  /** @param {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} loads by tag */
  constructor(loads) {
    this.#loads = loads;
  }

  /**
   * Resolves when the panel is there; rejects where it could not be loaded, and may be tried again.
   * @param {string} name its tag
   */
  open(name) {
    const known = this.#opened.get(name);
    if (known) return known;
    const opening = this.#loads[name]().then((element) => define(name, element));
    this.#opened.set(name, opening);
    this.#troubles.delete(name);
    loading.add(opening);
    opening
      .catch((error) => {
        this.#opened.delete(name);
        this.#troubles.set(name, error);
      })
      .finally(() => loading.delete(opening));
    return opening;
  }

  /**
   * Loads a panel whenever there is something else for it to show, and has its host say so where that fails.
   * @param {ReactiveControllerHost} host @param {string} name its tag @param {() => unknown} subject what it is to show; null or false while it is closed
   */
  openFor(host, name, subject) {
    host.addController(new Opening(host, () => this.open(name), subject));
  }

  /**
   * The panel, or why it could not be loaded, with another try.
   * @param {string} name @param {unknown} panel @param {ReactiveControllerHost & import("../text/words.js").Localized} host
   */
  orTrouble(name, panel, host) {
    const trouble = this.#troubles.get(name);
    if (trouble === undefined) return panel;
    const shown = () => host.requestUpdate();
    return unloaded(trouble, host, () => void this.open(name).then(shown, shown));
  }
}

/** @implements {ReactiveController} */
class Opening {
  /** @type {unknown} */
  #shown = null;
  #host;
  #open;
  #subject;

  /** @param {ReactiveControllerHost} host @param {() => Promise<void>} open @param {() => unknown} subject */
  constructor(host, open, subject) {
    this.#host = host;
    this.#open = open;
    this.#subject = subject;
  }

  hostUpdate() {
    const subject = this.#subject();
    if (subject && subject !== this.#shown) this.#open().catch(() => this.#host.requestUpdate());
    this.#shown = subject;
  }
}
