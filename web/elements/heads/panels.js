import { Panels } from "../base/panels.js";

/** The parts of the heads' page: loaded where one is shown. */
export const PANELS = new Panels({
  "mha-heads-page": () => import("./page.js").then((module) => module.HeadsPage),
  "mha-maps": () => import("./maps.js").then((module) => module.Maps),
  "mha-picked": () => import("./picked.js").then((module) => module.Picked),
  "mha-one-head": () => import("./one-head.js").then((module) => module.OneHead),
  "mha-adds": () => import("./adds.js").then((module) => module.Adds),
  "mha-cut": () => import("./cut.js").then((module) => module.Cut),
  "mha-removal": () => import("./removal.js").then((module) => module.Removal),
  "mha-measured": () => import("./measured.js").then((module) => module.Measured),
  "mha-save": () => import("../base/save-menu.js").then((module) => module.SaveMenu),
  "mha-alike": () => import("./alike.js").then((module) => module.Alike),
});
