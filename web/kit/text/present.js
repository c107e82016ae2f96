import { words } from "./words.js";

/** Words around a presented page. */
export const PRESENT = words("present", {
  title: "Presentation",
  /** @param {number} i counted from 1 */
  bookmark: (i) => `Bookmark ${i}`,
  add: "Bookmark this",
  remove: "Remove this bookmark",
  fullScreen: "Full screen",
  leave: "Leave",
});
