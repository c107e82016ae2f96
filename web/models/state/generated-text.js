import { wholeNumber } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { ContinuedText, choosePiece, samplingOf, uniform } from "./generation.js";
import { piecesOf } from "./model-run.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { LiveTransformer } from "./live-transformer.js" */
/** @import { GenerateOptions, Text } from "./run-options.js" */
/** @import { TextReader } from "./text-reader.js" */

/**
 * Continues a text piece by piece, by a causal model; keys and values are cached.
 * @param {{ checkpoint: Checkpoint, live: Pick<LiveTransformer, "use">, reader: TextReader }} model @param {Text} text @param {GenerateOptions} options
 * @returns {Promise<{ tokens: { id: number, text: string }[], text: string }>}
 */
export async function generateText(
  { checkpoint, live, reader },
  text,
  { tokens: count = 20, temperature, topK, seed, onToken, signal },
) {
  wholeNumber("tokens", count);
  const sampling = samplingOf({ temperature, topK, seed });
  const random = uniform(sampling.seed);
  const { tokens: before } = reader.read(text);
  reader.requirePositions(before, count - 1);
  /** @type {{ id: number, text: string }[]} */
  const added = [];
  const ids = before.map(({ id }) => id);
  const continued = new ContinuedText((all) => checkpoint.decode(all), ids);
  await live.use(async ({ transformer }) => {
    const cache = await transformer.openCache();
    // A fresh transformer, after a fatal error, reads all pieces again.
    let next = [...ids, ...added.map(({ id }) => id)];
    try {
      while (added.length < count) {
        const sentence = { ids: next, types: next.map(() => 0), answers: next.map(() => -1) };
        const { likely } = await transformer.run(sentence, { cache, signal });
        if (!likely) throw modelRefusal("config", "predicts_nothing");
        const pieces = piecesOf(likely, next.length - 1, likely.most, (id) => checkpoint.textOf(id));
        const { id, text: piece } = choosePiece(pieces, sampling, random);
        added.push({ id, text: piece });
        const settled = continued.add(id, added.length === count);
        onToken?.({ id, text: settled });
        next = [id];
      }
    } finally {
      await transformer.closeCache(cache);
    }
  });
  return { tokens: added, text: continued.text };
}
