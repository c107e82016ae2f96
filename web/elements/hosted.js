import { define } from "./base/define.js";
import { SaveMenu } from "./base/save-menu.js";
import { Controls } from "./settings/controls.js";
import { Explainer } from "./explainer.js";
import { Figure } from "./base/figure.js";
import { Sentence } from "./settings/sentence.js";
import { ShapeWalk } from "./shape-walk.js";
import { Attends } from "./walk/attends.js";
import { Code } from "./walk/code.js";
import { CodeLines } from "./walk/code-lines.js";
import { Cost } from "./walk/cost.js";
import { Reach } from "./walk/reach.js";
import { Stage } from "./walk/stage.js";
import { Tape } from "./walk/tape.js";
import { Track } from "./walk/track.js";
import { Words } from "./walk/words.js";

/** What the hosted walk shows. @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-sentence": Sentence,
  "mha-controls": Controls,
  "mha-track": Track,
  "mha-stage": Stage,
  "mha-words": Words,
  "mha-attends": Attends,
  "mha-reach": Reach,
  "mha-code": Code,
  "mha-code-lines": CodeLines,
  "mha-tape": Tape,
  "mha-cost": Cost,
  "mha-save": SaveMenu,
  "mha-shape-walk": ShapeWalk,
  "mha-explainer": Explainer,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
