import { DEFAULTS, optionsOf } from "./settings.js";

/**
 * What a pass costs over these sentences, for this layer or one of another size, found without running it.
 * @param {import("../core/index.js").Core} core
 * @param {import("./settings.js").Settings} settings
 * @param {{ dModel: number, heads: number } | null} size
 */
export function costOf(core, settings, size) {
  const { tokens, keyTokens } = settings;
  const extent = { Tq: tokens.length, Tk: keyTokens.length || undefined, ...optionsOf(settings, "forward") };
  const layer = size ? { ...DEFAULTS, tokens, ...size } : settings;
  return core.cost(optionsOf(layer, "layer"), extent);
}
