import { html } from "lit";
import { define } from "./define.js";

/** @import { ReactiveController, ReactiveControllerHost } from "lit" */

/** Panels that load when they are first opened. */
export class Panels {
  /** @type {Map<string, Promise<void>>} */
  #opened = new Map();
  /** Errors of panels that failed to load, by tag. @type {Map<string, string>} */
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
    opening.catch((error) => {
      this.#opened.delete(name);
      this.#troubles.set(name, error.message);
    });
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
   * The panel, or the error of loading it unless `said` contains that error.
   * @param {string} name @param {unknown} panel @param {Set<string>} [said]
   */
  orTrouble(name, panel, said = new Set()) {
    const trouble = this.#troubles.get(name);
    if (trouble === undefined) return panel;
    return said.has(trouble) ? "" : html`<p class="note" role="alert">${said.add(trouble) && trouble}</p>`;
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
