import { define } from "../kit/elements/define.js";
import { Figure } from "../kit/elements/figure.js";
import { SaveFiles } from "../kit/elements/save-files.js";
import { defaultSentences } from "../models/state/default-sentences.js";
import { bytesOf, columnsOf, readSentences, sentencesOf } from "../models/state/sentences.js";
import { readStudy } from "../models/state/study.js";
import { WITH_EXCEPTIONS, exceptionsOf, pairsOf } from "../models/state/study-looks.js";
import { namesOf } from "../models/state/study-names.js";

import { StudyHead } from "../study/elements/study-head.js";
import { StudyPair } from "../study/elements/study-pair.js";
import { StudyPoints } from "../study/elements/study-points.js";
import { StudySentences } from "../study/elements/study-sentences.js";
import { StudySource } from "../study/elements/study-source.js";
import { StudyView } from "../study/elements/study-view.js";

/** @import { Opened } from "../models/state/page-state.js" */
/** @import { Subject } from "../study/state/study-types.js" */

export { axesOfLink } from "../study/state/axes.js";
export { StudyStore } from "../study/state/study-store.js";

/** The engine that measures many sentences. @type {import("../study/state/study-types.js").Tools} */
export const STUDY_TOOLS = {
  ...{ namesOf, pairsOf, exceptionsOf, withExceptions: WITH_EXCEPTIONS, readStudy },
  ...{ defaultSentences, sentencesOf, bytesOf, readSentences, columnsOf },
};

/** Models as the views measure them. @type {WeakMap<Opened, Subject>} */
const subjects = new WeakMap();

const SMALL = 2 ** 26; // bytes of weights that several workers may hold

/** Workers that measure at the same time: half of the processor's cores, since the page needs one too. */
const workersHere = () => Math.max(1, Math.min(4, Math.floor((navigator.hardwareConcurrency || 2) / 2)));

/** @param {Opened} opened @returns {Subject} the same at each call */
export function subjectOf(opened) {
  const known = subjects.get(opened);
  if (known) return known;
  const { model, name, bytes } = opened;
  /** @type {Subject} */
  const subject = {
    name,
    study: (sentences, options) =>
      model.study(sentences, { ...options, workers: bytes <= SMALL ? workersHere() : 1 }),
    async read(text) {
      const run = await model.run(text);
      const maps = Array.from({ length: model.info.layers }, (_, layer) => run.attention(layer));
      return {
        ...{ pieces: run.tokens, causal: model.info.causal },
        map(layer, head) {
          const { data, shape } = maps[layer];
          const size = shape[1] * shape[2];
          return data.subarray(head * size, (head + 1) * size);
        },
      };
    },
  };
  subjects.set(opened, subject);
  return subject;
}

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
