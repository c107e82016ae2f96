/**
 * What a reader or author asks for, and its limits. Whether numbers go together is the core's to say.
 *
 * @typedef {object} Settings
 * @property {readonly string[]} tokens
 * @property {number} dModel
 * @property {number} heads
 * @property {boolean} causal
 * @property {"constructed" | "random"} weights
 * @property {number} seed
 */

export const OPENING = "The animal didn't cross the street because it was too tired.";

/** @type {Readonly<Omit<Settings, "tokens">>} */
export const DEFAULTS = Object.freeze({
  dModel: 64,
  heads: 8,
  causal: false,
  weights: "constructed",
  seed: 1,
});

export const LIMITS = Object.freeze({ tokens: 512, dModel: 1024, heads: 96 });

export const OPENING_STEP = "q_heads";

/**
 * What the page declines before the core is asked: sizes that no screen and no browser's memory is meant for.
 * @param {Settings} settings
 * @returns {{ setting: keyof Settings, message: string } | null}
 */
export function overLimit(settings) {
  const rows = /** @type {[keyof Settings, string, number, number][]} */ ([
    ["tokens", "tokens", settings.tokens.length, LIMITS.tokens],
    ["dModel", "d_model", settings.dModel, LIMITS.dModel],
    ["heads", "heads", settings.heads, LIMITS.heads],
  ]);
  for (const [setting, name, given, most] of rows)
    if (given > most)
      return { setting, message: `${name} ${given} is more than this page shows (at most ${most})` };
  return null;
}
