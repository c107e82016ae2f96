import { NOTHING_OWN, layerOptions } from "./own.js";
import { DEFAULTS, optionsOf } from "./settings.js";

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
