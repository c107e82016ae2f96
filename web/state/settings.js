/**
 * What a reader or author asks for, and its limits. Whether numbers go together is the core's to say.
 *
 * @typedef {object} Settings
 * @property {readonly string[]} tokens
 * @property {readonly string[]} keyTokens  the second sentence of cross-attention; empty for self-attention
 * @property {number} dModel
 * @property {number} heads
 * @property {number | null} kvHeads        fewer than heads share keys and values; null for as many
 * @property {boolean} causal
 * @property {"constructed" | "random"} weights
 * @property {number} seed
 */

export const OPENING = "The animal didn't cross the street because it was too tired.";

/** What is offered for cross-attention: the same thought in another language, as in translation. */
export const SECOND = "Das Tier war zu müde, um die Straße zu überqueren.";

/** @type {Readonly<Omit<Settings, "tokens">>} */
export const DEFAULTS = Object.freeze({
  keyTokens: [],
  dModel: 64,
  heads: 8,
  kvHeads: null,
  causal: false,
  weights: "constructed",
  seed: 1,
});

export const LIMITS = Object.freeze({ tokens: 512, dModel: 1024, heads: 96 });

export const OPENING_STEP = "q_heads";

/** The setting that the core's message begins with, as it calls it; null where it speaks of none. @param {string} message */
export function settingNamed(message) {
  const names = /** @type {Record<string, keyof Settings>} */ ({
    d_model: "dModel",
    num_heads: "heads",
    num_kv_heads: "kvHeads",
  });
  return names[message.split(" ")[0]] ?? null;
}

/**
 * What the page declines before the core is asked: sizes that no screen and no browser's memory is meant for.
 * @param {Settings} settings
 * @returns {{ setting: keyof Settings, message: string } | null}
 */
export function overLimit(settings) {
  const rows = /** @type {[keyof Settings, string, number, number][]} */ ([
    ["tokens", "tokens", settings.tokens.length, LIMITS.tokens],
    ["keyTokens", "tokens", settings.keyTokens.length, LIMITS.tokens],
    ["dModel", "d_model", settings.dModel, LIMITS.dModel],
    ["heads", "heads", settings.heads, LIMITS.heads],
  ]);
  for (const [setting, name, given, most] of rows)
    if (given > most)
      return { setting, message: `${name} ${given} is more than this page shows (at most ${most})` };
  return null;
}
