import { loadFailed } from "./load-failed.js";
import { define } from "./define.js";

/** @import { ReactiveController, ReactiveControllerHost } from "lit" */

/** Panels that are loading. @type {Set<Promise<void>>} */
const loading = new Set();

/** Resolves when every opened panel is loaded, or failed to load. */
export const allLoaded = () => Promise.allSettled(loading);

/** Whether a panel is loading. */
export const isLoading = () => loading.size > 0;

/** Panels that load when they are first opened. */
export class Panels {
  /** @type {Map<string, Promise<void>>} */
  #opened = new Map();
  /** Errors of panels that failed to load, by tag. @type {Map<string, Error>} */
  #troubles = new Map();
  #loads;

  /** @param {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} loads by tag */
  constructor(loads) {
    this.#loads = loads;
  }

  /**
   * Resolves when the panel is loaded. Rejects if loading fails; it may be tried again.
   * @param {string} name tag of the panel
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
   * Loads a panel whenever its subject changes, and has the host show the error if loading fails.
   * @param {ReactiveControllerHost} host @param {string} name tag of the panel @param {() => unknown} subject returns what the panel shows;
   * null or false while it is closed
   */
  openFor(host, name, subject) {
    host.addController(new Opening(host, () => this.open(name), subject));
  }

  /**
   * The panel, or the error of loading it with a button that tries again.
   * @param {string} name @param {unknown} panel @param {ReactiveControllerHost & import("../text/words.js").Localized} host
   */
  orTrouble(name, panel, host) {
    const trouble = this.#troubles.get(name);
    if (trouble === undefined) return panel;
    const update = () => host.requestUpdate();
    return loadFailed(trouble, host, () => void this.open(name).then(update, update));
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
