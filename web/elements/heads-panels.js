import { define } from "../kit/elements/define.js";
import { Adds } from "../heads/elements/contributions.js";
import { Similarity } from "../heads/elements/similarity.js";
import { Cut, Removal } from "../heads/elements/removal.js";
import { Maps } from "../heads/elements/maps.js";
import { HeadMeasures } from "../heads/elements/measures.js";
import { OneHead } from "../heads/elements/one-head.js";
import { HeadsPage } from "../heads/elements/page.js";
import { SideBySide } from "../heads/elements/side-by-side.js";
import { Heads } from "./heads.js";

/** The panels of the heads. @type {Record<string, CustomElementConstructor>} */
const PANELS = {
  "mha-heads": Heads,
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

for (const [name, element] of Object.entries(PANELS)) define(name, element);
