import { NOTHING_OWN, layerOptions } from "./own.js";
import { DEFAULTS, optionsOf } from "./settings.js";

/**
 * What a pass costs over these sentences, for this layer or one of another size, found without running it.
 * @param {import("../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {{ dModel: number, heads: number } | null} size
 * @param {import("./own.js").Own} [own]
 */
export function costOf(core, settings, size, own = NOTHING_OWN) {
  const { tokens, keyTokens } = settings;
  const extent = { Tq: tokens.length, Tk: keyTokens.length || undefined, ...optionsOf(settings, "forward") };
  const layer = size ? { ...DEFAULTS, tokens, ...size } : settings;
  return core.cost(layerOptions(layer, size ? NOTHING_OWN : own), extent);
}
