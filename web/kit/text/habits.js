import { words } from "./words.js";

/** What heads do, as it is said over their maps. A figure is as it is written. */
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
  /** @param {string} v nats */
  broad: (v) => `broad ${v} nats`,
  /** @param {string} v tokens */
  near: (v) => `near ${v} away`,
  none: "no clear role",
  nothing: "nothing",
  /** Shorter and shorter: what is said last goes first. @type {readonly (readonly [string, string])[]} */
  shorter: [
    [" token", ""],
    [" nats", ""],
    [" away", ""],
    ["no clear role", "no role"],
    ["same word", "same"],
    ["previous", "prev."],
    ["diagonal", "diag."],
  ],
  /** @param {{ head: number, habit: string }} what */
  of: ({ head, habit }) => `Head ${head}: ${habit}`,
});
