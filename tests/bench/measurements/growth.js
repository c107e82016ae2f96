import { exponent } from "../statistics.js";
import { attentionPart } from "./attention-part.js";
import { memoryOf } from "./memory.js";

/** @import { Context } from "./index.js" */

const LENGTHS = [64, 128, 256, 512, 1024, 2048, 4096];
/**
 * Heads of the usual width on a narrow model, so that for small T the projections do not dominate the
 * attention.
 */
const TIMED = { dModel: 8, numHeads: 8, dK: 64 };
const WEIGHED = { dModel: 512, numHeads: 8 };

/**
 * Growth with T of the attention time and of the memory of a forward pass, without attention weights.
 * @param {Context} context
 */
export async function growth(context) {
  const times = [];
  const memory = [];
  for (const T of LENGTHS) {
    /** @param {string} note */
    const say = (note) => context.say(`T = ${T}, ${note}`);
    const { uncausal } = await attentionPart({ ...TIMED, T }, { ...context, say });
    times.push({ T, milliseconds: uncausal });
    say("memory");
    memory.push(await memoryOf(context.assets, { ...WEIGHED, T }));
  }
  const known = memory.flatMap((each) => ("beyond" in each ? [each] : []));
  return {
    timed: TIMED,
    weighed: WEIGHED,
    times,
    memory,
    timeExponent: exponent(times.map(({ T, milliseconds }) => [T, milliseconds])),
    memoryExponent: exponent(known.map(({ T, beyond }) => [T, beyond])),
  };
}
