import { smallSentences } from "#small-files";
import { sentencesOf } from "./sentences.js";

/**
 * The 500 sentences that come with the small model, from the part of its texts that it did not learn from: the World English Bible and WordNet. The card
 * of the model, models/headscope-small/README.md, measures its heads on the same.
 * @param {AbortSignal} [signal] @returns {Promise<string[]>}
 */
export async function defaultSentences(signal) {
  return sentencesOf(await smallSentences(signal), { by: "lines" });
}
