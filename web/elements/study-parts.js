import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { SaveFiles } from "../kit/elements/save-files.js";
import { WITH_EXCEPTIONS, exceptionsOf, pairsOf } from "../models/state/study-looks.js";
import { namesOf } from "../models/state/study-names.js";
import { readStudy } from "../models/state/study.js";
import { StudyHead } from "../study/elements/study-head.js";
import { StudyPair } from "../study/elements/study-pair.js";
import { StudyPoints } from "../study/elements/study-points.js";
import { StudyReadout } from "../study/elements/study-readout.js";
import { StudySentences } from "../study/elements/study-sentences.js";
import { StudySource } from "../study/elements/study-source.js";
import { StudyView } from "../study/elements/study-view.js";

/** Tools that read a study, as the views call them. @satisfies {Partial<import("../study/state/study-types.js").Tools>} */
export const READING = { namesOf, pairsOf, exceptionsOf, withExceptions: WITH_EXCEPTIONS, readStudy };

/** @type {Record<string, CustomElementConstructor>} */
const ELEMENTS = {
  "mha-figure": Figure,
  "mha-save-files": SaveFiles,
  "mha-study-source": StudySource,
  "mha-study-points": StudyPoints,
  "mha-study-readout": StudyReadout,
  "mha-study-sentences": StudySentences,
  "mha-study-head": StudyHead,
  "mha-study-pair": StudyPair,
  "mha-study-view": StudyView,
};

for (const [name, element] of Object.entries(ELEMENTS)) define(name, element);
