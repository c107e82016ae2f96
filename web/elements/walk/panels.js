import { html } from "lit";
import { define } from "../base/define.js";

/** @import { ReactiveController, ReactiveControllerHost } from "lit" */

/** Panels that are loaded when they are first opened; those beside and below the picture once it stands. @type {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} */
const PANELS = {
  "mha-code": () => import("./code.js").then((module) => module.Code),
  "mha-code-lines": () =>
    both(import("./code-lines.js"), import("../../text/code/pytorch.js")).then((module) => module.CodeLines),
  "mha-tape": () => both(import("./tape.js"), import("../../draw/tape.js")).then((module) => module.Tape),
  "mha-compare": () => import("./compare.js").then((module) => module.Compare),
  "mha-fault": () => import("./fault.js").then((module) => module.FaultWords),
  "mha-origin": () => import("./origin.js").then((module) => module.Origin),
  "mha-attends": () => import("./attends.js").then((module) => module.Attends),
  "mha-saturation": () => import("./saturation.js").then((module) => module.SaturationChart),
  "mha-reach": () => import("./reach.js").then((module) => module.Reach),
  "mha-paper": () => import("./paper.js").then((module) => module.Paper),
  "mha-cost-meter": () => import("./cost-meter.js").then((module) => module.CostMeter),
};

/** What a panel needs, asked for at the same time as a file of its own. @template Module @param {Promise<Module>} panel @param {Promise<unknown>} needed */
const both = async (panel, needed) => (await Promise.all([panel, needed]))[0];

/** @type {Map<string, Promise<void>>} */
const opened = new Map();
/** Why those that could not be loaded could not. @type {Map<string, string>} */
const troubles = new Map();

/**
 * Resolves when the panel is there; rejects where it could not be loaded, and may be tried again.
 * @param {string} name its tag
 */
export function openPanel(name) {
  const known = opened.get(name);
  if (known) return known;
  const opening = PANELS[name]().then((element) => define(name, element));
  opened.set(name, opening);
  troubles.delete(name);
  opening.catch((error) => {
    opened.delete(name);
    troubles.set(name, error.message);
  });
  return opening;
}

/**
 * Loads a panel whenever there is something else for it to show, and has its host say so where that fails.
 * @implements {ReactiveController}
 */
export class Opening {
  /** @type {unknown} */
  #shown = null;
  #host;
  #name;
  #subject;

  /** @param {ReactiveControllerHost} host @param {string} name the panel's tag @param {() => unknown} subject what it is to show; null or false while it is closed */
  constructor(host, name, subject) {
    this.#host = host;
    this.#name = name;
    this.#subject = subject;
    host.addController(this);
  }

  hostUpdate() {
    const subject = this.#subject();
    if (subject && subject !== this.#shown) openPanel(this.#name).catch(() => this.#host.requestUpdate());
    this.#shown = subject;
  }
}

/** The panel, or why it could not be loaded. @param {string} name @param {unknown} panel */
export const orTrouble = (name, panel) =>
  troubles.has(name) ? html`<p class="note" role="alert">${troubles.get(name)}</p>` : panel;
