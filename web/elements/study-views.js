import { READING } from "./study-parts.js";
import { defaultSentences } from "../models/state/default-sentences.js";
import { bytesOf, columnsOf, readSentences, sentencesOf } from "../models/state/sentences.js";

export { studyOf } from "./study-page.js";

/** The engine that measures many sentences. @type {import("../study/state/study-types.js").Tools} */
export const STUDY_TOOLS = {
  ...READING,
  ...{ defaultSentences, sentencesOf, bytesOf, readSentences, columnsOf },
};
