import { define } from "../../kit/elements/define.js";
import { Figure } from "../../kit/elements/figure.js";
import { SaveFiles } from "../../kit/elements/save-files.js";
import { StudyHead } from "./study-head.js";
import { StudyPair } from "./study-pair.js";
import { StudyPoints } from "./study-points.js";
import { StudySentences } from "./study-sentences.js";
import { StudySource } from "./study-source.js";
import { StudyView } from "./study-view.js";

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-save-files": SaveFiles,
  "mha-study-source": StudySource,
  "mha-study-points": StudyPoints,
  "mha-study-sentences": StudySentences,
  "mha-study-head": StudyHead,
  "mha-study-pair": StudyPair,
  "mha-study-view": StudyView,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
