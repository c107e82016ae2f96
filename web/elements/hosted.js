import { define } from "./base/define.js";
import { Controls } from "./settings/controls.js";
import { Explainer } from "./explainer.js";
import { Figure } from "./base/figure.js";
import { Sentence } from "./settings/sentence.js";
import { ShapeWalk } from "./shape-walk.js";
import { Stage } from "./walk/stage.js";
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
  "mha-shape-walk": ShapeWalk,
  "mha-explainer": Explainer,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
