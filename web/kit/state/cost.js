import { NOTHING_OWN, layerOptions } from "./own.js";
import { DEFAULTS, optionsOf } from "./settings.js";

/** Sizes of well-known models. @type {readonly { name: string, dModel: number, heads: number }[]} */
export const KNOWN_SIZES = [
  { name: "Transformer, base: 512 / 8", dModel: 512, heads: 8 },
  { name: "BERT, base: 768 / 12", dModel: 768, heads: 12 },
  { name: "BERT, large: 1024 / 16", dModel: 1024, heads: 16 },
  { name: "Llama 2, 7B: 4096 / 32", dModel: 4096, heads: 32 },
  { name: "GPT-3: 12288 / 96", dModel: 12288, heads: 96 },
];

/**
 * The cost of a forward pass over these sentences, for this layer or another size. Nothing runs.
 * @param {import("../../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {{ dModel: number, heads: number } | null} size
 * @param {import("./own.js").Own} [own]
 * @param {readonly number[]} [lengths]  lengths of the sentences of a batch
 */
export function costOf(core, settings, size, own = NOTHING_OWN, lengths = [settings.tokens.length]) {
  const { tokens, keyTokens } = settings;
  const Tk = keyTokens.length || undefined;
  const Tq = Math.max(...lengths);
  const padded = !Tk && lengths.some((length) => length < Tq);
  const extent = { B: lengths.length, Tq, Tk, padded, ...optionsOf(settings, "forward") };
  const layer = size ? { ...DEFAULTS, tokens, ...size } : settings;
  return core.cost(layerOptions(layer, size ? NOTHING_OWN : own), extent);
}
