import "./base/sharing.js"; // before the first element is made
import { listenToWords } from "./base/acting-words.js";
import { define } from "./base/define.js";
import { HeadElement } from "./head.js";
import { Heads } from "./heads.js";
import { Heatmap } from "./heatmap.js";
import { Lab } from "./lab.js";
import { Memory } from "./memory.js";
import { Program } from "./program.js";
import "./hosted.js";

/** What authors put in their pages besides. @type {Record<string, CustomElementConstructor | undefined>} */
const PARTS = {
  "mha-heads": Heads,
  "mha-heatmap": Heatmap,
  "mha-head": HeadElement,
  "mha-memory": Memory,
  "mha-program": Program,
  "mha-lab": Lab,
};

// Of what is on a page twice the first listens.
if (globalThis.document && !customElements.get("mha-heatmap")) listenToWords(document);
for (const [name, element] of Object.entries(PARTS)) if (element) define(name, element);
