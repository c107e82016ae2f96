/** Defines the elements in English. Does nothing outside a browser, as in server-side rendering. */
export { HeadscopeError, loadCore } from "../core/index.js";
export { addLocale } from "../kit/text/locales.js";
export { Explainer } from "./explainer.js";
export { HeadElement } from "./part.js";
export { Heads } from "./heads.js";
export { Heatmap } from "./part.js";
export { Lab } from "./lab.js";
export { Memory } from "./part.js";
export { Program } from "./part.js";
export { RowElement } from "./row.js";
export { ShapeWalk } from "./shape-walk.js";
import "./define.js";
