import { words } from "./words.js";

/** Habits of heads, for the titles of their maps. Figures are formatted strings. */
export const HABITS = words("habits", {
  /** @param {string} v */
  previous: (v) => `previous token ${v}`,
  /** @param {string} v */
  next: (v) => `next token ${v}`,
  /** @param {string} v */
  first: (v) => `first token ${v}`,
  /** @param {string} v */
  diagonal: (v) => `diagonal ${v}`,
  /** @param {string} v */
  sameWord: (v) => `same word ${v}`,
  /** @param {string} v in nats */
  broad: (v) => `broad ${v} nats`,
  /** @param {string} v in tokens */
  near: (v) => `near ${v} away`,
  none: "no clear role",
  nothing: "nothing",
  /** @param {string} edge @param {string} v */
  role: (edge, v) => `${edge} ${v}`,
  /** Replacements that shorten a habit, applied one after the other. @type {readonly (readonly [string | RegExp, string])[]} */
  shorter: [
    [" token", ""],
    [" nats", ""],
    [" away", ""],
    ["no clear role", "no role"],
    ["same word", "same"],
    ["previous", "prev."],
    ["diagonal", "diag."],
    [" → its ", " → "],
    [" → telling adjective", " → adjective"],
    [/( → .+) [\d.,]+$/, "$1"],
    [/^.+ → /, ""],
  ],
  /** @param {{ head: string, habit: string }} what  head: its name */
  of: ({ head, habit }) => `${head}: ${habit}`,
});
