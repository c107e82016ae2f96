import "./base/sharing.js"; // before the first element is made
import { define } from "./base/define.js";
import { HeadElement } from "./head.js";
import { Heads } from "./heads.js";
import { Adds } from "./heads/adds.js";
import { Alike } from "./heads/alike.js";
import { Cut } from "./heads/cut.js";
import { Maps } from "./heads/maps.js";
import { Measured } from "./heads/measured.js";
import { OneHead } from "./heads/one-head.js";
import { HeadsPage } from "./heads/page.js";
import { Picked } from "./heads/picked.js";
import { Removal } from "./heads/removal.js";
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
  "mha-heads-page": HeadsPage,
  "mha-maps": Maps,
  "mha-picked": Picked,
  "mha-one-head": OneHead,
  "mha-adds": Adds,
  "mha-cut": Cut,
  "mha-removal": Removal,
  "mha-measured": Measured,
  "mha-alike": Alike,
};

/** Whether no other copy of Headscope is on the page. */
export const isFirst = Boolean(globalThis.document) && !customElements.get("mha-heatmap");

for (const [name, element] of Object.entries(VIEWS)) define(name, element);
