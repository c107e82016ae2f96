import { Panels, both } from "../base/panels.js";

/** Those beside and below the picture once it stands, and those that few open. */
export const PANELS = new Panels({
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
  "mha-cost": () => import("./cost.js").then((module) => module.Cost),
  "mha-save": () => import("../base/save-menu.js").then((module) => module.SaveMenu),
  "mha-cost-meter": () => import("./cost-meter.js").then((module) => module.CostMeter),
});
