/** Defines the elements in English. Does nothing outside a browser, as in server-side rendering. */
export { HeadscopeError, loadCore } from "../core/index.js";
export { addLocale } from "../kit/text/locales.js";
export { Explainer } from "./explainer.js";
export { HeadElement } from "./head.js";
export { Heads } from "./heads.js";
export { Heatmap } from "./heatmap.js";
export { Lab } from "./lab.js";
export { Memory } from "./memory.js";
export { Program } from "./program.js";
export { ShapeWalk } from "./shape-walk.js";
import "./define.js";
