import "./base/sharing.js"; // before the first element is made
import { define } from "./base/define.js";
import { HeadElement } from "./head.js";
import { Heads } from "./heads.js";
import { Heatmap } from "./heatmap.js";
import { Memory } from "./memory.js";
import { Program } from "./program.js";
import "./hosted.js";

/** What shows each view, beside the walk. @type {Record<string, CustomElementConstructor>} */
const VIEWS = {
  "mha-heads": Heads,
  "mha-heatmap": Heatmap,
  "mha-head": HeadElement,
  "mha-memory": Memory,
  "mha-program": Program,
};

/** Whether no other copy of Headscope is on the page. */
export const isFirst = Boolean(globalThis.document) && !customElements.get("mha-heatmap");

for (const [name, element] of Object.entries(VIEWS)) define(name, element);
