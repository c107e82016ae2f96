import { define } from "../kit/elements/define.js";
import { Attends } from "../walk/elements/attends.js";
import { Code } from "../walk/elements/code.js";
import { CodeLines } from "../walk/elements/code-lines.js";
import { Cost } from "../walk/elements/cost.js";
import { Paper } from "../walk/elements/paper.js";
import { ColourRange } from "../walk/elements/colour-range.js";
import { Stage } from "../walk/elements/stage.js";
import { Tape } from "../walk/elements/tape.js";
import { Track } from "../walk/elements/track.js";
import { Words } from "../walk/elements/step-words.js";
import { ShapeWalk } from "./shape-walk.js";

/** The walk and its panels. @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-track": Track,
  "mha-stage": Stage,
  "mha-words": Words,
  "mha-attends": Attends,
  "mha-colour-range": ColourRange,
  "mha-code": Code,
  "mha-code-lines": CodeLines,
  "mha-tape": Tape,
  "mha-cost": Cost,
  "mha-paper": Paper,
  "mha-shape-walk": ShapeWalk,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
