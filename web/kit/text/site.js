import { words } from "./words.js";

/** Words of the hosted pages, except those of their markup. */
export const SITE = words("site", {
  share: "Share",
  copied: "Copied",
  link: "The link to what you see:",
});
