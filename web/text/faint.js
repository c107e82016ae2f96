import { words } from "./words.js";

/** What is said of an author's colours where they are hard to see. */
export const FAINT = words("faint", {
  tones: { ink: "Ink", accent: "The accent", muted: "What is said by the way" },
  /** @param {{ tone: string, theme: string, ratio: string, least: number }} what */
  said: ({ tone, theme, ratio, least }) =>
    `${tone} is hard to see on the paper (${theme}): a contrast of ${ratio}, where ${least} is read. Choose another colour, or one theme.`,
});
