import { STEPS } from "../../web/kit/text/steps.js";
import { say } from "../../web/kit/text/words.js";

/** Titles of all steps by id, without the variants of a step by operation. @returns {[id: string, title: string][]} */
export const stepTitles = () =>
  Object.entries(say(STEPS)).flatMap(([id, { title }]) => (id.includes(":") ? [] : [[id, title]]));
