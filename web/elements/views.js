import { define } from "../kit/elements/define.js";
import { HeadElement, Heatmap, Memory, Program } from "./part.js";
import "./heads-panels.js";
import "./hosted.js";
import "./row.js";

/** The other views of a layer. @type {Record<string, CustomElementConstructor>} */
const VIEWS = {
  "mha-heatmap": Heatmap,
  "mha-head": HeadElement,
  "mha-memory": Memory,
  "mha-program": Program,
};

/** Whether this is the first copy of Headscope on the page. */
export const isFirst = Boolean(globalThis.document) && !customElements.get("mha-heatmap");

for (const [name, element] of Object.entries(VIEWS)) define(name, element);
