import { words } from "../kit/text/words.js";

/** Words of the hosted pages, except those of their markup. */
export const SITE = words("site", {
  share: "Share",
  copied: "Copied",
  link: "The link to what you see:",
});

/** Words of frame-standalone.html. */
export const FRAME_PAGE = words("framePage", {
  noModels:
    "view=models needs more files than frame-standalone.html has. frame.html, with its folders, shows it.",
});

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
