import { READING } from "./study-parts.js";
import { defaultSentences } from "../models/state/default-sentences.js";
import { bytesOf, columnsOf, readSentences, sentencesOf } from "../models/state/sentences.js";

/** @import { Opened } from "../models/state/page-state.js" */
/** @import { Subject } from "../study/state/study-types.js" */

export { axesOfLink } from "../study/state/axes.js";
export { StudyStore } from "../study/state/study-store.js";

/** The engine that measures many sentences. @type {import("../study/state/study-types.js").Tools} */
export const STUDY_TOOLS = {
  ...READING,
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
    study: (sentences, { into, ...options }) => {
      const growing = /** @type {import("../models/state/study.js").Study | undefined} */ (into);
      return model.study(sentences, {
        ...options,
        into: growing,
        workers: bytes <= SMALL ? workersHere() : 1,
      });
    },
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
