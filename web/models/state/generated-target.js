import { wholeNumber } from "../../core/check.js";
import { modelRefusal } from "../words-refusals.js";
import { mostTokens } from "./description.js";
import { ContinuedText, choosePiece, samplingOf, uniform } from "./generation.js";
import { bannedAfter, forcedAfter } from "./generation-config.js";
import { piecesOf } from "./model-run.js";

/** @import { Checkpoint } from "./checkpoint.js" */
/** @import { Generation } from "./generation-config.js" */
/** @import { LiveTransformer } from "./live-transformer.js" */
/** @import { GenerateOptions } from "./run-options.js" */
/** @import { Sentence } from "./transformer.js" */

/**
 * @typedef {Omit<GenerateOptions, "first"> & { first?: number, headScale?: import("./encoder-decoder.js").HeadScales,
 *   onProgress?: import("./run-options.js").RunOptions["onProgress"] }} TargetOptions
 */

/**
 * Generates the target of a source piece by piece; keys and values are cached.
 * @param {{ checkpoint: Checkpoint, live: Pick<LiveTransformer, "use"> }} model @param {Sentence} source @param {TargetOptions} options
 * @returns {Promise<{ tokens: { id: number, text: string }[], text: string }>}
 */
export async function generateTarget(
  { checkpoint, live },
  source,
  { first, onToken, onProgress, signal, headScale, ...asked },
) {
  const usual = /** @type {Generation} */ (checkpoint.generation);
  const generation = first === undefined ? usual : { ...usual, first };
  const { description } = checkpoint.model;
  const room = mostTokens(description);
  const { tokens: count = Math.min(usual.most, room) } = asked;
  wholeNumber("tokens", count);
  if (count > room) throw modelRefusal("config", "too_many_pieces", { tokens: count, most: room });
  const sampling = samplingOf(asked);
  const random = uniform(sampling.seed);
  const textOf = (/** @type {number} */ id) => checkpoint.textOf(id);
  const ids = [generation.start];
  const continued = new ContinuedText((all) => checkpoint.decode(all), []);
  /** @type {{ id: number, text: string }[]} */
  const added = [];
  await live.use(async ({ transformer }) => {
    const cache = await transformer.openCache();
    // A fresh transformer, after a fatal error, reads the source and all pieces again.
    let next = [...ids];
    const tell = () => onProgress?.({ done: added.length, total: count, writes: true });
    tell();
    try {
      for (let isOver = false; !isOver;) {
        const isFirst = next.length === ids.length;
        const sentence = { ids: next, types: next.map(() => 0), answers: next.map(() => -1) };
        const given = isFirst ? { ...sentence, source } : sentence;
        const { likely } = await transformer.run(given, { cache, signal, headScale });
        if (!likely) throw modelRefusal("config", "predicts_nothing");
        const banned = bannedAfter(generation, ids);
        const forced = forcedAfter(generation, ids, count);
        const pieces = piecesOf(likely, next.length - 1, likely.most, textOf);
        const allowed = pieces.filter(({ id }) => !banned.has(id));
        if (forced === null && !allowed.length)
          throw modelRefusal("config", "all_pieces_banned", { most: likely.most });
        const id = forced ?? choosePiece(allowed, sampling, random).id;
        ids.push(id);
        added.push({ id, text: textOf(id) });
        isOver = added.length === count || generation.ends.includes(id);
        const settled = continued.add(id, isOver);
        onToken?.({ id, text: settled });
        tell();
        next = [id];
      }
    } finally {
      await transformer.closeCache(cache);
    }
  });
  return { tokens: added, text: continued.text };
}
