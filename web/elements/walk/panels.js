import { define } from "../base/define.js";

/** Parts that few readers open, loaded when they are first opened. @type {Readonly<Record<string, () => Promise<CustomElementConstructor>>>} */
const PANELS = {
  "mha-compare": () => import("./compare.js").then((module) => module.Compare),
  "mha-fault": () => import("./fault.js").then((module) => module.FaultWords),
  "mha-origin": () => import("./origin.js").then((module) => module.Origin),
  "mha-cost-meter": () => import("./cost-meter.js").then((module) => module.CostMeter),
};

/** @type {Map<string, Promise<void>>} */
const opened = new Map();

/**
 * Resolves when the panel is there; rejects where it could not be loaded, and may be tried again.
 * @param {string} name its tag
 */
export function open(name) {
  const known = opened.get(name);
  if (known) return known;
  const opening = PANELS[name]().then((element) => define(name, element));
  opened.set(name, opening);
  opening.catch(() => opened.delete(name));
  return opening;
}
