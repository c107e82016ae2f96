import { define } from "../kit/elements/define.js";
import { HeadElement } from "./head.js";
import { Heads } from "./heads.js";
import { Adds } from "../heads/elements/contributions.js";
import { Similarity } from "../heads/elements/similarity.js";
import { Cut } from "../heads/elements/cut.js";
import { Maps } from "../heads/elements/maps.js";
import { HeadMeasures } from "../heads/elements/measures.js";
import { OneHead } from "../heads/elements/one-head.js";
import { HeadsPage } from "../heads/elements/page.js";
import { SideBySide } from "../heads/elements/side-by-side.js";
import { Removal } from "../heads/elements/removal.js";
import { Heatmap } from "./heatmap.js";
import { Memory } from "./memory.js";
import { Program } from "./program.js";
import "./hosted.js";

/** The panels of views other than the walk. @type {Record<string, CustomElementConstructor>} */
const VIEWS = {
  "mha-heads": Heads,
  "mha-heatmap": Heatmap,
  "mha-head": HeadElement,
  "mha-memory": Memory,
  "mha-program": Program,
  "mha-heads-page": HeadsPage,
  "mha-maps": Maps,
  "mha-picked": SideBySide,
  "mha-one-head": OneHead,
  "mha-adds": Adds,
  "mha-cut": Cut,
  "mha-removal": Removal,
  "mha-measured": HeadMeasures,
  "mha-alike": Similarity,
};

/** Whether this is the first copy of Headscope on the page. */
export const isFirst = Boolean(globalThis.document) && !customElements.get("mha-heatmap");

for (const [name, element] of Object.entries(VIEWS)) define(name, element);
