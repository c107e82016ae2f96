import { Panels } from "../../kit/elements/panels.js";

/** Panels of the walk that load on first use. */
export const PANELS = new Panels({
  "mha-arithmetic": () => import("./arithmetic.js").then((module) => module.ArithmeticPanel),
  "mha-compare": () => import("./compare.js").then((module) => module.Compare),
  "mha-fault": () => import("./fault.js").then((module) => module.FaultWords),
  "mha-origin": () => import("./origin.js").then((module) => module.Origin),
  "mha-tour": () => import("./tour.js").then((module) => module.Tour),
});
