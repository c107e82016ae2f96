import { Code } from "./code.js";
import { CodeLines } from "./code-lines.js";
import { Controls } from "./controls.js";
import { CostMeter } from "./cost.js";
import { Explainer } from "./explainer.js";
import { FaultWords } from "./fault.js";
import { Figure } from "./figure.js";
import { Lanes } from "./lanes.js";
import { Origin } from "./origin.js";
import { Sentence } from "./sentence.js";
import { ShapeWalk } from "./shape-walk.js";
import { Stage } from "./stage.js";
import { Tape } from "./tape.js";
import { Track } from "./track.js";
import { Words } from "./words.js";

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-sentence": Sentence,
  "mha-controls": Controls,
  "mha-track": Track,
  "mha-stage": Stage,
  "mha-words": Words,
  "mha-code": Code,
  "mha-code-lines": CodeLines,
  "mha-tape": Tape,
  "mha-cost": CostMeter,
  "mha-fault": FaultWords,
  "mha-lanes": Lanes,
  "mha-origin": Origin,
  "mha-shape-walk": ShapeWalk,
  "mha-explainer": Explainer,
};

for (const [name, element] of Object.entries(ELEMENTS)) {
  if (!globalThis.customElements) break; // rendering on a server
  if (customElements.get(name)) console.warn(`Headscope is on this page twice; the first <${name}> stays.`);
  else customElements.define(name, element);
}
