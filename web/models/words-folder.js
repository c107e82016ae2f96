import { words } from "../kit/text/words.js";

/** Words about the folder that is remembered for the next visit. */
export const KEPT_FOLDER = words("keptFolder", {
  /** @param {string} name */
  keep: (name) => `Remember the folder ${name} for the next visit`,
  what: "The browser remembers where the folder is; its files stay there, and the browser asks before it reads them.",
  /** @param {string} name */
  kept: (name) => `The folder ${name} is remembered.`,
  /** @param {string} name */
  again: (name) => `Open it again: ${name}`,
  forget: "Forget it",
  /** @param {string} reason of the browser */
  unstored: (reason) => `The browser's storage did not take this change (${reason}). Press the button again.`,
  refused: "The browser may not read the folder. Open it with the button above.",
});
