import { Code } from "./walk/code.js";
import { CodeLines } from "./walk/code-lines.js";
import { Controls } from "./settings/controls.js";
import { CostMeter } from "./walk/cost.js";
import { Explainer } from "./explainer.js";
import { FaultWords } from "./walk/fault.js";
import { Figure } from "./base/figure.js";
import { Lanes } from "./walk/lanes.js";
import { Origin } from "./walk/origin.js";
import { Sentence } from "./settings/sentence.js";
import { ShapeWalk } from "./shape-walk.js";
import { Stage } from "./walk/stage.js";
import { Tape } from "./walk/tape.js";
import { Track } from "./walk/track.js";
import { Words } from "./walk/words.js";

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
